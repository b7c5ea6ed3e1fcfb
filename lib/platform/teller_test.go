package platform

import (
	"bufio"
	"context"
	"fmt"
	"log/slog"
	"net"
	"strings"
	"testing"
	"time"

	"qikit.dev/qikit/internal/await"
	"qikit.dev/qikit/internal/clock"
	"qikit.dev/qikit/lib/sgcp"
	"qikit.dev/qikit/lib/sgcp/client"
)

// hushed is a gateway of which the test reads every line itself.
type hushed struct {
	t testing.TB
	net.Conn
	lines chan string // that the platform has sent
}

// later is a clock that is put forward while nobody looks at it.
type later struct {
	clock.System
	ahead time.Duration
}

func (c *later) Now() time.Time { return time.Now().Add(c.ahead) }

// telling is a slot, logged in at such a gateway, in a game with bob.
func telling(t testing.TB, at Clock) (*slot, *hushed) {
	t.Helper()
	ours, theirs := net.Pipe()
	g := &hushed{t, ours, make(chan string, 1000)}
	o := client.DefaultOptions()
	o.Host, o.Port, o.Nick, o.Reconnect, o.Capabilities = "here", 1, "AI-qikit", false, nil
	o.Dial = func(context.Context, string, string) (net.Conn, error) { return theirs, nil }
	ready := make(chan struct{})
	go func() {
		defer close(ready)
		read := bufio.NewReader(ours)
		if _, err := read.ReadString('\n'); err != nil {
			return
		}
		fmt.Fprintf(ours, "601 AI-qikit ONSWG4TFOQQHGZLTONUW63RAGE\r\n")
		go func() {
			for {
				line, err := read.ReadString('\n')
				if err != nil {
					return
				}
				g.lines <- strings.TrimSpace(line)
			}
		}()
	}()
	c, err := client.Dial(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	<-ready
	t.Cleanup(func() { c.Close(); ours.Close() })
	users, err := OpenMultiUserManager("", levelMax)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { users.Close() })
	s := &slot{platform: &Platform{users: users}, gateway: &Endpoint{Host: "here", Port: 1}, clock: at, log: slog.New(slog.DiscardHandler), client: c}
	s.visitor = visitor{"bob", s.person("bob")}
	s.teller = &teller{c, at, s.log, make(chan answer, answersMost)}
	return s, g
}

// beginTelling lets the teller run until the test ends.
func (s *slot) beginTelling(t testing.TB) {
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { defer close(done); s.teller.run(ctx) }()
	t.Cleanup(func() { stop(); <-done })
}

// next is the next line that the gateway gets.
func (g *hushed) next() string {
	g.t.Helper()
	return await.From(g.t, g.lines)
}

func (g *hushed) say(line string) {
	g.t.Helper()
	if _, err := fmt.Fprintf(g, "%s\r\n", line); err != nil {
		g.t.Fatal(err)
	}
}

// The game waits for no answer to 121: the gateway need not even take it. When it takes the
// first row, the others come at once; when it has given up, none comes.
func TestTell_waitsForNobody(t *testing.T) {
	s, g := telling(t, clock.System{})
	s.beginTelling(t)
	for id := range uint64(3) {
		if err := s.push(t.Context(), &sgcp.SettingsRequest{ID: id, Nick: "bob"}); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.push(t.Context(), &sgcp.SettingsRequest{ID: 3, Nick: "bob", Key: "level", Value: "2"}); err != nil {
		t.Fatal(err)
	}
	rows := len(parameters)
	if line := g.next(); !strings.HasPrefix(line, "123 0 row level 10 ") {
		t.Fatalf("first came %q, want a row", line)
	}
	g.say("623")
	for i := 1; i < rows; i++ {
		if line := g.next(); !strings.HasPrefix(line, "123 0 row "+parameters[i].Key+" ") {
			t.Fatalf("row %d is %q, want that of %s", i, line, parameters[i].Key)
		}
	}
	if line := g.next(); line != fmt.Sprintf("123 0 end %d", rows) {
		t.Errorf("last came %q", line)
	}
	for range rows {
		g.say("623")
	}
	if line := g.next(); !strings.HasPrefix(line, "123 1 row level ") {
		t.Fatalf("the second answer begins with %q", line)
	}
	g.say("503 123 nobody waits for that answer")
	if line := g.next(); !strings.HasPrefix(line, "123 2 row level ") {
		t.Fatalf("after the refusal of the second came %q, want the third", line)
	}
	g.say("506 123 too fast")
	if line := g.next(); !strings.HasPrefix(line, "123 2 row level ") {
		t.Fatalf("after a refusal for the rate came %q, want the row again", line)
	}
	g.say("503 123 nobody waits for that answer")
	if line := g.next(); line != "123 3 ok level 2" {
		t.Errorf("last came %q", line)
	}
	g.say("623")
}

// An answer for which the gateway waits no more is not sent; nor are more kept than the
// gateway can want.
func TestTell_dropsWhatIsLate(t *testing.T) {
	at := &later{}
	s, g := telling(t, at)
	ask := func(id uint64) {
		s.settings(&sgcp.SettingsRequest{ID: id, Nick: "bob", Key: "level"})
	}
	for id := range uint64(answersMost + 10) {
		ask(id)
	}
	if n := len(s.teller.queue); n != answersMost {
		t.Fatalf("%d answers wait, want %d", n, answersMost)
	}
	<-s.teller.queue
	at.ahead = answerWait
	ask(1000)
	s.beginTelling(t)
	if line := g.next(); !strings.HasPrefix(line, "123 1000 row level ") {
		t.Errorf("first came %q, want the answer that is not late", line)
	}
	g.say("623")
}
