//go:build unix

package engine

import (
	"testing"
	"time"

	"qikit.dev/qikit/internal/cputime"
)

// Two that ponder play a game by the clock: nobody oversteps. A clock does not run while
// the machine gives this process no processor: a busy one may stop for longer than a
// clock has left.
func TestClock_neverLosesOnTime(t *testing.T) {
	const perGame = 3 * time.Second
	b := surakartaStart(t)
	engines := [2]Engine{ponderer(t, true), ponderer(t, true)}
	left := [2]time.Duration{perGame, perGame}
	for ply := 0; ply < 120; ply++ {
		if _, over := b.Outcome(); over {
			return
		}
		l := DefaultLimits()
		l.Clock = left[ply%2]
		began, before := time.Now(), cputime.Own()
		r := search(t, engines[ply%2], b, l)
		took := min(time.Since(began), cputime.Own()-before)
		if left[ply%2] -= took; left[ply%2] <= 0 {
			t.Fatalf("ply %d: the clock of %v fell, after %v for the last move", ply, perGame, took)
		}
		b.Play(r.Best)
	}
}
