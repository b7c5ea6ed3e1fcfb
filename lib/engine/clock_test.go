package engine

import (
	"testing"
	"time"
)

// Whole games by the clock: after every move there is time left, although each
// takes longer than it was given.
func TestMoveTime_neverLoses(t *testing.T) {
	const lost = 5 * time.Millisecond // a move, beside the thinking
	for _, c := range []struct {
		left, increment time.Duration
		control         int // own moves a control, 0: none
		moves           int // of the game
	}{
		{2 * time.Second, 0, 0, 150},
		{10 * time.Second, 0, 0, 200},
		{30 * time.Minute, 0, 0, 300},
		{time.Minute, time.Second, 0, 300},
		{100 * time.Millisecond, 100 * time.Millisecond, 0, 300},
		{5 * time.Minute, 0, 40, 160},
		{time.Second, 0, 1, 50},
	} {
		left, least := c.left, c.left
		for n := range c.moves {
			toGo := 0
			if c.control > 0 {
				toGo = c.control - n%c.control
			}
			left -= MoveTime(left, c.increment, toGo, 2*n) + lost
			least = min(least, left)
			left += c.increment
			if c.control > 0 && toGo == 1 {
				left += c.left
			}
		}
		if least <= 0 {
			t.Errorf("%+v: the clock was down to %v", c, least)
		}
	}
}

func TestMoveTime_usesTheTime(t *testing.T) {
	for _, c := range []struct {
		left, increment time.Duration
		movesToGo, ply  int
		low, high       time.Duration
	}{
		{30 * time.Minute, 0, 0, 0, 30 * time.Second, 90 * time.Second},
		{30 * time.Minute, 0, 0, 60, 60 * time.Second, 90 * time.Second},
		{10 * time.Second, 0, 1, 0, 7 * time.Second, 8 * time.Second},
		{10 * time.Second, 2 * time.Second, 0, 20, 1500 * time.Millisecond, 2 * time.Second},
		{0, 0, 0, 0, moveTimeLeast, moveTimeLeast},
		{-time.Second, 0, 3, 500, moveTimeLeast, moveTimeLeast},
	} {
		if got := MoveTime(c.left, c.increment, c.movesToGo, c.ply); got < c.low || got > c.high {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

func TestTimeLeft(t *testing.T) {
	began := time.Now().Add(-time.Minute)
	if got := timeLeft(NoLimit, began); got != NoLimit {
		t.Errorf("no limit becomes %v", got)
	}
	if got := timeLeft(time.Hour, began); got > 59*time.Minute || got < 58*time.Minute {
		t.Errorf("of an hour %v is left after a minute", got)
	}
	if got := timeLeft(time.Second, began); got != moveTimeLeast {
		t.Errorf("of a second %v is left after a minute, want %v", got, moveTimeLeast)
	}
}
