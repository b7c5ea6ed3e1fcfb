package compute

import (
	"math"
	"slices"
	"time"

	"qikit.dev/qikit/lib/sgcp"
)

// crewStage is who works.
type crewStage uint8

const (
	stageAll  crewStage = iota // the crew
	stageBest                  // its best members, on what the others left over
	stageHost                  // the host
)

// crew is members and the units that they share: all of a run's, or a sub-host's
// group. It hands out, waits, recalls and cuts again what is left.
type crew struct {
	run      *run
	members  []*member // the best first
	rate     float64   // units a second that they may do
	first    map[*member]uint64
	queue    spans
	away     []*lease
	stage    crewStage
	replied  bool      // a result came, since there is nothing to hand out
	recalled bool      // all have been recalled; nothing is handed out any more
	deadline time.Time // when they are; zero while nobody has replied
}

// Sizes of the chunks that terminals ask for (section 6 of the specification).
const (
	chunkMin = 10
	chunkMax = 50
	aheadMax = 16 // leases of one terminal, so that the way to it costs no time
)

func (c *crew) chunked() bool { return c.run.host.options.Plan == PlanChunk }

// works says whether a member can be given work.
func (c *crew) works(m *member) bool {
	return m.stage == ready && !m.silent && !m.cannot[c.run.terms/sizes]
}

// step does what is to be done now.
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
		// Not even the queue is empty: the timer has not begun.
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

// engaged says whether somebody is still to be given chunks, who works on another
// task now.
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

// window is how long the others are waited for after a first reply: a quarter of
// the expected time.
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

// recall asks for all that is away.
func (c *crew) recall(now time.Time) {
	c.recalled, c.deadline = true, time.Time{}
	for _, l := range c.away {
		c.run.host.recall(l, now)
	}
}

// expire gives up what was recalled and has not come.
func (c *crew) expire(now time.Time) {
	h := c.run.host
	for i := 0; i < len(c.away); {
		l := c.away[i]
		if !l.recalled || now.Before(l.due) || l.member.self {
			i++
			continue
		}
		// It is not told: what it sends all the same is too late, but shows that it
		// is there.
		l.member.silent = true
		h.lose(l)
	}
}

// advance goes on to whoever does what is left: nobody is away.
func (c *crew) advance(now time.Time) {
	r, h := c.run, c.run.host
	if c.stage == stageHost {
		c.recalled = false
		return // Host.feedSelf takes it from here
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

// draw makes what no crew has this crew's: nobody else may be left to do it.
func (c *crew) draw() {
	for _, s := range c.run.queue {
		c.queue.put(s)
	}
	c.run.queue = nil
}

// best are those who may do what the others left: ranked 1 to 5.
func (c *crew) best() (best []*member) {
	for _, m := range c.members {
		if c.works(m) && len(best) < sgcp.RedispatchRankMax {
			best = append(best, m)
		}
	}
	return best
}

// send leases a span.
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

// overdue is when a lease should have been back for long: after twice the time
// that the member was expected to take, with more for one that is not known yet.
func (c *crew) overdue(l *lease) time.Time {
	if l.recalled || l.member.self || !c.chunked() {
		return l.due
	}
	h, t := c.run.host, c.run.terms
	d := 2*expected(l.ahead, h.weight(l.member, t)) + patience(l.member)
	if l.member.rates[t] == 0 && l.member.whole[t] == 0 {
		d += unproven
	}
	if !h.done[t] {
		d += unmeasured
	}
	return l.sent.Add(d)
}

// unproven is what is added for a terminal that has not delivered yet.
const unproven = 500 * time.Millisecond

// hurry recalls leases that should be back by now, long before the queue is
// empty, and gives up those that do not come even then.
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

// feed gives those chunks who have few left.
func (c *crew) feed(now time.Time) {
	h, r := c.run.host, c.run
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
			total += h.weight(m, r.terms)
		}
	}
	// Nobody gets leases in advance while another has nothing to do.
	for _, inAdvance := range []bool{false, true} {
		for _, m := range team {
			if !c.works(m) || !inAdvance && len(m.out) > 0 {
				continue
			}
			w := h.weight(m, r.terms)
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

// chunk is how much a member is given next: at first a quarter of its share,
// then little, and the less the nearer the end.
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
	if c.run.terms.kind() == sgcp.TaskSearch {
		return uint64(max(1, min(n, size))) // problems are few and long
	}
	return uint64(max(chunkMin*size, min(n, chunkMax*size)))
}

// takeUnits takes from the crew's own units, or gets it more.
func (c *crew) takeUnits(n uint64) (span, bool) {
	if s, ok := c.queue.take(n); ok {
		return s, true
	}
	if more, ok := c.run.queue.take(max(n, c.helping())); ok {
		c.queue.put(more)
	}
	return c.queue.take(n)
}

// helping is what a crew gets at once of the run's units: a chunk for each
// member, and the less the nearer the end.
func (c *crew) helping() uint64 {
	if len(c.run.crews) == 1 {
		return 0
	}
	size := uint64(len(c.members))
	n := float64(c.run.queue.len()) * c.rate / max(c.run.rate, 1e-9) / 2
	return max(chunkMin*size, min(uint64(n), chunkMax*size))
}
