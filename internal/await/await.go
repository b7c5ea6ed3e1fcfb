// Package await waits in tests for what is bound to come. No machine is too busy for it: a
// wait is in vain when nine tenths of what was left of the test program's time are over (go
// test -timeout), so that the test can still say what is missing.
package await

import (
	"context"
	"fmt"
	"runtime"
	"testing"
	"time"
)

// End is when a wait that begins now is in vain: the deadline of a connection, for one. Where the
// test program may run for ever, that is next year.
func End(t testing.TB) time.Time {
	if limited, ok := t.(interface{ Deadline() (time.Time, bool) }); ok { // a benchmark is not
		if end, ok := limited.Deadline(); ok {
			return time.Now().Add(time.Until(end) * 9 / 10)
		}
	}
	return time.Now().AddDate(1, 0, 0)
}

// Over tells when a wait that begins now is in vain.
func Over(t testing.TB) <-chan time.Time { return time.After(time.Until(End(t))) }

// Context ends when a wait that begins now is in vain, or after what the test cleans up later.
func Context(t testing.TB) context.Context {
	ctx, stop := context.WithDeadline(context.Background(), End(t))
	t.Cleanup(stop)
	return ctx
}

// Until waits until something is so, and asks again and again; missing says what is not.
func Until(t testing.TB, so func() bool, missing func() string) {
	t.Helper()
	for end := End(t); !so(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("waited in vain: %s", missing())
		}
	}
}

// From is what comes from a channel, or the zero value when it is closed.
func From[T any](t testing.TB, from <-chan T) (v T) {
	t.Helper()
	select {
	case v = <-from:
	case <-Over(t):
		t.Fatalf("waited in vain for a %T", v)
	}
	return v
}

// Goroutines waits until no more goroutines run than did before.
func Goroutines(t testing.TB, before int) {
	t.Helper()
	Until(t, func() bool { return runtime.NumGoroutine() <= before }, func() string {
		stacks := make([]byte, 1<<16)
		return fmt.Sprintf("%d goroutines run, %d before:\n%s", runtime.NumGoroutine(), before, stacks[:runtime.Stack(stacks, true)])
	})
}
