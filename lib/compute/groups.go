package compute

import (
	"cmp"
	"context"
	"math"
	"slices"
	"time"

	"qikit.dev/qikit/internal/pool"
	"qikit.dev/qikit/lib/sgcp"
)

// divide splits terminals, the best first, into groups when there are more than
// 100, and returns nil otherwise. The number of groups is the root of the number of
// terminals, 11 at least. The leader comes first in its group; the best trusted
// terminals lead, then the best others. The groups are about equally strong. The
// caller holds the lock.
func (h *Host) divide(ranked []*member, t terms) [][]*member {
	n := len(ranked)
	if n <= sgcp.SubHostTerminals {
		return nil
	}
	leaders := slices.DeleteFunc(slices.Clone(ranked), func(m *member) bool { return !m.Trusted })
	for _, m := range ranked {
		if !m.Trusted {
			leaders = append(leaders, m)
		}
	}
	groups := make([][]*member, max(sgcp.SubHostsMin, int(math.Ceil(math.Sqrt(float64(n))))))
	weights := make([]float64, len(groups))
	for i := range groups {
		groups[i] = []*member{leaders[i]}
		weights[i] = h.alone(leaders[i], t)
	}
	// The strongest terminal that is left joins the weakest group.
	rest := leaders[len(groups):]
	slices.SortStableFunc(rest, func(a, b *member) int { return cmp.Compare(h.alone(b, t), h.alone(a, t)) })
	for _, m := range rest {
		least := slices.Index(weights, slices.Min(weights))
		groups[least] = append(groups[least], m)
		weights[least] += h.alone(m, t)
	}
	return groups
}

// leadAgain is how long a member that would not lead is not asked again.
const leadAgain = 30 * time.Second

// leadShare divides a run's time: leaders may take so much of it to say whether they lead.
const leadShare = 4

// lead asks trusted leaders to lead their groups, when the options have a Lead: all at
// once, until ctx or a part of the run's time, which may be NoLimit, is over.
func (h *Host) lead(ctx context.Context, whole time.Duration) error {
	if h.options.Lead == nil {
		return nil
	}
	h.mu.Lock()
	now := h.options.Clock.Now()
	groups := h.divide(h.ranked(usual), usual)
	groups = slices.DeleteFunc(groups, func(g []*member) bool { return !g[0].Trusted || now.Before(g[0].askAgain) })
	seen := make([][]Member, len(groups))
	for i, g := range groups {
		seen[i] = seenAll(g)
	}
	h.unlock()
	within, cancel := ctx, context.CancelFunc(func() {})
	if whole > 0 {
		within, cancel = context.WithTimeout(ctx, whole/leadShare)
	}
	defer cancel()
	leads := make([]bool, len(groups))
	err := pool.Run(within, len(groups), func(ctx context.Context, i int) error {
		leads[i] = h.options.Lead(ctx, seen[i][0], seen[i])
		return nil
	})
	h.mu.Lock()
	defer h.unlock()
	for _, m := range h.members {
		m.leading, m.led = nil, false
	}
	for i, g := range groups {
		switch {
		case leads[i]:
			for _, m := range g {
				m.led = true
			}
			g[0].leading = g
		case ctx.Err() == nil: // else it was the caller who did not wait
			g[0].askAgain = h.options.Clock.Now().Add(leadAgain)
		}
	}
	return err
}

// split makes the run's crews and divides its units over them.
func (r *run) split(now time.Time) {
	h := r.host
	ranked := h.ranked(r.terms)
	if k := h.options.Best; k != NoLimit {
		ranked = ranked[:min(k, len(ranked))]
	}
	if h.options.Plan == PlanSeed && len(ranked) < sgcp.ComputeTerminalsMin {
		ranked = nil // the plan needs two terminals
	}
	r.report.Plan, r.report.Members = h.options.Plan, len(ranked)
	var leaders, rest []*member
	for _, m := range ranked {
		switch {
		case m.leading != nil:
			leaders = append(leaders, m)
		case !m.led:
			rest = append(rest, m)
		}
	}
	if len(leaders) > 0 {
		r.crews = append(r.crews, &crew{run: r, members: leaders})
	}
	groups := h.divide(rest, r.terms)
	if groups == nil && (len(rest) > 0 || len(leaders) == 0) {
		groups = [][]*member{rest}
	}
	for _, g := range groups {
		r.crews = append(r.crews, &crew{run: r, members: g})
	}
	r.report.Groups = len(leaders) + len(groups)
	r.reckon()
	r.report.Expected = expected(r.count, r.rate)
	if h.options.Plan == PlanSeed {
		r.shares(now)
		return
	}
	r.queue.put(span{0, r.count})
	r.quarters()
}

// shares leases one share to every member. Its weight is 1 / time of the additions.
func (r *run) shares(now time.Time) {
	weights := make([]float64, len(r.crews))
	for i, c := range r.crews {
		for _, m := range c.members {
			weights[i] += m.addsWeight()
		}
	}
	at := uint64(0)
	for i, n := range cut(r.count, weights) {
		c := r.crews[i]
		own := make([]float64, len(c.members))
		for j, m := range c.members {
			own[j] = m.addsWeight()
		}
		if len(own) == 0 {
			c.queue.put(span{at, at + n})
		}
		to := at + n
		for j, share := range cut(n, own) {
			if share > 0 {
				c.send(c.members[j], span{at, at + share}, now)
			}
			at += share
		}
		at = to
	}
}

func (m *member) addsWeight() float64 {
	if m.leading == nil {
		return m.adds
	}
	sum := 0.0
	for _, other := range m.leading {
		sum += other.adds
	}
	return sum
}

// quarters computes every member's first chunk, a quarter of its share. A member
// that has not delivered anything yet counts for twice the median at most.
func (r *run) quarters() {
	if r.order {
		return // large first chunks would leave gaps in the first part
	}
	var members []*member
	for _, c := range r.crews {
		c.first = map[*member]uint64{}
		members = append(members, c.members...)
	}
	weights := make([]float64, len(members))
	for i, m := range members {
		weights[i] = r.weight(m)
	}
	if len(members) == 0 {
		return
	}
	sorted := slices.Clone(weights)
	slices.Sort(sorted)
	for i, m := range members {
		if !m.proven && m.leading == nil {
			weights[i] = min(weights[i], 2*sorted[len(sorted)/2])
		}
	}
	shares := cut(r.count, weights)
	i := 0
	for _, c := range r.crews {
		for _, m := range c.members {
			if n := shares[i] / 4; n >= chunkMin || r.terms.kind() == sgcp.TaskSearch && n > 0 {
				c.first[m] = n
			}
			i++
		}
	}
}
