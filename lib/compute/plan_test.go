package compute

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"qikit.dev/qikit/lib/sgcp"
)

// theatre is a host on a clock of the test's, with invented terminals, and what was
// pushed to them and when.
type theatre struct {
	t testing.TB
	*world
	h   *Host
	log []string
}

func newTheatre(t testing.TB, change func(*HostOptions)) *theatre {
	t.Helper()
	w := &world{now: time.Unix(0, 0)}
	o := DefaultHostOptions()
	o.Clock, o.Verify, o.Seed = w, 0, 1
	if change != nil {
		change(&o)
	}
	if err := o.check(); err != nil {
		t.Fatal(err)
	}
	s := &theatre{t: t, world: w, h: newHost(o)}
	s.h.own.push = s.heard("host", &invented{world: w, speed: 1000, reply: func(m *sgcp.TaskResult) { _ = s.h.Result("host", m) }})
	return s
}

// heard is a terminal's push that is written down first.
func (s *theatre) heard(id string, t *invented) func(sgcp.Message) {
	return func(m sgcp.Message) {
		at := s.now.Sub(time.Unix(0, 0)).Milliseconds()
		switch m := m.(type) {
		case *sgcp.Task:
			s.log = append(s.log, fmt.Sprintf("%d %s does %d", at, id, m.Count))
		case *sgcp.Recall:
			s.log = append(s.log, fmt.Sprintf("%d %s is recalled", at, id))
		case *sgcp.Cancel:
			s.log = append(s.log, fmt.Sprintf("%d %s is cancelled", at, id))
		}
		t.handle(m)
	}
}

// terminal seats one that claims a speed, measured by additions and playouts, and
// has another.
func (s *theatre) terminal(claim, speed float64) {
	s.t.Helper()
	t := &invented{world: s.world, speed: speed}
	id := ""
	var err error
	id, err = s.h.Seat(func(m sgcp.Message) { s.heard(id, t)(m) }, Member{Rate: claim, Additions: time.Duration(300 / claim * float64(time.Second))})
	if err != nil {
		s.t.Fatal(err)
	}
	t.reply = func(m *sgcp.TaskResult) { _ = s.h.Result(id, m) }
}

// play runs a task to its end.
func (s *theatre) play(units uint64) Report {
	s.t.Helper()
	r, err := s.h.begin(s.t.Context(), playouts(s.t, 19, units), false)
	if err != nil {
		s.t.Fatal(err)
	}
	for !r.over {
		if err := s.step(s.h, r); err != nil {
			s.t.Fatal(err)
		}
	}
	if got := r.result(); got.Done != units || got.Payload != fmt.Sprintf("A1:%d:%d", units, units) {
		s.t.Errorf("the result is %+v", got)
	}
	return r.report
}

func (s *theatre) wants(want ...string) {
	s.t.Helper()
	for i := range max(len(want), len(s.log)) {
		var w, g string
		if i < len(want) {
			w = want[i]
		}
		if i < len(s.log) {
			g = s.log[i]
		}
		if w != g {
			s.t.Fatalf("event %d is %q, want %q\n%q", i+1, g, w, s.log)
		}
	}
}

// Section 2 to the letter: one share each with 1 / time of the additions for its
// weight, a timer from the first reply, a quarter of the expected time; then all
// others return what they have, and the host does what is left.
func TestPlanSeed_toTheLetter(t *testing.T) {
	s := newTheatre(t, func(o *HostOptions) { o.Plan = PlanSeed })
	s.terminal(1000, 1000)
	s.terminal(600, 600)
	s.terminal(400, 100) // it has become slow
	r := s.play(2000)
	s.wants(
		// T = 2000 units / 2000 a second = 1 s
		"0 t1 does 1000", "0 t2 does 600", "0 t3 does 400",
		// t1 and t2 are back at 1 s; a quarter of a second later
		"1250 t3 is recalled",
		// it has done 125 of 400; the host does 275 in pieces of its own
		"1250 host does 50", "1250 host does 50", "1300 host does 50", "1350 host does 50", "1400 host does 50", "1450 host does 25",
	)
	if r.Expected != time.Second || r.Took != 1525*time.Millisecond || r.Host != 275 || r.Recalled != 1 || r.Lost != 0 {
		t.Errorf("%+v", r)
	}
}

