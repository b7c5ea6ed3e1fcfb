package gateway

import (
	"container/heap"
	"time"

	"qikit.dev/qikit/internal/clock"
)

// Clock tells the time: Now and After, as package time has them. Tests have one of
// their own. What a connection waits for within the system, a write's deadline,
// goes by the system's clock.
type Clock = clock.Clock

// timer is something to look at when its time has come. What it is about may
// have changed by then: fire looks again, and sets the next timer if need be.
type timer struct {
	at   time.Time
	fire func(now time.Time)
}

// timers is a heap of timers, the next one first.
type timers []timer

func (t timers) Len() int           { return len(t) }
func (t timers) Less(i, j int) bool { return t[i].at.Before(t[j].at) }
func (t timers) Swap(i, j int)      { t[i], t[j] = t[j], t[i] }
func (t *timers) Push(x any)        { *t = append(*t, x.(timer)) }
func (t *timers) Pop() any {
	old := *t
	last := old[len(old)-1]
	old[len(old)-1] = timer{}
	*t = old[:len(old)-1]
	return last
}

// at sets a timer. The caller holds the lock.
func (g *Gateway) at(when time.Time, fire func(now time.Time)) {
	heap.Push(&g.timers, timer{when, fire})
	if g.timers[0].at.Equal(when) {
		select {
		case g.sooner <- struct{}{}:
		default:
		}
	}
}

// putForward is how much later than it was looked at a clock may be when a wait
// begins.
const putForward = time.Millisecond

// keepTime fires the timers until the gateway is closed.
func (g *Gateway) keepTime() error {
	for {
		var wait <-chan time.Time
		if at, now, ok := g.fire(); ok {
			wait = g.options.Clock.After(at.Sub(now))
			if g.options.Clock.Now().Sub(now) >= putForward {
				continue // by so much the wait would be too long
			}
		}
		select {
		case <-wait:
		case <-g.sooner:
		case <-g.done:
			return nil
		}
	}
}

// fire fires what is due, and says when the next timer is, and what time it is.
func (g *Gateway) fire() (next, now time.Time, ok bool) {
	g.mu.Lock()
	defer g.unlock()
	for len(g.timers) > 0 {
		now = g.options.Clock.Now()
		if next = g.timers[0].at; next.After(now) {
			return next, now, true
		}
		heap.Pop(&g.timers).(timer).fire(now)
		g.deliver()
	}
	return next, now, false
}
