package gtp

import (
	"strconv"
	"time"

	"qikit.dev/qikit/lib/engine"
)

// clock is one side's time. After the main time come periods, each for a number of
// stones; in Japanese byo-yomi a period is for one stone.
type clock struct {
	runs   bool
	main   time.Duration
	extra  time.Duration // of a period
	stones int           // to play in a period; 0: no periods

	left time.Duration // of the main time or the period
	toGo int           // stones still to play in the period; 0 in the main time
}

// begin sets the clock for a new game.
func (c *clock) begin() {
	c.left, c.toGo = c.main, 0
	if c.main == 0 {
		c.over()
	}
}

// over begins a period.
func (c *clock) over() { c.left, c.toGo = c.extra, c.stones }

// limit sets how long to think; it returns false when no clock runs.
func (c *clock) limit(l *engine.Limits) bool {
	if !c.runs {
		return false
	}
	l.Clock, l.MovesToGo = max(c.left, time.Millisecond), c.toGo
	if c.toGo == 0 && c.stones > 0 {
		// A share of a period counts as an increment, so that the main time lasts.
		l.Increment = c.extra / time.Duration(c.stones)
	}
	return true
}

// spend subtracts the time of a move, in case the controller does not send time_left.
func (c *clock) spend(used time.Duration) {
	if !c.runs {
		return
	}
	c.left -= used
	switch {
	case c.toGo > 0:
		if c.toGo--; c.toGo == 0 {
			c.over()
		}
	case c.left <= 0 && c.stones > 0:
		c.over()
	}
}

// timeSettings reads the main time and the time of a period, both in seconds, and the
// stones of a period. A period for no stones means no limit.
func (s *session) timeSettings(args []string) (string, error) {
	numbers, ok := seconds(args, 3)
	if !ok {
		return "", errSyntax
	}
	s.wind(clock{runs: numbers[1] == 0 || numbers[2] > 0, main: time.Duration(numbers[0]) * time.Second,
		extra: time.Duration(numbers[1]) * time.Second, stones: int(numbers[2])})
	return "", nil
}

// kgsTimeSettings reads the kinds of clock that the KGS Go server has: none, absolute,
// byoyomi or canadian.
func (s *session) kgsTimeSettings(args []string) (string, error) {
	count := map[string]int{"none": 0, "absolute": 1, "byoyomi": 3, "canadian": 3}
	n, known := count[args[0]]
	if !known {
		return "", errTime
	}
	numbers, ok := seconds(args[1:], n)
	if !ok {
		return "", errSyntax
	}
	c := clock{runs: n > 0}
	if n > 0 {
		c.main = time.Duration(numbers[0]) * time.Second
	}
	if n > 1 {
		c.extra, c.stones = time.Duration(numbers[1])*time.Second, int(numbers[2])
	}
	if args[0] == "byoyomi" {
		c.stones = 1
	}
	s.wind(c)
	return "", nil
}

// wind gives both sides the same clock.
func (s *session) wind(c clock) {
	for i := range s.clocks {
		s.clocks[i] = c
		s.clocks[i].begin()
	}
}

// timeLeft reads a side, its seconds, and the stones to play in them (0 in the main
// time).
func (s *session) timeLeft(args []string) (string, error) {
	side, err := color(args[0])
	if err != nil {
		return "", err
	}
	numbers, ok := seconds(args[1:], 2)
	if !ok {
		return "", errSyntax
	}
	c := &s.clocks[side]
	c.runs, c.left, c.toGo = true, time.Duration(numbers[0])*time.Second, int(numbers[1])
	return "", nil
}

// seconds reads n whole numbers, none below 0.
func seconds(args []string, n int) (numbers []int64, ok bool) {
	const most = 1 << 30
	if len(args) < n {
		return nil, false
	}
	for _, arg := range args[:n] {
		v, err := strconv.ParseInt(arg, 10, 64)
		if err != nil || v < 0 || v > most {
			return nil, false
		}
		numbers = append(numbers, v)
	}
	return numbers, true
}
