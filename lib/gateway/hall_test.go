package gateway_test

import (
	"bufio"
	"bytes"
	"fmt"
	"log/slog"
	"net"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"qikit.dev/qikit/internal/await"
	"qikit.dev/qikit/lib/gateway"
	"qikit.dev/qikit/lib/sgcp"
)

// clock is a clock that stands still until it is told.
type clock struct {
	mu     sync.Mutex
	now    time.Time
	waits  []wait
	asleep bool // advance wakes nobody

	// ahead is by how much the clock goes forward when After is called next, before
	// the wait begins; looked is closed when somebody has then looked at it.
	ahead  time.Duration
	looked chan struct{}
}

type wait struct {
	at   time.Time
	send chan time.Time
}

func newClock() *clock { return &clock{now: time.UnixMilli(1_712_345_678_901)} }

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.looked != nil && c.ahead == 0 {
		close(c.looked)
		c.looked = nil
	}
	return c.now
}

func (c *clock) After(d time.Duration) <-chan time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now, c.ahead = c.now.Add(c.ahead), 0
	w := wait{c.now.Add(d), make(chan time.Time, 1)}
	c.waits = append(c.waits, w)
	return w.send
}

// advance moves the time on and wakes those whose time has come.
func (c *clock) advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
	if c.asleep {
		return
	}
	left := c.waits[:0]
	for _, w := range c.waits {
		if w.at.After(c.now) {
			left = append(left, w)
			continue
		}
		w.send <- c.now
	}
	c.waits = left
}

// hall is a gateway under test.
type hall struct {
	*gateway.Gateway
	t     testing.TB
	clock *clock
	log   *bytes.Buffer
}

// options are those of most tests: a clock of its own, seats by seed, no limits of
// rate.
func options() (gateway.Options, *clock) {
	o := gateway.DefaultOptions()
	c := newClock()
	o.Clock, o.Seed = c, 1
	o.Limits.Rate, o.Limits.Burst, o.Limits.ChatRate, o.Limits.ChatBurst = 1e6, 1e6, 1e6, 1e6
	o.Limits.ChatWork, o.Limits.Logins, o.Limits.Delay = 1e9, 1e9, 0
	return o, c
}

// open starts a gateway, and checks at the end that it leaves nothing behind.
func open(t testing.TB, o gateway.Options) *hall {
	t.Helper()
	before := runtime.NumGoroutine()
	log := new(bytes.Buffer)
	if testing.Verbose() && !o.Log.Enabled(t.Context(), slog.LevelError) { // the test has no log of its own
		o.Log = slog.New(slog.NewTextHandler(log, nil))
	}
	g, err := gateway.Start(o)
	if err != nil {
		t.Fatal(err)
	}
	h := &hall{Gateway: g, t: t, log: log}
	h.clock, _ = o.Clock.(*clock)
	t.Cleanup(func() {
		if err := g.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
		await.Goroutines(t, before)
	})
	return h
}

// peer is a client that writes and reads lines.
type peer struct {
	net.Conn
	t      testing.TB
	lines  *bufio.Reader
	nick   string
	secret string
	unread []string // pushes passed over by do
}

// dial opens a connection.
func (h *hall) dial() *peer {
	h.t.Helper()
	conn, err := net.Dial("tcp", h.Addr().String())
	if err != nil {
		h.t.Fatal(err)
	}
	return newPeer(h.t, conn)
}

func newPeer(t testing.TB, conn net.Conn) *peer {
	t.Cleanup(func() { conn.Close() })
	return &peer{Conn: conn, t: t, lines: bufio.NewReader(conn)}
}

// connect opens a connection and reads the greeting.
func (h *hall) connect() *peer {
	h.t.Helper()
	return greeted(h.t, h.dial().Conn)
}

func greeted(t testing.TB, conn net.Conn) *peer {
	t.Helper()
	p := newPeer(t, conn)
	if line := p.read(); !strings.HasPrefix(line, "650 SGCP/1 qikit ") {
		t.Fatalf("greeting %q", line)
	}
	return p
}

// login is connect and 101.
func (h *hall) login(nick string) *peer {
	h.t.Helper()
	p := h.connect()
	p.enter(nick)
	return p
}

