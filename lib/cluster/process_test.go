package cluster

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"qikit.dev/qikit/internal/await"
	"qikit.dev/qikit/internal/pool"
	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/book/generate"
	"qikit.dev/qikit/lib/compute"
)

// roleEnv, in the environment, makes the test binary one process of a cluster, to
// be killed from outside.
const roleEnv = "QIKIT_TEST_CLUSTER"

// role is what such a process does.
type role struct {
	Does    string // server, worker, terminal, hub
	Book    []byte // a hub's options
	Out     string
	URL     string
	Key     string
	Host    string
	Port    int
	Dir     string
	Members []string
	Paced   bool // a worker waits for a line after each part that it has told of
	Held    int  // a terminal tells when it is in the middle of this lease, and waits for a line
}

func TestMain(m *testing.M) {
	text := os.Getenv(roleEnv)
	if text == "" {
		// However busy the machine: who is asked to lead leads, and nobody in this process is
		// taken for gone. The processes that the tests start have the times of the product.
		leadMost, beatsMost = time.Hour, math.MaxInt/2
		os.Exit(m.Run())
	}
	var r role
	err := json.Unmarshal([]byte(text), &r)
	if err == nil {
		err = r.play()
	}
	fmt.Println("error", err)
	os.Exit(1)
}

func (r role) play() error {
	o := DefaultOptions()
	o.URL, o.Dir, o.Members, o.Port, o.GiveUp = r.URL, r.Dir, r.Members, r.Port, NoGivingUp
	if r.Host != "" {
		o.Host = r.Host
	}
	if r.Key != "" {
		key, err := ParseKey([]byte(r.Key))
		if err != nil {
			return err
		}
		o.Key = key
	}
	c, err := Start(o)
	if err != nil {
		return err
	}
	defer c.Close()
	ctx := context.Background()
	switch r.Does {
	case "server":
		fmt.Println("port", c.server.Addr().String())
		select {}
	case "worker":
		fmt.Println("begun")
		in := bufio.NewReader(os.Stdin)
		return c.WorkOnBooks(ctx, WorkOptions{Workers: 1}, func(w Working) {
			fmt.Println("part", w.Parts)
			if r.Paced {
				in.ReadString('\n') // its end lets all go on
			}
		})
	case "terminal":
		fmt.Println("begun")
		to := compute.DefaultTerminalOptions()
		to.Cores = 1
		leases := 0
		to.Work = func(ctx context.Context, task compute.Task, progress func(uint64)) (compute.Result, error) {
			if leases++; leases == r.Held {
				fmt.Println("held")
				bufio.NewReader(os.Stdin).ReadString('\n')
			}
			return compute.Do(ctx, task, progress)
		}
		return c.Compute(ctx, to, nil)
	case "hub":
		fmt.Println("port", c.server.Addr().String())
		return r.hub(ctx, c)
	}
	return fmt.Errorf("no role %q", r.Does)
}

// hub is coordinator and host in one. It tells when the number of its terminals
// changes, runs a task for each number of playouts that it reads, and tells when
// its book is complete.
func (r role) hub(ctx context.Context, c *Cluster) error {
	o, err := generate.ParseOptions(r.Book)
	if err != nil {
		return err
	}
	o.Out = r.Out
	terminals := c.Terminals()
	ho := compute.DefaultHostOptions()
	ho.Additions, ho.Playouts, ho.Cores = 1000, 4, 1
	h, err := compute.NewHost(ho)
	if err != nil {
		return err
	}
	return pool.Run(ctx, 4, func(ctx context.Context, i int) error {
		switch i {
		case 0:
			s, err := c.GenerateBook(ctx, o, nil)
			fmt.Println("book", s.Complete, s.Games, err)
		case 1:
			return terminals.Serve(ctx, h)
		case 2:
			for last := 0; ; time.Sleep(5 * time.Millisecond) {
				if n := h.Count(); n != last {
					fmt.Println("terminals", n)
					last = n
				}
			}
		case 3:
			for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
				var task compute.Task
				if err := json.Unmarshal(lines.Bytes(), &task); err != nil {
					return err
				}
				result, report, err := h.Run(ctx, task)
				text, _ := json.Marshal(result)
				fmt.Println("ran", report.Lost, err)
				fmt.Println("result", string(text))
			}
		}
		return nil
	})
}

// process is one that runs.
type process struct {
	cmd  *exec.Cmd
	role role
	in   io.WriteCloser

	mu    sync.Mutex
	said  []string
	wake  chan struct{}
	ended bool
}

// run starts a process, behind other words of a command, and kills it when the
// test ends.
func (r role) run(t *testing.T, wrap ...string) *process {
	t.Helper()
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	p := &process{role: r, wake: make(chan struct{}, 1)}
	command := append(append([]string(nil), wrap...), os.Args[0])
	p.cmd = exec.Command(command[0], command[1:]...)
	p.cmd.Env = append(os.Environ(), roleEnv+"="+string(text), "GOMAXPROCS=1")
	p.cmd.Stderr = os.Stderr
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		for lines := bufio.NewScanner(out); lines.Scan(); {
			p.hear(lines.Text(), false)
		}
		p.hear("", true)
	}()
	t.Cleanup(func() {
		p.kill()
		if t.Failed() {
			p.mu.Lock()
			defer p.mu.Unlock()
			t.Logf("the %s said at last %q", p.role.Does, p.said)
		}
	})
	return p
}

