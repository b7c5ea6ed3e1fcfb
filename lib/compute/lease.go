package compute

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"qikit.dev/qikit/lib/sgcp"
)

// lease is a part of a task that a member is to do.
type lease struct {
	name     string
	member   *member
	crew     *crew  // whose units these are; nil for a check
	check    *check // the check it is a piece of, or nil
	problem  *problem
	terms    terms
	span     span
	sent     time.Time
	limit    time.Duration
	ahead    uint64    // units that the member held when this was sent, with these
	due      time.Time // when it is given up, once it is recalled
	recalled bool
	verify   bool // the host will do it again
}

func (h *Host) name() string {
	h.named++
	return h.epoch + "-" + strconv.FormatUint(h.named, 36)
}

// lease hands a span of a run to a member.
func (h *Host) lease(m *member, r *run, s span, now time.Time) *lease {
	l := &lease{name: h.name(), member: m, problem: r.problem, terms: r.terms, span: s, sent: now, limit: r.limit()}
	h.leases[l.name] = l
	m.out = append(m.out, l)
	h.tell(m, &sgcp.Task{Lease: l.name, Limit: int(l.limit.Milliseconds()), Kind: r.problem.kind, Seed: r.seed, Count: s.len(), Payload: r.problem.leased(s.from)})
	return l
}

func (h *Host) drop(l *lease) {
	delete(h.leases, l.name)
	l.member.out = slices.DeleteFunc(l.member.out, func(o *lease) bool { return o == l })
	if l.crew != nil {
		l.crew.away = slices.DeleteFunc(l.crew.away, func(o *lease) bool { return o == l })
	}
}

// lose gives up a lease: others will do its units.
func (h *Host) lose(l *lease) {
	h.drop(l)
	switch {
	case l.crew != nil:
		l.crew.queue.put(l.span)
		l.crew.run.report.Lost++
	case l.check != nil:
		l.check.left.put(l.span)
	}
}

// recall asks a member for what it has done of a lease.
func (h *Host) recall(l *lease, now time.Time) {
	if l.recalled {
		return
	}
	l.recalled = true
	if !l.member.self { // it always answers
		l.due = now.Add(patience(l.member))
	}
	h.tell(l.member, &sgcp.Recall{Lease: l.name})
	if l.crew != nil {
		l.crew.run.report.Recalled++
	}
}

// leastWindow is the shortest time that the host waits for others.
const leastWindow = 50 * time.Millisecond

// patience is how long a member may take to answer a recall: the way there and
// back, and the time in which a busy machine wakes up. A leader recalls its own
// group first.
func patience(m *member) time.Duration {
	const awake = 200 * time.Millisecond
	d := awake + 2*m.trip
	for _, other := range m.leading {
		d = max(d, 2*awake+2*m.trip+2*other.trip)
	}
	return d
}

// read reads a result and checks what can be checked without doing the lease again.
func (l *lease) read(m *sgcp.TaskResult) (*tally, error) {
	if m.Done > l.span.len() {
		return nil, fmt.Errorf("%d units done, expected at most %d", m.Done, l.span.len())
	}
	t, err := readTally(m.Payload, l.problem.board.Size())
	if err != nil {
		return nil, err
	}
	return t, l.problem.fits(t, l.span.from, m.Done)
}

// take books the result of a lease.
func (h *Host) take(l *lease, m *sgcp.TaskResult, sums *tally, now time.Time) {
	t := l.member
	working := t.out[0] == l // else it was recalled before its turn
	h.drop(l)
	took := now.Sub(l.sent)
	if t.latest.After(l.sent) {
		took = now.Sub(t.latest)
	} else {
		took = max(took-t.trip, took/4)
	}
	t.latest = now
	t.Leases++
	t.Units += m.Done
	if working {
		h.note(t, l.terms, m.Done*l.problem.cost(), took)
	}
	done := span{l.span.from, l.span.from + m.Done}
	if l.check != nil {
		l.check.left.put(span{done.to, l.span.to})
		h.compare(l.check, sums, done.len())
		return
	}
	l.crew.queue.put(span{done.to, l.span.to})
	l.crew.replied = true
	l.crew.run.accept(l, done, sums, m.Payload)
}
