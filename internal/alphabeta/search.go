package alphabeta

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"qikit.dev/qikit/internal/pool"
)

// plyMax is how far from the root a line may go, quiescence included.
const plyMax = 120

// DepthMax is the greatest nominal depth.
const DepthMax = 100

// NoLimit is the value of a limit that is not set.
const NoLimit = 0

// Limits ends a search at the first limit reached.
type Limits struct {
	Depth int // nominal plies, 1 to DepthMax; NoLimit
	Nodes int // positions, of all workers; exact with one worker; NoLimit
	Time  time.Duration
	Lines int // best lines wanted, at least 1
	// Within leaves out lines whose scores are lower than the best one's by more, which
	// saves time; NoLimit.
	Within int
}

// Line is one of the best continuations.
type Line[M Code] struct {
	Moves []M
	Score int
	Depth int
}

// Result is what a search found; Lines is empty when there is no legal move.
type Result[M Code] struct {
	Lines []Line[M] // best first
	Depth int       // of the last whole iteration
	Nodes int
	Time  time.Duration
}

// Search is a search with its memory: the table that its workers share and
// what they have learnt about move ordering. One Run at a time.
type Search[M Code] struct {
	table   *Table
	workers []*worker[M]

	// The run under way.
	limits  Limits
	started time.Time
	stop    atomic.Bool
	crew    crew[M]
	visited []counter // nodes of each worker, brought up to date now and then
}

// counter fills a cache line of its own.
type counter struct {
	n atomic.Int64
	_ [56]byte
}

// threads says whether workers can run at a time. WebAssembly has one thread, and there further workers would but take time from
// the first.
const threads = runtime.GOARCH != "wasm"

// New makes a search with that many workers, one where there are no threads, and megabytes of table.
func New[M Code](workers, megabytes int) *Search[M] {
	if !threads {
		workers = 1
	}
	s := &Search[M]{table: NewTable(megabytes, workers > 1), visited: make([]counter, workers)}
	s.crew.bell = sync.NewCond(&s.crew.mu)
	for i := range workers {
		s.workers = append(s.workers, &worker[M]{s: s, index: i})
	}
	return s
}

// Workers is the number of positions that Run asks for.
func (s *Search[M]) Workers() int { return len(s.workers) }

// Clear forgets everything learnt from earlier runs.
func (s *Search[M]) Clear() {
	s.table.Clear()
	for _, w := range s.workers {
		w.memory.clear()
	}
}

// Run searches the position that every root stands at, one root a worker, and
// leaves the roots as they were. A cancelled run returns the best it has and the
// context's cause. progress, if not nil, is called after each iteration on the
// calling goroutine; it must not keep the Result's slices.
func (s *Search[M]) Run(ctx context.Context, roots []Position[M], l Limits, progress func(Result[M])) (Result[M], error) {
	s.limits, s.started = l, time.Now()
	s.stop.Store(false)
	s.crew.reset()
	defer context.AfterFunc(ctx, func() { s.stop.Store(true) })()
	s.table.Age()
	for i, w := range s.workers {
		s.visited[i].n.Store(0)
		w.prepare(roots[i])
	}
	first := s.workers[0]
	if len(first.root) == 0 {
		return Result[M]{Time: time.Since(s.started)}, context.Cause(ctx)
	}
	helpers := make([]*pool.Task, 0, len(s.workers)-1)
	for i := 1; threads && i < len(s.workers); i++ {
		w := s.workers[i]
		helpers = append(helpers, pool.Go(func() error { w.assist(nil, s.stop.Load); return nil }))
	}
	err := s.lead(first, progress, helpers)
	if err != nil {
		return Result[M]{}, err
	}
	return first.result(), context.Cause(ctx)
}

// lead runs the first worker and ends the helpers with it, even after a panic.
func (s *Search[M]) lead(first *worker[M], progress func(Result[M]), helpers []*pool.Task) (err error) {
	defer func() {
		s.stop.Store(true)
		s.crew.wake()
		for _, t := range helpers {
			if e := t.Wait(); e != nil && err == nil {
				err = e
			}
		}
	}()
	first.iterate(progress)
	return nil
}

// Nodes is how many positions the run under way, or the last one, has visited;
// it may be asked from any goroutine and lags behind by some thousand.
func (s *Search[M]) Nodes() int { return s.nodes() }

// nodes is the total of all workers, exact for one.
func (s *Search[M]) nodes() (total int) {
	for i := range s.visited {
		total += int(s.visited[i].n.Load())
	}
	return total
}
