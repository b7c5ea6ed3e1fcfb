package compute

import (
	"time"

	"qikit.dev/qikit/internal/pool"
	"qikit.dev/qikit/lib/sgcp"
)

// additionsPerSecond is more than any core can do with an operand that it loads
// each time. A terminal that claims more has not done the additions.
const additionsPerSecond = 2.5e10

func (h *Host) ask(m *member, kind sgcp.BenchKind, count uint64) {
	m.bench = &sgcp.Bench{ID: h.name(), Kind: kind, Count: count, Seed: h.benchSeed}
	m.asked = h.options.Clock.Now()
	if kind == sgcp.BenchAdd {
		m.bench.Seed = h.public.Uint64()
	}
	h.tell(m, m.bench)
}

// Benchmarked takes 402. ErrNotTerminal (540). ErrUnsupported (543): this benchmark
// was not asked for. ErrRejected (542): the sum is wrong or the time impossible, and
// the terminal gets no work.
func (h *Host) Benchmarked(id string, b *sgcp.Benchmark) error {
	h.mu.Lock()
	defer h.unlock()
	m := h.members[id]
	switch {
	case m == nil:
		return refuse(ErrNotTerminal, "%q", id)
	case m.stage == refused:
		return refuse(ErrRejected, "terminal %s was refused", id)
	case m.bench == nil || m.bench.ID != b.ID:
		return refuse(ErrUnsupported, "benchmark %q was not asked for", b.ID)
	}
	now := h.options.Clock.Now()
	took := time.Duration(min(b.Milliseconds, uint64(time.Hour/time.Millisecond))) * time.Millisecond
	seconds := max(took.Seconds(), leastTime)
	asked := m.bench
	m.bench = nil
	if asked.Kind == sgcp.BenchAdd {
		if b.Checksum != sgcp.Hash(asked.Seed+asked.Count) || float64(asked.Count)/seconds > additionsPerSecond {
			return h.unfit(m, "%d additions in %v, sum %016x", asked.Count, took, uint64(b.Checksum))
		}
		m.Additions, m.adds = took, float64(asked.Count)/seconds
		m.trip = min(max(0, now.Sub(m.asked)-took), tripMost)
		m.waits = true
		h.proveBench()
		h.askPlayouts()
		return nil
	}
	if b.Checksum != h.sum {
		return h.unfit(m, "%d playouts in %v, sum %016x", asked.Count, took, uint64(b.Checksum))
	}
	m.Rate = float64(asked.Count) / seconds
	h.welcome(m)
	return nil
}

// unfit refuses a terminal whose measurement is wrong. Its origin is not banned,
// since it may only run another version.
func (h *Host) unfit(m *member, format string, args ...any) error {
	err := refuse(ErrRejected, format, args...)
	h.options.Log.Warn("a terminal is refused", "terminal", m.ID, "why", err)
	m.stage = refused
	return err
}

// proveBench starts, once, to compute the sum that every terminal has to find.
func (h *Host) proveBench() {
	if h.proof != nil || h.closed {
		return
	}
	h.proof = pool.Go(func() error {
		sum, err := effort{h.options.Cores, 1}.checksum(h.life, &sgcp.Bench{ID: "own", Kind: sgcp.BenchPlayout, Count: h.options.Playouts, Seed: h.benchSeed})
		if err != nil {
			return nil // closed
		}
		h.mu.Lock()
		defer h.unlock()
		h.sum, h.known = sum, true
		h.askPlayouts()
		return nil
	})
}

// askPlayouts sends the second benchmark to those who wait, once the sum is known.
func (h *Host) askPlayouts() {
	if !h.known {
		return
	}
	for _, m := range h.members {
		if m.waits {
			m.waits = false
			h.ask(m, sgcp.BenchPlayout, h.options.Playouts)
		}
	}
}
