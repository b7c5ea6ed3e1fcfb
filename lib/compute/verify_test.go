package compute

import (
	"testing"
	"time"

	"qikit.dev/qikit/lib/sgcp"
)

// A member that is banned, or leaves, is off the scales of speed once, however many of its leases are found forged later.
func TestBan_takesOffTheScalesOnce(t *testing.T) {
	h := quick(t, nil)
	at := termsOf(sgcp.TaskPlayout, 9)
	h.mu.Lock()
	defer h.unlock()
	honest := &member{Member: Member{ID: "a", Rate: 100}, stage: ready}
	liar := &member{Member: Member{ID: "b", Rate: 100}, stage: ready}
	h.note(honest, at, 500, time.Second)
	want := h.scales[at]
	h.note(liar, at, 500, time.Second)
	for range 3 {
		h.ban(liar, "forged")
		if got := h.scales[at]; got != want {
			t.Fatalf("the scale is %v, want %v, the honest one's alone", got, want)
		}
	}
}

// The first forged lease decides about a member: the others are not done again. Checks of
// who only left go on.
func TestBan_dropsChecks(t *testing.T) {
	h := quick(t, nil)
	h.mu.Lock()
	defer h.unlock()
	task := playouts(t, 9, 100)
	p, err := task.read()
	if err != nil {
		t.Fatal(err)
	}
	r := &run{host: h, problem: p, terms: termsOf(p.kind, 9), count: 100, parts: map[*member]*part{}}
	liar, other := &member{Member: Member{ID: "b"}}, &member{Member: Member{ID: "a"}}
	for _, m := range []*member{liar, liar, other, liar} {
		h.doAgain(r, m, span{0, 10}, new(tally))
	}
	first, second := h.checks[0], h.checks[1]
	h.expel(other, func(*run, *member) {}) // it leaves
	forged := &tally{1: {1}}
	h.compare(first, forged, 10)
	if len(h.checks) != 1 || h.checks[0].member != other || r.unchecked != 1 || r.report.Forged != 1 {
		t.Errorf("after a forged lease %d checks wait, %d by the run's count, %+v; want that of the other one", len(h.checks), r.unchecked, r.report)
	}
	h.compare(second, forged, 10) // the host was at it
	if r.unchecked != 1 || r.report.Forged != 1 {
		t.Errorf("after a check that was dropped: %d by the run's count, %+v", r.unchecked, r.report)
	}
}
