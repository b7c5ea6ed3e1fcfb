package compute

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"qikit.dev/qikit/internal/await"
	"qikit.dev/qikit/lib/sgcp"
)

// alone is a terminal whose host is the test.
func alone(t testing.TB) (*Terminal, chan sgcp.Message) {
	t.Helper()
	sent := make(chan sgcp.Message, 200)
	o := DefaultTerminalOptions()
	o.Cores = 1
	term := NewTerminal(o, func(m sgcp.Message) { sent <- m })
	t.Cleanup(func() {
		if err := term.Close(); err != nil {
			t.Error(err)
		}
	})
	return term, sent
}

func leased(name string, task Task) *sgcp.Task {
	return &sgcp.Task{Lease: name, Limit: 3_600_000, Kind: task.Kind, Seed: task.Seed, Count: task.Count, Payload: task.Payload}
}

// result is the next result that a terminal sends.
func result(t testing.TB, sent <-chan sgcp.Message) *sgcp.TaskResult {
	t.Helper()
	for {
		if r, ok := await.From(t, sent).(*sgcp.TaskResult); ok {
			return r
		}
	}
}

// at waits until a terminal works on a lease.
func at(t testing.TB, term *Terminal, lease string) {
	t.Helper()
	current := ""
	await.Until(t, func() bool {
		term.mu.Lock()
		defer term.mu.Unlock()
		current = term.current
		return current == lease
	}, func() string { return fmt.Sprintf("the terminal is at %q, want %q", current, lease) })
}

func TestTerminal_worksInOrder(t *testing.T) {
	term, sent := alone(t)
	term.Handle(&sgcp.RegisterReply{Terminal: "t7"})
	term.Handle(&sgcp.Bench{ID: "b1", Kind: sgcp.BenchAdd, Count: 100, Seed: 1})
	for i := range 3 {
		term.Handle(leased(fmt.Sprint("l", i), playouts(t, 9, uint64(10+i))))
		term.Handle(leased(fmt.Sprint("l", i), playouts(t, 9, uint64(10+i)))) // twice is once
	}
	term.Handle(leased("bad", Task{Kind: sgcp.TaskPlayout, Count: 1, Payload: "nonsense"}))
	term.Handle(&sgcp.Paired{}) // none of its business
	if b, ok := await.From(t, sent).(*sgcp.Benchmark); !ok || b.Checksum != 101 {
		t.Errorf("the benchmark: %+v", b)
	}
	for i := range 3 {
		want := do(t, playouts(t, 9, uint64(10+i)))
		if r := result(t, sent); r.Lease != fmt.Sprint("l", i) || (Result{r.Done, r.Payload}) != want {
			t.Errorf("lease %d: %+v, want %+v", i, r, want)
		}
	}
	if r := result(t, sent); r.Lease != "bad" || r.Done != 0 || r.Payload != "" {
		t.Errorf("what it cannot do: %+v", r)
	}
	if s := term.Standing(); s.Terminal != "t7" || s.Leases != 4 || s.Units != 33 || s.Rate() <= 0 {
		t.Errorf("%+v", s)
	}
	if (Standing{}).Rate() != 0 {
		t.Error("a rate without work")
	}
}

// A recall brings what there is, of the lease under way and of those that wait; a
// cancel brings nothing.
func TestTerminal_recallAndCancel(t *testing.T) {
	term, sent := alone(t)
	endless := playouts(t, 19, 1_000_000_000)
	for _, name := range []string{"a", "b", "c", "d"} {
		term.Handle(leased(name, endless))
	}
	term.Handle(&sgcp.Recall{Lease: "b"})
	term.Handle(&sgcp.Cancel{Lease: "c"})
	term.Handle(&sgcp.Recall{Lease: "a"})
	term.Handle(&sgcp.Recall{Lease: "none"})
	r := result(t, sent)
	endless.Count = max(1, r.Done)
	if r.Lease != "a" || r.Done > 0 && (Result{r.Done, r.Payload}) != do(t, endless) {
		t.Errorf("recalled: %+v", r)
	}
	if r := result(t, sent); r.Lease != "b" || r.Done != 0 {
		t.Errorf("recalled before its turn: %+v", r)
	}
	term.Handle(&sgcp.Cancel{Lease: "d"})
	term.Handle(leased("e", playouts(t, 9, 3)))
	if r := result(t, sent); r.Lease != "e" || r.Done != 3 {
		t.Errorf("after a cancelled lease: %+v", r)
	}
	// The connection is lost: what was given is forgotten.
	term.Handle(leased("f", endless))
	term.Handle(leased("g", endless))
	term.Reset()
	term.Handle(leased("g", playouts(t, 9, 3)))
	if r := result(t, sent); r.Lease != "g" || r.Done != 3 {
		t.Errorf("after a reset: %+v", r)
	}
}

