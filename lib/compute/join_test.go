package compute_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"qikit.dev/qikit/internal/await"
	"qikit.dev/qikit/lib/compute"
	"qikit.dev/qikit/lib/gateway"
	"qikit.dev/qikit/lib/job"
	"qikit.dev/qikit/lib/sgcp/client"
	"qikit.dev/qikit/lib/weiqi"
)

// servedPort, in the environment, makes the test binary a terminal of the gateway
// at that port, to be killed from outside: it says when it is in the middle of its
// second lease, and does no more.
const servedPort = "QIKIT_TEST_TERMINAL_PORT"

func TestMain(m *testing.M) {
	if text := os.Getenv(servedPort); text != "" {
		port, _ := strconv.Atoi(text)
		o := joinOptions(port, "victim")
		leases := 0
		o.Terminal.Work = func(ctx context.Context, task compute.Task, progress func(uint64)) (compute.Result, error) {
			if leases++; leases == 2 {
				task.Count = max(1, task.Count/2)
				compute.Do(context.Background(), task, nil)
				fmt.Println("middle")
				select {}
			}
			return compute.Do(ctx, task, progress)
		}
		err := compute.Join(context.Background(), o, nil)
		fmt.Println("error", err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// loopback is an address that no connection goes out from: one could take the port
// of a gateway that was closed.
var loopback = map[bool]string{true: "127.0.0.3", false: "127.0.0.1"}[runtime.GOOS == "linux"]

func joinOptions(port int, nick string) compute.JoinOptions {
	o := compute.DefaultJoinOptions()
	o.Client.Host, o.Client.Port, o.Client.Nick = loopback, port, nick
	o.Client.BackoffMin, o.Client.BackoffMax = 10*time.Millisecond, 50*time.Millisecond
	o.Terminal.Cores = 1
	return o
}

// hall is a gateway with a host behind it.
func hall(t *testing.T, change func(*compute.HostOptions)) (*compute.Host, *gateway.Gateway) {
	t.Helper()
	o := compute.DefaultHostOptions()
	o.Additions, o.Playouts, o.Seed, o.Cores = 1000, 4, 1, 1
	if change != nil {
		change(&o)
	}
	h, err := compute.NewHost(o)
	if err != nil {
		t.Fatal(err)
	}
	g := gateways(t, h, 0)
	t.Cleanup(func() {
		if err := h.Close(); err != nil {
			t.Error(err)
		}
	})
	return h, g
}

func gateways(t *testing.T, h *compute.Host, port int) *gateway.Gateway {
	t.Helper()
	o := gateway.DefaultOptions()
	o.Terminals, o.Host, o.Port = h, loopback, port
	g, err := gateway.Start(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { g.Close() })
	return g
}

// join starts a terminal that works until the test ends.
func join(t *testing.T, port int, nick string) {
	t.Helper()
	joinAs(t, joinOptions(port, nick))
}

func joinAs(t *testing.T, o compute.JoinOptions) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- compute.Join(ctx, o, nil) }()
	t.Cleanup(func() {
		cancel()
		if err := await.From(t, ended); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: Join returned %v, want that it was cancelled", o.Client.Nick, err)
		}
	})
}

// until waits until so many terminals are in a state.
func until(t *testing.T, h *compute.Host, n int, state string) {
	t.Helper()
	await.Until(t, func() bool {
		found := 0
		for _, m := range h.Members() {
			if m.State == state {
				found++
			}
		}
		return found == n
	}, func() string { return fmt.Sprintf("%d terminals %s: %+v", n, state, h.Members()) })
}

func playouts(t *testing.T, size int, count uint64) compute.Task {
	t.Helper()
	o := weiqi.DefaultOptions()
	o.Size = size
	b, err := weiqi.New("", o, false)
	if err != nil {
		t.Fatal(err)
	}
	task, err := compute.NewPlayouts(compute.BoardOf(b), compute.DrawByPolicy, nil, 11, count)
	if err != nil {
		t.Fatal(err)
	}
	return task
}

// check runs a task and holds the result against one machine's.
func check(t *testing.T, h *compute.Host, task compute.Task) compute.Report {
	t.Helper()
	want, err := compute.DoOn(t.Context(), 2, task, nil)
	if err != nil {
		t.Fatal(err)
	}
	got, report, err := h.Run(t.Context(), task)
	if err != nil || got != want {
		t.Fatalf("got %+v, %v\nwant %+v\n%+v", got, err, want, report)
	}
	return report
}

func TestJoin_worksOverTCP(t *testing.T) {
	h, g := hall(t, nil)
	join(t, g.Port(), "amy")
	join(t, g.Port(), "bob")
	until(t, h, 2, "ready")
	if r := check(t, h, playouts(t, 9, 600)); r.Members != 2 || r.Host == 600 {
		t.Errorf("%+v, want that two terminals did some of it", r)
	}
	if n := h.Count(); n != 2 {
		t.Errorf("%d terminals, want 2", n)
	}
}

// The server goes away and comes back on the same port, with the same host or a
// new one that knows no terminal.
func TestJoin_comesBack(t *testing.T) {
	h, g := hall(t, nil)
	port := g.Port()
	join(t, port, "amy")
	until(t, h, 1, "ready")
	if err := g.Close(); err != nil {
		t.Fatal(err)
	}
	until(t, h, 0, "ready")
	gateways(t, h, port)
	until(t, h, 1, "ready")
	check(t, h, playouts(t, 9, 200))
}

