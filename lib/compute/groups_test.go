package compute

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"qikit.dev/qikit/internal/await"
	"qikit.dev/qikit/lib/sgcp"
)

// seat seats members whose rates are 1000, 999, ….
func seat(t testing.TB, h *Host, n int, trusted func(i int) bool) {
	t.Helper()
	for i := range n {
		if _, err := h.Seat(func(sgcp.Message) {}, Member{Rate: float64(1000 - i), Additions: time.Second, Trusted: trusted(i)}); err != nil {
			t.Fatal(err)
		}
	}
}

func TestGroups_numberAndLeaders(t *testing.T) {
	nobody := func(int) bool { return false }
	for _, row := range []struct {
		members int
		trusted func(int) bool
		groups  int
		last    float64 // rate of the last leader
	}{
		{100, nobody, 0, 0},
		{101, nobody, 11, 990},
		{200, nobody, 15, 986},
		{500, nobody, 23, 978},
		// Trusted ones lead although others are quicker.
		{150, func(i int) bool { return i >= 140 }, 13, 998},
		{150, func(i int) bool { return i >= 100 }, 13, 888},
	} {
		h := quick(t, func(o *HostOptions) { o.Members = 1000 })
		seat(t, h, row.members, row.trusted)
		groups := groupsOf(h)
		if len(groups) != row.groups {
			t.Errorf("%d members: %d groups, want %d", row.members, len(groups), row.groups)
			continue
		}
		all := map[string]bool{}
		least, most := 1e9, 0.0
		for i, g := range groups {
			sum := 0.0
			for _, m := range g {
				all[m.ID] = true
				sum += m.Rate
			}
			least, most = min(least, sum), max(most, sum)
			if row.trusted(0) && !g[0].Trusted {
				t.Errorf("group %d is led by %+v", i, g[0])
			}
		}
		if row.groups == 0 {
			continue
		}
		if len(all) != row.members || most > 1.35*least {
			t.Errorf("%d members: %d of them in groups of %.0f to %.0f playouts a second", row.members, len(all), least, most)
		}
		if got := groups[len(groups)-1][0].Rate; got != row.last {
			t.Errorf("%d members: the last leader has a rate of %v, want %v", row.members, got, row.last)
		}
	}
}

// leader is a trusted member that leads its group by itself: a host of its own,
// whose terminals are the group's, and a terminal that answers with its work.
type leader struct {
	host *Host
	term *Terminal
}

// Groups led by members come to the same result; so does a run in whose middle a
// leader is lost.
func TestLead_byMembers(t *testing.T) {
	const trusted, others = 11, 91
	var mu sync.Mutex
	leaders := map[string]*leader{}     // by id at the top
	terminals := map[string]*Terminal{} // the others, by id at the top
	owner := map[string]*Host{}         // who leads them, by id at the top
	below := map[string]string{}        // their ids there
	led := 0
	top := quick(t, func(o *HostOptions) {
		o.Verify = 0.3
		o.Lead = func(_ context.Context, l Member, group []Member) bool {
			mu.Lock()
			defer mu.Unlock()
			boss := leaders[l.ID]
			if boss == nil {
				return false
			}
			led++
			for _, m := range group[1:] {
				if owner[m.ID] != nil {
					continue // led already
				}
				id, err := boss.host.Seat(terminals[m.ID].Handle, m)
				if err != nil {
					t.Error(err)
					return false
				}
				owner[m.ID], below[m.ID] = boss.host, id
			}
			return true
		}
	})
	add := func(work *Host, send func(id string, m sgcp.Message), isTrusted bool) (string, *Terminal) {
		o := DefaultTerminalOptions()
		o.Cores = 1
		if work != nil {
			o.Work = work.Work
		}
		var id string
		named := make(chan struct{})
		term := NewTerminal(o, func(m sgcp.Message) { <-named; send(id, m) })
		t.Cleanup(func() { term.Close() })
		var err error
		if id, err = top.Seat(term.Handle, Member{Rate: 1000, Additions: time.Second, Trusted: isTrusted}); err != nil {
			t.Fatal(err)
		}
		close(named)
		return id, term
	}
	for i := range trusted {
		sub := quick(t, func(o *HostOptions) { o.Seed = uint64(100 + i) })
		id, term := add(sub, func(id string, m sgcp.Message) {
			if r, ok := m.(*sgcp.TaskResult); ok {
				_ = top.Result(id, r)
			}
		}, true)
		leaders[id] = &leader{sub, term}
	}
	for range others {
		id, term := add(nil, func(id string, m sgcp.Message) {
			if r, ok := m.(*sgcp.TaskResult); ok {
				mu.Lock()
				boss, name := owner[id], below[id]
				mu.Unlock()
				// A lease's name tells whose it is.
				if boss == nil || errors.Is(boss.Result(name, r), ErrLease) {
					_ = top.Result(id, r)
				}
			}
		}, false)
		terminals[id] = term
	}
	job := playouts(t, 9, 3000)
	want := do(t, job)
	got, report, err := top.Run(t.Context(), job)
	if err != nil || got != want || report.Groups != trusted || led != trusted {
		t.Errorf("%+v, %v\nwant %+v\n%+v, %d led", got, err, want, report, led)
	}
	out := running(t, top, job)
	for id := range leaders {
		top.Leave(id)
		break
	}
	if got := await.From(t, out); got.err != nil || got.Result != want {
		t.Errorf("with a leader lost: %+v\nwant %+v", got, want)
	}
	done := uint64(0)
	for _, l := range leaders {
		for _, m := range l.host.Members() {
			done += m.Units
		}
	}
	if done == 0 {
		t.Error("the terminals below the leaders did nothing")
	}
}

