package platform

import (
	"fmt"
	"testing"
	"time"

	"qikit.dev/qikit/lib/sgcp"
)

func clockSettings(t testing.TB, size int, clock string) *sgcp.Settings {
	t.Helper()
	s, err := sgcp.ParseSettings(fmt.Sprintf("size=%d %s", size, clock))
	if err != nil {
		t.Fatal(err)
	}
	return &s
}

// serverClock is the platform's side of a game's clock, as servers keep it.
type serverClock struct {
	left, period time.Duration
	periods      int
}

func newServerClock(s *sgcp.Settings) *serverClock {
	k := &serverClock{left: mainOf(s), period: periodOf(s), periods: s.ByoYomi.Periods}
	if k.periods == 0 && k.left == 0 {
		k.left = k.period
	}
	return k
}

// take takes a move's time off; false when there was not so much.
func (k *serverClock) take(d time.Duration) bool {
	k.left -= d
	if k.periods == 0 {
		if k.left < 0 {
			return false
		}
		k.left += k.period
		return true
	}
	for k.left < 0 && k.periods > 0 {
		if k.left += k.period; k.left >= 0 {
			k.left = 0
			return true
		}
		k.periods--
	}
	return k.periods > 0
}

// Clocks that cannot be kept are not played with.
func TestKeepsTime(t *testing.T) {
	for _, row := range []struct {
		size  int
		clock string
		want  bool
	}{
		{9, "", true}, {9, "byo=0x3", true}, {9, "byo=+0", true},
		{9, "byo=+1", false}, {9, "byo=1x1", false}, {9, "byo=1x10", false}, {9, "main=1", false}, {9, "main=1 byo=+0", false}, {9, "main=1 byo=0x3", false},
		{9, "byo=+2", true}, {9, "byo=2x1", true}, {9, "main=1 byo=2x1", true}, {9, "main=1 byo=+10", false}, {9, "main=2 byo=+10", true},
		{9, "main=19", false}, {9, "main=20", true}, {9, "main=20 byo=+1", true}, {9, "main=20 byo=1x3", true}, {19, "main=89", false}, {19, "main=90", true},
		{19, "main=86400 byo=3600x60", true},
	} {
		if got := keepsTime(clockSettings(t, row.size, row.clock)); got != row.want {
			t.Errorf("size %d, %q: %v, want %v", row.size, row.clock, got, row.want)
		}
	}
}

// With every clock that is accepted, a game a quarter longer than the board has
// points is not lost on time, when all thinking takes what it may, each move costs
// what it may, and one in a hundred half a second more.
func TestMatch_losesNoGameOnTime(t *testing.T) {
	for _, size := range []int{5, 9, 13, 19} {
		for _, clock := range []string{
			"byo=+2", "byo=2x1", "byo=2x5", "main=1 byo=2x1", "main=2 byo=+2", "main=2 byo=+10", "byo=+10", "byo=30x1", "main=300 byo=30x3", "main=300 byo=+1",
			"main=300 byo=1x3", "main=90", "main=90 byo=+1", "main=90 byo=0x1", "main=90 byo=1x1", "main=3600", fmt.Sprintf("main=%d", (size*size/2+1)/2),
		} {
			s := clockSettings(t, size, clock)
			if !keepsTime(s) {
				t.Errorf("size %d, %q is not kept", size, clock)
			}
			g, k := &match{settings: *s}, newServerClock(s)
			for own := range size * size * 5 / 8 {
				think := g.clockLeft()
				took := think + moveCost
				if own%100 == 50 && periodOf(s) > 0 {
					took = think + periodMargin
				}
				if think <= 0 || !k.take(took) {
					t.Errorf("size %d, %q: lost on time at move %d, thinking for %v", size, clock, own+1, think)
					break
				}
				g.spent += think + moveCost
				g.line = append(g.line, sgcp.Pass, sgcp.Pass)
			}
		}
	}
}

// A game that another process began is not lost either, unless more than half of
// the main time was gone.
func TestMatch_timeOfAnotherProcess(t *testing.T) {
	for _, clock := range []string{"byo=+5", "byo=5x2", "main=600", "main=600 byo=+5", "main=600 byo=5x2"} {
		s := clockSettings(t, 9, clock)
		g, k := &match{settings: *s}, newServerClock(s)
		for range 20 {
			g.line = append(g.line, sgcp.Pass, sgcp.Pass)
			k.take(5 * time.Second)
		}
		k.left -= mainOf(s)/2 - min(mainOf(s)/2, 100*time.Second)
		g.spent = spentGuess(s, len(g.line))
		for range 30 {
			think := g.clockLeft()
			if !k.take(think + moveCost) {
				t.Errorf("%q: lost on time after %d moves, thinking for %v", clock, len(g.line)/2, think)
				break
			}
			g.spent += think + moveCost
			g.line = append(g.line, sgcp.Pass, sgcp.Pass)
		}
	}
}
