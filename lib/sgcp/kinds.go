package sgcp

import "strconv"

// The kinds of fields. What is "expected" is what errors say.
var (
	coordKind      = kind[Coord]{parseCoord, appendCoord, "a point such as Q16, an SGF pair such as pd, or PASS"}
	gtokenKind     = kind[Gtoken]{parseGtoken, appendGtoken, "a Gtoken of 26 base32 characters"}
	gameOrNoneKind = kind[Gtoken]{parseGameOrNone, appendGameOrNone, "a Gtoken of 26 base32 characters, or -"}
	sessionKind    = kind[Session]{parseSession, appendSession, "a session token of 26 base32 characters"}
	hashKind       = kind[Hash]{parseHash, appendHash, "a hash of 16 hexadecimal digits"}
	resultKind     = kind[Result]{parseResult, appendResult, "a result such as B+3.5, W+R, W+T, W+F, 0 or Void"}
	pointsKind     = kind[Points]{parsePoints, appendPoints, "a number of points such as 7.5"}
	colorKind      = kind[Color]{parseColor, appendColor, "b or w"}
	turnKind       = kind[Color]{parseTurn, appendTurn, "b, w or -"}
	countKind      = kind[int]{parseCount, appendCount, "a whole number up to 2147483647"}
	bigKind        = kind[uint64]{parseBig, appendBig, "a whole number"}
	sizeKind       = kind[int]{parseSize, appendSize, "a board size, 1 to 19"}
	knownSizeKind  = kind[int]{parseSize, appendKnownSize, sizeKind.expected}
	proposalKind   = kind[ProposalID]{parseProposal, appendProposal, "a proposal such as #12"}
	numberKind     = kind[Number]{parseNumber, appendNumber, "a number of three digits"}

	wordKind       = words[string]("a word")
	opponentKind   = words[string]("a level or an AI's nick")
	nickKind       = words[string]("a nick")
	ruleKind       = words[Rule]("a rule: area, seed or seed+komi")
	stateKind      = words[State]("a state: seated, playing, marking or over")
	playerKindKind = words[PlayerKind]("human or ai")
	statusKind     = words[CountStatus]("pending, marking or scored")
	benchKindKind  = words[BenchKind]("add5e8 or playout19")
	taskKindKind   = words[TaskKind]("playout, search or analyse")
	chainKind      = kind[bool]{parseDead, appendDead, "dead or alive"}
)

// words is the kind of a word with some meaning; unknown ones are let through,
// since newer peers may know more.
func words[T ~string](expected string) kind[T] {
	return kind[T]{func(text []byte) (T, bool) { return T(text), true }, appendWord[T], expected}
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

// In a list of pairs a size that is not known is left out.
func appendKnownSize(dst []byte, n int) ([]byte, bool) {
	if n == 0 {
		return dst, true
	}
	return appendSize(dst, n)
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
