package sgcp

import (
	"slices"
	"strconv"
)

// words is the kind of a word with some meaning; unknown ones are let through,
// since newer peers may know more.
func words[T ~string](expected string) kind[T] {
	return kind[T]{func(text []byte) (T, bool) { return T(text), true }, appendWord[T], expected}
}

// oneOf is the kind of a word that must be one of these.
func oneOf[T ~string](expected string, all ...T) kind[T] {
	return kind[T]{
		func(text []byte) (T, bool) { return T(text), slices.Contains(all, T(text)) },
		func(dst []byte, v T) ([]byte, bool) { return append(dst, v...), slices.Contains(all, v) },
		expected,
	}
}

const countMax = 1<<31 - 1

func parseCount(text []byte) (int, bool) {
	n, ok := parseBig(text)
	return int(min(n, countMax)), ok && n <= countMax
}

func appendCount(dst []byte, n int) ([]byte, bool) {
	return strconv.AppendInt(dst, int64(n), 10), n >= 0 && n <= countMax
}

func parseBig(text []byte) (n uint64, ok bool) {
	for _, c := range text {
		if c < '0' || c > '9' || n > (1<<64-1-uint64(c-'0'))/10 {
			return 0, false
		}
		n = n*10 + uint64(c-'0')
	}
	return n, true
}

func appendBig(dst []byte, n uint64) ([]byte, bool) { return strconv.AppendUint(dst, n, 10), true }

func parseSize(text []byte) (int, bool) {
	n, ok := parseCount(text)
	return n, ok && n >= 1 && n <= SizeMax
}

func appendSize(dst []byte, n int) ([]byte, bool) {
	dst, ok := appendCount(dst, n)
	return dst, ok && n >= 1 && n <= SizeMax
}

func parseProposal(text []byte) (ProposalID, bool) {
	if text[0] != '#' || len(text) < 2 {
		return 0, false
	}
	n, ok := parseBig(text[1:])
	return ProposalID(n), ok && n > 0
}

func appendProposal(dst []byte, id ProposalID) ([]byte, bool) {
	return strconv.AppendUint(append(dst, '#'), uint64(id), 10), id > 0
}

func parseNumber(text []byte) (Number, bool) {
	n, ok := leading(text)
	return n, ok && len(text) == 3
}

func appendNumber(dst []byte, n Number) ([]byte, bool) { return n.digits(dst), n <= 999 }

func parseFault(text []byte) (Number, bool) {
	n, ok := parseNumber(text)
	return n, ok && n.IsFault()
}

func appendFault(dst []byte, n Number) ([]byte, bool) { return n.digits(dst), n.IsFault() }

func parseDead(text []byte) (dead, ok bool) {
	switch string(text) {
	case "dead":
		return true, true
	case "alive":
		return false, true
	}
	return false, false
}

func appendDead(dst []byte, dead bool) ([]byte, bool) {
	if dead {
		return append(dst, "dead"...), true
	}
	return append(dst, "alive"...), true
}
