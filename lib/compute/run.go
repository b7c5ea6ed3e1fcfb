package compute

import (
	"context"
	"fmt"
	"slices"
	"time"

	"qikit.dev/qikit/internal/pool"
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
	stopAt  time.Time // when all leases are recalled; zero for never
	whole   time.Duration
	crews   []*crew
	queue   spans // units that no crew has yet
	parts   map[*member]*part
	order   bool // keep results one by one, to return a first part
	kept    []kept
	units   uint64
	rate    float64       // units a second of all crews
	trip    time.Duration // the longest way to a member and back

	unchecked  int
	checkUntil time.Time // how long the run waits for checks; zero while units are left

	stopping bool
	late     bool // the hard limit has passed
	next     time.Time
	report   Report
	over     bool
	err      error
	done     chan struct{}
	wake     chan struct{}
}

type part struct {
	sums  tally
	spans spans
	units uint64
}

type kept struct {
	member *member
	span   span
	text   string
}

// Run splits a task over the members and returns what they did: all of it, or as
// much as there was time for. A whole result depends on the task only, not on who did
// what. When ctx ends, Run returns what has been done and the cause. ErrTask,
// ErrUnsupported, ErrClosed.
func (h *Host) Run(ctx context.Context, t Task, limits ...Limits) (Result, Report, error) {
	r, err := h.begin(ctx, t, false, limits...)
	if err != nil {
		return Result{}, Report{}, err
	}
	err = r.wait(ctx)
	return r.result(), r.report, err
}

// Work is the TerminalOptions.Work of a terminal that leads a group: this host's
// members do its lease. When ctx ends, Work returns a first part of the lease, as any
// terminal does.
func (h *Host) Work(ctx context.Context, t Task, progress func(done uint64)) (Result, error) {
	r, err := h.begin(ctx, t, true)
	if err != nil {
		return Result{}, err
	}
	if err := r.wait(ctx); err != nil && ctx.Err() == nil {
		return Result{}, err
	}
	return r.firstPart(), nil
}

// begin starts a run. It waits for leaders only.
func (h *Host) begin(ctx context.Context, t Task, order bool, limits ...Limits) (*run, error) {
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
	asked := h.options.Clock.Now()
	if err := h.lead(ctx, r.whole); err != nil {
		return nil, err
	}
	h.mu.Lock()
	defer h.unlock()
	if h.closed {
		return nil, fmt.Errorf("%w: the host", ErrClosed)
	}
	now := h.options.Clock.Now()
	r.began = now
	if r.whole > 0 {
		r.stopAt = asked.Add(r.whole)
	}
	h.runs = append(h.runs, r)
	r.split(now)
	h.settle(now)
	return r, nil
}

// wait keeps the run's time until it is over. When ctx ends it recalls all leases.
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

// stop recalls all leases. What comes back still counts.
func (r *run) stop(now time.Time) {
	if r.stopping || r.over {
		return
	}
	r.stopping = true
	for _, c := range r.crews {
		c.recall(now)
	}
}

// reckon adds up the speeds of the members that answer.
func (r *run) reckon() {
	r.rate, r.trip = 0, 0
	for _, c := range r.crews {
		c.rate = 0
		for _, m := range c.members {
			if c.works(m) {
				c.rate += r.weight(m)
				r.trip = max(r.trip, m.trip)
			}
		}
		r.rate += c.rate
	}
}

// weight returns the units a second that a member is expected to do.
func (r *run) weight(m *member) float64 {
	return r.host.weight(m, r.terms) / float64(r.problem.cost())
}

// expected returns the time that so many units take.
func expected(units uint64, rate float64) time.Duration {
	const most = 24 * time.Hour
	if !(rate > 0) {
		return most
	}
	return time.Duration(min(float64(units)/rate*float64(time.Second), float64(most)))
}

// unmeasured is the extra time for a run on terms that no terminal has delivered
// yet, since nobody knows how long its units take.
const unmeasured = 10 * time.Second

// limit is the hard limit: thrice the expected time, and two ways there and back.
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

// accept counts units that a lease has done.
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

// retract takes back all that a member did; others will do it.
func (r *run) retract(m *member) {
	p := r.parts[m]
	if p == nil || r.over {
		return
	}
	delete(r.parts, m)
	r.kept = slices.DeleteFunc(r.kept, func(k kept) bool { return k.member == m })
	r.units -= p.units
	c := r.crews[max(0, slices.IndexFunc(r.crews, func(c *crew) bool { return slices.Contains(c.members, m) }))]
	for _, s := range p.spans {
		c.queue.put(s)
	}
}

// enlist adds a terminal that has become ready.
func (r *run) enlist(m *member) {
	if r.over || r.stopping || r.host.options.Plan != PlanChunk || r.host.options.Best != NoLimit || len(r.crews) == 0 {
		return
	}
	c := slices.MinFunc(r.crews, func(a, b *crew) int { return len(a.members) - len(b.members) })
	if c.stage == stageHost && len(c.members) == 0 {
		c.stage = stageAll
	}
	c.members = append(c.members, m)
}

func (r *run) dismiss(m *member) {
	for _, c := range r.crews {
		c.members = slices.DeleteFunc(c.members, func(o *member) bool { return o == m })
	}
}

// settle brings all runs up to date. Every change ends with a call of it. The caller
// holds the lock.
func (h *Host) settle(now time.Time) {
	for before := -1; before != len(h.runs); { // a run that ends frees its members for the others
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
		r.checkUntil = time.Time{} // units were taken back
	}
	if r.over {
		return
	}
	before := r.next
	r.next = r.soonest()
	if before.IsZero() || r.next.Before(before) {
		pool.Wake(r.wake)
	}
}

// unchecking returns how long the host needs for the checks that are left.
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
	return leastWindow + expected(units, r.host.ownRate(r))
}

// soonest returns the next time at which something falls due.
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

// finish ends the run and cancels what is away.
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

func (r *run) result() Result {
	total := new(tally)
	for _, p := range r.parts {
		total.add(&p.sums)
	}
	return Result{Done: r.units, Payload: total.text()}
}

// firstPart adds up the leases that cover the first units without a gap.
func (r *run) firstPart() Result {
	by := map[uint64]kept{} // by first unit
	for _, k := range r.kept {
		by[k.span.from] = k
	}
	total, done := new(tally), uint64(0)
	for k, ok := by[done]; ok; k, ok = by[done] {
		sums, err := readTally(k.text, r.problem.board.Size())
		if err != nil {
			break // cannot be: it has been read before
		}
		total.add(sums)
		done = k.span.to
	}
	return Result{Done: done, Payload: total.text()}
}
