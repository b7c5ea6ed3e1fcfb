//go:build unix

package engine

import (
	"syscall"
	"testing"
	"time"
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
		began, before := time.Now(), processorTime(t)
		r := search(t, engines[ply%2], b, l)
		took := min(time.Since(began), processorTime(t)-before)
		if left[ply%2] -= took; left[ply%2] <= 0 {
			t.Fatalf("ply %d: the clock of %v fell, after %v for the last move", ply, perGame, took)
		}
		b.Play(r.Best)
	}
}

// processorTime is what this process has used, of all processors.
func processorTime(t *testing.T) time.Duration {
	t.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
