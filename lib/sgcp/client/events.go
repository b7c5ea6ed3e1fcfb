package client

import (
	"sync"

	"qikit.dev/qikit/internal/pool"
	"qikit.dev/qikit/lib/sgcp"
)

// EventKind says what an event is.
type EventKind uint8

// The kinds of events.
const (
	Pushed    EventKind = iota // the server sent something unasked
	Missed                     // Count events were dropped, because the queue was full; ask for what matters (Info)
	Lost                       // the connection broke, because of Err; the client tries to reconnect
	Resumed                    // a new connection took up the session; Count missed pushes come next
	Resynced                   // it did, but the missed pushes are gone; Info is the present game, if there is one
	Restarted                  // the session is gone too; the client logged in anew, maybe under another nick
	Ended                      // there will be no connection any more, because of Err; the last event
	Renewed                    // the session has a new token, and soon only that: who keeps Session keeps it again
)

// String names the kind.
func (k EventKind) String() string {
	return [...]string{"pushed", "missed", "lost", "resumed", "resynced", "restarted", "ended", "renewed"}[min(k, Renewed)]
}

// Event is something that happened without being asked for.
type Event struct {
	Kind EventKind
	// Number and Param are the line of a push, and Push is its meaning, or nil when
	// this version does not know the number or cannot read the parameter. A fault that
	// belongs to no command counts as a push here.
	Number sgcp.Number
	Param  string
	Push   sgcp.Message
	Count  int
	Info   *Info
	Err    error
}

// queue holds the events that nobody has read yet. When it is full it counts new events
// instead of keeping them, so that the reader learns where events are missing, and how
// many. The connection never waits for the reader.
type queue struct {
	max  int
	out  chan Event
	stop chan struct{} // closed: nobody reads any more
	once sync.Once     // closes stop

	mu     sync.Mutex
	events []Event
	ended  bool
	wake   chan struct{} // holds one when there may be something to deliver
}

func newQueue(most int) *queue {
	return &queue{max: most, out: make(chan Event), stop: make(chan struct{}), wake: make(chan struct{}, 1)}
}

// close stops the delivery. Closing twice is harmless.
func (q *queue) close() { q.once.Do(func() { close(q.stop) }) }

func (q *queue) put(e Event) {
	q.mu.Lock()
	defer q.mu.Unlock()
	switch n := len(q.events); {
	case q.ended:
		return
	case n < q.max || e.Kind == Ended:
		q.events = append(q.events, e)
	case q.events[n-1].Kind == Missed:
		q.events[n-1].Count++
	default:
		q.events = append(q.events, Event{Kind: Missed, Count: 1})
	}
	q.ended = e.Kind == Ended
	pool.Wake(q.wake)
}

// take removes the oldest event. ended says that no other will come.
func (q *queue) take() (e Event, ok, ended bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.events) == 0 {
		return e, false, q.ended
	}
	e = q.events[0]
	q.events[0] = Event{}
	if q.events = q.events[1:]; len(q.events) == 0 {
		q.events = nil
	}
	return e, true, false
}

// deliver hands the events to the channel until the last one has been read or nobody
// reads any more, and then closes the channel.
func (q *queue) deliver() error {
	defer close(q.out)
	for {
		e, ok, ended := q.take()
		if ended {
			return nil
		}
		if ok {
			select {
			case q.out <- e:
			case <-q.stop:
				return nil
			}
			continue
		}
		select {
		case <-q.wake:
		case <-q.stop:
			return nil
		}
	}
}
