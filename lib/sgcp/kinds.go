package sgcp

import (
	"fmt"
	"slices"
	"strconv"
)

// words is the kind of a word that has a meaning. Unknown words pass, because newer peers
// may know more.
func words[T ~string](expected string) kind[T] {
	return kind[T]{func(text []byte) (T, bool) { return T(text), true }, appendWord[T], expected}
}

// oneOf is the kind of a word that must be one of a few.
func oneOf[T ~string](expected string, all ...T) kind[T] {
	return kind[T]{
		func(text []byte) (T, bool) { return T(text), slices.Contains(all, T(text)) },
		func(dst []byte, v T) ([]byte, bool) { return append(dst, v...), slices.Contains(all, v) },
		expected,
	}
}

// between is the kind of a whole number from least to most.
func between(least, most int, expected string) kind[int] {
	return kind[int]{
		func(text []byte) (int, bool) {
			n, ok := parseBig(text)
			return int(n), ok && n >= uint64(least) && n <= uint64(most)
		},
		func(dst []byte, n int) ([]byte, bool) {
			return strconv.AppendInt(dst, int64(n), 10), n >= least && n <= most
		},
		expected,
	}
}

// parse reads a text as one field of the kind. ErrParameter.
func parse[T any](k *kind[T], text string) (v T, err error) {
	v, ok := k.parse([]byte(text))
	if !ok {
		return v, fmt.Errorf("%w: %q, expected %s", ErrParameter, text, k.expected)
	}
	return v, nil
}

// written is the text that the append function of a kind returned.
func written(text []byte, _ bool) string { return string(text) }

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
