package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/cluster"
	"qikit.dev/qikit/lib/compute"
	"qikit.dev/qikit/lib/sgcp"
	"qikit.dev/qikit/lib/weiqi"
)

// Sizes of the cluster's bars.
const (
	scatterTerminals = 4
	scatterRounds    = 5000
	scatterPayload   = 1444 // octets of a reply: 361 numbers of four
	clusterPlayouts  = 120_000
	clusterStarts    = 5
)

// clusterBars measure what NATS costs: starting it, carrying a search, and what a
// second worker process brings.
func clusterBars(report func(bar)) error {
	for _, measure := range []func(func(bar)) error{startBars, scatterBars, playoutBars, farmBars} {
		if err := measure(report); err != nil {
			return err
		}
	}
	return nil
}

// runCluster is the other process: a server that is started and measured, a
// terminal or a worker.
func runCluster(job string) error {
	o := cluster.DefaultOptions()
	if job == "cluster-start" {
		o.Dir = os.Getenv("QIKIT_BENCH_STORE")
		before := residentMB()
		begun := time.Now()
		c, err := cluster.Start(o)
		if err != nil {
			return err
		}
		defer c.Close()
		took := time.Since(begun)
		fmt.Println("started", took.Seconds()*1e3, residentMB()-before)
		return nil
	}
	o.URL = os.Getenv("QIKIT_BENCH_URL")
	c, err := cluster.Start(o)
	if err != nil {
		return err
	}
	defer c.Close()
	fmt.Println("begun")
	if job == "cluster-terminal" {
		to := compute.DefaultTerminalOptions()
		to.Cores = 1
		return c.Compute(context.Background(), to, nil)
	}
	return c.WorkOnBooks(context.Background(), cluster.WorkOptions{Workers: 1}, nil)
}

// launched starts a process of this program for a job, on one thread, and gives the
// first line that it says.
func launched(job string, env ...string) (cmd *exec.Cmd, line string, err error) {
	self, err := os.Executable()
	if err != nil {
		return nil, "", err
	}
	cmd = exec.Command(self)
	cmd.Env = append(append(os.Environ(), "QIKIT_BENCH_CHILD="+job, "GOMAXPROCS=1"), env...)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, "", err
	}
	if err := cmd.Start(); err != nil {
		return nil, "", err
	}
	line, err = bufio.NewReader(out).ReadString('\n')
	if err != nil {
		stop(cmd)
		return nil, "", fmt.Errorf("%s ended: %w", job, err)
	}
	return cmd, strings.TrimSpace(line), nil
}

func stop(cmd *exec.Cmd) {
	cmd.Process.Kill()
	cmd.Wait() // its error is the kill
}

