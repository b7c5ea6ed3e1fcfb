package compute

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"qikit.dev/qikit/internal/await"
	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/sgcp"
	"qikit.dev/qikit/lib/weiqi"
)

// drawn is the board of a picture, rows from the top.
func drawn(t testing.TB, side, picture string) *weiqi.Board {
	t.Helper()
	b, err := weiqi.New(strings.Join(strings.Fields(picture), "/")+" "+side, weiqi.DefaultOptions(), false)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// empty is a start position.
func empty(t testing.TB, size int) *weiqi.Board {
	t.Helper()
	o := weiqi.DefaultOptions()
	o.Size = size
	b, err := weiqi.New("", o, false)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func point(t testing.TB, text string) goban.Point {
	t.Helper()
	p, err := goban.ParsePoint(text, goban.SizeMax)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// playouts is a task on an empty board.
func playouts(t testing.TB, size int, count uint64) Task {
	t.Helper()
	task, err := NewPlayouts(BoardOf(empty(t, size)), DrawEvenly, nil, 7, count)
	if err != nil {
		t.Fatal(err)
	}
	return task
}

// piece is the lease of n units of a task, from a on.
func piece(t testing.TB, task Task, a, n uint64) Task {
	t.Helper()
	p, err := task.read()
	if err != nil {
		t.Fatal(err)
	}
	return Task{Kind: task.Kind, Seed: task.Seed, Count: n, Payload: p.leased(a)}
}

func do(t testing.TB, task Task) Result {
	t.Helper()
	r, err := Do(t.Context(), task, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// quick is a host whose benchmarks take no time.
func quick(t testing.TB, change func(*HostOptions)) *Host {
	t.Helper()
	o := DefaultHostOptions()
	o.Additions, o.Playouts, o.Seed, o.Cores = 1000, 4, 1, 1
	if change != nil {
		change(&o)
	}
	h, err := NewHost(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := h.Close(); err != nil {
			t.Error(err)
		}
	})
	return h
}

// attach makes a terminal in this process a member of a host. twist, when not
// nil, changes what it sends; nil from it sends nothing.
func attach(t testing.TB, h *Host, origin string, twist func(sgcp.Message) sgcp.Message) (*Terminal, string) {
	t.Helper()
	var id string
	named := make(chan struct{})
	o := DefaultTerminalOptions()
	o.Cores = 1
	term := NewTerminal(o, func(m sgcp.Message) {
		<-named
		if twist != nil {
			if m = twist(m); m == nil {
				return
			}
		}
		// What the host refuses is what the tests of the host are about.
		switch m := m.(type) {
		case *sgcp.Benchmark:
			_ = h.Benchmarked(id, m)
		case *sgcp.TaskResult:
			_ = h.Result(id, m)
		case *sgcp.Progress:
			_ = h.Progress(id, m)
		}
	})
	t.Cleanup(func() {
		if err := term.Close(); err != nil {
			t.Error(err)
		}
	})
	var err error
	if id, err = h.Join(term.Handle, false, term.Registration(), origin); err != nil {
		t.Fatal(err)
	}
	close(named)
	return term, id
}

// state is what a member is in, "" when it is not here.
func state(h *Host, id string) string {
	for _, m := range h.Members() {
		if m.ID == id {
			return m.State
		}
	}
	return ""
}

// until waits until a member is in a state.
func until(t testing.TB, h *Host, id, want string) {
	t.Helper()
	await.Until(t, func() bool { return state(h, id) == want }, func() string { return fmt.Sprintf("%s %s: %+v", want, id, h.Members()) })
}

// settled waits until so many members are in a state.
func settled(t testing.TB, h *Host, n int, state string) {
	t.Helper()
	await.Until(t, func() bool {
		found := 0
		for _, m := range h.Members() {
			if m.State == state {
				found++
			}
		}
		return found == n
	}, func() string { return fmt.Sprintf("%d %s: %+v", n, state, h.Members()) })
}

// peer is a terminal that the test plays itself.
type peer struct {
	t  testing.TB
	h  *Host
	id string

	mu   sync.Mutex
	news chan struct{}
	got  []sgcp.Message
}

func (p *peer) push(m sgcp.Message) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.got = append(p.got, m)
	select {
	case p.news <- struct{}{}:
	default:
	}
}

func newPeer(t testing.TB, h *Host, origin string) *peer {
	t.Helper()
	p := &peer{t: t, h: h, news: make(chan struct{}, 1)}
	var err error
	if p.id, err = h.Join(p.push, false, &sgcp.Register{Cores: 1, Version: Version}, origin); err != nil {
		t.Fatal(err)
	}
	return p
}

// next is the next push of a kind; others before it are passed over.
func next[M sgcp.Message](p *peer) (m M) {
	p.t.Helper()
	for {
		p.mu.Lock()
		for len(p.got) > 0 {
			first := p.got[0]
			p.got = p.got[1:]
			if m, ok := first.(M); ok {
				p.mu.Unlock()
				return m
			}
		}
		p.mu.Unlock()
		await.From(p.t, p.news)
	}
}

// measured answers a benchmark honestly.
func (p *peer) measured() {
	p.t.Helper()
	for range 2 {
		b := next[*sgcp.Bench](p)
		m, err := effort{1, 1}.measure(p.t.Context(), b)
		if err != nil {
			p.t.Fatal(err)
		}
		m.Milliseconds = 10
		if err := p.h.Benchmarked(p.id, m); err != nil {
			p.t.Fatal(err)
		}
	}
}

// readyPeer is a peer that is ready for work.
func readyPeer(t testing.TB, h *Host, origin string) *peer {
	t.Helper()
	p := newPeer(t, h, origin)
	p.measured()
	return p
}

// work does a lease.
func (p *peer) work(m *sgcp.Task) *sgcp.TaskResult {
	r := do(p.t, Task{Kind: m.Kind, Seed: m.Seed, Count: m.Count, Payload: m.Payload})
	return &sgcp.TaskResult{Lease: m.Lease, Done: r.Done, Payload: r.Payload}
}

// outcome is what a run in the background came to.
type outcome struct {
	Result
	Report
	err error
}

func running(t testing.TB, h *Host, task Task, limits ...Limits) <-chan outcome {
	t.Helper()
	out := make(chan outcome, 1)
	go func() {
		r, report, err := h.Run(t.Context(), task, limits...)
		out <- outcome{r, report, err}
	}()
	return out
}
