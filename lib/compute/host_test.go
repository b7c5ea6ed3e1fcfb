package compute

import (
	"context"
	"errors"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"

	"qikit.dev/qikit/internal/await"
	"qikit.dev/qikit/lib/sgcp"
)

func fault(t testing.TB, what string, err, want error, number sgcp.Number) {
	t.Helper()
	if !errors.Is(err, want) || sgcp.FaultOf(err) != number {
		t.Errorf("%s: %v (%v), want %v (%v)", what, err, sgcp.FaultOf(err), want, number)
	}
}

func TestBenchmarked_refuses(t *testing.T) {
	h := quick(t, nil)
	p := newPeer(t, h, "here")
	fault(t, "a stranger", h.Benchmarked("t99", &sgcp.Benchmark{}), ErrNotTerminal, sgcp.FaultNotTerminal)
	b := next[*sgcp.Bench](p)
	if b.Kind != sgcp.BenchAdd || b.Count != 1000 {
		t.Fatalf("the first benchmark is %+v", b)
	}
	fault(t, "another benchmark", h.Benchmarked(p.id, &sgcp.Benchmark{ID: "x"}), ErrUnsupported, sgcp.FaultTask)
	fault(t, "a wrong sum", h.Benchmarked(p.id, &sgcp.Benchmark{ID: b.ID, Milliseconds: 3, Checksum: 1}), ErrRejected, sgcp.FaultRejected)
	fault(t, "the right one after that", h.Benchmarked(p.id, &sgcp.Benchmark{ID: b.ID, Milliseconds: 3, Checksum: sgcp.Hash(b.Seed + b.Count)}), ErrRejected, sgcp.FaultRejected)
	settled(t, h, 1, "refused")

	p = newPeer(t, h, "here")
	b = next[*sgcp.Bench](p)
	if err := h.Benchmarked(p.id, &sgcp.Benchmark{ID: b.ID, Milliseconds: 3, Checksum: sgcp.Hash(b.Seed + b.Count)}); err != nil {
		t.Fatal(err)
	}
	fault(t, "the same twice", h.Benchmarked(p.id, &sgcp.Benchmark{ID: b.ID, Milliseconds: 3, Checksum: sgcp.Hash(b.Seed + b.Count)}), ErrUnsupported, sgcp.FaultTask)
	b = next[*sgcp.Bench](p)
	fault(t, "a wrong sum of playouts", h.Benchmarked(p.id, &sgcp.Benchmark{ID: b.ID, Milliseconds: 3, Checksum: 7}), ErrRejected, sgcp.FaultRejected)
	settled(t, h, 2, "refused")
	// A wrong benchmark may be an old version's: its origin is not banned.
	readyPeer(t, h, "here")
}

// No core adds so quickly: the loop has been removed.
func TestBenchmarked_impossibleTime(t *testing.T) {
	h := quick(t, func(o *HostOptions) { o.Additions = sgcp.BenchAdditions })
	p := newPeer(t, h, "")
	b := next[*sgcp.Bench](p)
	fault(t, "500 million additions in 4 ms", h.Benchmarked(p.id, &sgcp.Benchmark{ID: b.ID, Milliseconds: 4, Checksum: sgcp.Hash(b.Seed + b.Count)}), ErrRejected, sgcp.FaultRejected)
}

func TestResult_refuses(t *testing.T) {
	h := quick(t, func(o *HostOptions) { o.Verify = 0 })
	p, q := readyPeer(t, h, ""), readyPeer(t, h, "")
	job := playouts(t, 9, 100)
	out := running(t, h, job)
	first := next[*sgcp.Task](p)
	right := p.work(first)
	fault(t, "a stranger", h.Result("t99", right), ErrNotTerminal, sgcp.FaultNotTerminal)
	fault(t, "somebody else's lease", h.Result(q.id, right), ErrLease, sgcp.FaultLease)
	fault(t, "no lease", h.Result(p.id, &sgcp.TaskResult{Lease: "x", Done: 1}), ErrLease, sgcp.FaultLease)
	fault(t, "progress of somebody else's", h.Progress(q.id, &sgcp.Progress{Lease: first.Lease, Done: 1}), ErrLease, sgcp.FaultLease)
	fault(t, "too much progress", h.Progress(p.id, &sgcp.Progress{Lease: first.Lease, Done: first.Count + 1}), ErrLease, sgcp.FaultLease)
	fault(t, "a stranger's progress", h.Progress("t99", &sgcp.Progress{Lease: first.Lease}), ErrNotTerminal, sgcp.FaultNotTerminal)
	if err := h.Progress(p.id, &sgcp.Progress{Lease: first.Lease, Done: 1}); err != nil {
		t.Errorf("progress: %v", err)
	}
	if err := h.Result(p.id, right); err != nil {
		t.Fatal(err)
	}
	fault(t, "the same twice", h.Result(p.id, right), ErrLease, sgcp.FaultLease)
	h.Leave(p.id)
	h.Leave(p.id)
	h.Leave(q.id)
	got := await.From(t, out)
	if want := do(t, job); got.err != nil || got.Result != want {
		t.Errorf("%+v\nwant %+v", got, want)
	}
	fault(t, "after it left", h.Result(p.id, right), ErrNotTerminal, sgcp.FaultNotTerminal)
}

