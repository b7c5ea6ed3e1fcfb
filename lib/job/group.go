package job

import (
	"fmt"
	"sync"
	"sync/atomic"
)

// Group holds the jobs that use one thing. The zero Group is empty and open. Its
// methods may be called from any goroutine.
type Group struct {
	mu     sync.Mutex
	closed bool
	jobs   map[*Job]struct{}
	broken atomic.Bool
}

// Start starts work that uses the group's thing. After Close it returns ErrClosed.
func (g *Group) Start(work Work) (*Job, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed {
		return nil, fmt.Errorf("%w", ErrClosed)
	}
	for j := range g.jobs { // forget those that have ended
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

// Close cancels the running jobs, waits for them, and makes Start refuse work.
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

// Broken reports whether the work of any job has panicked, which may have left the
// group's thing half changed.
func (g *Group) Broken() bool { return g.broken.Load() }
