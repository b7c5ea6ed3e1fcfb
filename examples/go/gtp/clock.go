package main

import (
	"strconv"
	"time"

	"qikit.dev/qikit/lib/engine"
)

// clock is one side's time. After the main time comes a time for so many
// stones, again and again; Japanese byo-yomi is one stone a period.
type clock struct {
	runs   bool
	main   time.Duration
	extra  time.Duration // for each number of stones
	stones int           // 0: nothing after the main time

	left time.Duration // of the main time, or for the stones
	toGo int           // stones still to play in left; 0 in the main time
}

// begin winds the clock up for a game.
func (c *clock) begin() {
	c.left, c.toGo = c.main, 0
	if c.main == 0 {
		c.over()
	}
}

// over begins the time for so many stones.
func (c *clock) over() { c.left, c.toGo = c.extra, c.stones }

// limit says how long to think, and false when no clock runs.
func (c *clock) limit(l *engine.Limits) bool {
	if !c.runs {
		return false
	}
	l.Clock, l.MovesToGo = max(c.left, time.Millisecond), c.toGo
	if c.toGo == 0 && c.stones > 0 {
		// What comes after the main time is worth something in it.
		l.Increment = c.extra / time.Duration(c.stones)
	}
	return true
}

// spend takes the time of a move off, in case the controller tells none.
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

// timeSettings: main time, time after it and stones in that, all in seconds.
// A time after it for no stones is no limit.
func (s *session) timeSettings(args []string) (string, error) {
	numbers, ok := seconds(args, 3)
	if !ok {
		return "", errSyntax
	}
	s.wind(clock{runs: numbers[1] == 0 || numbers[2] > 0, main: time.Duration(numbers[0]) * time.Second,
		extra: time.Duration(numbers[1]) * time.Second, stones: int(numbers[2])})
	return "", nil
}

// kgsTimeSettings: none, absolute, byoyomi or canadian, as the Kiseido server
// has them.
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

// timeLeft: a side, its seconds, and the stones to play in them, 0 in the main
// time.
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

// seconds reads so many whole numbers, none below 0.
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
