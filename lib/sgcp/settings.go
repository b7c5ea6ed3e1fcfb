package sgcp

import (
	"bytes"
	"strconv"
)

// Settings say how a game is to be played: 206 proposes them, and 850 has those that its
// fields do not hold. On the line they are pairs, as [Propose] says. The specification
// names their keys; what values they have is this package's decision.
type Settings struct {
	Size     int
	Komi     Points
	Rule     Rule
	Handicap int   // stones that black begins with; 0 or 2 to 9
	Color    Color // of the player who proposes; Neither: by lot
	Main     int   // seconds; 0 without ByoYomi: the hall's clock by move
	ByoYomi  ByoYomi
}

// ByoYomi is what a clock gives beyond the main time.
type ByoYomi struct {
	Seconds int // of a period, or with Periods 0 of each move's bonus
	Periods int // 0: Fischer
}

// DefaultSettings are 19 by 19 points, komi 7.5, area rules, no handicap, colours by lot
// and the hall's clock.
func DefaultSettings() Settings {
	return Settings{Size: SizeMax, Komi: 750, Rule: RuleArea, Color: Neither}
}

// Apply reads pairs into the settings and returns the pairs that it does not know. An
// absent key leaves its field as it was. ErrParameter for a value that cannot be read;
// the settings are then as they were.
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

// Text writes all settings as a line has them: "size=19 komi=7.5 ...". ErrParameter for
// a value that the protocol does not have.
func (s *Settings) Text() (string, error) {
	c := codec{writing: true, number: CommandPropose}
	s.param(&c, new(Pairs))
	return string(c.out), c.err
}

// ParseSettings reads what Text writes over the defaults, and passes over pairs that it
// does not know. ErrParameter.
func ParseSettings(text string) (Settings, error) {
	s := DefaultSettings()
	c := codec{number: CommandPropose, in: []byte(text)}
	s.param(&c, new(Pairs))
	return s, c.err
}

// Pairs are all settings as pairs.
func (s *Settings) Pairs() (all Pairs, err error) {
	text, err := s.Text()
	c := codec{in: []byte(text)}
	c.pairs(&all)
	return all, err
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

// Bounds of the times of a clock, in seconds, which clocks add up.
const (
	byoMax   = 86400       // a period or a bonus, a day; also the number of periods
	clockMax = 366 * 86400 // all periods together, a year
)

// isBounded tells whether clocks can hold the byo-yomi.
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
