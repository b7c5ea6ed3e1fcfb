package compute

import (
	"math"
	"slices"
	"time"

	"qikit.dev/qikit/lib/sgcp"
)

// crewStage says who works on a crew's units.
type crewStage uint8

const (
	stageAll  crewStage = iota // all members
	stageBest                  // the best members, on what the others left
	stageHost                  // the host itself
)

// crew is a set of members and the units that they share: all members of a run, or
// one group of them. It hands units out, waits for results, recalls leases, and
// splits again what is left.
type crew struct {
	run      *run
	members  []*member // the best first
	rate     float64   // units a second that the members do together
	first    map[*member]uint64
	queue    spans
	away     []*lease
	stage    crewStage
	replied  bool      // a result has come since the queue became empty
	recalled bool      // all leases have been recalled; nothing more is handed out
	deadline time.Time // when all leases are recalled; zero while nobody has replied
}

// Sizes of chunks (section 6 of the specification).
const (
	chunkMin = 10
	chunkMax = 50
	aheadMax = 16 // leases that one terminal holds, so that the way to it costs no time
)

func (c *crew) chunked() bool { return c.run.host.options.Plan == PlanChunk }

// works says whether a member can be given units of this task.
func (c *crew) works(m *member) bool {
	return m.stage == ready && !m.silent && !m.cannot[c.run.terms/sizes]
}

// step brings the crew up to date: it hands out, recalls and gives up leases.
func (c *crew) step(now time.Time) {
	r := c.run
	if c.recalled && c.stage != stageHost && len(c.away) > 0 {
		c.expire(now)
	}
	if c.chunked() && c.stage != stageHost && !c.recalled && !r.stopping {
		more := c.waiting()
		c.feed(now)
		c.hurry(now)
		if more && !c.waiting() {
			c.replied = false // the reply that emptied the queue does not start the timer
		}
	}
	empty := !c.waiting()
	if len(c.away) == 0 {
		c.deadline = time.Time{}
		if !empty && !r.stopping && !c.engaged() {
			c.advance(now)
		}
		return
	}
	if c.stage == stageHost || c.recalled {
		if r.stopping {
			c.expire(now)
		}
		return
	}
	switch {
	case c.chunked() && !empty:
		// There is more to hand out: the timer does not run yet.
		c.replied, c.deadline = false, time.Time{}
	case c.replied && c.deadline.IsZero():
		c.deadline = now.Add(c.window())
	case !c.deadline.IsZero() && !now.Before(c.deadline):
		c.recall(now)
	}
}

// waiting says whether there are units to hand out.
func (c *crew) waiting() bool {
	return len(c.queue) > 0 || c.chunked() && len(c.run.queue) > 0
}

// engaged says whether a member that works on another task now will still be given
// chunks of this one.
func (c *crew) engaged() bool {
	if !c.chunked() || c.stage == stageHost || c.recalled {
		return false
	}
	team := c.members
	if c.stage == stageBest {
		team = c.best()
	}
	return slices.ContainsFunc(team, func(m *member) bool { return c.works(m) && len(m.out) > 0 })
}

// window is how long to wait after a first reply: a quarter of the expected time.
func (c *crew) window() time.Duration {
	whole := c.run.report.Expected
	if c.chunked() || c.stage == stageBest {
		units := uint64(0)
		for _, l := range c.away {
			units += l.span.len()
		}
		whole = expected(units, c.rate)
	}
	return max(whole/4, leastWindow)
}

// recall asks for the results of all leases that are away.
func (c *crew) recall(now time.Time) {
	c.recalled, c.deadline = true, time.Time{}
	for _, l := range c.away {
		c.run.host.recall(l, now)
	}
}

// expire gives up leases that were recalled and have not come back in time.
func (c *crew) expire(now time.Time) {
	h := c.run.host
	for i := 0; i < len(c.away); {
		l := c.away[i]
		if !l.recalled || now.Before(l.due) || l.member.self {
			i++
			continue
		}
		// The member is not told. If it still sends a result, that is too late, but
		// shows that the member is there.
		l.member.silent = true
		h.lose(l)
	}
}

// advance hands what is left to the next stage. No lease is away.
func (c *crew) advance(now time.Time) {
	r, h := c.run, c.run.host
	if c.stage == stageHost {
		c.recalled = false
		return // Host.feedSelf hands out the rest
	}
	best := c.best()
	again := c.stage == stageAll && len(best) > 0 && !r.late && (c.chunked() || h.options.Unfinished == UnfinishedRanks)
	c.recalled, c.replied = false, false
	if !again {
		c.stage = stageHost
		c.draw()
		return
	}
	c.stage = stageBest
	c.draw()
	left := c.queue.len()
	r.report.Redispatched += left
	if c.chunked() {
		c.feed(now)
		return
	}
	weights := make([]float64, len(best))
	for i, m := range best {
		weights[i] = h.weight(m, r.terms)
	}
	for i, n := range cut(left, weights) {
		for n > 0 {
			s, ok := c.queue.take(n)
			if !ok {
				break
			}
			n -= s.len()
			c.send(best[i], s, now)
		}
	}
}

