package compute

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"sync"
	"time"

	"qikit.dev/qikit/internal/options"
	"qikit.dev/qikit/internal/pool"
	"qikit.dev/qikit/lib/sgcp"
)

// Version is the version that terminals of this library register with. Versions may
// differ in their results; a host takes only those that agree with its own.
const Version = "qikit/1"

// DefaultTerminalOptions are complete.
func DefaultTerminalOptions() (o TerminalOptions) {
	o.setDefaults()
	o.Cores, o.Version = runtime.GOMAXPROCS(0), Version
	return o
}

// Check says what is wrong with the options. ErrOptions.
func (o *TerminalOptions) Check() error {
	err := options.Check(o)
	if err == nil && o.Version == "" {
		err = options.Wrong("version", o.Version, "a word")
	}
	return options.Wrap(ErrOptions, err)
}

// leasesMax is how many leases a terminal queues. It returns further ones undone.
const leasesMax = 64

// Terminal is the client's side: it takes the host's pushes, and sends measurements
// and results. Its methods may be called from any goroutine.
type Terminal struct {
	options TerminalOptions
	send    func(sgcp.Message)
	task    *pool.Task

	mu      sync.Mutex
	queue   []sgcp.Message // *sgcp.Bench and *sgcp.Task, the first one first
	seen    map[string]bool
	current string // the lease being worked on
	stop    context.CancelCauseFunc
	wake    chan struct{}
	closed  bool
	done    Standing
}

// Standing is what a terminal has done so far.
type Standing struct {
	Terminal string        // its id, "" while it has none
	Leases   uint64        // whose results were sent
	Units    uint64        // playouts, and problems of searches
	Worked   time.Duration // on leases
	Rejected uint64        // results that the host refused
}

// Rate returns the units a second of work; 0 before there was any.
func (s Standing) Rate() float64 {
	if s.Worked <= 0 {
		return 0
	}
	return float64(s.Units) / s.Worked.Seconds()
}

// Why a lease's work stops.
var (
	errRecalled  = errors.New("recalled")
	errCancelled = errors.New("cancelled")
)

// NewTerminal starts a terminal that works until Close. The options are to be
// right, see Check. send is called by one goroutine, and may wait.
func NewTerminal(o TerminalOptions, send func(sgcp.Message)) *Terminal {
	t := &Terminal{options: o, send: send, seen: map[string]bool{}, wake: make(chan struct{}, 1)}
	if t.options.Work == nil {
		t.options.Work = effort{o.Cores, o.Share}.do
	}
	t.task = pool.Go(t.run)
	return t
}

// Registration is the terminal's 401.
func (t *Terminal) Registration() *sgcp.Register {
	return &sgcp.Register{Cores: t.options.Cores, Version: t.options.Version}
}

// Standing says what the terminal has done.
func (t *Terminal) Standing() Standing {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.done
}

// Handle takes a message from the host: 901, 951 to 954. It ignores others, and does
// not wait for any work.
func (t *Terminal) Handle(push sgcp.Message) {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch m := push.(type) {
	case *sgcp.RegisterReply:
		t.done.Terminal = m.Terminal
	case *sgcp.Bench:
		t.put(m)
	case *sgcp.Task:
		if !t.seen[m.Lease] {
			t.see(m.Lease)
			t.put(m)
		}
	case *sgcp.Recall:
		t.halt(m.Lease, errRecalled)
		for _, queued := range t.queue {
			if task, ok := queued.(*sgcp.Task); ok && task.Lease == m.Lease {
				task.Limit = 0 // when its turn comes it is answered at once
			}
		}
	case *sgcp.Cancel:
		t.drop(m.Lease)
	}
}

// seenMax is how many leases a terminal remembers, so as to do none twice.
const seenMax = 4096

// see remembers a lease. The caller holds the lock.
func (t *Terminal) see(lease string) {
	if len(t.seen) >= seenMax {
		clear(t.seen)
		for _, queued := range t.queue {
			if task, ok := queued.(*sgcp.Task); ok {
				t.seen[task.Lease] = true
			}
		}
		t.seen[t.current] = true
	}
	t.seen[lease] = true
}

