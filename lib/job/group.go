package job

import (
	"fmt"
	"sync"
	"sync/atomic"
)

// Group is the jobs that use one thing. The zero Group is empty and open. Its
// methods may be called from any goroutine.
type Group struct {
	mu     sync.Mutex
	closed bool
	jobs   map[*Job]struct{}
	broken atomic.Bool
}

// Start starts work that uses the group's thing; after Close that is ErrClosed.
func (g *Group) Start(work Work) (*Job, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed {
		return nil, fmt.Errorf("%w", ErrClosed)
	}
	for j := range g.jobs { // those that ended meanwhile
		select {
		case <-j.done:
			delete(g.jobs, j)
		default:
		}
	}
	if g.jobs == nil {
		g.jobs = map[*Job]struct{}{}
	}
	j := start(work, func() { g.broken.Store(true) })
	g.jobs[j] = struct{}{}
	return j, nil
}

// Close cancels what runs, waits for its end, and lets nothing start any more.
func (g *Group) Close() {
	g.mu.Lock()
	g.closed = true
	jobs := g.jobs
	g.jobs = nil
	g.mu.Unlock()
	for j := range jobs {
		j.Cancel()
	}
	for j := range jobs {
		<-j.done
	}
}

// Broken says whether the work of some job has panicked, which may have left
// the group's thing half changed.
func (g *Group) Broken() bool { return g.broken.Load() }
