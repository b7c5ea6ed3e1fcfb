package compute

import (
	"cmp"
	"slices"
	"time"

	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/sgcp"
)

// Member is what a host knows of a terminal.
type Member struct {
	ID        string
	Version   string
	Origin    string
	Cores     int // that it claims, 1024 at most
	Trusted   bool
	State     string        // "measuring", "ready", "silent" (a lease is overdue) or "refused"
	Rank      int           // 1 is the best; 0 while it is not ready
	Additions time.Duration // time for the additions of add5e8; 0 while it is not measured
	Rate      float64       // playouts of 19x19 a second, as measured, then corrected by what it delivers
	Leases    uint64        // returned so far
	Units     uint64        // done so far
}

type stage uint8

const (
	measuring stage = iota
	ready
	refused
)

// terms are a kind of task and a size of board. A member's speed depends on both:
// playouts of 9x9 are faster than those of 19x19.
type terms uint8

// kinds of task, by their number within terms.
var kinds = [...]sgcp.TaskKind{sgcp.TaskPlayout, sgcp.TaskSearch, sgcp.TaskAnalyse, sgcp.TaskTree}

const (
	sizes      = goban.SizeMax + 1
	termsCount = len(kinds) * sizes
)

func termsOf(kind sgcp.TaskKind, size int) terms {
	return terms(slices.Index(kinds[:], kind)*sizes + size)
}

func (t terms) kind() sgcp.TaskKind { return kinds[t/sizes] }

// usual are the terms of the measurement, by which terminals are ranked for show.
var usual = termsOf(sgcp.TaskPlayout, goban.SizeMax)

// learning is the weight of the latest lease in the averages.
const learning = 0.3

type member struct {
	Member
	push     func(sgcp.Message)
	stage    stage
	waits    bool // for the host to know the sum of the playouts, before it is asked for them
	bench    *sgcp.Bench
	asked    time.Time // when the benchmark was sent
	trip     time.Duration
	adds     float64             // additions a second
	proven   bool                // it has delivered a lease
	silent   bool                // a lease of it was given up
	rates    [termsCount]float64 // units a second, a moving average; 0 where it has delivered nothing
	cannot   [len(kinds)]bool
	out      []*lease
	merit    float64             // what ranked sorts by
	latest   time.Time           // when its latest lease came back
	leading  []*member           // the group that it leads as a host of its own, itself included
	led      bool                // it belongs to such a group
	askAgain time.Time           // until then it is not asked to lead one
	whole    [termsCount]float64 // units a second of the group that it leads
	self     bool                // it is the host itself
}

// weight returns the units, or visits of trees, a second that a member is expected to do
// on these terms. A leader's weight is that of its group.
func (h *Host) weight(m *member, t terms) float64 {
	if m.stage != ready || m.cannot[t/sizes] {
		return 0
	}
	if m.leading != nil {
		if m.whole[t] > 0 {
			return m.whole[t]
		}
		sum := 0.0
		for _, other := range m.leading {
			sum += h.alone(other, t)
		}
		return sum
	}
	return h.alone(m, t)
}

func (h *Host) alone(m *member, t terms) float64 {
	if m.rates[t] > 0 {
		return m.rates[t]
	}
	return m.Rate * h.scale(t)
}

// scale returns how many units on these terms the members deliver for each playout
// of 19x19 of their measured speed; 1 when nothing is known.
func (h *Host) scale(t terms) float64 {
	s := h.scales[t]
	if s.delivered <= 0 || s.measured <= 0 {
		return 1
	}
	return s.delivered / s.measured
}

// scale sums up the speeds of the members that have delivered.
type scale struct{ delivered, measured float64 }

// note learns a member's speed from a lease that came back; done is in units, or in
// visits of trees.
func (h *Host) note(m *member, t terms, done uint64, took time.Duration) {
	rate := max(float64(done), 0.5) / max(took.Seconds(), 1e-6)
	if m.leading != nil {
		if m.whole[t] == 0 {
			m.whole[t] = rate
		}
		m.whole[t] += learning * (rate - m.whole[t])
		h.done[t] = true
		return
	}
	before := m.rates[t]
	if before == 0 {
		m.rates[t] = rate
	} else {
		m.rates[t] += learning * (rate - before)
	}
	if m.self { // it has no other measurement
		return
	}
	s := &h.scales[t]
	// Others do the same work: their speeds show what this measurement was worth.
	known := s.delivered > 0 && (before == 0 || s.measured > m.Rate*1.01)
	if before > 0 {
		s.delivered -= before
		s.measured -= m.Rate
	}
	if known {
		was := m.Rate
		m.Rate += learning * (rate/h.scale(t) - m.Rate)
		for other := range m.rates {
			if m.rates[other] > 0 && terms(other) != t {
				h.scales[other].measured += m.Rate - was
			}
		}
	}
	s.delivered += m.rates[t]
	s.measured += m.Rate
	m.proven, h.done[t] = true, true
}

// forget removes a member from the scales. Nothing of it is there when it is called again.
func (h *Host) forget(m *member) {
	for t, rate := range m.rates {
		if rate > 0 {
			h.scales[t].delivered -= rate
			h.scales[t].measured -= m.Rate
		}
	}
	m.rates = [termsCount]float64{}
}

// ranked returns the members that can do a task, the best first: by the additions
// under PlanSeed, by weight under PlanChunk. The caller holds the lock.
func (h *Host) ranked(t terms) (list []*member) {
	for _, m := range h.members {
		if h.weight(m, t) > 0 && !m.silent {
			if m.merit = m.adds; h.options.Plan == PlanChunk {
				m.merit = h.alone(m, t)
			}
			list = append(list, m)
		}
	}
	slices.SortFunc(list, func(a, b *member) int { return cmp.Or(cmp.Compare(b.merit, a.merit), cmp.Compare(a.ID, b.ID)) })
	return list
}

// Members returns all terminals by rank; those that are not ready come last.
func (h *Host) Members() []Member {
	h.mu.Lock()
	defer h.unlock()
	for _, m := range h.members {
		m.Rank = 0
	}
	list := h.ranked(usual)
	for i, m := range list {
		m.Rank = i + 1
	}
	var rest []*member
	for _, m := range h.members {
		if m.Rank == 0 {
			rest = append(rest, m)
		}
	}
	slices.SortFunc(rest, func(a, b *member) int { // t9 before t10
		return cmp.Or(cmp.Compare(len(a.ID), len(b.ID)), cmp.Compare(a.ID, b.ID))
	})
	return seenAll(append(list, rest...))
}

// seen is the member as others may see it.
func (m *member) seen() Member {
	own := m.Member
	own.State = [...]string{"measuring", "ready", "refused"}[m.stage]
	if m.silent {
		own.State = "silent"
	}
	return own
}

func seenAll(members []*member) (list []Member) {
	for _, m := range members {
		list = append(list, m.seen())
	}
	return list
}
