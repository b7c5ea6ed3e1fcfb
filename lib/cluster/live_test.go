package cluster

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"qikit.dev/qikit/internal/await"
	"qikit.dev/qikit/internal/pool"
	"qikit.dev/qikit/lib/compute"
	"qikit.dev/qikit/lib/sgcp"
	"qikit.dev/qikit/lib/weiqi"
)

// playouts is a task on an empty board of 9x9.
func playouts(t testing.TB, count uint64) compute.Task {
	t.Helper()
	b, err := weiqi.New("", weiqi.Options{Size: 9, Komi: 7.5, Scoring: weiqi.ScoreArea}, false)
	if err != nil {
		t.Fatal(err)
	}
	task, err := compute.NewPlayouts(compute.BoardOf(b), compute.DrawEvenly, nil, 7, count)
	if err != nil {
		t.Fatal(err)
	}
	return task
}

// hostOf serves a host whose benchmarks take no time on a cluster.
func hostOf(t *testing.T, c *Cluster) (*compute.Host, *Terminals) {
	t.Helper()
	terminals := c.Terminals()
	o := compute.DefaultHostOptions()
	o.Additions, o.Playouts, o.Seed, o.Cores, o.Lead = 1000, 4, 1, 1, terminals.Lead
	h, err := compute.NewHost(o)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	task := pool.Go(func() error { return terminals.Serve(ctx, h) })
	t.Cleanup(func() {
		cancel()
		if err := task.Wait(); !errors.Is(err, context.Canceled) && !errors.Is(err, errClosed) {
			t.Errorf("Serve ended with %v", err)
		}
		if err := h.Close(); err != nil {
			t.Error(err)
		}
	})
	return h, terminals
}

// computes is a terminal that works until the test ends or it is stopped.
func computes(t *testing.T, c *Cluster) (stop func()) {
	t.Helper()
	o := compute.DefaultTerminalOptions()
	o.Cores = 1
	ctx, cancel := context.WithCancel(context.Background())
	task := pool.Go(func() error { return c.Compute(ctx, o, nil) })
	stop = func() {
		cancel()
		if err := task.Wait(); !errors.Is(err, context.Canceled) && !errors.Is(err, errClosed) {
			t.Errorf("Compute ended with %v", err)
		}
	}
	t.Cleanup(stop)
	return stop
}

// until waits for something that other goroutines bring about.
func until(t *testing.T, what string, is func() bool) {
	t.Helper()
	for late := await.Over(t); !is(); {
		select {
		case <-late:
			t.Fatalf("%s: not until the tests' time was up", what)
		case <-time.After(time.Millisecond):
		}
	}
}

func ready(h *compute.Host) (n int) {
	for _, m := range h.Members() {
		if m.State == "ready" {
			n++
		}
	}
	return n
}

// sameAsAlone runs a task and holds its result against that of one machine.
func sameAsAlone(t *testing.T, h *compute.Host, count uint64) compute.Report {
	t.Helper()
	task := playouts(t, count)
	want, err := compute.Do(t.Context(), task, nil)
	if err != nil {
		t.Fatal(err)
	}
	got, report, err := h.Run(t.Context(), task)
	if err != nil {
		t.Fatal(err)
	}
	if got != want {
		t.Errorf("the terminals' result %.80s… of %d, alone %.80s… of %d", got.Payload, got.Done, want.Payload, want.Done)
	}
	return report
}

func TestServe_terminalsDoTheWork(t *testing.T) {
	t.Parallel()
	c := start(t, DefaultOptions())
	h, _ := hostOf(t, c)
	for range 3 {
		computes(t, start(t, connected(c)))
	}
	until(t, "three terminals", func() bool { return ready(h) == 3 })
	r := sameAsAlone(t, h, 800)
	if r.Members != 3 || r.Leases < 3 {
		t.Errorf("report %+v, want 3 members at work", r)
	}
	// What a late one was to do others have done: it takes part in the next task.
	until(t, "all have done something", func() bool {
		for _, m := range h.Members() {
			if m.Leases == 0 {
				sameAsAlone(t, h, 800)
				return false
			}
		}
		return true
	})
	for _, m := range h.Members() {
		if !m.Trusted || m.Origin != "" {
			t.Errorf("member %+v, want a trusted one of no origin: with one key for all, one liar would ban everybody", m)
		}
	}
}