// The other way of the text: what is left goes to the terminals ranked 1 to 5.
func TestPlanSeed_ranksDoTheRest(t *testing.T) {
	s := newTheatre(t, func(o *HostOptions) { o.Plan, o.Unfinished = PlanSeed, UnfinishedRanks })
	for range 7 {
		s.terminal(100, 100)
	}
	s.terminal(100, 20)
	r := s.play(800)
	log := s.log[8:]
	// T = 1 s: seven are back at 1 s, the eighth has 25 of 100 at 1.25 s.
	if log[0] != "1250 t8 is recalled" || r.Redispatched != 75 || r.Host != 0 {
		t.Errorf("%q\n%+v", log, r)
	}
	for i, event := range log[1:] {
		if want := fmt.Sprintf("1250 t%d does 15", i+1); i >= 5 || event != want {
			t.Errorf("%q, want %q", event, want)
		}
	}
}

// k is over 1: with one terminal the plan of the seed leaves all to the host; the
// best k alone take part.
func TestPlanSeed_bestTerminals(t *testing.T) {
	s := newTheatre(t, func(o *HostOptions) { o.Plan = PlanSeed })
	s.terminal(1000, 1000)
	if r := s.play(100); r.Members != 0 || r.Host != 100 {
		t.Errorf("one terminal: %+v", r)
	}
	s = newTheatre(t, func(o *HostOptions) { o.Plan, o.Best = PlanSeed, 2 })
	for _, speed := range []float64{100, 300, 200} {
		s.terminal(speed, speed)
	}
	if r := s.play(500); r.Members != 2 || r.Took != time.Second {
		t.Errorf("the best two: %+v", r)
	}
	s.wants("0 t2 does 300", "0 t3 does 200")
}

// Nobody answers at all: after three times the expected time the host does
// everything.
func TestPlanSeed_hardLimit(t *testing.T) {
	s := newTheatre(t, func(o *HostOptions) { o.Plan = PlanSeed })
	s.terminal(500, 0.001)
	s.terminal(500, 0.001)
	s.play(1000) // after which it is known how long such units take
	s.log = nil
	s.terminal(500, 0.001)
	s.terminal(500, 0.001)
	for _, m := range s.h.members {
		m.silent = false
	}
	began := s.now
	s.h.done[termsOf(sgcp.TaskPlayout, 19)] = true
	r := s.play(1000)
	recalled := began.Add(3*r.Expected + leastWindow).Sub(time.Unix(0, 0)).Milliseconds()
	if want := fmt.Sprintf("%d t1 is recalled", recalled); s.log[4] != want || r.Recalled != 4 {
		t.Errorf("%q, want %q\n%+v", s.log[4], want, r)
	}
}

// Who is still busy with another task when a task begins gets its first chunk, a
// quarter of its share, all the same.
func TestPlanChunk_firstChunkOfTheBusy(t *testing.T) {
	s := newTheatre(t, nil)
	for range 4 {
		s.terminal(1000, 1000)
	}
	var runs []*run
	for _, units := range []uint64{1000, 8000} {
		r, err := s.h.begin(t.Context(), playouts(t, 19, units), false)
		if err != nil {
			t.Fatal(err)
		}
		runs = append(runs, r)
	}
	for _, r := range runs {
		for !r.over {
			if err := s.step(s.h, r); err != nil {
				t.Fatal(err)
			}
		}
	}
	first := 0
	for _, event := range s.log {
		if strings.HasSuffix(event, " does 500") {
			first++
		}
	}
	if first != 4 || runs[1].report.Host != 0 {
		t.Errorf("%d first chunks of 500, %d units by the host, want 4 and none\n%q", first, runs[1].report.Host, s.log)
	}
}

// A long way to one terminal, or one that was measured in a busy moment, leaves
// the others their chunks: leases in advance come after those.
func TestPlanChunk_everybodyHasSomethingToDo(t *testing.T) {
	s := newTheatre(t, nil)
	for range 3 {
		s.terminal(1000, 1000)
	}
	s.h.members["t1"].trip = time.Second
	s.play(300)
	for i, want := range []string{"0 t1 does 25", "0 t2 does 25", "0 t3 does 25"} {
		if s.log[i] != want {
			t.Fatalf("event %d is %q, want %q\n%q", i+1, s.log[i], want, s.log)
		}
	}
}

// Under plan chunk a terminal that falls silent is found out while others work,
// and what it had is done by them: the host does nothing.
func TestPlanChunk_silentTerminal(t *testing.T) {
	s := newTheatre(t, nil)
	for range 4 {
		s.terminal(1000, 1000)
	}
	s.terminal(1000, 0.001)
	r := s.play(20_000)
	if r.Host != 0 || r.Lost != 0 || r.Recalled == 0 || r.Took > 6*time.Second {
		t.Errorf("%+v, want 5 s of four terminals' work and no more than a second beside", r)
	}
}
