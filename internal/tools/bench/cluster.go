package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"

	"qikit.dev/qikit/internal/tools/must"
	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/book/generate"
	"qikit.dev/qikit/lib/cluster"
	"qikit.dev/qikit/lib/compute"
	"qikit.dev/qikit/lib/sgcp"
)

// Sizes of the cluster's bars.
const (
	scatterTerminals = 4
	scatterRounds    = 5000
	scatterPayload   = 1444 // octets of a reply: 361 numbers of four
	clusterPlayouts  = 120_000
	clusterStarts    = 5
)

// runCluster runs in the child process: a server whose start is measured, a
// terminal or a worker.
func runCluster(job string) {
	o := cluster.DefaultOptions()
	if job == "start" {
		o.Dir = os.Getenv("QIKIT_BENCH_STORE")
		before := resident("VmRSS")
		begun := time.Now()
		c := must.Get(cluster.Start(o))
		defer c.Close()
		took := time.Since(begun)
		fmt.Println("started", ms(took), resident("VmRSS")-before)
		return
	}
	o.URL = os.Getenv("QIKIT_BENCH_URL")
	o.Key = must.Get(cluster.ParseKey([]byte(os.Getenv("QIKIT_BENCH_KEY"))))
	c := must.Get(cluster.Start(o))
	defer c.Close()
	fmt.Println("begun")
	if job == "terminal" {
		to := compute.DefaultTerminalOptions()
		to.Cores = 1
		must.Do(c.Compute(context.Background(), to, nil))
		return
	}
	must.Do(c.WorkOnBooks(context.Background(), cluster.WorkOptions{Workers: 1}, nil))
}

// launched starts this program in another process for a job, on one thread, and
// returns the first line that it prints.
func launched(job string, env ...string) (c *child, line string) {
	c = start("cluster-"+job, append(env, "GOMAXPROCS=1")...)
	return c, c.line()
}

// startBars measure the start of a server with queues in fresh processes.
func startBars(m *meter) {
	var ms, mb []float64
	for i := range clusterStarts {
		c, line := launched("start", "QIKIT_BENCH_STORE="+filepath.Join(m.dir, fmt.Sprint("start", i)))
		defer c.kill()
		var took, grown float64
		if _, err := fmt.Sscanf(line, "started %f %f", &took, &grown); err != nil {
			must.Fail("the process said %q", line)
		}
		ms, mb = append(ms, took), append(mb, grown)
	}
	slices.Sort(ms)
	slices.Sort(mb)
	m.put("embedded cluster starts", ms[len(ms)/2], fmt.Sprintf("%d starts, the slowest %.0f", len(ms), ms[len(ms)-1]))
	m.put("memory that it adds", mb[len(mb)/2], "")
}

// scatterBars hand four terminals a task and wait for all results, beside bare
// NATS with the same payloads in the same process.
func scatterBars(m *meter) {
	c := must.Get(cluster.Start(cluster.DefaultOptions()))
	defer c.Close()
	bare := bareScatter(c)
	ours := ourScatter(c)
	m.beside("scatter and gather, 4 terminals", ours.p50, bare.p50, "")
	m.put("the same, beside what is allowed", ours.p50, fmt.Sprintf("p99 %.0f, bare %.0f", ours.p99, bare.p99))
}

// timed runs rounds, after some that do not count.
func timed(round func()) times {
	rounds := make([]time.Duration, 0, scatterRounds)
	for i := range scatterRounds + scatterRounds/10 {
		begun := time.Now()
		round()
		if i >= scatterRounds/10 {
			rounds = append(rounds, time.Since(begun))
		}
	}
	return quantiles(rounds)
}

// bareScatter measures one publish that four connections answer into one inbox.
func bareScatter(c *cluster.Cluster) times {
	key := must.Get(nkeys.FromSeed([]byte(c.HostKey().String())))
	show := nats.Nkey(c.HostKey().Public(), key.Sign)
	answer := []byte(strings.Repeat("1", scatterPayload))
	for range scatterTerminals {
		conn := must.Get(nats.Connect(c.URL(), show))
		defer conn.Close()
		must.Get(conn.Subscribe("scatter", func(m *nats.Msg) { m.Respond(answer) }))
		must.Do(conn.Flush())
	}
	conn := must.Get(nats.Connect(c.URL(), show))
	defer conn.Close()
	inbox := nats.NewInbox()
	got := make(chan *nats.Msg, scatterTerminals)
	must.Get(conn.ChanSubscribe(inbox, got))
	task := []byte(strings.Repeat("x", 200))
	return timed(func() {
		must.Do(conn.PublishRequest("scatter", inbox, task))
		for range scatterTerminals {
			<-got
		}
	})
}

// sink is a host that hands out tasks and counts results.
type sink struct {
	mu     sync.Mutex
	pushes []func(sgcp.Message)
	got    chan string
}

func (s *sink) Join(push func(sgcp.Message), _ bool, _ *sgcp.Register, _ string) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pushes = append(s.pushes, push)
	return fmt.Sprint("t", len(s.pushes)), nil
}
func (s *sink) Benchmarked(string, *sgcp.Benchmark) error { return nil }
func (s *sink) Progress(string, *sgcp.Progress) error     { return nil }
func (s *sink) Leave(string)                              {}

