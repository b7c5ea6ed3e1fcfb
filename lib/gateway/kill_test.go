package gateway_test

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"qikit.dev/qikit/internal/await"
	players "qikit.dev/qikit/internal/tools/hall"
	"qikit.dev/qikit/lib/gateway"
	"qikit.dev/qikit/lib/sgcp/client"
)

// servedStore, in the environment, makes the test binary a gateway on that file,
// to be killed from outside; servedHost and servedPort are where it listens.
const (
	servedStore = "QIKIT_TEST_GATEWAY_STORE"
	servedHost  = "QIKIT_TEST_GATEWAY_HOST"
	servedPort  = "QIKIT_TEST_GATEWAY_PORT"
)

func TestMain(m *testing.M) {
	if path := os.Getenv(servedStore); path != "" {
		o := gateway.DefaultOptions()
		o.Store, o.Size, o.Rule = path, 9, "seed+komi"
		o.Host = os.Getenv(servedHost)
		o.Port, _ = strconv.Atoi(os.Getenv(servedPort))
		g, err := gateway.Start(o)
		if err != nil {
			fmt.Println("error", err)
			os.Exit(1)
		}
		fmt.Println("port", g.Port())
		select {}
	}
	os.Exit(m.Run())
}

// ownAddress is a loopback address of this process: while the gateway there is
// away nobody else's connection can take its port.
func ownAddress() string {
	if runtime.GOOS != "linux" {
		return "127.0.0.1"
	}
	pid := os.Getpid()
	return fmt.Sprintf("127.%d.%d.%d", 64+pid>>16&63, pid>>8&255, pid&255)
}

// serve starts a gateway as a process of its own.
func serve(t *testing.T, path, host string, port int) (child *exec.Cmd, at int) {
	t.Helper()
	child = exec.Command(os.Args[0])
	child.Env = append(os.Environ(), servedStore+"="+path, servedHost+"="+host, fmt.Sprint(servedPort, "=", port))
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	defer context.AfterFunc(await.Context(t), func() { child.Process.Kill() })()
	line, err := bufio.NewReader(out).ReadString('\n')
	if _, scanned := fmt.Sscanf(line, "port %d", &at); err != nil || scanned != nil {
		child.Process.Kill()
		t.Fatalf("the gateway said %q", line)
	}
	return child, at
}

// The gateway is killed again and again while games are played: no move is lost,
// none comes twice, every game ends.
func TestKill_whileGamesArePlayed(t *testing.T) {
	games, kills := 30, 5
	if testing.Short() {
		games, kills = 6, 2
	}
	path, host := t.TempDir()+"/hall.db", ownAddress()
	child, port := serve(t, path, host, 0)
	defer func() {
		child.Process.Kill()
		child.Wait()
	}()
	ctx := await.Context(t)
	var all sync.WaitGroup
	var running atomic.Int64
	var lost atomic.Int64
	for i := range games {
		line, err := players.Script(9, 60, uint64(i))
		if err != nil {
			t.Fatal(err)
		}
		running.Add(1)
		all.Go(func() {
			defer running.Add(-1)
			r, err := players.Game(ctx, func(nick string) client.Options {
				o := client.DefaultOptions()
				o.Host, o.Port, o.Nick, o.Seed = host, port, nick, uint64(i)
				o.BackoffMin, o.BackoffMax, o.Reply, o.GiveUp = 20*time.Millisecond, 200*time.Millisecond, 5*time.Second, time.Hour
				return o
			}, fmt.Sprint("g", i), line, 40*time.Millisecond)
			if err != nil {
				t.Error(err)
			}
			lost.Add(int64(r.Lost))
		})
	}
	for kill := range kills {
		if kill == 0 { // nobody loses a connection before
			untilGames(t, net.JoinHostPort(host, strconv.Itoa(port)), games)
		} else {
			time.Sleep(250 * time.Millisecond)
		}
		child.Process.Kill()
		child.Wait()
		child, _ = serve(t, path, host, port)
	}
	if running.Load() == 0 {
		t.Error("all games were over before the last kill")
	}
	all.Wait()
	if lost.Load() == 0 {
		t.Error("no connection was lost")
	}
}

// untilGames waits until so many games are under way at a gateway.
func untilGames(t *testing.T, address string, games int) {
	t.Helper()
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	p := greeted(t, conn)
	p.enter("watch")
	want := fmt.Sprintf(" games=%d ", games)
	said := ""
	await.Until(t, func() bool {
		time.Sleep(250 * time.Millisecond)
		said = p.do("204")
		return strings.Contains(said, want)
	}, func() string { return fmt.Sprintf("%q, want%s", said, want) })
	p.ask("103", "603")
}

// A gateway that is started again has the games as they were.
func TestStore_startsAgain(t *testing.T) {
	o, c := options()
	o.Size, o.Store = 5, t.TempDir()+"/hall.db"
	h := open(t, o)
	carl := h.login("carl")
	carl.ask("201", "701")
	b, w, game := pair(h.login("amy"), h.login("bob"))
	for _, p := range []*peer{b, w} {
		p.ask("104 marking", "604")
	}
	moves(b, w, game, walls)
	b.ask("301 "+game, "861")
	before := b.read()
	again := func() {
		t.Helper()
		if err := h.Close(); err != nil {
			t.Fatal(err)
		}
		h = open(t, o)
		carl, b, w = h.resume(carl), h.resume(b), h.resume(w)
	}
	again()
	b.ask("301 "+game, "861 1 B1 D1")
	if got := b.read(); got != before {
		t.Errorf("after the start %q, before %q", got, before)
	}
	b.ask("202", "752 carl")
	b.read()
	for p, where := range map[*peer]string{b: game, carl: "-"} {
		if got := h.connect().do("105 " + p.secret + " 1000"); got != "605 resync "+p.nick+" "+where {
			t.Errorf("%s: 105 was answered %q", p.nick, got)
		}
	}
	b, carl = h.resume(b), h.resume(carl)
	b.ask("327", "827 pending")
	again()
	w.ask("327", "827 marking")
	w.ask("325 A1", "825 A1 alive")
	w.ask("325 A1", "825 A1 dead")
	w.ask("325 B1", "825 B1 dead")
	again()
	w.ask("325 B1", "825 B1 alive")
	w.ask("328", "828")
	again()
	// Black was to move, so white's playing on gave the turn to black.
	w.ask("321 A3", "533")
	b.ask("321 A2", "821 15")
	w.ask("321 PASS 16", "821 16") // without a number it would be the last one said again
	again()
	b.ask("327", "827 marking")
	again()
	c.advance(61 * time.Second)
	h.until("playing 0")
	for _, p := range []*peer{b, w} {
		p.ask("311", "811")
	}
	b.expect("855 "+game+" W+7.5 12.5 12.5 area", "850")
	w.expect("855", "850")
	next := strings.Fields(h.resume(b).ask("301 "+game, "861"))
	if len(next) != 19 {
		t.Errorf("moves %q", next)
	}
	again()
	b.ask("323", "823")
	again()
	b.ask("321 A1", "538")
	c.advance(25 * time.Hour)
	again()
	h.until("tables 1") // the game is forgotten by a timer
	b.ask("301 "+game, "530")
}

// resume connects again and takes the session up; what came meanwhile is gone.
func (h *hall) resume(p *peer) *peer {
	h.t.Helper()
	again := h.connect()
	again.nick, again.secret = p.nick, p.secret
	again.ask("105 "+p.secret+" 1000", "605 resync "+p.nick+" ")
	return again
}