// A result that cannot be right bans the terminal and where it comes from; what
// it had done is done again.
func TestResult_forgedPlainly(t *testing.T) {
	for name, forge := range map[string]func(*sgcp.TaskResult){
		"more than was asked for": func(m *sgcp.TaskResult) { m.Done++ },
		"nonsense":                func(m *sgcp.TaskResult) { m.Payload = "E5" },
		"too few games":           func(m *sgcp.TaskResult) { m.Payload = "E5:1:1" },
		"won twice":               func(m *sgcp.TaskResult) { m.Payload = "E5:1000:3000" },
	} {
		h := quick(t, func(o *HostOptions) { o.Verify = 0 })
		p := readyPeer(t, h, "10.0.0.1/32")
		job := playouts(t, 9, 100)
		out := running(t, h, job)
		m := p.work(next[*sgcp.Task](p))
		forge(m)
		fault(t, name, h.Result(p.id, m), ErrRejected, sgcp.FaultRejected)
		got := await.From(t, out)
		if want := do(t, job); got.err != nil || got.Result != want {
			t.Errorf("%s: %+v\nwant %+v", name, got, want)
		}
		fault(t, name+", again", h.Result(p.id, m), ErrRejected, sgcp.FaultRejected)
		_, err := h.Join(p.push, false, &sgcp.Register{Version: "x"}, "10.0.0.1/32")
		fault(t, name+", once more from there", err, ErrRejected, sgcp.FaultRejected)
		if _, err := h.Join(p.push, false, &sgcp.Register{Version: "x"}, "10.0.0.2/32"); err != nil {
			t.Errorf("%s, from elsewhere: %v", name, err)
		}
	}
}

// A result that could be right is found out by doing the lease again.
func TestVerify_findsForgeries(t *testing.T) {
	h := quick(t, func(o *HostOptions) { o.Verify = 1 })
	attach(t, h, "good", nil)
	_, bad := attach(t, h, "bad", func(m sgcp.Message) sgcp.Message {
		if r, ok := m.(*sgcp.TaskResult); ok && r.Done > 0 {
			// One win moves to another move.
			rows, err := Result{Payload: r.Payload}.Rows(9)
			if err != nil {
				t.Error(err)
				return m
			}
			sums := new(tally)
			for _, row := range rows {
				sums[row.At] = [3]uint64{row.A, row.B}
			}
			for _, row := range rows {
				if row.B < 2*row.A {
					sums[row.At][1]++
					break
				}
			}
			r.Payload = sums.text()
		}
		return m
	})
	settled(t, h, 2, "ready")
	job := playouts(t, 9, 300)
	want := do(t, job)
	for over := await.Over(t); state(h, bad) != "refused"; {
		select {
		case <-over:
			t.Fatalf("the forger is not found out: %+v", h.Members())
		default:
		}
		got, report, err := h.Run(t.Context(), job)
		if err != nil {
			t.Fatal(err)
		}
		if report.Later == 0 && got != want {
			t.Errorf("a run whose leases were all verified: %+v\nwant %+v, %+v", got, want, report)
		}
	}
	if _, err := h.Join(func(sgcp.Message) {}, false, &sgcp.Register{Version: "x"}, "bad"); !errors.Is(err, ErrRejected) {
		t.Errorf("from the same origin: %v, want ErrRejected", err)
	}
	if got, report, err := h.Run(t.Context(), job); err != nil || got != want {
		t.Errorf("without the forger: %+v, %v\nwant %+v, %+v", got, err, want, report)
	}
}

// About as many leases are done again as the option says.
func TestVerify_share(t *testing.T) {
	h := quick(t, nil)
	n := 0
	for range 10_000 {
		if h.chosen() {
			n++
		}
	}
	if n < 400 || n > 600 {
		t.Errorf("%d of 10000, want about 500", n)
	}
}

