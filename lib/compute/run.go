package compute

import (
	"context"
	"fmt"
	"slices"
	"time"

	"qikit.dev/qikit/lib/sgcp"
)

// run is a task under way.
type run struct {
	host    *Host
	problem *problem
	seed    uint64
	terms   terms
	count   uint64
	began   time.Time
	stopAt  time.Time // when everybody is recalled, zero for never
	whole   time.Duration
	crews   []*crew
	queue   spans // what no crew has yet
	parts   map[*member]*part
	order   bool // keep what belongs to a first part
	kept    []kept
	units   uint64
	rate    float64       // units a second of all crews
	trip    time.Duration // the longest way to one of them and back

	unchecked  int
	checkUntil time.Time // for how long checks are waited for, zero while there is more to do

	stopping bool
	late     bool // the hard limit is over
	next     time.Time
	report   Report
	over     bool
	err      error
	done     chan struct{}
	wake     chan struct{}
}

// part is what a member did.
type part struct {
	sums  tally
	spans spans
	units uint64
}

// kept is one lease's result.
type kept struct {
	member *member
	span   span
	text   string
}

// Run splits a task over the members and returns what they did: all of it, or as
// much as there was time for. A whole result does not depend on who did what, only
// on the task. When ctx ends, what there is comes back together with its cause.
// ErrTask, ErrUnsupported, ErrClosed.
func (h *Host) Run(ctx context.Context, t Task, limits ...Limits) (Result, Report, error) {
	r, err := h.begin(t, false, limits...)
	if err != nil {
		return Result{}, Report{}, err
	}
	err = r.wait(ctx)
	return r.result(), r.report, err
}

// Work is a sub-host's TerminalOptions.Work: Run for a lease that this host's
// members do. When ctx ends, what comes is a first part of the lease, as from any
// terminal.
func (h *Host) Work(ctx context.Context, t Task, progress func(done uint64)) (Result, error) {
	r, err := h.begin(t, true)
	if err != nil {
		return Result{}, err
	}
	if err := r.wait(ctx); err != nil && ctx.Err() == nil {
		return Result{}, err
	}
	return r.firstPart(), nil
}

// begin starts a run, without waiting for anything.
func (h *Host) begin(t Task, order bool, limits ...Limits) (*run, error) {
	p, err := t.read()
	if err != nil {
		return nil, err
	}
	r := &run{
		host: h, problem: p, seed: t.Seed, terms: termsOf(p.kind, p.board.Size()), count: t.Count, order: order,
		parts: map[*member]*part{}, done: make(chan struct{}), wake: make(chan struct{}, 1),
	}
	for _, l := range limits {
		if l.Time < 0 {
			return nil, fmt.Errorf("%w: Time is %v, expected 0 or more", ErrOptions, l.Time)
		}
		r.whole = l.Time
	}
	h.lead()
	h.mu.Lock()
	defer h.unlock()
	if h.closed {
		return nil, fmt.Errorf("%w: the host", ErrClosed)
	}
	now := h.options.Clock.Now()
	r.began = now
	if r.whole > 0 {
		r.stopAt = now.Add(r.whole)
	}
	h.runs = append(h.runs, r)
	r.split(now)
	h.settle(now)
	return r, nil
}

// wait keeps the run's time until it is over. When ctx ends all are recalled.
func (r *run) wait(ctx context.Context) error {
	h := r.host
	ended, stop := ctx.Done(), false
	for {
		h.mu.Lock()
		next := r.next
		h.mu.Unlock()
		var timer <-chan time.Time
		if !next.IsZero() {
			timer = h.options.Clock.After(next.Sub(h.options.Clock.Now()))
		}
		select {
		case <-r.done:
			if r.err == nil && ctx.Err() != nil && r.units < r.count {
				return context.Cause(ctx)
			}
			return r.err
		case <-timer:
		case <-r.wake:
			continue
		case <-ended:
			ended, stop = nil, true
		}
		h.mu.Lock()
		now := h.options.Clock.Now()
		if stop {
			r.stop(now)
		}
		h.settle(now)
		h.unlock()
	}
}

// stop recalls everybody, and takes what comes.
func (r *run) stop(now time.Time) {
	if r.stopping || r.over {
		return
	}
	r.stopping = true
	for _, c := range r.crews {
		c.recall(now)
	}
}

// reckon adds up what the members may do a second, of those who answer.
func (r *run) reckon() {
	r.rate, r.trip = 0, 0
	for _, c := range r.crews {
		c.rate = 0
		for _, m := range c.members {
			if c.works(m) {
				c.rate += r.host.weight(m, r.terms)
				r.trip = max(r.trip, m.trip)
			}
		}
		r.rate += c.rate
	}
}

// expected is the time that so many units take.
func expected(units uint64, rate float64) time.Duration {
	const most = 24 * time.Hour
	if !(rate > 0) {
		return most
	}
	return time.Duration(min(float64(units)/rate*float64(time.Second), float64(most)))
}

// unmeasured is what a run of a kind that nobody has done yet may take longer than
// expected, since nothing is known of how long its units take.
const unmeasured = 10 * time.Second

// limit is the hard limit: three times the expected time, and the way there and
// back.
func (r *run) limit() time.Duration {
	whole := r.report.Expected
	if r.host.options.Plan == PlanChunk {
		whole = max(whole, expected(r.count, r.rate))
	}
	d := 3*whole + 2*r.trip + leastWindow
	if !r.host.done[r.terms] {
		d += unmeasured
	}
	return min(d, 24*time.Hour)
}