// A terminal that leaves, one whose connection ends and one that the server does
// not find any more are gone before their leases are due.
func TestServe_terminalsGo(t *testing.T) {
	t.Parallel()
	c := start(t, DefaultOptions())
	h, _ := hostOf(t, c)
	leaves := computes(t, c)
	lost := start(t, connected(c))
	computes(t, lost)
	computes(t, c)
	until(t, "three terminals", func() bool { return ready(h) == 3 })
	leaves()
	until(t, "one has left", func() bool { return h.Count() == 2 })
	lost.Close()
	// The push finds nobody: no time-out is waited for.
	until(t, "one is lost", func() bool { sameAsAlone(t, h, 100); return h.Count() == 1 })
}

// A terminal whose connection was away for a moment is gone for the host, and has
// no result to send by which it could find out.
func TestServe_takesBackWhomItTookForGone(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: a terminal notices after some six seconds")
	}
	t.Parallel()
	c := start(t, DefaultOptions())
	h, terminals := hostOf(t, c)
	far := start(t, connected(c))
	far.patience = 3
	computes(t, far)
	until(t, "the terminal", func() bool { return ready(h) == 1 })
	for _, name := range terminals.joined() {
		terminals.leave(h, name)
	}
	if n := h.Count(); n != 0 {
		t.Fatalf("%d terminals, want none", n)
	}
	until(t, "the terminal again", func() bool { return ready(h) == 1 })
}

// A host that has more terminals to take in than it can is asked less and less often.
func TestCompute_registersAgainWithPatience(t *testing.T) {
	t.Parallel()
	c := start(t, DefaultOptions())
	c.patience = 3
	w := &terminal{cluster: c, ctx: t.Context(), name: "somebody.1", host: c.process, wait: c.patience}
	w.own = compute.NewTerminal(compute.DefaultTerminalOptions(), w.send)
	defer w.close()
	said, err := c.conn.SubscribeSync(toHost + w.name)
	if err != nil {
		t.Fatal(err)
	}
	registered := func(beats int) (at []int) {
		for beat := range beats {
			before, _, _ := said.Pending()
			w.greeted(c.process)
			w.hostless()
			if err := c.conn.Flush(); err != nil {
				t.Fatal(err)
			}
			if n, _, _ := said.Pending(); n > before {
				at = append(at, beat+1)
			}
		}
		return at
	}
	if at := registered(48); !slices.Equal(at, []int{4, 11, 24}) {
		t.Errorf("registers at the beats %d, want 4, 11 and 24", at)
	}
	if err := w.push(&nats.Msg{}); err != nil {
		t.Fatal(err)
	}
	if at := registered(4); !slices.Equal(at, []int{4}) {
		t.Errorf("registers at the beats %d after a push, want 4", at)
	}
}

func TestServe_hostStartsAnew(t *testing.T) {
	t.Parallel()
	c := start(t, DefaultOptions())
	far := start(t, connected(c))
	o := compute.DefaultHostOptions()
	o.Additions, o.Playouts, o.Cores = 1000, 4, 1
	for range 2 {
		h, err := compute.NewHost(o)
		if err != nil {
			t.Fatal(err)
		}
		at := start(t, hosting(c))
		ctx, cancel := context.WithCancel(t.Context())
		task := pool.Go(func() error { return at.Terminals().Serve(ctx, h) })
		if h.Count() == 0 && far != nil {
			computes(t, far)
			far = nil
		}
		until(t, "the terminal", func() bool { return ready(h) == 1 })
		sameAsAlone(t, h, 200)
		cancel()
		task.Wait()
		at.Close()
		h.Close()
	}
}

// A terminal that asks for a host registers as soon as it is answered: the host
// has to listen by then.
func TestServe_listensBeforeItAnswers(t *testing.T) {
	t.Parallel()
	c := start(t, DefaultOptions())
	hostOf(t, c)
	order := map[string]int{} // of the subscriptions
	until(t, "the host answers", func() bool {
		all, err := c.server.Connz(&server.ConnzOptions{Subscriptions: true, SubscriptionsDetail: true})
		if err != nil {
			t.Fatal(err)
		}
		for _, conn := range all.Conns {
			for _, s := range conn.SubsDetail {
				if order[s.Subject], err = strconv.Atoi(s.Sid); err != nil {
					t.Fatal(err)
				}
			}
		}
		return order[hostClaim] > 0
	})
	for _, subject := range []string{toHost + ">", absent + ">"} {
		if n := order[subject]; n == 0 || n > order[hostClaim] {
			t.Errorf("%s is subscription %d, want it before %d of %s", subject, n, order[hostClaim], hostClaim)
		}
	}
}

