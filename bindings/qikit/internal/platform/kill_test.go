package platform

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"strings"
	"testing"

	"qikit.dev/qikit/bindings/qikit/internal/verb"
	"qikit.dev/qikit/internal/await"
	"qikit.dev/qikit/lib/gateway"
	"qikit.dev/qikit/lib/sgcp"
	"qikit.dev/qikit/lib/sgcp/client"
)

// killedArgs, in the environment, makes the test binary the program with these
// arguments, to be killed from outside.
const killedArgs = "QIKIT_TEST_PLATFORM_ARGS"

// saying hands on what is written.
type saying func(line string)

func (s saying) Write(text []byte) (int, error) {
	s(strings.TrimSuffix(string(text), "\n"))
	return len(text), nil
}

// run executes the verb in this process.
func run(ctx context.Context, args []string, say func(line string)) error {
	return verb.Execute(ctx, Verb, verb.Streams{Out: saying(say), Err: os.Stderr}, args...)
}

func TestMain(m *testing.M) {
	if args := os.Getenv(killedArgs); args != "" {
		fmt.Println("error", run(context.Background(), strings.Fields(args), func(line string) { fmt.Println(line) }))
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// freeAddress is one that nobody listens on, nor will: it is on a loopback address
// of this process, where there are such. On 127.0.0.1 any connection of another
// process may get the port while the program is away.
func freeAddress(t *testing.T) string {
	t.Helper()
	pid := os.Getpid()
	listener, err := net.Listen("tcp", fmt.Sprintf("127.%d.%d.%d:0", 64+pid>>16&63, pid>>8&255, pid&255))
	if err != nil {
		listener, err = net.Listen("tcp", "127.0.0.1:0")
	}
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().String()
}

func process(t *testing.T, args string) *exec.Cmd {
	t.Helper()
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), killedArgs+"="+args)
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	defer context.AfterFunc(await.Context(t), func() { child.Process.Kill() })()
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil || !strings.HasPrefix(line, "playing") {
		child.Process.Kill()
		t.Fatalf("the program said %q, %v", line, err)
	}
	return child
}

// sit asks for a game with the AI, as soon as one is free, and begins it.
func sit(t *testing.T, c *client.Client, level int) *sgcp.Started {
	t.Helper()
	for again := newPoll(t); ; again.wait() {
		_, err := c.Do(t.Context(), &sgcp.PlayAI{Level: level})
		var f *sgcp.Fault
		if err == nil {
			break
		}
		if !errors.As(err, &f) || f.Code != sgcp.FaultNotWaiting || again.over() {
			t.Fatal(err)
		}
	}
	if _, err := c.Do(t.Context(), &sgcp.Ready{}); err != nil {
		t.Fatal(err)
	}
	return wait(t, c, sgcp.PushStarted).(*sgcp.Started)
}

// The program, its own hall with it, is killed while a game is played: started
// again on the same files it goes on, the Client too.
func TestKill_hallAndPlatform(t *testing.T) {
	address := freeAddress(t)
	args := fmt.Sprintf("-listen %s -size 9 -table 8 -store %s/ai.db", address, t.TempDir())
	child := process(t, args)
	defer func() {
		child.Process.Kill()
		child.Wait()
	}()
	c := enter(t, address, "amy")
	game := sit(t, c, 1)
	info := func(least int) *client.Info {
		t.Helper()
		for again := newPoll(t); ; again.wait() {
			if info, err := c.Info(t.Context(), game.Game); err == nil && len(info.Line) >= least {
				return info
			}
			if again.over() {
				t.Fatalf("the game has no %d moves", least)
			}
		}
	}
	mine := 1
	if game.White == "amy" {
		mine = 2
	}
	var before []sgcp.Coord
	for round := range 3 {
		now := info(mine - 1)
		for i, at := range before {
			if now.Line[i] != at {
				t.Fatalf("round %d: the moves are %v, before the kill %v", round, now.Line, before)
			}
		}
		if len(now.Line) != mine-1 {
			t.Fatalf("round %d: %d moves, want %d: one came twice", round, len(now.Line), mine-1)
		}
		// Some point far from the others that is free.
		at := sgcp.At(8, 2*round)
		for _, taken := range now.Line {
			if taken == at {
				at = sgcp.At(0, 2*round)
			}
		}
		if _, err := c.Do(t.Context(), &sgcp.Play{Coord: at, Seq: mine}); err != nil {
			t.Fatal(err)
		}
		before = append(now.Line, at)
		mine += 2
		child.Process.Kill()
		child.Wait()
		child = process(t, args)
	}
	if now := info(mine - 1); now.State != sgcp.Playing {
		t.Errorf("state %s", now.State)
	}
}

// At a gateway elsewhere and with Clients of its own, both at once.
func TestRun_bothAtOnce(t *testing.T) {
	o := gateway.DefaultOptions()
	o.Size, o.Keys = 5, map[string]string{"a secret": "tian"}
	g, err := gateway.Start(o)
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	file := t.TempDir() + "/key"
	if err := os.WriteFile(file, []byte("a secret\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	said, done := make(chan string, 1), make(chan error, 1)
	go func() {
		done <- run(ctx, []string{"-gateway", g.Addr().String(), "-key", "@" + file, "-listen", "127.0.0.1:0", "-size", "7", "-table", "8", "-grace", "1ms"}, func(line string) { said <- line })
	}()
	own := strings.Fields(first(t, said, done))[2]
	for _, row := range []struct {
		address string
		size    int
	}{{g.Addr().String(), 5}, {own, 7}} {
		c := enter(t, row.address, "amy")
		if started := sit(t, c, 1); started.Size != row.size {
			t.Errorf("at %s the board has %d points along a side, want %d", row.address, started.Size, row.size)
		}
		c.Quit(t.Context())
	}
	stop()
	ends(t, done)
}
