package gateway

import (
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"qikit.dev/qikit/internal/pool"
	"qikit.dev/qikit/lib/gateway/internal/hall"
	"qikit.dev/qikit/lib/sgcp"
)

// desk is the only way into the hall: it owns the hall and its lock, and carries out
// the outcome of each entry. Changes go into the next commit, lines into the outboxes.
// A line that tells of a change is held there until the change is stored.
type desk struct {
	clock     Clock
	log       *slog.Logger
	keeps     bool          // there is a store
	sooner    chan struct{} // holds one when time is to be looked at sooner
	due       chan struct{} // holds one when there is something to commit
	committed atomic.Uint64 // the number of the last batch in the store
	faults    *[100]atomic.Uint64
	fail      func(error)

	mu        sync.Mutex // guards what follows
	hall      *hall.Hall
	wakes     time.Time // when keepTime makes its next entry, zero for never
	scratch   []byte    // the line that was encoded last
	nudges    []*conn   // to whom something was said
	batch     *batch    // of the next commit
	spare     *batch
	abandoned bool // the store failed: no change is kept and no line sent any more
}

// batch holds the changes that one commit stores, and the connections that wait for
// it. Two batches take turns, so that moves make no garbage.
type batch struct {
	number  uint64
	changes []hall.Change
	waiting []*conn
}

// line is a message as the wire has it, in UTF-8.
type line struct {
	number sgcp.Number
	octets []byte
	asked  time.Time // when the move was read that it answers, zero for other lines
}

// enter makes an entry into the hall that no reader makes.
func (d *desk) enter(entry func(h *hall.Hall, now time.Time) *hall.Outcome) {
	var others []*conn
	d.enterBy(nil, &others, entry)
	nudgeAll(others)
}

// nudgeAll nudges connections and forgets them. It is called without the lock: a
// system call may take long.
func nudgeAll(conns []*conn) {
	for i, c := range conns {
		c.nudge()
		conns[i] = nil
	}
}

// enterBy makes an entry that a connection's reader makes, nil for none. The reader
// flushes its own outbox afterwards, and nudges the others to whom something was
// said. It does so far up its stack: ten thousand readers have to do with 4 KB each.
func (d *desk) enterBy(by *conn, others *[]*conn, entry func(h *hall.Hall, now time.Time) *hall.Outcome) *hall.Count {
	d.mu.Lock()
	defer d.mu.Unlock()
	out := entry(d.hall, d.clock.Now())
	if !d.abandoned {
		d.keep(out.Changes)
		d.say(out.Lines, by)
	}
	if next, ok := d.hall.Next(); ok && (d.wakes.IsZero() || next.Before(d.wakes)) {
		d.wakes = next
		pool.Wake(d.sooner)
	}
	*others = append(*others, d.nudges...)
	clear(d.nudges)
	d.nudges = d.nudges[:0]
	return out.Count
}

// keep adds changes to the next commit.
func (d *desk) keep(changes []hall.Change) {
	for i := range changes {
		if changes[i].What == hall.SessionEnded {
			d.ended(changes[i].Session)
		}
	}
	if !d.keeps || len(changes) == 0 {
		return
	}
	if len(d.batch.changes) == 0 {
		pool.Wake(d.due)
	}
	d.batch.changes = append(d.batch.changes, changes...)
}

func (d *desk) ended(s *hall.SessionRecord) {
	d.log.Debug("session ended", "nick", s.Nick, "session", s.ID.String())
}

// say puts lines into the outboxes of those they are for.
func (d *desk) say(lines []hall.Line, by *conn) {
	after := d.after()
	var said sgcp.Message
	for i := range lines {
		l := &lines[i]
		c := l.To.Owner.(*conn)
		if l.Answer {
			c.answered(l.Message)
		}
		if l.Message != said { // what is pushed to many is encoded once
			said = l.Message
			d.encode(said)
		}
		n := said.Number()
		if n.IsFault() {
			d.faults[n%100].Add(1)
		}
		hold := uint64(0)
		if after > 0 && n.Commits() {
			hold = after
			if w := d.batch.waiting; len(w) == 0 || w[len(w)-1] != c {
				d.batch.waiting = append(w, c)
			}
		}
		var asked time.Time
		if c == by && n == moveReply {
			asked = c.readAt
		}
		c.send(line{n, d.scratch, asked}, hold)
		if l.Answer {
			c.sent()
		}
		if l.Last {
			c.hangUp()
		}
		if c != by && (len(d.nudges) == 0 || d.nudges[len(d.nudges)-1] != c) {
			d.nudges = append(d.nudges, c)
		}
	}
}

