package client_test

import (
	"bufio"
	"context"
	"errors"
	"net"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"qikit.dev/qikit/lib/sgcp"
	"qikit.dev/qikit/lib/sgcp/client"
)

const (
	token  = "KRUGS4ZANFZSAYJAI52G623FNY"
	secret = "ONSWG4TFOQQHGZLTONUW63RAGE"
	hello  = "601 bob_ " + secret + "\r\n"
)

// fake is a server whose every connection follows a script of its own; a
// connection without a script is refused.
type fake struct {
	t       *testing.T
	scripts []func(*peer)
	pipes   bool // net.Pipe: no buffers at all between the two

	mu   sync.Mutex
	next int
	all  sync.WaitGroup
}

// peer is the server's end of one connection.
type peer struct {
	*fake
	net.Conn
	lines *bufio.Reader
}

var errRefused = errors.New("connection refused by the script")

// dial is Options.Dial.
func (f *fake) dial(ctx context.Context, network, address string) (net.Conn, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.next >= len(f.scripts) {
		return nil, errRefused
	}
	script := f.scripts[f.next]
	f.next++
	ours, theirs := net.Pipe()
	if !f.pipes {
		ours, theirs = loopback(f.t)
	}
	f.all.Go(func() {
		defer ours.Close()
		ours.SetDeadline(time.Now().Add(hang))
		script(&peer{f, ours, bufio.NewReader(ours)})
	})
	return theirs, nil
}

func loopback(t *testing.T) (server, client net.Conn) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	client, err = net.Dial("tcp", listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	for {
		server, err = listener.Accept()
		if err != nil {
			t.Fatal(err)
		}
		if server.RemoteAddr().String() == client.LocalAddr().String() {
			return server, client
		}
		server.Close() // a stranger, who took the port for one that it knew
	}
}

// expect reads one line per text.
func (p *peer) expect(lines ...string) bool {
	for _, want := range lines {
		got, err := p.lines.ReadString('\n')
		if got != want+"\r\n" {
			p.t.Errorf("the server read %q (%v), want %q", got, err, want)
			return false
		}
	}
	return true
}

// send writes in pieces of a few octets.
func (p *peer) send(text string) {
	for i := 0; len(text) > 0; i++ {
		n := min(len(text), 1+i*7%23)
		if _, err := p.Write([]byte(text[:n])); err != nil {
			p.t.Errorf("the server wrote %q: %v", text[:n], err)
			return
		}
		text = text[n:]
	}
}

// login answers 101 and 104.
func (p *peer) login() bool {
	if !p.expect("101 bob") {
		return false
	}
	p.send(hello)
	if !p.expect("104 ping marking") {
		return false
	}
	p.send("604 ping marking\r\n")
	return true
}

// resume answers 105 and 104, and knows no 106.
func (p *peer) resume(last, reply string) bool {
	if !p.expect("105 " + secret + " " + last) {
		return false
	}
	p.send(reply)
	if !p.expect("104 ping marking") {
		return false
	}
	p.send("604 ping marking\r\n")
	if !p.expect("106") {
		return false
	}
	p.send("501 106 unknown command\r\n")
	return true
}

// gone answers pings until the client has closed.
func (p *peer) gone() {
	for {
		line, err := p.lines.ReadString('\n')
		if err != nil {
			return
		}
		if rest, ok := strings.CutPrefix(line, "109"); ok {
			p.send("609" + rest)
		}
	}
}

// silent reads until the client has closed.
func (p *peer) silent() {
	for {
		if _, err := p.lines.ReadString('\n'); err != nil {
			return
		}
	}
}

// hang guards against a hang alone: some of the tests have a clock of their own, and a test
// program's time is not told there.
const hang = time.Hour

// options are quick ones for a fake server.
func options(f *fake) client.Options {
	o := client.DefaultOptions()
	o.Port, o.Nick, o.Dial, o.Seed = 1, "bob", f.dial, 1
	o.BackoffMin, o.BackoffMax, o.GiveUp = time.Millisecond, 4*time.Millisecond, hang
	o.Reply, o.Write = hang, hang
	return o
}

// serve runs the scripts, one connection each, and checks at the end that
// neither side has left a goroutine behind.
func serve(t *testing.T, scripts ...func(*peer)) *fake {
	before := runtime.NumGoroutine()
	f := &fake{t: t, scripts: scripts, pipes: true}
	t.Cleanup(func() {
		f.all.Wait()
		if f.next != len(scripts) {
			t.Errorf("%d connections, want %d", f.next, len(scripts))
		}
		for wait := time.Now().Add(hang); runtime.NumGoroutine() > before; time.Sleep(time.Millisecond) {
			if time.Now().After(wait) {
				stacks := make([]byte, 1<<16)
				t.Errorf("%d goroutines after Close, %d before:\n%s", runtime.NumGoroutine(), before, stacks[:runtime.Stack(stacks, true)])
				return
			}
		}
	})
	return f
}

func dial(t *testing.T, o client.Options) *client.Client {
	t.Helper()
	c, err := client.Dial(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	})
	return c
}

// next is the next event.
func next(t *testing.T, c *client.Client) client.Event {
	t.Helper()
	select {
	case e, ok := <-c.Events():
		if !ok {
			t.Fatal("the events have ended")
		}
		return e
	case <-time.After(hang):
		t.Fatal("no event came")
	}
	panic("not reached")
}

// events reads as many as the texts and compares.
func events(t *testing.T, c *client.Client, want ...string) {
	t.Helper()
	for _, w := range want {
		if got := short(next(t, c)); got != w {
			t.Fatalf("event %q, want %q", got, w)
		}
	}
}

func short(e client.Event) string {
	parts := []string{e.Kind.String()}
	if e.Kind == client.Pushed {
		parts[0] = e.Number.String()
		if e.Param != "" {
			parts = append(parts, e.Param)
		}
	}
	if e.Count > 0 {
		parts = append(parts, "x"+strings.Repeat("I", e.Count))
	}
	if e.Info != nil {
		parts = append(parts, e.Info.Game.String())
		for _, m := range e.Info.Line {
			parts = append(parts, m.String())
		}
	}
	return strings.Join(parts, " ")
}

func ping(t *testing.T, c *client.Client, text string) {
	t.Helper()
	a, err := c.Do(t.Context(), &sgcp.Ping{Text: text})
	if err != nil {
		t.Fatalf("ping %s: %v", text, err)
	}
	if got := a.Reply.(*sgcp.PingReply).Text; got != text {
		t.Fatalf("ping %s was answered %s", text, got)
	}
}