func (p *peer) enter(nick string) {
	p.t.Helper()
	fields := strings.Fields(p.do("101 " + nick))
	if fields[0] != "601" {
		p.t.Fatalf("101 %s: %q", nick, fields)
	}
	p.nick, p.secret = fields[1], fields[2]
}

func (p *peer) write(line string) {
	p.t.Helper()
	p.SetWriteDeadline(await.End(p.t))
	if _, err := p.Write([]byte(line + "\r\n")); err != nil {
		p.t.Errorf("writing %q: %v", line, err)
	}
}

// read reads a line; "" when the connection has ended.
func (p *peer) read() string {
	p.t.Helper()
	p.SetReadDeadline(await.End(p.t))
	line, err := p.lines.ReadString('\n')
	if err != nil {
		if e, ok := err.(net.Error); ok && e.Timeout() {
			p.t.Fatalf("%s: no line came", p.nick)
		}
		return ""
	}
	text, ok := strings.CutSuffix(line, "\r\n")
	if !ok {
		p.t.Errorf("the line %q does not end with CRLF", line)
	}
	return text
}

// do sends a command and reads up to its terminal reply; pushes before it are
// kept for expect.
func (p *peer) do(line string) string {
	p.t.Helper()
	p.write(line)
	for {
		got := p.read()
		n, ok := sgcp.Number(0), len(got) >= 3
		if ok {
			n = sgcp.Number(got[0]-'0')*100 + sgcp.Number(got[1]-'0')*10 + sgcp.Number(got[2]-'0')
		}
		if !ok || !n.IsPush() {
			return got
		}
		p.unread = append(p.unread, got)
	}
}

// ask is do, and the reply must begin so.
func (p *peer) ask(line, want string) string {
	p.t.Helper()
	got := p.do(line)
	if !strings.HasPrefix(got, want) {
		p.t.Fatalf("%s: %q was answered %q, want %q", p.nick, line, got, want)
	}
	return got
}

// expect reads pushes, each of which must begin so.
func (p *peer) expect(wants ...string) (last string) {
	p.t.Helper()
	for _, want := range wants {
		if len(p.unread) > 0 {
			last, p.unread = p.unread[0], p.unread[1:]
		} else {
			last = p.read()
		}
		if !strings.HasPrefix(last, want) {
			p.t.Fatalf("%s: push %q, want %q", p.nick, last, want)
		}
	}
	return last
}

// closed reads until the connection ends; the last line must begin so.
func (p *peer) closed(want string) {
	p.t.Helper()
	last := ""
	for line := p.read(); line != ""; line = p.read() {
		last = line
	}
	if !strings.HasPrefix(last, want) {
		p.t.Errorf("%s: the last line was %q, want %q", p.nick, last, want)
	}
}

// pair seats two at a table and begins the game; black is the first returned.
func pair(a, b *peer) (black, white *peer, game string) {
	a.t.Helper()
	b.ask("201", "701")
	game = strings.Fields(a.ask("203 "+b.nick, "703 "))[1]
	fields := strings.Fields(a.expect("751 " + game))
	b.expect("751 " + game)
	black, white = a, b
	if fields[2] == b.nick {
		black, white = b, a
	}
	a.ask("311", "811")
	b.ask("311", "811")
	a.expect("850 " + game)
	b.expect("850 " + game)
	return black, white, game
}

// moves plays moves alternately, black first.
func moves(black, white *peer, game, list string) {
	black.t.Helper()
	players := [2]*peer{black, white}
	for i, move := range strings.Fields(list) {
		players[i&1].ask("321 "+move, "821")
		for _, p := range players {
			p.expect("851 " + game)
		}
	}
}

// until waits until figures are so: pairs of a metric's name and its value.
func (h *hall) until(want string) {
	h.t.Helper()
	var text strings.Builder
	await.Until(h.t, func() bool {
		text.Reset()
		if err := h.WriteMetrics(&text); err != nil {
			h.t.Fatal(err)
		}
		all := true
		fields := strings.Fields(want)
		for i := 0; i < len(fields); i += 2 {
			all = all && strings.Contains(text.String(), "\nqikit_gateway_"+fields[i]+" "+fields[i+1]+"\n")
		}
		return all
	}, func() string { return fmt.Sprintf("the figures are not %q:\n%s", want, &text) })
}
