package await

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"
)

// short is a test of which the program has little time left, or no end.
type short struct {
	testing.TB
	left time.Duration // 0 for no end
	said string
}

func (s *short) Deadline() (time.Time, bool) { return time.Now().Add(s.left), s.left > 0 }
func (s *short) Helper()                     {}
func (s *short) Fatalf(format string, args ...any) {
	s.said = fmt.Sprintf(format, args...)
	runtime.Goexit()
}

// fails is what a test of 50 ms says when it waits in vain.
func fails(t *testing.T, wait func(t testing.TB)) string {
	s := &short{TB: t, left: 50 * time.Millisecond}
	ended := make(chan struct{})
	go func() { defer close(ended); wait(s) }()
	<-ended
	return s.said
}

func TestWaits_inVain(t *testing.T) {
	for want, wait := range map[string]func(t testing.TB){
		"waited in vain: the moon": func(t testing.TB) { Until(t, func() bool { return false }, func() string { return "the moon" }) },
		"waited in vain for a int": func(t testing.TB) { From(t, make(chan int)) },
		"goroutines run, 0 before": func(t testing.TB) { Goroutines(t, 0) },
		"":                         func(t testing.TB) { <-Over(t); <-Context(t).Done() },
	} {
		if got := fails(t, wait); !strings.Contains(got, want) || (got == "") != (want == "") {
			t.Errorf("said %q, want %q", got, want)
		}
	}
}

func TestWaits_forWhatComes(t *testing.T) {
	before := runtime.NumGoroutine()
	one := make(chan int)
	go func() { one <- 7 }()
	if got := From(t, one); got != 7 {
		t.Errorf("%d came, want 7", got)
	}
	Goroutines(t, before)
	n := 0
	Until(t, func() bool { n++; return n == 3 }, func() string { return "a third look" })
	if n != 3 {
		t.Errorf("it looked %d times, want 3", n)
	}
}

// The wait ends before the test program does, and never where that runs for ever.
func TestEnd(t *testing.T) {
	if end := End(&short{TB: t, left: time.Hour}); time.Until(end) < 50*time.Minute || time.Until(end) > 54*time.Minute {
		t.Errorf("of an hour a wait may take %v, want nine tenths", time.Until(end))
	}
	if end := End(&short{TB: t}); time.Until(end) < 1000*time.Hour {
		t.Errorf("without an end a wait may take %v", time.Until(end))
	}
	ctx := Context(&short{TB: t, left: time.Millisecond})
	if <-ctx.Done(); !errors.Is(ctx.Err(), context.DeadlineExceeded) {
		t.Errorf("the context ended with %v", ctx.Err())
	}
}