func ExampleHost_groups() {
	h, err := NewHost(DefaultHostOptions())
	if err != nil {
		fmt.Println(err)
		return
	}
	defer h.Close()
	for range 120 {
		if _, err := h.Seat(func(sgcp.Message) {}, Member{Rate: 2000, Additions: 300 * time.Millisecond}); err != nil {
			fmt.Println(err)
			return
		}
	}
	groups := groupsOf(h)
	fmt.Println(len(groups), "groups, the first of", len(groups[0]))
	// Output: 11 groups, the first of 11
}

// groupsOf are the groups that the host would make of its terminals.
func groupsOf(h *Host) (groups [][]Member) {
	h.mu.Lock()
	defer h.unlock()
	for _, g := range h.divide(h.ranked(usual), usual) {
		groups = append(groups, seenAll(g))
	}
	return groups
}

// Leaders who do not answer keep nobody waiting: all are asked at once, until the caller or
// a part of the run's time has ended, and who did not answer is not asked again for a while.
func TestLead_withoutAnswer(t *testing.T) {
	const leaders = sgcp.SubHostsMin
	var asked atomic.Int64
	w := &world{now: time.Unix(0, 0)}
	ctx, cancel := context.WithCancel(t.Context())
	hung := func(o *HostOptions) {
		o.Members = 1000
		o.Lead = func(within context.Context, _ Member, _ []Member) bool {
			if asked.Add(1) == leaders {
				cancel() // only now: the others have been asked meanwhile
			}
			<-within.Done()
			return false
		}
	}
	h := quick(t, func(o *HostOptions) { hung(o); o.Clock = w })
	seat(t, h, 101, func(int) bool { return true })
	for i, row := range []struct {
		ctx   context.Context
		whole time.Duration
		later time.Duration
		asked int64
	}{
		{ctx, NoLimit, 0, leaders},
		{t.Context(), 4 * time.Millisecond, 0, leaders}, // the first time the caller did not wait
		{t.Context(), NoLimit, 0, 0},
		{t.Context(), NoLimit, leadAgain - 1, 0},
		{t.Context(), 4 * time.Millisecond, 1, leaders},
	} {
		asked.Store(0)
		w.now = w.now.Add(row.later)
		done := make(chan error, 1)
		go func() { done <- h.lead(row.ctx, row.whole) }()
		if err := await.From(t, done); err != nil || asked.Load() != row.asked {
			t.Errorf("%d: %d members were asked, want %d, %v", i, asked.Load(), row.asked, err)
		}
	}
	h = quick(t, hung)
	seat(t, h, 101, func(int) bool { return true })
	if got := await.From(t, running(t, h, playouts(t, 9, 100), Limits{Time: 40 * time.Millisecond})); got.err != nil {
		t.Errorf("a run among such leaders: %v", got.err)
	}
}
