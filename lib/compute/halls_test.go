package compute

import (
	"errors"
	"flag"
	"slices"
	"testing"
	"time"

	"qikit.dev/qikit/lib/sgcp"
)

// ratios are the times that tasks take, beside the best possible, rising.
func ratios(t testing.TB, s simulation, trials int) (list []float64) {
	t.Helper()
	for i := range trials {
		s.Seed = uint64(i + 1)
		r, err := s.run()
		if err != nil {
			t.Fatalf("%+v: %v: %+v", s, err, r)
		}
		list = append(list, r.Took.Seconds()/s.Work.Seconds())
	}
	slices.Sort(list)
	return list
}

// ratio is their median.
func ratio(t testing.TB, s simulation, trials int) float64 {
	t.Helper()
	return ratios(t, s, trials)[trials/2]
}

// trials are fewer where time is short.
func trials(n int) int {
	if testing.Short() {
		return 1
	}
	return n
}

// The bar: 200 terminals of uneven speed, some slow, some lost.
func TestSimulation_chunk(t *testing.T) {
	sizes := []int{4, 20, 200}
	if testing.Short() {
		sizes = sizes[1:2]
	}
	for _, n := range sizes {
		s := usualHall()
		if testing.Short() {
			s.Work = 2 * time.Second
		}
		if s.Terminals = n; n < 200 {
			s.Lost = 0 // one of four is no two in a hundred
		}
		r := ratio(t, s, trials(3))
		t.Logf("%d terminals: time / ideal is %.3f", n, r)
		if r > 1.2 {
			t.Errorf("%d terminals: time / ideal is %.3f, want at most 1.2", n, r)
		}
	}
}

var halls = flag.Bool("halls", false, "print what each plan costs in halls of many sizes")

// What the bench prints: the median, the best and the worst of some halls.
func TestSimulation_halls(t *testing.T) {
	if !*halls {
		t.Skip("it takes a minute: with -halls only")
	}
	const trials = 11
	for _, n := range []int{4, 20, 100, 200} {
		for _, row := range []struct {
			plan       Plan
			unfinished Unfinished
		}{{PlanChunk, UnfinishedHost}, {PlanSeed, UnfinishedHost}, {PlanSeed, UnfinishedRanks}} {
			s := usualHall()
			s.Terminals, s.Plan, s.Unfinished = n, row.plan, row.unfinished
			list := ratios(t, s, trials)
			t.Logf("hall: %d %s-%s %.3f %.2f %.2f", n, row.plan, row.unfinished, list[trials/2], list[0], list[trials-1])
		}
	}
}

// The plan of the seed is what it is: the more terminals, the sooner the first
// reply, and the more is left over.
func TestSimulation_seed(t *testing.T) {
	s := usualHall()
	s.Plan, s.Verify = PlanSeed, 0
	var got []float64
	for _, n := range []int{4, 200} {
		s.Terminals = n
		got = append(got, ratio(t, s, trials(5)))
	}
	s.Unfinished = UnfinishedRanks
	ranks := ratio(t, s, trials(5))
	t.Logf("time / ideal is %.2f for 4 terminals, %.2f for 200, %.2f with ranks 1 to 5", got[0], got[1], ranks)
	if got[0] > 3 || got[1] < 3 || ranks >= got[1] {
		t.Errorf("time / ideal is %.2f for 4 terminals, %.2f for 200, %.2f with ranks 1 to 5", got[0], got[1], ranks)
	}
}

// Terminals that lie about their speed cost little: what they deliver counts.
func TestSimulation_liars(t *testing.T) {
	s := usualHall()
	s.Terminals, s.Liars, s.Lost = 40, 0.2, 0
	if r := ratio(t, s, trials(3)); r > 1.5 {
		t.Errorf("time / ideal is %.3f, want at most 1.5", r)
	}
}

func TestSimulation_isReproducible(t *testing.T) {
	s := usualHall()
	s.Terminals, s.Seed, s.Work = 120, 9, time.Second
	a, err := s.run()
	if err != nil {
		t.Fatal(err)
	}
	b, err := s.run()
	if err != nil || a != b {
		t.Errorf("%+v\nthen %+v, %v", a, b, err)
	}
	if a.Groups != sgcp.SubHostsMin {
		t.Errorf("%d groups of 120, want %d", a.Groups, sgcp.SubHostsMin)
	}
}

// Without terminals, or when all fall silent, the host does what is left.
func TestSimulation_noTerminals(t *testing.T) {
	s := usualHall()
	s.Terminals = 0
	for _, plan := range []Plan{PlanSeed, PlanChunk} {
		s.Plan = plan
		r, err := s.run()
		if err != nil || r.Host != 10_000 || r.Took != s.Work {
			t.Errorf("%s: %+v, %v", plan, r, err)
		}
	}
	s.Terminals, s.Lost, s.Work = 5, 0.999, time.Second
	for _, plan := range []Plan{PlanSeed, PlanChunk} {
		s.Plan = plan
		if r, err := s.run(); err != nil || r.Lost == 0 {
			t.Errorf("all lost, %s: %+v, %v", plan, r, err)
		}
	}
	s.Speed = 0
	if _, err := s.run(); !errors.Is(err, ErrOptions) {
		t.Errorf("no speed: %v, want ErrOptions", err)
	}
}

// Chunks that are pulled are 10 to 50 playouts; only the first one is larger.
func TestChunks_areSmall(t *testing.T) {
	w := &world{now: time.Unix(0, 0)}
	o := DefaultHostOptions()
	o.Clock, o.Verify, o.Seed = w, 0, 1
	h := newHost(o)
	own := &invented{world: w, speed: 2000, reply: func(m *sgcp.TaskResult) { _ = h.Result(h.own.ID, m) }}
	h.own.push = own.handle
	sizes := map[string][]uint64{}
	for range 5 {
		term := &invented{world: w, speed: 1000, trip: 10 * time.Millisecond}
		var id string
		id, err := h.Seat(func(m sgcp.Message) {
			if task, ok := m.(*sgcp.Task); ok {
				sizes[id] = append(sizes[id], task.Count)
			}
			term.handle(m)
		}, Member{Rate: 1000, Additions: 300 * time.Millisecond})
		if err != nil {
			t.Fatal(err)
		}
		h.members[id].trip = term.trip
		term.reply = func(m *sgcp.TaskResult) { _ = h.Result(id, m) }
	}
	r, err := h.begin(t.Context(), playouts(t, 19, 10_000), false)
	if err != nil {
		t.Fatal(err)
	}
	for !r.over {
		if err := w.step(h, r); err != nil {
			t.Fatal(err)
		}
	}
	for id, list := range sizes {
		if list[0] != 10_000/5/4 {
			t.Errorf("%s: the first chunk is %d, want a quarter of its share, 500", id, list[0])
		}
		for i, n := range list[1:] {
			if n > chunkMax || n < chunkMin && i < len(list)-4 {
				t.Errorf("%s: chunk %d of %d is %d, want 10 to 50", id, i+2, len(list), n)
			}
		}
	}
}

func BenchmarkHost_200terminals(b *testing.B) {
	leases := 0
	for b.Loop() {
		s := usualHall()
		s.Seed = 1
		r, err := s.run()
		if err != nil {
			b.Fatal(err)
		}
		leases += r.Leases
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(leases), "us/lease")
}
