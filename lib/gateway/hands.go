package gateway

import (
	"sync"

	"qikit.dev/qikit/internal/pool"
)

// hands are a few goroutines that obey what all connections have read; a connection's own
// goroutine only waits, for octets or for its turn. While the garbage collector marks, a
// goroutine that allocates for the first time has to mark 64 KB of memory before it goes
// on. When each of ten thousand readers obeyed its own lines, these first times took both
// processors for as long as a collection lasts, 60 ms, and moves waited behind them.
type hands struct {
	mu   sync.Mutex
	idle []*hand // the one that worked last is the last
	all  []*hand
}

// hand is one of them.
type hand struct {
	work  chan *conn
	done  chan pace
	ended *pool.Task
}

// pace is how a connection goes on.
type pace uint8

const (
	reads  pace = iota // to its next octets
	waits              // after conn.rest, and once its peer has read more
	ends               // when all that was said to it is written
	broken             // not at all: obeying it panicked
)

// handsOpen is how many hands there are. More than one a processor is busy only while one
// waits for others: for a board to be counted, for an AI platform's answer.
const handsOpen = 16

func (h *hands) open() {
	for range handsOpen {
		one := &hand{work: make(chan *conn), done: make(chan pace)}
		one.ended = pool.Go(func() error {
			for c := range one.work {
				one.done <- c.guarded()
			}
			return nil
		})
		h.all = append(h.all, one)
	}
	h.idle = append(h.idle, h.all...)
}

// close ends the hands, when no connection is left.
func (h *hands) close() {
	for _, one := range h.all {
		close(one.work)
		<-one.ended.Done()
	}
}

// advance has a connection's lines obeyed. While all hands are busy, its reader obeys them
// itself, so that nobody waits for those who wait.
func (h *hands) advance(c *conn) pace {
	one := h.take()
	if one == nil {
		return c.guarded()
	}
	one.work <- c
	how := <-one.done
	h.mu.Lock()
	defer h.mu.Unlock()
	h.idle = append(h.idle, one)
	return how
}

func (h *hands) take() *hand {
	h.mu.Lock()
	defer h.mu.Unlock()
	n := len(h.idle)
	if n == 0 {
		return nil
	}
	one := h.idle[n-1]
	h.idle = h.idle[:n-1]
	return one
}

// guarded is advance; a panic in it is the gateway's, and ends the connection.
func (c *conn) guarded() (how pace) {
	if err := pool.Catch(func() error { how = c.advance(); return nil }); err != nil {
		c.g.fail(err)
		return broken
	}
	return how
}