// accept takes units that are done.
func (r *run) accept(l *lease, done span, sums *tally, text string) {
	if r.over || done.len() == 0 {
		return
	}
	p := r.parts[l.member]
	if p == nil {
		p = new(part)
		r.parts[l.member] = p
	}
	if r.order {
		r.kept = append(r.kept, kept{l.member, done, text})
	}
	p.sums.add(sums)
	p.spans.put(done)
	p.units += done.len()
	r.units += done.len()
	if l.member.self {
		r.report.Host += done.len()
	} else if l.verify {
		r.host.doAgain(r, l.member, done, sums)
	}
}

// retract takes back what a member did: others will do it.
func (r *run) retract(m *member) {
	p := r.parts[m]
	if p == nil || r.over {
		return
	}
	delete(r.parts, m)
	r.kept = slices.DeleteFunc(r.kept, func(k kept) bool { return k.member == m })
	r.units -= p.units
	c := r.crews[0]
	for _, other := range r.crews {
		if slices.Contains(other.members, m) {
			c = other
		}
	}
	for _, s := range p.spans {
		c.queue.put(s)
	}
}

// enlist lets a terminal that has become ready work along.
func (r *run) enlist(m *member) {
	if r.over || r.stopping || r.host.options.Plan != PlanChunk || r.host.options.Best != NoLimit || len(r.crews) == 0 {
		return
	}
	c := r.crews[0]
	for _, other := range r.crews {
		if len(other.members) < len(c.members) {
			c = other
		}
	}
	if c.stage == stageHost && len(c.members) == 0 {
		c.stage = stageAll
	}
	c.members = append(c.members, m)
}

// dismiss strikes a member off.
func (r *run) dismiss(m *member) {
	for _, c := range r.crews {
		c.members = slices.DeleteFunc(c.members, func(o *member) bool { return o == m })
	}
}

// settle does all that is to be done now: every change ends with it. The caller
// holds the lock.
func (h *Host) settle(now time.Time) {
	for before := -1; before != len(h.runs); { // one that ends leaves its members to the others
		before = len(h.runs)
		for _, r := range slices.Clone(h.runs) {
			r.settle(now)
		}
	}
	h.feedSelf(now)
}

func (r *run) settle(now time.Time) {
	r.reckon()
	if !r.stopAt.IsZero() && !now.Before(r.stopAt) {
		r.stop(now)
	}
	if hard := r.began.Add(r.limit()); !r.late && !now.Before(hard) {
		r.late = true
		for _, c := range r.crews {
			if c.stage != stageHost {
				c.recall(now)
			}
		}
	}
	away := 0
	for _, c := range r.crews {
		c.step(now)
		away += len(c.away)
	}
	switch {
	case r.units == r.count:
		wait := r.unchecking()
		if r.checkUntil.IsZero() {
			r.checkUntil = now.Add(2 * wait)
		}
		if wait == 0 || wait > max(r.report.Expected/10, 5*leastWindow) || !now.Before(r.checkUntil) {
			r.finish(nil)
		}
	case r.stopping && away == 0:
		r.finish(nil)
	default:
		r.checkUntil = time.Time{} // something was taken back
	}
	if r.over {
		return
	}
	before := r.next
	r.next = r.soonest()
	if before.IsZero() || r.next.Before(before) {
		select {
		case r.wake <- struct{}{}:
		default:
		}
	}
}

// unchecking is how long it takes the host to do again what is left to be.
func (r *run) unchecking() time.Duration {
	units := uint64(0)
	for _, c := range r.host.checks {
		if c.run == r {
			units += c.span.len() - c.done
		}
	}
	if units == 0 {
		return 0
	}
	return leastWindow + expected(units, r.host.ownRate(r.terms))
}

// soonest is the next time at which something is to be looked at.
func (r *run) soonest() (next time.Time) {
	sooner := func(t time.Time) {
		if !t.IsZero() && (next.IsZero() || t.Before(next)) {
			next = t
		}
	}
	if !r.stopping {
		sooner(r.stopAt)
	}
	if !r.late {
		sooner(r.began.Add(r.limit()))
	}
	sooner(r.checkUntil)
	for _, c := range r.crews {
		sooner(c.deadline)
		for _, l := range c.away {
			sooner(c.overdue(l))
		}
	}
	return next
}

// finish ends the run.
func (r *run) finish(err error) {
	if r.over {
		return
	}
	h := r.host
	r.over, r.err = true, err
	r.report.Took = h.options.Clock.Now().Sub(r.began)
	r.report.Later = r.unchecked
	for _, c := range r.crews {
		for len(c.away) > 0 {
			h.tell(c.away[0].member, &sgcp.Cancel{Lease: c.away[0].name})
			h.drop(c.away[0])
		}
	}
	h.runs = slices.DeleteFunc(h.runs, func(o *run) bool { return o == r })
	close(r.done)
}

// result adds the parts up.
func (r *run) result() Result {
	total := new(tally)
	for _, p := range r.parts {
		total.add(&p.sums)
	}
	return Result{Done: r.units, Payload: total.text()}
}

// firstPart adds up the leases that lie together from the first unit on.
func (r *run) firstPart() Result {
	by := map[uint64]kept{} // where it begins
	for _, k := range r.kept {
		by[k.span.from] = k
	}
	total, done := new(tally), uint64(0)
	for k, ok := by[done]; ok; k, ok = by[done] {
		sums, err := readTally(k.text, r.problem.board.Size())
		if err != nil {
			break // it has been read before
		}
		total.add(sums)
		done = k.span.to
	}
	return Result{Done: done, Payload: total.text()}
}