// moveReply is what answers a move.
const moveReply = sgcp.CommandPlay + 500

func (d *desk) encode(m sgcp.Message) {
	octets, err := sgcp.Append(d.scratch[:0], m)
	if f, ok := m.(*sgcp.Fault); ok && err != nil { // its text quotes something that cannot be written
		octets, err = sgcp.Append(d.scratch[:0], &sgcp.Fault{Code: f.Code, Command: f.Command, Text: "see the number"})
	}
	if err != nil {
		d.fail(fmt.Errorf("encoding %+v: %w", m, err))
	}
	d.scratch = octets
}

// after is the number of the batch that must be in the store before the entries so far
// may be told; 0 when all of them are stored.
func (d *desk) after() uint64 {
	last := d.batch.number
	if len(d.batch.changes) == 0 {
		// The batch before is being committed, or is in the store. The commit of that
		// one nudges those who wait in this batch too.
		last--
	}
	if !d.keeps || d.committed.Load() >= last {
		return 0
	}
	return last
}

// commit stores the changes since the last one, and releases what waits for them.
func (d *desk) commit(write func([]hall.Change) error) (changes int, err error) {
	d.mu.Lock()
	b, next := d.batch, d.spare
	if len(b.changes) == 0 {
		d.mu.Unlock()
		return 0, nil
	}
	clear(next.changes)
	clear(next.waiting)
	next.number, next.changes, next.waiting = b.number+1, next.changes[:0], next.waiting[:0]
	d.batch, d.spare = next, nil
	d.mu.Unlock()
	if err := write(b.changes); err != nil {
		return 0, err
	}
	d.mu.Lock()
	d.committed.Store(b.number)
	b.waiting = append(b.waiting, next.waiting...)
	if len(next.changes) == 0 { // all of these waited for the batch just stored
		next.waiting = next.waiting[:0]
	}
	d.spare = b
	d.mu.Unlock()
	// Only this goroutine uses the spare batch, so the lock is not needed.
	for _, c := range b.waiting {
		c.nudge()
	}
	return len(b.changes), nil
}

// abandon ends all keeping and sending. It returns all connections, to be cut.
func (d *desk) abandon() (all []*conn) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.abandoned = true
	d.hall.Clear(d.clock.Now()) // nobody is let in any more
	for p := range d.hall.Peers() {
		all = append(all, p.Owner.(*conn))
	}
	return all
}

// putForward is how much a clock may advance between being read and the beginning of
// a wait; beyond that, it was set in between.
const putForward = time.Millisecond

// keepTime lets the hall do what is due, until done is closed.
func (d *desk) keepTime(done <-chan struct{}) error {
	for {
		var wait <-chan time.Time
		if next, now := d.pass(); !next.IsZero() {
			wait = d.clock.After(next.Sub(now))
			if d.clock.Now().Sub(now) >= putForward {
				continue // the wait would be too long by that much
			}
		}
		select {
		case <-wait:
		case <-d.sooner:
		case <-done:
			return nil
		}
	}
}

// pass lets the hall do what is due. It returns when it is to be called next, zero for
// never, and the time it went by.
func (d *desk) pass() (next, now time.Time) {
	d.enter(func(h *hall.Hall, at time.Time) *hall.Outcome {
		out := h.Pass(at)
		next, _ = h.Next()
		d.wakes, now = next, at
		return out
	})
	return next, now
}

func (d *desk) figures() hall.Figures {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.hall.Figures()
}

// standing is the account of a connection, "" for none, and whether the gateway goes
// down.
func (d *desk) standing(c *conn) (account string, leaving bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return c.peer.Account(), d.hall.Leaving()
}