// A lease without a name is none, and at rest, or in a benchmark, there is nothing
// to stop.
func TestTerminal_recallOfNothing(t *testing.T) {
	term, sent := alone(t)
	nothing := func() {
		term.Handle(&sgcp.Recall{})
		term.Handle(&sgcp.Cancel{})
	}
	nothing()
	term.Handle(&sgcp.Bench{ID: "b1", Kind: sgcp.BenchAdd, Count: 100, Seed: 1})
	if b, ok := await.From(t, sent).(*sgcp.Benchmark); !ok || b.ID != "b1" {
		t.Errorf("%+v, want the benchmark", b)
	}
	nothing()
	term.Handle(leased("a", playouts(t, 9, 3)))
	if r := result(t, sent); r.Lease != "a" || r.Done != 3 {
		t.Errorf("%+v", r)
	}
}

// What a terminal remembers of leases is bounded, whatever a server sends.
func TestTerminal_remembersLeases(t *testing.T) {
	term, _ := alone(t)
	term.Handle(leased("first", playouts(t, 19, 1_000_000_000)))
	small := playouts(t, 9, 1)
	for i := range 3 * seenMax {
		term.Handle(leased(fmt.Sprint(i), small))
	}
	term.mu.Lock()
	defer term.mu.Unlock()
	if len(term.seen) > seenMax+1 || !term.seen["first"] && term.current == "first" {
		t.Errorf("%d remembered", len(term.seen))
	}
}

// A lease has a time, after which it is as if it had been recalled.
func TestTerminal_limit(t *testing.T) {
	term, sent := alone(t)
	m := leased("a", playouts(t, 19, 1_000_000_000))
	m.Limit = 30
	term.Handle(m)
	if r := result(t, sent); r.Lease != "a" || r.Done == 1_000_000_000 {
		t.Errorf("%+v", r)
	}
}

// More leases than it takes in advance are given back undone, and far more are
// dropped.
func TestTerminal_flood(t *testing.T) {
	term, sent := alone(t)
	blocked := leased("first", playouts(t, 19, 1_000_000_000))
	term.Handle(blocked)
	at(t, term, "first") // not among those that wait
	small := playouts(t, 9, 1)
	for i := range 10 * leasesMax {
		term.Handle(leased(fmt.Sprint(i), small))
	}
	term.mu.Lock()
	waiting := len(term.queue)
	term.mu.Unlock()
	if waiting > 2*leasesMax {
		t.Errorf("%d leases wait", waiting)
	}
	term.Handle(&sgcp.Cancel{Lease: "first"})
	done, undone := 0, 0
	for range waiting {
		if r := result(t, sent); r.Done == 1 {
			done++
		} else {
			undone++
		}
	}
	if done > leasesMax+1 || undone == 0 {
		t.Errorf("%d done, %d given back", done, undone)
	}
}

func TestTerminalOptions_check(t *testing.T) {
	for name, change := range map[string]func(*TerminalOptions){
		"cores": func(o *TerminalOptions) { o.Cores = 0 }, "share": func(o *TerminalOptions) { o.Share = 0 }, "version": func(o *TerminalOptions) { o.Version = "" },
	} {
		o := DefaultTerminalOptions()
		change(&o)
		if err := o.Check(); !errors.Is(err, ErrOptions) || !strings.Contains(err.Error(), ": "+name+" is ") && !strings.Contains(err.Error(), ": "+name+": ") {
			t.Errorf("%s: %v, want ErrOptions that names it", name, err)
		}
	}
	o := DefaultTerminalOptions()
	if err := o.Check(); err != nil {
		t.Error(err)
	}
}

// A work that panics ends the terminal, and Close hands it to the one who waits.
func TestTerminal_panic(t *testing.T) {
	o := DefaultTerminalOptions()
	o.Work = nil
	term := NewTerminal(o, func(sgcp.Message) { panic("the connection is a defect") })
	term.Handle(leased("a", playouts(t, 9, 1)))
	await.From(t, term.task.Done())
	if err := term.Close(); err == nil || !strings.Contains(err.Error(), "defect") {
		t.Errorf("Close: %v, want the panic", err)
	}
}