// draw takes all units that no crew has yet: the other crews may be finished.
func (c *crew) draw() {
	for _, s := range c.run.queue {
		c.queue.put(s)
	}
	c.run.queue = nil
}

// best returns the members that do what the others left: those ranked 1 to 5.
func (c *crew) best() (best []*member) {
	for _, m := range c.members {
		if c.works(m) && len(best) < sgcp.RedispatchRankMax {
			best = append(best, m)
		}
	}
	return best
}

// send leases a span to a member.
func (c *crew) send(m *member, s span, now time.Time) {
	r, h := c.run, c.run.host
	ahead := s.len()
	for _, l := range m.out {
		ahead += l.span.len()
	}
	l := h.lease(m, r, s, now)
	l.crew, l.verify = c, h.chosen()
	c.away = append(c.away, l)
	r.report.Leases++
	l.ahead = ahead
}

// overdue returns when a lease is too late: after twice the time that the member
// was expected to take, and later for a member that is not known yet.
func (c *crew) overdue(l *lease) time.Time {
	if l.recalled || l.member.self || !c.chunked() {
		return l.due
	}
	h, t := c.run.host, c.run.terms
	d := 2*expected(l.ahead, c.run.weight(l.member)) + patience(l.member)
	if l.member.rates[t] == 0 && l.member.whole[t] == 0 {
		d += unproven
	}
	if !h.done[t] {
		d += unmeasured
	}
	return l.sent.Add(d)
}

// unproven is the extra time for a terminal that has not delivered yet.
const unproven = 500 * time.Millisecond

// hurry recalls leases that are overdue, without waiting for an empty queue, and
// gives up those that do not come back even then.
func (c *crew) hurry(now time.Time) {
	for _, l := range c.away {
		if due := c.overdue(l); !l.recalled && !due.IsZero() && !now.Before(due) {
			c.run.host.recall(l, now)
		}
	}
	before := len(c.away)
	if c.expire(now); len(c.away) != before {
		c.feed(now)
	}
}

// feed hands chunks to members that are running low.
func (c *crew) feed(now time.Time) {
	r := c.run
	team := c.members
	if c.stage == stageBest {
		team = c.best()
	}
	if c.stage == stageHost || !c.waiting() {
		return
	}
	total := 0.0
	for _, m := range team {
		if c.works(m) {
			total += r.weight(m)
		}
	}
	// No member gets leases in advance while another one is idle.
	for _, inAdvance := range []bool{false, true} {
		for _, m := range team {
			if !c.works(m) || !inAdvance && len(m.out) > 0 {
				continue
			}
			w := r.weight(m)
			for len(m.out) < aheadMax {
				n := c.chunk(m, w, total)
				if len(m.out) > 0 && float64(len(m.out)) >= 1+math.Ceil(m.trip.Seconds()*w/float64(n)) {
					break
				}
				s, ok := c.takeUnits(n)
				if !ok {
					return
				}
				delete(c.first, m)
				c.send(m, s, now)
				if !inAdvance {
					break
				}
			}
		}
	}
}

// chunk returns how many units a member gets next: first a quarter of its share,
// then small chunks that shrink towards the end.
func (c *crew) chunk(m *member, w, total float64) uint64 {
	if n := c.first[m]; n > 0 {
		return n
	}
	left := c.queue.len() + c.run.queue.len()
	size := 1.0
	if m.leading != nil {
		size = float64(len(m.leading))
	}
	n := float64(left) * w / max(total, w) / 2 / float64(len(c.run.crews))
	if c.run.terms.kind() == sgcp.TaskTree { // one for each core
		return uint64(max(1, min(math.Ceil(2*n), float64(m.Cores)*size)))
	}
	if c.run.terms.kind() == sgcp.TaskSearch {
		return uint64(max(1, min(n, size))) // problems are few and long
	}
	return uint64(max(chunkMin*size, min(n, chunkMax*size)))
}

// takeUnits takes units from the crew's queue, and refills it from the run's.
func (c *crew) takeUnits(n uint64) (span, bool) {
	if s, ok := c.queue.take(n); ok {
		return s, true
	}
	if more, ok := c.run.queue.take(max(n, c.helping())); ok {
		c.queue.put(more)
	}
	return c.queue.take(n)
}

// helping returns how many of the run's units a crew takes at once: a chunk for
// each member, and less towards the end.
func (c *crew) helping() uint64 {
	if len(c.run.crews) == 1 {
		return 0
	}
	size := uint64(len(c.members))
	n := float64(c.run.queue.len()) * c.rate / max(c.run.rate, 1e-9) / 2
	return max(chunkMin*size, min(uint64(n), chunkMax*size))
}
