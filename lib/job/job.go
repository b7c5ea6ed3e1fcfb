package job

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"qikit.dev/qikit/internal/pool"
)

// The errors of this package.
var (
	// ErrRunning is a call that needs a job that has ended.
	ErrRunning = errors.New("job: still running")
	// ErrNoEvent is an empty queue of events.
	ErrNoEvent = errors.New("job: no event is waiting")
	// ErrPanic is work that panicked, which is a defect of the library.
	ErrPanic = errors.New("job: the work panicked")
	// ErrClosed is a job started in a Group that has been closed.
	ErrClosed = errors.New("job: what it works on has been closed")
)

// EventsMax is how many unread events a job keeps; one more drops the oldest.
const EventsMax = 256

// LeftUnknown is the time left when it is not known.
const LeftUnknown = -1

// State says where a job is in its life. It changes once, from Running.
type State uint32

// The states of a job.
const (
	Running State = iota
	Done
	Failed
	Cancelled
)

// Progress is how far a job has come.
type Progress struct {
	Done  uint64  // units finished
	Total uint64  // units in all; 0 when not known
	Rate  float64 // units a second
	Left  float64 // seconds; LeftUnknown
}

// Info is all that a job tells while it runs.
type Info struct {
	State State
	Progress
	Events int // waiting in the queue
}

// Work is what a job does. It returns its result, in JSON or nil. Work that
// stops because ctx was cancelled returns the context's cause, together with
// whatever it has done by then.
type Work func(ctx context.Context, r *Report) (result []byte, err error)

// Job is a piece of work under way. All methods may be called from any
// goroutine.
type Job struct {
	cancel context.CancelFunc
	broken func() // called when the work has panicked, before the job ends
	start  time.Time
	done   chan struct{}
	taken  chan struct{} // holds one when an event has been taken

	mu     sync.Mutex
	info   Info
	watch  func(Info)
	events [][]byte
	result []byte
	err    error
}

// Report receives the progress and the events of Work.
type Report struct{ job *Job }

// Start starts the work on a goroutine of its own.
func Start(work Work) *Job { return start(work, func() {}) }

// start is Start with a function that is called when the work has panicked.
func start(work Work, broken func()) *Job {
	ctx, cancel := context.WithCancel(context.Background())
	j := &Job{cancel: cancel, broken: broken, start: time.Now(), done: make(chan struct{}), taken: make(chan struct{}, 1)}
	j.info.Left = LeftUnknown
	pool.Go(func() error {
		var result []byte
		err := pool.Catch(func() (err error) {
			result, err = work(ctx, &Report{j})
			return err
		})
		j.end(ctx, result, err)
		return nil
	})
	return j
}

// end keeps what the work returned and wakes everyone who waits.
func (j *Job) end(ctx context.Context, result []byte, err error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.result, j.err = result, err
	switch {
	case err == nil:
		j.info.State = Done
	case ctx.Err() != nil && errors.Is(err, context.Canceled):
		j.info.State = Cancelled
	default:
		j.info.State = Failed
		var p *pool.Panic
		if errors.As(err, &p) {
			j.err = fmt.Errorf("%w: %v\n%s", ErrPanic, p.Value, p.Stack)
			j.broken()
		}
	}
	j.info.Left = 0
	j.cancel()
	j.changed()
	close(j.done)
}

// changed tells the watcher. The caller holds the lock, so the watcher sees
// every change in order and none after Watch(nil).
func (j *Job) changed() {
	j.info.Events = len(j.events)
	if j.watch != nil {
		j.watch(j.info)
	}
}

// Progress reports how far the work is. A Rate of 0 is computed from the time since
// the start. A Left of LeftUnknown is computed from the Rate when Total is known.
// It takes about 100 ns.
func (r *Report) Progress(p Progress) {
	j := r.job
	j.mu.Lock()
	defer j.mu.Unlock()
	if spent := time.Since(j.start).Seconds(); p.Rate == 0 && spent > 0 {
		p.Rate = float64(p.Done) / spent
	}
	if p.Left < 0 && p.Total >= p.Done && p.Rate > 0 && p.Total > 0 {
		p.Left = float64(p.Total-p.Done) / p.Rate
	}
	j.info.Progress = p
	j.changed()
}

// Event puts an event, in JSON, into the job's queue.
func (r *Report) Event(event []byte) {
	j := r.job
	j.mu.Lock()
	defer j.mu.Unlock()
	if len(j.events) == EventsMax {
		copy(j.events, j.events[1:])
		j.events = j.events[:EventsMax-1]
	}
	j.events = append(j.events, event)
	j.changed()
}

// Room waits until the queue has room for another event, so that Event drops none;
// it returns the context's cause when that ends first. Only one goroutine of the
// work may send events.
func (r *Report) Room(ctx context.Context) error {
	for {
		r.job.mu.Lock()
		full := len(r.job.events) >= EventsMax
		r.job.mu.Unlock()
		if !full {
			return nil
		}
		select {
		case <-r.job.taken:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// Info is the state and the progress of the job.
func (j *Job) Info() Info {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.info
}

// Watch calls f now and after each change from then on, one call at a time; f must
// be quick and must not call the job. Watch(nil) ends it: once it has returned, f
// is not called again.
func (j *Job) Watch(f func(Info)) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.watch = f
	j.changed()
}

// Done is closed when the job has ended.
func (j *Job) Done() <-chan struct{} { return j.done }

// Cancel asks the job to stop. Asking twice, or after its end, changes nothing.
func (j *Job) Cancel() { j.cancel() }

// Result is what the work returned: a cancelled job may have both a result and
// context.Canceled. The error is ErrRunning while it runs, and ErrPanic, with the
// value and the stack, when it panicked.
func (j *Job) Result() ([]byte, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.info.State == Running {
		return nil, fmt.Errorf("%w, expected a job that has ended", ErrRunning)
	}
	return j.result, j.err
}

// Event calls take with the oldest waiting event, and removes the event from the
// queue when take returns no error. The error is ErrNoEvent when none is waiting.
func (j *Job) Event(take func(event []byte) error) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if len(j.events) == 0 {
		return ErrNoEvent
	}
	if err := take(j.events[0]); err != nil {
		return err
	}
	j.events[0] = nil
	j.events = j.events[1:]
	j.changed()
	pool.Wake(j.taken)
	return nil
}

// Panicked reports whether an error is a panic in a goroutine of the library.
func Panicked(err error) bool {
	var p *pool.Panic
	return errors.Is(err, ErrPanic) || errors.As(err, &p)
}