func TestServe_oneHost(t *testing.T) {
	t.Parallel()
	c := start(t, DefaultOptions())
	h, _ := hostOf(t, c)
	computes(t, c)
	until(t, "the terminal", func() bool { return ready(h) == 1 })
	if err := start(t, hosting(c)).Terminals().Serve(t.Context(), h); !errors.Is(err, ErrTaken) {
		t.Errorf("a second host: %v, want ErrTaken", err)
	}
}

// refuser takes nobody in.
type refuser struct{ Host }

func (refuser) Join(func(sgcp.Message), bool, *sgcp.Register, string) (string, error) {
	return "", &sgcp.Fault{Code: sgcp.FaultFull, Text: "enough"}
}

func TestCompute_refused(t *testing.T) {
	t.Parallel()
	c := start(t, DefaultOptions())
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	task := pool.Go(func() error { return c.Terminals().Serve(ctx, refuser{}) })
	err := c.Compute(await.Context(t), compute.DefaultTerminalOptions(), nil)
	if !errors.Is(err, compute.ErrRefused) || sgcp.FaultOf(err) != sgcp.FaultFull {
		t.Errorf("%v, want ErrRefused with 507", err)
	}
	if err := c.Compute(ctx, compute.TerminalOptions{}, nil); !errors.Is(err, compute.ErrOptions) {
		t.Errorf("no options: %v", err)
	}
	cancel()
	if err := task.Wait(); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// More than a hundred terminals are led by the best of them, over the cluster.
func TestLead_aboveAHundred(t *testing.T) {
	t.Parallel()
	const all = sgcp.SubHostTerminals + 1
	c := start(t, DefaultOptions())
	h, terminals := hostOf(t, c)
	far := []*Cluster{start(t, connected(c)), start(t, connected(c))}
	for i := range all {
		computes(t, far[i%2])
	}
	until(t, "all terminals", func() bool { return ready(h) == all })
	r := sameAsAlone(t, h, 4000)
	if r.Groups != sgcp.SubHostsMin {
		t.Errorf("report %+v, want %d groups", r, sgcp.SubHostsMin)
	}
	led := func() int {
		terminals.mu.Lock()
		defer terminals.mu.Unlock()
		return len(terminals.led)
	}
	if led() != sgcp.SubHostsMin {
		t.Errorf("%d terminals lead, want %d", led(), sgcp.SubHostsMin)
	}
	leaders := 0
	for _, m := range h.Members() {
		if m.Leases > 0 {
			leaders++
		}
	}
	if leaders == 0 || leaders > sgcp.SubHostsMin {
		t.Errorf("%d terminals had leases of the host, expected the leaders alone", leaders)
	}
	// A leader that is gone takes its group's leases with it, and no more.
	far[0].Close()
	until(t, "half of them", func() bool { sameAsAlone(t, h, 200); return h.Count() == all/2 })
	if led() != 0 {
		t.Errorf("%d terminals still lead, but so few need no sub-hosts", led())
	}
	r = sameAsAlone(t, h, 400)
	if r.Groups != 1 {
		t.Errorf("report %+v, want one group", r)
	}
}

// So many leave before a terminal says that it leads that no leader is needed any more: it leads nobody, and is told so.
func TestLead_whileOthersLeave(t *testing.T) {
	t.Parallel()
	const all = sgcp.SubHostTerminals + 1
	c := start(t, DefaultOptions())
	terminals := c.Terminals()
	name := func(i int) string { return "user." + strconv.Itoa(i) }
	var group []compute.Member
	for i := range all {
		id := strconv.Itoa(i)
		terminals.seats[name(i)], terminals.names[id] = &seat{id: id}, name(i)
		group = append(group, compute.Member{ID: id})
	}
	var orders []string
	asked, err := c.conn.Subscribe(toMember+name(0), func(m *nats.Msg) {
		orders = append(orders, string(m.Data))
		if len(orders) == 1 {
			terminals.mu.Lock()
			delete(terminals.seats, name(1))
			terminals.mu.Unlock()
			if err := m.Respond(nil); err != nil {
				t.Error(err)
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if terminals.Lead(t.Context(), group[0], group) || len(terminals.led) != 0 {
		t.Errorf("%d leaders among %d", len(terminals.led), len(terminals.seats))
	}
	if err := asked.Drain(); err != nil {
		t.Fatal(err)
	}
	until(t, "all orders", func() bool { return !asked.IsValid() })
	if len(orders) != 2 || orders[1] != "{}" {
		t.Errorf("it was told %.40q, want a group and then {}", orders)
	}
}