// A terminal that cannot do a kind of task gets no more of it, but of others.
func TestResult_unsupported(t *testing.T) {
	h := quick(t, nil)
	p := readyPeer(t, h, "")
	job := playouts(t, 9, 60)
	out := running(t, h, job)
	lease := next[*sgcp.Task](p)
	fault(t, "nothing done", h.Result(p.id, &sgcp.TaskResult{Lease: lease.Lease}), ErrUnsupported, sgcp.FaultTask)
	if got := await.From(t, out); got.err != nil || got.Result != do(t, job) || got.Report.Host != 60 {
		t.Errorf("%+v", got)
	}
	area := tasks(t, 30)["analyse"]
	out = running(t, h, area)
	for {
		lease := next[*sgcp.Task](p)
		if lease.Kind == sgcp.TaskAnalyse {
			if err := h.Result(p.id, p.work(lease)); err != nil {
				t.Error(err)
			}
			break
		}
	}
	h.Leave(p.id)
	if got := await.From(t, out); got.err != nil || got.Result != do(t, area) {
		t.Errorf("%+v", got)
	}
}

func TestRun_everyKindOnTerminals(t *testing.T) {
	for _, plan := range []Plan{PlanSeed, PlanChunk} {
		h := quick(t, func(o *HostOptions) { o.Plan = plan })
		for range 3 {
			attach(t, h, "", nil)
		}
		for name, job := range tasks(t, 40) {
			want := do(t, job)
			settled(t, h, 3, "ready") // one that was late is silent until it answers
			got, report, err := h.Run(context.Background(), job)
			if err != nil || got != want || report.Plan != plan || report.Members != 3 {
				t.Errorf("%s, %s: %+v, %v\nwant %+v, %+v", plan, name, got, err, want, report)
			}
		}
	}
}

func TestRun_manyAtOnce(t *testing.T) {
	h := quick(t, nil)
	for range 2 {
		attach(t, h, "", nil)
	}
	settled(t, h, 2, "ready")
	var outs []<-chan outcome
	for i := range 4 {
		outs = append(outs, running(t, h, playouts(t, 9, uint64(100+i))))
	}
	for i, out := range outs {
		if got := await.From(t, out); got.err != nil || got.Result != do(t, playouts(t, 9, uint64(100+i))) {
			t.Errorf("task %d: %+v", i, got)
		}
	}
}

