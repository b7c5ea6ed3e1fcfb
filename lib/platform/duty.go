package platform

import (
	"context"
	"sync"
)

// duty counts the choices under way. Self-learning runs only while there is none.
type duty struct {
	mu        sync.Mutex
	busy      int
	interrupt context.CancelFunc // nil: nobody to interrupt
	changed   chan struct{}      // closed when something happened
}

// begin interrupts self-learning; end lets it go on.
func (d *duty) begin() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.busy++
	if d.interrupt != nil {
		d.interrupt()
		d.interrupt = nil
	}
}

func (d *duty) end() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.busy--
	if d.changed != nil {
		close(d.changed)
		d.changed = nil
	}
}

// watch says whether no choice is under way. If so, the next begin calls interrupt.
// The next end closes changed.
func (d *duty) watch(interrupt context.CancelFunc) (idle bool, changed <-chan struct{}) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.changed == nil {
		d.changed = make(chan struct{})
	}
	if d.busy > 0 {
		return false, d.changed
	}
	d.interrupt = interrupt
	return true, d.changed
}
