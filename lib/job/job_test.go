package job_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"qikit.dev/qikit/internal/await"
	"qikit.dev/qikit/lib/job"
)

// untilCancelled is work that has done something when it is cancelled.
func untilCancelled(result string) job.Work {
	return func(ctx context.Context, _ *job.Report) ([]byte, error) {
		<-ctx.Done()
		if result == "" {
			return nil, context.Cause(ctx)
		}
		return []byte(result), context.Cause(ctx)
	}
}

// ended waits for a job's end.
func ended(t *testing.T, j *job.Job) {
	t.Helper()
	await.From(t, j.Done())
}

func TestJob_ends(t *testing.T) {
	broken := errors.New("broken")
	for _, row := range []struct {
		name   string
		work   job.Work
		cancel bool
		state  job.State
		result string
		err    error
	}{
		{"with a result", func(context.Context, *job.Report) ([]byte, error) { return []byte("{}"), nil }, false, job.Done, "{}", nil},
		{"with an error", func(context.Context, *job.Report) ([]byte, error) { return nil, broken }, false, job.Failed, "", broken},
		{"with a panic", func(context.Context, *job.Report) ([]byte, error) { panic("oops") }, false, job.Failed, "", job.ErrPanic},
		{"cancelled with nothing", untilCancelled(""), true, job.Cancelled, "", context.Canceled},
		{"cancelled with something", untilCancelled("[]"), true, job.Cancelled, "[]", context.Canceled},
		{"by itself in spite of a cancel", func(ctx context.Context, _ *job.Report) ([]byte, error) { <-ctx.Done(); return []byte("1"), nil }, true, job.Done, "1", nil},
		{"with another's cancel", func(context.Context, *job.Report) ([]byte, error) { return nil, context.Canceled }, false, job.Failed, "", context.Canceled},
	} {
		t.Run(row.name, func(t *testing.T) {
			j := job.Start(row.work)
			if row.cancel {
				if _, err := j.Result(); !errors.Is(err, job.ErrRunning) {
					t.Errorf("Result() while running = %v, want ErrRunning", err)
				}
				j.Cancel()
				j.Cancel()
			}
			ended(t, j)
			result, err := j.Result()
			if state := j.Info().State; state != row.state || string(result) != row.result || !errors.Is(err, row.err) {
				t.Errorf("state %d, result %q, %v; want %d, %q, %v", state, result, err, row.state, row.result, row.err)
			}
			if job.Panicked(err) != (row.err == job.ErrPanic) {
				t.Errorf("Panicked(%v) = %t", err, job.Panicked(err))
			}
		})
	}
}

func TestEvents_newestAreKept(t *testing.T) {
	const more = 10
	j := job.Start(func(_ context.Context, r *job.Report) ([]byte, error) {
		for i := range job.EventsMax + more {
			r.Event(fmt.Append(nil, i))
		}
		return nil, nil
	})
	ended(t, j)
	if n := j.Info().Events; n != job.EventsMax {
		t.Fatalf("%d events are waiting, want %d", n, job.EventsMax)
	}
	full := errors.New("no room")
	if err := j.Event(func([]byte) error { return full }); err != full {
		t.Errorf("Event whose taker refuses = %v, want its error", err)
	}
	for i := range job.EventsMax {
		var got string
		if err := j.Event(func(e []byte) error { got = string(e); return nil }); err != nil || got != fmt.Sprint(i+more) {
			t.Fatalf("event %d is %q (%v), want %d", i, got, err, i+more)
		}
	}
	if err := j.Event(func([]byte) error { return nil }); !errors.Is(err, job.ErrNoEvent) {
		t.Errorf("Event on an empty queue = %v, want ErrNoEvent", err)
	}
}