// With a limit, or when its context ends, what there is comes back.
func TestRun_partial(t *testing.T) {
	h := quick(t, nil)
	attach(t, h, "", nil)
	settled(t, h, 1, "ready")
	endless := playouts(t, 19, 10_000_000)
	var got Result
	var err error
	for limit := 20 * time.Millisecond; got.Done == 0 && err == nil; limit *= 2 { // a busy machine may need more
		got, _, err = h.Run(t.Context(), endless, Limits{Time: limit})
	}
	rows, failed := got.Rows(19)
	visits := uint64(0)
	for _, row := range rows {
		visits += row.A
	}
	if err != nil || failed != nil || got.Done == 0 || got.Done >= endless.Count || visits != got.Done {
		t.Errorf("%d units, %d visits, %v, %v", got.Done, visits, err, failed)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	enough := errors.New("enough")
	out := make(chan error, 1)
	go func() {
		_, _, err := h.Run(ctx, endless)
		out <- err
	}()
	cancel(enough)
	if err := await.From(t, out); !errors.Is(err, enough) {
		t.Errorf("cancelled: %v, want the cause", err)
	}
	if _, _, err := h.Run(t.Context(), endless, Limits{Time: -1}); !errors.Is(err, ErrOptions) {
		t.Errorf("a negative time: %v, want ErrOptions", err)
	}
	// Nothing stays with the terminals.
	if got, _, err := h.Run(t.Context(), playouts(t, 9, 200)); err != nil || got != do(t, playouts(t, 9, 200)) {
		t.Errorf("the next task: %+v, %v", got, err)
	}
}

// Work is what a sub-host answers leases with: the beginning of the lease, bit
// for bit.
func TestWork_isAFirstPart(t *testing.T) {
	h := quick(t, nil)
	for range 2 {
		attach(t, h, "", nil)
	}
	settled(t, h, 2, "ready")
	task := playouts(t, 9, 2_000_000_000) // more than there is time for
	ctx, stop := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer stop()
	got, err := h.Work(ctx, piece(t, task, 17, 1_500_000_000), nil)
	if err != nil || got.Done >= 1_500_000_000 {
		t.Fatalf("%d units, %v", got.Done, err)
	}
	if got.Done > 0 && got != do(t, piece(t, task, 17, got.Done)) {
		t.Errorf("%+v\nwant %+v", got, do(t, piece(t, task, 17, got.Done)))
	}
	if got, err := h.Work(t.Context(), piece(t, task, 17, 300), nil); err != nil || got != do(t, piece(t, task, 17, 300)) {
		t.Errorf("to its end: %+v, %v", got, err)
	}
	if _, err := h.Work(t.Context(), Task{}, nil); !errors.Is(err, ErrUnsupported) {
		t.Errorf("no task: %v", err)
	}
}

// A terminal that becomes ready while a task is under way takes part.
func TestRun_latecomer(t *testing.T) {
	h := quick(t, func(o *HostOptions) { o.Verify = 0 })
	p := readyPeer(t, h, "")
	job := playouts(t, 9, 400)
	out := running(t, h, job)
	next[*sgcp.Task](p) // and it does nothing
	_, late := attach(t, h, "", nil)
	until(t, h, late, "ready")
	h.Leave(p.id)
	if got := await.From(t, out); got.err != nil || got.Result != do(t, job) || got.Report.Host == job.Count {
		t.Errorf("%+v", got)
	}
}

func TestHost_fullAndClosed(t *testing.T) {
	before := runtime.NumGoroutine()
	o := DefaultHostOptions()
	o.Members, o.Additions, o.Playouts, o.Cores = 1, 1000, 4, 1
	h, err := NewHost(o)
	if err != nil {
		t.Fatal(err)
	}
	p := newPeer(t, h, "")
	_, err = h.Join(p.push, false, &sgcp.Register{}, "")
	fault(t, "no room", err, ErrOptions, sgcp.FaultFull)
	if h.Count() != 1 {
		t.Errorf("%d terminals", h.Count())
	}
	p.measured()
	out := running(t, h, playouts(t, 19, 1_000_000))
	lease := next[*sgcp.Task](p)
	if err := h.Close(); err != nil {
		t.Error(err)
	}
	if got := await.From(t, out); !errors.Is(got.err, ErrClosed) {
		t.Errorf("a run under way: %v, want ErrClosed", got.err)
	}
	for { // every lease that was pushed is cancelled
		if c := next[*sgcp.Cancel](p); c.Lease == lease.Lease {
			break
		}
	}
	_, err = h.Join(p.push, false, &sgcp.Register{}, "")
	fault(t, "join", err, ErrClosed, sgcp.FaultShutdown)
	if _, _, err := h.Run(t.Context(), playouts(t, 9, 1)); !errors.Is(err, ErrClosed) {
		t.Errorf("run: %v, want ErrClosed", err)
	}
	if err := h.Close(); err != nil {
		t.Errorf("closing twice: %v", err)
	}
	await.Goroutines(t, before)
}

func TestHostOptions_check(t *testing.T) {
	for name, change := range map[string]func(*HostOptions){
		"plan": func(o *HostOptions) { o.Plan = "x" }, "unfinished": func(o *HostOptions) { o.Unfinished = "" }, "best": func(o *HostOptions) { o.Best = 1 },
		"members": func(o *HostOptions) { o.Members = 0 }, "additions": func(o *HostOptions) { o.Additions = 0 }, "playouts": func(o *HostOptions) { o.Playouts = 1e9 },
		"verify": func(o *HostOptions) { o.Verify = 1.1 }, "cores": func(o *HostOptions) { o.Cores = 0 }, "clock": func(o *HostOptions) { o.Clock = nil }, "log": func(o *HostOptions) { o.Log = nil },
	} {
		o := DefaultHostOptions()
		change(&o)
		if h, err := NewHost(o); h != nil || !errors.Is(err, ErrOptions) || !strings.Contains(err.Error(), ": "+name+" is ") && !strings.Contains(err.Error(), ": "+name+": ") {
			t.Errorf("%s: %v, want ErrOptions that names it", name, err)
		}
	}
}

func TestCut_byLargestRemainder(t *testing.T) {
	for _, row := range []struct {
		n       uint64
		weights []float64
		want    []uint64
	}{
		{10, []float64{1, 1}, []uint64{5, 5}},
		{10, []float64{1, 1, 1}, []uint64{4, 3, 3}},
		{100, []float64{2.5, 2.5, 95}, []uint64{3, 2, 95}},
		{7, []float64{0.6, 0.25, 0.15}, []uint64{4, 2, 1}},
		{3, []float64{0, 0}, []uint64{3, 0}},
		{0, []float64{1, 2}, []uint64{0, 0}},
		{5, nil, []uint64{}},
	} {
		if got := cut(row.n, row.weights); !reflect.DeepEqual(got, row.want) {
			t.Errorf("cut(%d, %v) = %v, want %v", row.n, row.weights, got, row.want)
		}
	}
}

// A terminal may claim any number of cores; as many as a host may have count.
func TestJoin_claimsManyCores(t *testing.T) {
	h := quick(t, nil)
	if _, err := h.Join(func(sgcp.Message) {}, false, &sgcp.Register{Cores: 2147483647, Version: Version}, ""); err != nil {
		t.Fatal(err)
	}
	if got := h.Members()[0].Cores; got != 1024 {
		t.Errorf("%d cores count, want 1024", got)
	}
}