// startBars start a server with queues in fresh processes.
func startBars(report func(bar)) error {
	var ms, mb []float64
	for range clusterStarts {
		dir, err := os.MkdirTemp("build", "bench-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		cmd, line, err := launched("cluster-start", "QIKIT_BENCH_STORE="+dir)
		if err != nil {
			return err
		}
		defer stop(cmd)
		var took, grown float64
		if _, err := fmt.Sscanf(line, "started %f %f", &took, &grown); err != nil {
			return fmt.Errorf("the process said %q", line)
		}
		ms, mb = append(ms, took), append(mb, grown)
	}
	slices.Sort(ms)
	slices.Sort(mb)
	middle := len(ms) / 2
	report(bar{name: "embedded cluster starts", ours: ms[middle], unit: "ms", peerIs: fmt.Sprintf("ms allowed: 100; %d starts, the slowest %.0f", len(ms), ms[len(ms)-1]), ratio: ms[middle], most: 100})
	report(bar{name: "memory that it adds", ours: mb[middle], unit: "MB", peerIs: "MB allowed: 10", ratio: mb[middle], most: 10})
	return nil
}

// scatterBars hand four terminals a task and wait for all results, beside bare
// NATS with the same payloads in the same process.
func scatterBars(report func(bar)) error {
	c, err := cluster.Start(cluster.DefaultOptions())
	if err != nil {
		return err
	}
	defer c.Close()
	bare, err := bareScatter(c.URL())
	if err != nil {
		return err
	}
	ours, err := ourScatter(c)
	if err != nil {
		return err
	}
	report(bar{name: "scatter and gather, 4 terminals", ours: ours.p50, unit: "us p50", peer: bare.p50, peerIs: "us, bare NATS", ratio: ours.p50 / bare.p50})
	report(bar{name: "the same, beside what is allowed", ours: ours.p50, unit: "us p50", peerIs: fmt.Sprintf("us allowed: 150; p99 %.0f, bare %.0f", ours.p99, bare.p99), ratio: ours.p50, most: 150})
	return nil
}

// times are microseconds of rounds.
type times struct{ p50, p99 float64 }

func quantiles(rounds []time.Duration) times {
	slices.Sort(rounds)
	at := func(q float64) float64 { return rounds[int(q*float64(len(rounds)-1))].Seconds() * 1e6 }
	return times{at(0.5), at(0.99)}
}

// timed runs rounds, after some that do not count.
func timed(round func() error) (times, error) {
	rounds := make([]time.Duration, 0, scatterRounds)
	for i := range scatterRounds + scatterRounds/10 {
		begun := time.Now()
		if err := round(); err != nil {
			return times{}, err
		}
		if i >= scatterRounds/10 {
			rounds = append(rounds, time.Since(begun))
		}
	}
	return quantiles(rounds), nil
}

// bareScatter is one publish that four connections answer into one inbox.
func bareScatter(url string) (times, error) {
	answer := []byte(strings.Repeat("1", scatterPayload))
	for range scatterTerminals {
		conn, err := nats.Connect(url)
		if err != nil {
			return times{}, err
		}
		defer conn.Close()
		if _, err := conn.Subscribe("scatter", func(m *nats.Msg) { m.Respond(answer) }); err != nil {
			return times{}, err
		}
		if err := conn.Flush(); err != nil {
			return times{}, err
		}
	}
	conn, err := nats.Connect(url)
	if err != nil {
		return times{}, err
	}
	defer conn.Close()
	inbox := nats.NewInbox()
	got := make(chan *nats.Msg, scatterTerminals)
	if _, err := conn.ChanSubscribe(inbox, got); err != nil {
		return times{}, err
	}
	task := []byte(strings.Repeat("x", 200))
	return timed(func() error {
		if err := conn.PublishRequest("scatter", inbox, task); err != nil {
			return err
		}
		for range scatterTerminals {
			<-got
		}
		return nil
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

// ourScatter is the same through terminals that answer at once.
func ourScatter(c *cluster.Cluster) (times, error) {
	ctx, cancel := context.WithCancel(context.Background())
	var all sync.WaitGroup
	defer all.Wait()
	defer cancel()
	s := &sink{got: make(chan string, scatterTerminals)}
	all.Go(func() { c.Terminals().Serve(ctx, s) })
	answer := compute.Result{Done: 1, Payload: strings.Repeat("1", scatterPayload)}
	for range scatterTerminals {
		o := cluster.DefaultOptions()
		o.URL = c.URL()
		far, err := cluster.Start(o)
		if err != nil {
			return times{}, err
		}
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
	t, err := timed(func() error {
		round++
		for i, push := range s.pushes {
			push(&sgcp.Task{Lease: fmt.Sprintf("%d.%d", round, i), Limit: 1000, Kind: sgcp.TaskPlayout, Seed: 1, Count: 1, Payload: text})
		}
		for range s.pushes {
			select {
			case <-s.got:
			case <-time.After(5 * time.Second):
				return fmt.Errorf("a result is missing in round %d", round)
			}
		}
		return nil
	})
	cancel()
	all.Wait()
	return t, err
}

// playoutBars run one task with one and with two terminals, each a process on one
// thread.
func playoutBars(report func(bar)) error {
	b, err := weiqi.New("", weiqi.Options{Size: 9, Komi: 7.5, Scoring: weiqi.ScoreArea}, false)
	if err != nil {
		return err
	}
	task, err := compute.NewPlayouts(compute.BoardOf(b), compute.DrawEvenly, nil, 7, clusterPlayouts)
	if err != nil {
		return err
	}
	var rates [3]float64
	for n := 1; n <= 2; n++ {
		if rates[n], err = playoutRate(n, task); err != nil {
			return err
		}
	}
	report(bar{name: "playouts/s, 2 worker processes", ours: rates[2], unit: "/s", peer: rates[1], peerIs: "/s with one", ratio: rates[2] / rates[1], least: 1.8})
	return nil
}

func playoutRate(terminals int, task compute.Task) (float64, error) {
	c, err := cluster.Start(cluster.DefaultOptions())
	if err != nil {
		return 0, err
	}
	defer c.Close()
	hub := c.Terminals()
	ho := compute.DefaultHostOptions()
	ho.Cores, ho.Verify, ho.Lead = 1, 0, hub.Lead // doing leases again is measured by the group "compute"
	h, err := compute.NewHost(ho)
	if err != nil {
		return 0, err
	}
	defer h.Close()
	ctx, cancel := context.WithCancel(context.Background())
	var all sync.WaitGroup
	defer all.Wait()
	defer cancel()
	all.Go(func() { hub.Serve(ctx, h) })
	for range terminals {
		cmd, _, err := launched("cluster-terminal", "QIKIT_BENCH_URL="+c.URL())
		if err != nil {
			return 0, err
		}
		defer stop(cmd)
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
			return 0, fmt.Errorf("%d of %d terminals are ready", ready(), terminals)
		}
	}
	result, r, err := h.Run(ctx, task)
	if err != nil {
		return 0, err
	}
	return float64(result.Done) / r.Took.Seconds(), nil
}

// farmBars make one book with one and with two workers, and on one machine.
func farmBars(report func(bar)) error {
	dir, err := os.MkdirTemp("build", "bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	o, err := book.ParseOptions([]byte(`{"game": "xiangqi", "out": "-", "games": 160, "max_plies": 20, "seed": 7, "workers": 2,
		"depth": {"distribution": "uniform", "min": 3, "max": 5}, "reevaluate": {"depth": 6}}`))
	if err != nil {
		return err
	}
	o.Out = filepath.Join(dir, "alone.qkb")
	if _, err := book.Generate(context.Background(), o, nil); err != nil {
		return err
	}
	want, err := exported(o.Out)
	if err != nil {
		return err
	}
	var took [3]time.Duration
	same := 0
	for n := 1; n <= 2; n++ {
		o.Out = filepath.Join(dir, fmt.Sprintf("farm%d.qkb", n))
		if took[n], err = farmed(n, o); err != nil {
			return err
		}
		got, err := exported(o.Out)
		if err != nil {
			return err
		}
		if got == want {
			same++
		}
	}
	report(bar{name: "book farm, 2 workers", ours: took[2].Seconds(), unit: "s", peer: took[1].Seconds(), peerIs: "s with one", ratio: took[1].Seconds() / took[2].Seconds(), least: 1.8})
	report(bar{name: "farmed books as one machine's", ours: float64(same), unit: "books", peer: 2, peerIs: fmt.Sprintf("the same %d octets of JSONL", len(want)), ratio: float64(same) / 2, least: 1})
	return nil
}

func exported(path string) (string, error) {
	b, err := book.Open(path)
	if err != nil {
		return "", err
	}
	defer b.Close()
	if _, err := b.Export(context.Background(), path+".jsonl", "jsonl", nil); err != nil {
		return "", err
	}
	text, err := os.ReadFile(path + ".jsonl")
	return string(text), err
}

// farmed makes a book with so many workers, each a process on one thread, and says
// how long it took from when they were there.
func farmed(workers int, o book.Options) (time.Duration, error) {
	co := cluster.DefaultOptions()
	co.Dir = o.Out + ".queue"
	c, err := cluster.Start(co)
	if err != nil {
		return 0, err
	}
	defer c.Close()
	for range workers {
		cmd, _, err := launched("cluster-worker", "QIKIT_BENCH_URL="+c.URL())
		if err != nil {
			return 0, err
		}
		defer stop(cmd)
	}
	begun := time.Now()
	_, err = c.GenerateBook(context.Background(), o, nil)
	return time.Since(begun), err
}
