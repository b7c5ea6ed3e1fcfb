package hall

import (
	"container/heap"
	"time"
)

// timer calls fire when its time has come. Things may have changed by then: fire looks
// again, and sets the next timer if need be.
type timer struct {
	at   time.Time
	fire func()
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

// at sets a timer.
func (h *Hall) at(when time.Time, fire func()) { heap.Push(&h.timers, timer{when, fire}) }

// Next is when Pass has something to do; ok is false when it never has.
func (h *Hall) Next() (at time.Time, ok bool) {
	if len(h.timers) == 0 {
		return at, false
	}
	return h.timers[0].at, true
}

// Pass does everything that is due at a time.
func (h *Hall) Pass(now time.Time) *Outcome {
	h.enter(now)
	for next, ok := h.Next(); ok && !next.After(now); next, ok = h.Next() {
		heap.Pop(&h.timers).(timer).fire()
		h.settle()
	}
	return &h.out
}
