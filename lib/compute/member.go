package compute

import (
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
	Cores     int
	Trusted   bool
	State     string        // measuring, ready, silent (owes a lease) or refused
	Rank      int           // 1 is the best; 0 while it is not ready
	Additions time.Duration // for the additions of add5e8; 0 while not measured
	Rate      float64       // playouts of 19x19 a second: measured, then corrected by what it delivers
	Leases    uint64        // that it returned
	Units     uint64        // that it did
}

// stage of a member's life.
type stage uint8

const (
	measuring stage = iota
	ready
	refused
)

// terms are what an ability is for: playouts of 9x9 are faster than those of
// 19x19.
type terms uint8

// kinds are numbered for terms.
var kinds = [...]sgcp.TaskKind{sgcp.TaskPlayout, sgcp.TaskSearch, sgcp.TaskAnalyse}

const (
	sizes      = goban.SizeMax + 1
	termsCount = len(kinds) * sizes
)

func termsOf(kind sgcp.TaskKind, size int) terms {
	return terms(slices.Index(kinds[:], kind)*sizes + size)
}

func (t terms) kind() sgcp.TaskKind { return kinds[t/sizes] }

// usual are the terms by which terminals are shown, those of their measurement.
var usual = termsOf(sgcp.TaskPlayout, goban.SizeMax)

// learning is the weight of the latest lease in the averages.
const learning = 0.3

type member struct {
	Member
	push    func(sgcp.Message)
	stage   stage
	waits   bool // its playouts are not asked for yet: the host does not know their sum
	bench   *sgcp.Bench
	asked   time.Time // when the benchmark was
	trip    time.Duration
	adds    float64             // additions a second
	proven  bool                // has delivered
	silent  bool                // owes a lease that has run out
	rates   [termsCount]float64 // units a second, a moving average; 0 where it has delivered nothing
	cannot  [len(kinds)]bool
	out     []*lease
	latest  time.Time           // when it returned a lease last
	leading []*member           // the group that it leads by itself, it included
	led     bool                // it is in such a group
	whole   [termsCount]float64 // rates of that group
	self    bool                // the host's own
}

// weight is units a second that a member may do of a task; a leader's is that of
// its group.
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

// scale is what the members delivered of a kind of task for each playout of
// 19x19 that they are measured by; 1 when it is not known.
func (h *Host) scale(t terms) float64 {
	s := h.scales[t]
	if s.delivered <= 0 || s.measured <= 0 {
		return 1
	}
	return s.delivered / s.measured
}

// scale sums up those who have delivered.
type scale struct{ delivered, measured float64 }

// note learns from a lease that came back.
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
	if m.self { // it is measured by nothing else
		return
	}
	s := &h.scales[t]
	// Beside others who do the same work, it shows what a measurement was worth.
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

// forget takes a member out of the scales.
func (h *Host) forget(m *member) {
	for t, rate := range m.rates {
		if rate > 0 {
			h.scales[t].delivered -= rate
			h.scales[t].measured -= m.Rate
		}
	}
}

// ranked are the members who can do a task, the best first: by the additions
// under PlanSeed, by weight under PlanChunk. The caller holds the lock.
func (h *Host) ranked(t terms) []*member {
	type ranked struct {
		m *member
		w float64
	}
	list := make([]ranked, 0, len(h.members))
	for _, m := range h.members {
		if h.weight(m, t) > 0 && !m.silent {
			w := m.adds
			if h.options.Plan == PlanChunk {
				w = h.alone(m, t)
			}
			list = append(list, ranked{m, w})
		}
	}
	slices.SortStableFunc(list, func(a, b ranked) int {
		switch {
		case a.w > b.w:
			return -1
		case a.w < b.w:
			return 1
		case a.m.ID < b.m.ID:
			return -1
		}
		return 1
	})
	members := make([]*member, len(list))
	for i, r := range list {
		members[i] = r.m
	}
	return members
}

// Members are all terminals, ranked, those that are not ready last.
func (h *Host) Members() []Member {
	h.mu.Lock()
	defer h.unlock()
	for _, m := range h.members {
		m.Rank = 0
	}
	list := make([]Member, 0, len(h.members))
	for i, m := range h.ranked(usual) {
		m.Rank = i + 1
		list = append(list, m.seen())
	}
	var rest []*member
	for _, m := range h.members {
		if m.Rank == 0 {
			rest = append(rest, m)
		}
	}
	slices.SortStableFunc(rest, func(a, b *member) int { return compare(a.ID, b.ID) })
	for _, m := range rest {
		list = append(list, m.seen())
	}
	return list
}

func compare(a, b string) int {
	switch {
	case len(a) != len(b):
		return len(a) - len(b)
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// seen is the member for others to see.
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
