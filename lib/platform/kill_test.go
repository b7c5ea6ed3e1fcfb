package platform_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"qikit.dev/qikit/internal/await"
	"qikit.dev/qikit/lib/gateway"
	"qikit.dev/qikit/lib/platform"
	"qikit.dev/qikit/lib/sgcp"
)

// playsStore, in the environment, makes the test binary a platform on that file, to
// be killed from outside; playsPort is the gateway's port. With playsDies it dies by itself
// in the middle of rebuilding its memory bank.
const (
	playsStore = "QIKIT_TEST_PLATFORM_STORE"
	playsPort  = "QIKIT_TEST_PLATFORM_PORT"
	playsDies  = "QIKIT_TEST_PLATFORM_DIES"
)

// died is what a platform ends with that died by itself.
const died = 3

// dying ends the process when a game cannot be replayed.
type dying struct{ slog.Handler }

func (d dying) Handle(ctx context.Context, r slog.Record) error {
	if r.Message == "rebuilding" {
		os.Exit(died)
	}
	return d.Handler.Handle(ctx, r)
}

func TestMain(m *testing.M) {
	path := os.Getenv(playsStore)
	if path == "" {
		os.Exit(m.Run())
	}
	o := platform.DefaultOptions()
	port, _ := strconv.Atoi(os.Getenv(playsPort))
	o.Gateways = []platform.Endpoint{{Host: "127.0.0.1", Port: port, Key: key, Slots: 1}}
	o.Store, o.Bank, o.TableMB, o.Backoff = path, path+".bank", 8, 100*time.Millisecond
	o.Explain = func(_ string, e platform.Explanation) { fmt.Println("chosen", e.Chosen) }
	if os.Getenv(playsDies) != "" {
		o.Log = slog.New(dying{slog.NewTextHandler(io.Discard, nil)})
	}
	if _, err := platform.Start(o); err != nil {
		fmt.Println("error", err)
		os.Exit(1)
	}
	fmt.Println("started")
	select {}
}

// process is a platform as a process of its own.
type process struct {
	*exec.Cmd
	chosen chan struct{} // one for each choice
}

func play(t *testing.T, path string, port int) *process {
	t.Helper()
	p := &process{Cmd: exec.Command(os.Args[0]), chosen: make(chan struct{}, 1000)}
	p.Env = append(os.Environ(), playsStore+"="+path, fmt.Sprint(playsPort, "=", port))
	out, err := p.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(out)
	defer context.AfterFunc(await.Context(t), func() { p.Process.Kill() })()
	if line, err := lines.ReadString('\n'); err != nil || strings.TrimSpace(line) != "started" {
		p.Process.Kill()
		t.Fatalf("the platform said %q, %v", line, err)
	}
	go func() {
		for {
			if _, err := lines.ReadString('\n'); err != nil {
				return
			}
			p.chosen <- struct{}{}
		}
	}()
	return p
}

func (p *process) kill() {
	p.Process.Kill()
	p.Wait()
}

// The platform is killed again and again in the middle of its moves: the game goes
// on, no move is lost and none comes twice, and its profile and memory are whole.
func TestKill_inTheMiddleOfAMove(t *testing.T) {
	kills := 6
	if testing.Short() {
		kills = 2
	}
	g := hall(t, 7, func(o *gateway.Options) { o.Limits.Graces = 1000 })
	path := t.TempDir() + "/ai.db"
	p := play(t, path, g.Port())
	defer func() { p.kill() }()
	h := enter(t, g, "bob")
	h.sit(&sgcp.PlayAI{Level: 10})
	h.do(&sgcp.SetSetting{Key: "mc.seconds", Value: "0.15"})
	h.do(&sgcp.Claim{Name: "bob", Password: password})
	n := 0
	h.finish(func() sgcp.Message {
		m := h.simple()
		if n++; n <= kills {
			// At some moment of the next choice: while the move is thought about, sent or
			// pushed.
			victim := p
			moment := time.Duration(n) * 30 * time.Millisecond
			timer := time.AfterFunc(moment, func() { victim.Process.Kill() })
			t.Cleanup(func() { timer.Stop() })
			h.do(m)
			victim.Wait()
			p = play(t, path, g.Port())
			if n == kills {
				h.hurry()
			}
			return nil
		}
		return m
	})
	if n <= kills || h.ended.Method != "area" {
		t.Errorf("%d moves, ended %v by %q", n, h.ended.Result, h.ended.Method)
	}
	info, err := h.Info(t.Context(), h.game)
	if err != nil || len(info.Line) != h.seq {
		t.Errorf("the gateway has %d moves, %d were pushed; %v", len(info.Line), h.seq, err)
	}
	h.do(&sgcp.Leave{Game: h.game})
	h.sit(&sgcp.PlayAI{}) // it waits again
	if rows := h.do(&sgcp.ListSettings{Key: "mc.seconds"}).Rows; len(rows) != 1 || rows[0].(*sgcp.Setting).Value != "0.02" {
		t.Errorf("the setting is %+v", rows)
	}
	p.kill()
	users, err := platform.OpenMultiUserManager(path, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer users.Close()
	profile, err := users.Profile("bob")
	if err != nil {
		t.Fatal(err)
	}
	games, err := profile.Games(10)
	if err != nil || len(games) != 2 || games[1].Result == "" && games[0].Result == "" {
		t.Errorf("games %+v, %v", games, err)
	}
	bank, err := platform.OpenMemoryBank(path + ".bank")
	if err != nil {
		t.Fatal(err)
	}
	defer bank.Close()
	if positions, _, err := bank.Count(); positions == 0 || err != nil {
		t.Errorf("%d positions, %v", positions, err)
	}
}

// hurry lets the platform move faster, as soon as it is back.
func (h *human) hurry() {
	h.t.Helper()
	await.Until(h.t, func() bool { return h.fault(&sgcp.SetSetting{Key: "mc.seconds", Value: "0.02"}) == 0 }, func() string { return "the platform takes no settings" })
}