// put queues work. The caller holds the lock.
func (t *Terminal) put(m sgcp.Message) {
	if t.closed || len(t.queue) >= 2*leasesMax {
		return
	}
	if task, ok := m.(*sgcp.Task); ok {
		own := *task // a recall changes it
		if own.Limit = max(own.Limit, 1); len(t.queue) >= leasesMax {
			own.Limit = 0
		}
		m = &own
	}
	t.queue = append(t.queue, m)
	pool.Wake(t.wake)
}

// halt stops the work on a lease that is under way. The caller holds the lock.
func (t *Terminal) halt(lease string, why error) {
	if lease != "" && lease == t.current { // current is "" at rest and during a benchmark
		t.stop(why)
	}
}

// drop gives a lease up. The caller holds the lock.
func (t *Terminal) drop(lease string) {
	t.halt(lease, errCancelled)
	t.queue = slices.DeleteFunc(t.queue, func(m sgcp.Message) bool {
		task, ok := m.(*sgcp.Task)
		return ok && task.Lease == lease
	})
}

// Reset gives up all work, as when the connection is lost and the leases with it.
func (t *Terminal) Reset() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.queue, t.done.Terminal = nil, ""
	clear(t.seen)
	if t.stop != nil {
		t.stop(errCancelled)
	}
}

// Close gives up all work and waits until the terminal has ended. Closing twice is
// harmless. An error is a defect.
func (t *Terminal) Close() error {
	t.mu.Lock()
	t.closed = true
	t.mu.Unlock()
	t.Reset()
	pool.Wake(t.wake)
	return t.task.Wait()
}

func (t *Terminal) run() error {
	for {
		m, ctx, ok := t.next()
		if !ok {
			return nil
		}
		switch m := m.(type) {
		case nil:
			<-t.wake
		case *sgcp.Bench:
			// A benchmark that cannot be done gets no answer; the host sees that.
			if b, err := (effort{t.options.Cores, t.options.Share}).measure(ctx, m); err == nil {
				t.send(b)
			}
		case *sgcp.Task:
			t.work(ctx, m)
		}
	}
}

// next takes the first message of the queue; m is nil when the queue is empty.
func (t *Terminal) next() (m sgcp.Message, ctx context.Context, ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.stop != nil {
		t.stop(nil)
	}
	t.stop, t.current = nil, ""
	if t.closed || len(t.queue) == 0 {
		return nil, nil, !t.closed
	}
	m, t.queue = t.queue[0], t.queue[1:]
	ctx, t.stop = context.WithCancelCause(context.Background())
	if task, ok := m.(*sgcp.Task); ok {
		t.current = task.Lease
	}
	return m, ctx, true
}

// progressEvery is how often a terminal reports on a long lease.
const progressEvery = time.Second

func (t *Terminal) work(ctx context.Context, m *sgcp.Task) {
	began := time.Now()
	told := began
	limited, cancel := context.WithTimeoutCause(ctx, time.Duration(m.Limit)*time.Millisecond, errRecalled)
	defer cancel()
	r, err := t.options.Work(limited, Task{Kind: m.Kind, Seed: m.Seed, Count: m.Count, Payload: m.Payload}, func(done uint64) {
		if time.Since(told) >= progressEvery {
			told = time.Now()
			t.send(&sgcp.Progress{Lease: m.Lease, Done: done})
		}
	})
	t.mu.Lock()
	unwanted := context.Cause(ctx) == errCancelled
	t.mu.Unlock()
	if unwanted {
		return
	}
	if err != nil {
		r = Result{} // nothing done tells the host that this terminal cannot do it
	}
	t.mu.Lock()
	t.done.Leases++
	t.done.Units += r.Done
	t.done.Worked += time.Since(began)
	t.mu.Unlock()
	t.send(&sgcp.TaskResult{Lease: m.Lease, Done: r.Done, Payload: r.Payload})
}

func (t *Terminal) reject() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.done.Rejected++
}
