package compute

import (
	"slices"
	"time"

	"qikit.dev/qikit/lib/sgcp"
)

// check is a lease that the host does again, piece by piece.
type check struct {
	run    *run
	member *member
	span   span
	claim  *tally // the member's result
	left   spans
	sums   tally
	done   uint64
}

// checksMax bounds how many leases wait for a check; further ones are not checked.
const checksMax = 512

// chosen draws whether the host will do a lease again.
func (h *Host) chosen() bool { return h.secret.Float64() < h.options.Verify }

// doAgain queues a lease for a check.
func (h *Host) doAgain(r *run, m *member, s span, claim *tally) {
	if len(h.checks) >= checksMax {
		r.report.Skipped++
		return
	}
	c := &check{run: r, member: m, span: s, claim: claim}
	c.left.put(s)
	h.checks = append(h.checks, c)
	r.unchecked++
}

// uncheck drops the checks of a member whose results no longer count.
func (h *Host) uncheck(m *member) {
	h.checks = slices.DeleteFunc(h.checks, func(c *check) bool {
		if c.member == m {
			c.run.unchecked--
		}
		return c.member == m
	})
}

// compare adds a piece to a check, unless that was dropped meanwhile. After the last
// piece it compares the member's claim with the sum, bit for bit.
func (h *Host) compare(c *check, sums *tally, done uint64) {
	if !slices.Contains(h.checks, c) {
		return
	}
	c.sums.add(sums)
	if c.done += done; c.done < c.span.len() {
		return
	}
	h.checks = slices.DeleteFunc(h.checks, func(o *check) bool { return o == c })
	c.run.unchecked--
	report := &c.run.report
	if c.run.over {
		report = new(Report) // the caller of Run has the other one
	}
	if c.sums == *c.claim {
		report.Verified++
		return
	}
	report.Forged++
	h.ban(c.member, "a result is not what the host gets for the same units")
}

// piece returns how many units the host does at once: some 50 ms of work, so that
// urgent work does not wait long.
func (h *Host) piece(r *run) uint64 {
	return uint64(max(1, min(h.ownRate(r)/20, 1e6)))
}

// ownRate returns the units a second that the host itself does.
func (h *Host) ownRate(r *run) float64 {
	if rate := h.own.rates[r.terms]; rate > 0 {
		return rate / float64(r.problem.cost())
	}
	if r.terms.kind() == sgcp.TaskSearch {
		return 20
	}
	return 1000 / float64(r.problem.cost())
}

// feedSelf gives the host itself work: units that runs wait for, then checks.
func (h *Host) feedSelf(now time.Time) {
	for len(h.own.out) < 2 && !h.closed {
		if !h.feedRun(now) && !h.feedCheck(now) {
			return
		}
	}
}

func (h *Host) feedRun(now time.Time) bool {
	for _, r := range h.runs {
		for _, c := range r.crews {
			if c.stage != stageHost || c.recalled || r.stopping {
				continue
			}
			if s, ok := c.queue.take(h.piece(r)); ok {
				l := h.lease(h.own, r, s, now)
				l.crew = c
				c.away = append(c.away, l)
				r.report.Leases++
				return true
			}
		}
	}
	return false
}

func (h *Host) feedCheck(now time.Time) bool {
	for _, c := range h.checks {
		if s, ok := c.left.take(h.piece(c.run)); ok {
			h.lease(h.own, c.run, s, now).check = c
			return true
		}
	}
	return false
}