func TestJoin_isRefused(t *testing.T) {
	g := gatewayWithout(t)
	if err := compute.Join(t.Context(), joinOptions(g.Port(), "amy"), nil); !errors.Is(err, compute.ErrRefused) {
		t.Errorf("a gateway without a host: %v, want ErrRefused", err)
	}
	o := joinOptions(g.Port(), "amy")
	o.Terminal.Cores = 0
	if err := compute.Join(t.Context(), o, nil); !errors.Is(err, compute.ErrOptions) {
		t.Errorf("no core: %v, want ErrOptions", err)
	}
	if err := compute.Join(t.Context(), joinOptions(g.Port(), "AI-amy"), nil); !errors.Is(err, compute.ErrRefused) {
		t.Errorf("a reserved nick: %v, want ErrRefused", err)
	}
	port := g.Port()
	g.Close()
	if err := compute.Join(t.Context(), joinOptions(port, "amy"), nil); !errors.Is(err, client.ErrLost) {
		t.Errorf("nobody listens: %v, want ErrLost", err)
	}
}

func gatewayWithout(t *testing.T) *gateway.Gateway {
	t.Helper()
	o := gateway.DefaultOptions()
	o.Host = loopback
	g, err := gateway.Start(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { g.Close() })
	return g
}

// A terminal's process is killed in the middle of a lease: nothing is lost and
// nothing counts twice.
func TestKill_terminalInTheMiddleOfALease(t *testing.T) {
	h, g := hall(t, nil)
	// The other one waits with its first lease, so that there is a second one for
	// the victim, however slow that is.
	killed := make(chan struct{})
	amy := joinOptions(g.Port(), "amy")
	amy.Terminal.Work = func(ctx context.Context, task compute.Task, progress func(uint64)) (compute.Result, error) {
		select {
		case <-killed:
		case <-ctx.Done():
		}
		return compute.Do(ctx, task, progress)
	}
	joinAs(t, amy)
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), fmt.Sprint(servedPort, "=", g.Port()))
	said, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	defer child.Wait()
	defer child.Process.Kill()
	until(t, h, 2, "ready")
	task := playouts(t, 19, 500)
	want, err := compute.DoOn(t.Context(), 2, task, nil)
	if err != nil {
		t.Fatal(err)
	}
	line := make(chan string, 1)
	go func() {
		text, err := bufio.NewReader(said).ReadString('\n')
		line <- fmt.Sprint(text, err)
		child.Process.Kill()
		close(killed)
	}()
	got, report, err := h.Run(t.Context(), task)
	if err != nil || got != want {
		t.Fatalf("got %+v, %v\nwant %+v\n%+v", got, err, want, report)
	}
	if text := await.From(t, line); text != "middle\n<nil>" {
		t.Fatalf("the victim said %q, want that it is in the middle", text)
	}
	until(t, h, 1, "ready")
	if report.Lost == 0 {
		t.Errorf("%+v, want a lease lost with the process", report)
	}
}

func TestJoinWork_reports(t *testing.T) {
	h, g := hall(t, nil)
	o, err := compute.ParseJoin(fmt.Appendf(nil, `{"host": %q, "port": %d, "cores": 1}`, loopback, g.Port()))
	if err != nil {
		t.Fatal(err)
	}
	j := job.Start(compute.JoinWork(o))
	until(t, h, 1, "ready")
	check(t, h, playouts(t, 9, 200))
	j.Cancel()
	await.From(t, j.Done())
	text, err := j.Result()
	if !errors.Is(err, context.Canceled) || !strings.Contains(string(text), `"schema":"qikit/terminal/1"`) || j.Info().State != job.Cancelled {
		t.Errorf("%s, %v, %v", text, err, j.Info())
	}
	until(t, h, 0, "ready")
}

func TestParseJoin_badInput(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{``, "port is 0, expected 1 to 65535"}, {`[]`, "JSON"}, {`{"prot": 1}`, `no option "prot", did you mean "port"?`}, {`{} {}`, "behind"}, {`{"port": "x"}`, `port is "x", expected a whole number`}, {`{"port": 0}`, "port is 0"}, {`{"port": 1, "cores": 0}`, "cores is 0, expected 1 to 1024"},
		{`{"port": 1, "share": 0}`, "share is 0, expected 0.05 to 1"}, {`{"port": 1, "share": 2}`, "share is 2"}, {`{"port": 1, "give_up": -1}`, "give_up is -1, expected 0 to 1000000000"}, {`{"port": 1, "nick": "a b"}`, "nick: "},
	} {
		if _, err := compute.ParseJoin([]byte(row.text)); !errors.Is(err, compute.ErrOptions) || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: %v, want ErrOptions with %q", row.text, err, row.want)
		}
	}
	if o, err := compute.ParseJoin([]byte(`{"port": 1, "give_up": 0.5}`)); err != nil || o.Client.GiveUp != time.Second/2 || o.Client.Nick == "" {
		t.Errorf("%+v, %v", o, err)
	}
}