func (p *process) hear(line string, ended bool) {
	p.mu.Lock()
	p.said, p.ended = append(p.said, line), ended
	p.mu.Unlock()
	select {
	case p.wake <- struct{}{}:
	default:
	}
}

// says waits for a line that begins so, and gives the rest of it; what was said
// before is forgotten.
func (p *process) says(t *testing.T, head string) string {
	t.Helper()
	return p.line(t, head, true)
}

// mentions is says, but for what was said before, which can be asked for still.
func (p *process) mentions(t *testing.T, head string) string {
	t.Helper()
	return p.line(t, head, false)
}

func (p *process) line(t *testing.T, head string, forget bool) string {
	t.Helper()
	for late := await.Over(t); ; {
		p.mu.Lock()
		for i, line := range p.said {
			if rest, ok := strings.CutPrefix(line, head); ok {
				if p.said = slices.Delete(p.said, i, i+1); forget {
					p.said = p.said[i:]
				}
				p.mu.Unlock()
				return strings.TrimSpace(rest)
			}
		}
		ended, said := p.ended, fmt.Sprint(p.said)
		p.mu.Unlock()
		if ended {
			t.Fatalf("the %s ended, having said %s, want %q", p.role.Does, said, head)
		}
		select {
		case <-p.wake:
		case <-late:
			t.Fatalf("the %s said %s until the tests' time was up, want %q", p.role.Does, said, head)
		}
	}
}

// kill is kill -9.
func (p *process) kill() {
	p.cmd.Process.Kill()
	p.cmd.Wait() // its error is the kill
}

// loopback is an address that no connection goes out from, or one that tries the
// port of a server that was killed may take it.
var loopback = map[bool]string{true: "127.0.0.2", false: "127.0.0.1"}[runtime.GOOS == "linux"]

// The server is killed and started again, and so is a worker, again and again
// while a book is made: nothing is lost, nothing counts twice.
func TestKill_serverAndWorkers(t *testing.T) {
	t.Parallel()
	o := bookOptions(t)
	o.Games, o.MaxPlies = 60, 16
	kills := 3
	if testing.Short() {
		o.Games, kills = 20, 1
	}
	want := alone(t, o)
	server := role{Does: "server", Dir: t.TempDir(), Host: loopback}
	s := server.run(t)
	at := s.says(t, "port")
	fmt.Sscanf(at[strings.LastIndexByte(at, ':')+1:], "%d", &server.Port)
	co := DefaultOptions()
	co.URL, co.GiveUp, co.KeyFile = "nats://"+at, NoGivingUp, filepath.Join(server.Dir, "host.key")
	c := start(t, co)
	// With so few parts each there is something to do at every kill, however late
	// it comes.
	key, err := ReadKey(filepath.Join(server.Dir, "member.key"))
	if err != nil {
		t.Fatal(err)
	}
	worker := role{Does: "worker", URL: co.URL, Key: key.String(), Paced: true}
	one, other := worker.run(t), worker.run(t)
	type made struct {
		summary book.Summary
		err     error
	}
	done := make(chan made, 1)
	go func() {
		s, err := c.GenerateBook(t.Context(), o, nil)
		done <- made{s, err}
	}()
	for range kills {
		fmt.Fprint(other.in, "\n\n\n")
		one.says(t, "part") // it is in the middle of the next one, or about to be
		one.kill()
		s.kill()
		s = server.run(t)
		s.says(t, "port")
		one = worker.run(t)
	}
	select {
	case <-done:
		t.Error("the book was complete before the last kill")
	default:
	}
	one.in.Close()
	other.in.Close()
	var m made
	select {
	case m = <-done:
	case <-await.Over(t):
		t.Fatal("the book is not complete")
	}
	if m.err != nil || !m.summary.Complete || m.summary.Games != int64(o.Games) {
		t.Fatalf("summary %+v, %v", m.summary, m.err)
	}
	if jsonl(t, o.Out) != want {
		t.Error("the book differs")
	}
}

// A terminal is killed in the middle of its leases: the task's result is the one
// of a single machine.
func TestKill_terminal(t *testing.T) {
	t.Parallel()
	server := start(t, DefaultOptions())
	h, _ := hostOf(t, server)
	r := role{Does: "terminal", URL: server.URL(), Key: server.MemberKey().String(), Held: 2}
	victim := r.run(t)
	until(t, "the victim", func() bool { return ready(h) == 1 })
	// The other one waits with its first lease, so that there is a second one for
	// the victim, however slow that is.
	r.Held = 1
	other := r.run(t)
	until(t, "both", func() bool { return ready(h) == 2 })
	task := playouts(t, 6000)
	want, err := compute.Do(t.Context(), task, nil)
	if err != nil {
		t.Fatal(err)
	}
	var got compute.Result
	var report compute.Report
	run := pool.Go(func() (err error) {
		got, report, err = h.Run(t.Context(), task)
		return err
	})
	victim.says(t, "held")
	victim.kill()
	other.in.Close()
	if err := run.Wait(); err != nil || got != want {
		t.Fatalf("the terminals' result %.80s… of %d, %v, alone %.80s… of %d", got.Payload, got.Done, err, want.Payload, want.Done)
	}
	if report.Lost == 0 {
		t.Errorf("report %+v, want leases that were lost", report)
	}
	until(t, "one is gone", func() bool { return h.Count() == 1 })
}
