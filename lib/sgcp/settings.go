package sgcp

import (
	"bytes"
	"strconv"
)

// Settings are how a game is to be played: what 206 proposes, and what 850
// says beyond its fields. On the line they are pairs, of which any may be left
// out:
//
//	size=19 komi=7.5 rule=area handicap=0 colour=nigiri main=600 byo=30x3
//
// main is in seconds. byo is "30x3", three periods of 30 seconds each of which
// is lost when it is used up, or "+10", ten seconds more after every move
// (Fischer). The specification names the keys; their values are this package's.
// main, and all periods together, are a year of 366 days at most, a period or a
// bonus is a day.
type Settings struct {
	Size     int
	Komi     Points
	Rule     Rule
	Handicap int   // stones that black begins with; 0 or 2 to 9
	Color    Color // of the one who proposes; Neither is by lot
	Main     int   // seconds; 0 with no ByoYomi is the hall's clock by move
	ByoYomi  ByoYomi
}

// ByoYomi is what a clock gives beyond the main time.
type ByoYomi struct {
	Seconds int // of a period, or with Periods 0 of each move's bonus
	Periods int // 0: Fischer
}

// DefaultSettings are 19 by 19 points, komi 7.5, area rules, no handicap,
// colours by lot, the hall's clock.
func DefaultSettings() Settings {
	return Settings{Size: SizeMax, Komi: 750, Rule: RuleArea, Color: Neither}
}

// Apply reads pairs into the settings: a key that is absent leaves its field
// as it was. It returns the pairs it does not know. ErrParameter for a value
// that can not be read.
func (s *Settings) Apply(pairs Pairs) (others Pairs, err error) {
	w := codec{writing: true, number: CommandPropose}
	w.pairs(&pairs)
	if w.err != nil {
		return nil, w.err
	}
	c := codec{number: CommandPropose, in: w.out}
	next := *s
	next.param(&c, &others)
	if c.err != nil {
		return nil, c.err
	}
	*s = next
	return others, nil
}

// Pairs are the settings as pairs, all of them.
func (s *Settings) Pairs() (Pairs, error) {
	var none, all Pairs
	c := codec{writing: true, number: CommandPropose}
	s.param(&c, &none)
	if c.err != nil {
		return nil, c.err
	}
	back := codec{in: c.out}
	back.pairs(&all)
	return all, back.err
}

func (s *Settings) param(c *codec, others *Pairs) {
	c.list(others, func() {
		keyed(c, others, "size", &sizeKind, &s.Size)
		keyed(c, others, "komi", &pointsKind, &s.Komi)
		keyed(c, others, "rule", &knownRuleKind, &s.Rule)
		keyed(c, others, "handicap", &handicapKind, &s.Handicap)
		keyed(c, others, "colour", &lotKind, &s.Color)
		keyed(c, others, "main", &mainKind, &s.Main)
		keyed(c, others, "byo", &byoKind, &s.ByoYomi)
	})
}

var (
	knownRuleKind = oneOf(ruleKind.expected, RuleArea, RuleSeed, RuleSeedKomi)
	handicapKind  = kind[int]{parseHandicap, appendHandicap, "a handicap of 0 or 2 to 9 stones"}
	lotKind       = kind[Color]{parseLot, appendLot, "black, white or nigiri"}
	byoKind       = kind[ByoYomi]{parseByo, appendByo, "periods such as 30x3, or a bonus such as +10, of 86400 seconds at most, 31622400 in all"}
)

func parseHandicap(text []byte) (int, bool) {
	n, ok := countKind.parse(text)
	return n, ok && n <= 9 && n != 1
}

func appendHandicap(dst []byte, n int) ([]byte, bool) {
	return strconv.AppendInt(dst, int64(n), 10), n >= 0 && n <= 9 && n != 1
}

func parseLot(text []byte) (Color, bool) {
	if isWord(text, "nigiri") {
		return Neither, true
	}
	return parseColor(text)
}

func appendLot(dst []byte, c Color) ([]byte, bool) {
	return append(dst, [...]string{"black", "white", "nigiri"}[min(c, Neither)]...), c <= Neither
}

// Bounds of a clock's times, in seconds: clocks add them up.
const (
	byoMax   = 86400       // of a period or a bonus: a day; as many periods at most
	clockMax = 366 * 86400 // of the main time, and of all periods: a year
)

// isBounded says whether a byo-yomi is one that clocks can hold.
func (b ByoYomi) isBounded() bool {
	return b.Seconds >= 0 && b.Seconds <= byoMax && b.Periods >= 0 && b.Periods <= byoMax && int64(b.Seconds)*int64(b.Periods) <= clockMax
}

func parseByo(text []byte) (b ByoYomi, ok bool) {
	if text[0] == '+' {
		b.Seconds, ok = countKind.parse(text[1:])
		return b, ok && len(text) > 1 && b.isBounded()
	}
	seconds, periods, several := bytes.Cut(text, []byte("x"))
	b.Seconds, ok = countKind.parse(seconds)
	b.Periods = 1
	if several {
		var fine bool
		b.Periods, fine = countKind.parse(periods)
		ok = ok && fine && b.Periods > 0
	}
	return b, ok && len(seconds) > 0 && b.isBounded()
}

func appendByo(dst []byte, b ByoYomi) ([]byte, bool) {
	ok := b.isBounded()
	if b.Periods == 0 {
		return strconv.AppendInt(append(dst, '+'), int64(b.Seconds), 10), ok
	}
	dst = append(strconv.AppendInt(dst, int64(b.Seconds), 10), 'x')
	return strconv.AppendInt(dst, int64(b.Periods), 10), ok
}