func (s *sink) Result(_ string, m *sgcp.TaskResult) error {
	s.got <- m.Lease
	return nil
}

// ourScatter measures the same through terminals that answer at once.
func ourScatter(c *cluster.Cluster) times {
	ctx, cancel := context.WithCancel(context.Background())
	var all sync.WaitGroup
	defer all.Wait()
	defer cancel()
	s := &sink{got: make(chan string, scatterTerminals)}
	all.Go(func() { c.Terminals().Serve(ctx, s) })
	answer := compute.Result{Done: 1, Payload: strings.Repeat("1", scatterPayload)}
	for range scatterTerminals {
		o := cluster.DefaultOptions()
		o.URL, o.Key = c.URL(), c.MemberKey()
		far := must.Get(cluster.Start(o))
		defer far.Close()
		to := compute.DefaultTerminalOptions()
		to.Work = func(context.Context, compute.Task, func(uint64)) (compute.Result, error) { return answer, nil }
		all.Go(func() { far.Compute(ctx, to, nil) })
	}
	joined := func() int {
		s.mu.Lock()
		defer s.mu.Unlock()
		return len(s.pushes)
	}
	for joined() < scatterTerminals {
		time.Sleep(time.Millisecond)
	}
	round := 0
	text := strings.Repeat("x", 200)
	t := timed(func() {
		round++
		for i, push := range s.pushes {
			push(&sgcp.Task{Lease: fmt.Sprintf("%d.%d", round, i), Limit: 1000, Kind: sgcp.TaskPlayout, Seed: 1, Count: 1, Payload: text})
		}
		for range s.pushes {
			select {
			case <-s.got:
			case <-time.After(5 * time.Second):
				must.Fail("a result is missing in round %d", round)
			}
		}
	})
	return t
}

// playoutBars run one task with one terminal and with two, each a process on one
// thread.
func playoutBars(m *meter) {
	task := playouts(9, clusterPlayouts)
	var rates [3]float64
	for n := 1; n <= 2; n++ {
		rates[n] = playoutRate(n, task)
	}
	m.beside("playouts/s, 2 worker processes", rates[2], rates[1], "")
}

func playoutRate(terminals int, task compute.Task) float64 {
	c := must.Get(cluster.Start(cluster.DefaultOptions()))
	defer c.Close()
	hub := c.Terminals()
	ho := compute.DefaultHostOptions()
	ho.Cores, ho.Verify, ho.Lead = 1, 0, hub.Lead // doing leases again is measured by the group "compute"
	h := must.Get(compute.NewHost(ho))
	defer h.Close()
	ctx, cancel := context.WithCancel(context.Background())
	var all sync.WaitGroup
	defer all.Wait()
	defer cancel()
	all.Go(func() { hub.Serve(ctx, h) })
	for range terminals {
		worker, _ := launched("terminal", "QIKIT_BENCH_URL="+c.URL(), "QIKIT_BENCH_KEY="+c.MemberKey().String())
		defer worker.kill()
	}
	ready := func() (n int) {
		for _, m := range h.Members() {
			if m.State == "ready" {
				n++
			}
		}
		return n
	}
	for end := time.Now().Add(time.Minute); ready() < terminals; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			must.Fail("%d of %d terminals are ready", ready(), terminals)
		}
	}
	result, r, err := h.Run(ctx, task)
	must.Do(err)
	return float64(result.Done) / r.Took.Seconds()
}

// farmBars make one book with one worker, with two, and on one machine.
func farmBars(m *meter) {
	o := must.Get(generate.ParseOptions([]byte(`{"game": "xiangqi", "out": "-", "games": 160, "max_plies": 20, "seed": 7, "workers": 2,
		"depth": {"distribution": "uniform", "min": 3, "max": 5}, "reevaluate": {"depth": 6}}`)))
	o.Out = filepath.Join(m.dir, "alone.qkb")
	must.Get(generate.Book(context.Background(), o, nil))
	want := exported(o.Out)
	var took [3]time.Duration
	same := 0
	for n := 1; n <= 2; n++ {
		o.Out = filepath.Join(m.dir, fmt.Sprintf("farm%d.qkb", n))
		took[n] = farmed(n, o)
		if exported(o.Out) == want {
			same++
		}
	}
	m.beside("book farm, 2 workers", 1/took[2].Hours(), 1/took[1].Hours(), "")
	m.put("farmed books as one machine's", float64(same), fmt.Sprintf("the same %d octets of JSONL", len(want)))
}

func exported(path string) string {
	b := must.Get(book.Open(path))
	defer b.Close()
	must.Get(b.Export(context.Background(), path+".jsonl", "jsonl", book.ExportOptions{}, nil))
	return string(must.Get(os.ReadFile(path + ".jsonl")))
}

// farmed makes a book with that many workers, each a process on one thread, and
// returns the time it took once they were ready.
func farmed(workers int, o generate.Options) time.Duration {
	co := cluster.DefaultOptions()
	co.Dir = o.Out + ".queue"
	c := must.Get(cluster.Start(co))
	defer c.Close()
	for range workers {
		worker, _ := launched("worker", "QIKIT_BENCH_URL="+c.URL(), "QIKIT_BENCH_KEY="+c.MemberKey().String())
		defer worker.kill()
	}
	begun := time.Now()
	must.Get(c.GenerateBook(context.Background(), o, nil))
	return time.Since(begun)
}