func TestProgress_rateAndTimeLeft(t *testing.T) {
	asked, half := make(chan struct{}), make(chan struct{})
	j := job.Start(func(ctx context.Context, r *job.Report) ([]byte, error) {
		<-asked
		time.Sleep(10 * time.Millisecond)
		r.Progress(job.Progress{Done: 50, Total: 100, Left: job.LeftUnknown})
		close(half)
		<-ctx.Done()
		return nil, context.Cause(ctx)
	})
	if left := j.Info().Left; left != job.LeftUnknown {
		t.Errorf("time left at the start = %v, want LeftUnknown", left)
	}
	close(asked)
	<-half
	i := j.Info()
	if i.Rate <= 0 || i.Rate > 50/0.010 || i.Left*i.Rate < 49.9 || i.Left*i.Rate > 50.1 {
		t.Errorf("rate %v, left %v after half of 100 in 10 ms or more: want 50 units left at a rate of at most 5000", i.Rate, i.Left)
	}
	j.Cancel()
	ended(t, j)
	if left := j.Info().Left; left != 0 {
		t.Errorf("time left at the end = %v, want 0", left)
	}
}

func TestWatch_seesEverythingInOrderAndNothingAfter(t *testing.T) {
	step := make(chan struct{})
	j := job.Start(func(_ context.Context, r *job.Report) ([]byte, error) {
		for i := range uint64(3) {
			<-step
			r.Progress(job.Progress{Done: i + 1})
			step <- struct{}{}
		}
		return nil, nil
	})
	var mu sync.Mutex
	var seen []uint64
	j.Watch(func(i job.Info) {
		mu.Lock()
		defer mu.Unlock()
		seen = append(seen, i.Done)
	})
	for range 2 {
		step <- struct{}{}
		<-step
	}
	j.Watch(nil)
	step <- struct{}{}
	<-step
	ended(t, j)
	if got := fmt.Sprint(seen); got != "[0 1 2]" {
		t.Errorf("the watcher saw %s, want [0 1 2]", got)
	}
}

func TestGroup_closeCancelsAndWaits(t *testing.T) {
	var g job.Group
	var jobs []*job.Job
	for range 4 {
		j, err := g.Start(untilCancelled("{}"))
		if err != nil {
			t.Fatal(err)
		}
		jobs = append(jobs, j)
	}
	g.Close()
	for i, j := range jobs {
		if s := j.Info().State; s != job.Cancelled {
			t.Errorf("job %d is in state %d after Close, want Cancelled", i, s)
		}
	}
	if _, err := g.Start(untilCancelled("")); !errors.Is(err, job.ErrClosed) {
		t.Errorf("Start after Close = %v, want ErrClosed", err)
	}
	if g.Broken() {
		t.Error("Broken() without a panic")
	}
}

func TestGroup_panicBreaksIt(t *testing.T) {
	var g job.Group
	j, err := g.Start(func(context.Context, *job.Report) ([]byte, error) { panic("oops") })
	if err != nil {
		t.Fatal(err)
	}
	ended(t, j)
	if _, err := j.Result(); !g.Broken() || !strings.Contains(err.Error(), "oops") {
		t.Errorf("Broken() = %t, the job's error %v; want true and the panic's value", g.Broken(), err)
	}
}

func TestRoom_noEventIsDropped(t *testing.T) {
	const all = 3 * job.EventsMax
	j := job.Start(func(ctx context.Context, r *job.Report) ([]byte, error) {
		for i := range all {
			if err := r.Room(ctx); err != nil {
				return nil, err
			}
			r.Event(fmt.Append(nil, i))
		}
		return nil, nil
	})
	for i := 0; i < all; {
		err := j.Event(func(event []byte) error {
			if got, want := string(event), fmt.Sprint(i); got != want {
				t.Fatalf("event %s, want %s", got, want)
			}
			i++
			return nil
		})
		if err != nil && !errors.Is(err, job.ErrNoEvent) {
			t.Fatal(err)
		}
	}
	ended(t, j)
}

func TestRoom_endsWithTheContext(t *testing.T) {
	j := job.Start(func(ctx context.Context, r *job.Report) ([]byte, error) {
		for range job.EventsMax {
			r.Event(nil)
		}
		return nil, r.Room(ctx)
	})
	j.Cancel()
	ended(t, j)
	if _, err := j.Result(); !errors.Is(err, context.Canceled) {
		t.Errorf("Room returned %v, want context.Canceled", err)
	}
}
