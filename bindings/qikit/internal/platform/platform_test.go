package platform

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"qikit.dev/qikit/internal/await"
	"qikit.dev/qikit/lib/platform"
	"qikit.dev/qikit/lib/sgcp"
	"qikit.dev/qikit/lib/sgcp/client"
)

// poll asks again and again, soon at first, and in the end less often than the
// hall's usual rate of requests, of which it leaves some for others.
type poll struct {
	until time.Time
	pause time.Duration
}

func newPoll(t *testing.T) *poll { return &poll{await.End(t), 5 * time.Millisecond} }

func (p *poll) wait() {
	time.Sleep(p.pause)
	p.pause = min(2*p.pause, 300*time.Millisecond)
}

func (p *poll) over() bool { return time.Now().After(p.until) }

// first is the line that the program says when it plays.
func first(t *testing.T, said <-chan string, done <-chan error) (line string) {
	t.Helper()
	select {
	case line = <-said:
	case err := <-done:
		t.Fatal(err)
	case <-await.Over(t):
		t.Fatal("it does not begin")
	}
	return line
}

// ends waits for the end of the program, which is no error.
func ends(t *testing.T, done <-chan error) {
	t.Helper()
	if err := await.From(t, done); err != nil {
		t.Error(err)
	}
}

// enter logs in at a hall, with no capabilities.
func enter(t *testing.T, address, nick string) *client.Client {
	t.Helper()
	o := client.DefaultOptions()
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Sscan(port, &o.Port)
	o.Host = host
	o.Nick, o.Capabilities = nick, nil
	c, err := client.Dial(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// wait takes pushes until one is of that number.
func wait(t *testing.T, c *client.Client, n sgcp.Number) sgcp.Message {
	t.Helper()
	timeout := await.Over(t)
	for {
		select {
		case e, ok := <-c.Events():
			if !ok {
				t.Fatal(c.Err())
			}
			if e.Number == n {
				return e.Push
			}
		case <-timeout:
			t.Fatalf("no %v came", n)
		}
	}
}

// The platform's own hall: its constants are told and changed, it plays, it ends.
func TestRun_servesClientsOfItsOwn(t *testing.T) {
	dir := t.TempDir()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	said, done := make(chan string, 1), make(chan error, 1)
	go func() {
		done <- run(ctx, []string{"-listen", "127.0.0.1:0", "-size", "9", "-level", "1", "-store", dir + "/ai.db", "-grace", "1s", "-table", "8", "-metrics", ":0", "-log", "text"}, func(line string) { said <- line })
	}()
	fields := strings.Fields(first(t, said, done))
	c := enter(t, fields[2], "amy")
	started := sit(t, c, 2)
	if started.Size != 9 {
		t.Errorf("%+v", started)
	}
	a, err := c.Do(t.Context(), &sgcp.SetSetting{Key: "mc.playouts", Value: "20"})
	if err != nil || a.Param != "mc.playouts 20" {
		t.Errorf("122: %q, %v", a.Param, err)
	}
	if a, err = c.Do(t.Context(), &sgcp.ListSettings{Key: "level"}); err != nil || len(a.Rows) != 1 || a.Rows[0].(*sgcp.Setting).Value != "2" {
		t.Errorf("121 level: %+v, %v; want the level of 207", a.Rows, err)
	}
	// All of them at the hall's usual rate of requests.
	if a, err = c.Do(t.Context(), &sgcp.ListSettings{}); err != nil || len(a.Rows) != len(platform.NewParameterEditor(nil).Settings()) {
		t.Errorf("121: %d rows, %v", len(a.Rows), err)
	}
	if started.White == "amy" {
		wait(t, c, sgcp.PushPlayed)
	}
	if _, err := c.Do(t.Context(), &sgcp.Play{Coord: sgcp.At(0, 0)}); err != nil {
		t.Error(err)
	}
	for answers := 0; answers < 2; answers++ {
		wait(t, c, sgcp.PushPlayed)
	}
	if _, err := c.Do(t.Context(), &sgcp.Resign{}); err != nil {
		t.Error(err)
	}
	for path, figures := range map[string][]string{"/healthz": {"ok\n"}, "/metrics": {"\nqikit_platform_games_total 1\n", "\nqikit_platform_terminals 0\n", "\nqikit_gateway_games_started_total 1\n"}} {
		answer, err := http.Get("http://" + fields[4] + path)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		for _, want := range figures {
			if err != nil || !strings.Contains(string(text), want) {
				t.Errorf("%s: %v\n%s\nwant %q in it", path, err, text, want)
			}
		}
	}
	if err := c.Quit(t.Context()); err != nil {
		t.Error(err)
	}
	stop()
	ends(t, done)
}

func TestRun_faults(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(dir+"/other.db", []byte("this is no database, whatever it is called"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{}, {"-nonsense"}, {"extra", "-listen", "127.0.0.1:0"}, {"-gateway", "nowhere"}, {"-gateway", "127.0.0.1:0"}, {"-gateway", "127.0.0.1:4321", "-key", "@" + dir + "/none"},
		{"-listen", "nowhere"}, {"-listen", "127.0.0.1:0", "-size", "30"}, {"-gateway", "127.0.0.1:4321", "-tls", "-ca", dir + "/other.db"}, {"-gateway", "127.0.0.1:4321", "-tls", "-ca", dir + "/none"},
		{"-gateway", "127.0.0.1:4321", "-ca", dir + "/other.db"}, {"-listen", "127.0.0.1:0", "-tls"}, {"-listen", "127.0.0.1:0", "-plan", "fair"},
		{"-listen", "127.0.0.1:0", "-best", "1"}, {"-listen", "127.0.0.1:0", "-unfinished", "me"}, {"-listen", "127.0.0.1:0", "-verify", "2"},
		{"-listen", "127.0.0.1:0", "-nats", "nowhere://x"}, {"-listen", "127.0.0.1:0", "-nats", "nats://127.0.0.1:1", "-nats-key", dir + "/none"},
		{"-listen", "127.0.0.1:0", "-depth", "0"}, {"-listen", "127.0.0.1:0", "-log", "xml"}, {"-listen", "127.0.0.1:0", "-metrics", "9321"}, {"-listen", "127.0.0.1:0", "-name", "tian"},
		{"-listen", "127.0.0.1:0", "-level", "11"}, {"-listen", "127.0.0.1:0", "-slots", "0"}, {"-listen", "127.0.0.1:0", "-store", dir + "/other.db"},
	} {
		if err := run(t.Context(), append(args, "-grace", "1ms"), func(string) { t.Errorf("%v: it plays", args) }); err == nil {
			t.Errorf("%v: no error", args)
		}
	}
}
