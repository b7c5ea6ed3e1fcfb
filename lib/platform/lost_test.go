package platform_test

import (
	"bytes"
	"context"
	"net"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"qikit.dev/qikit/internal/await"
	"qikit.dev/qikit/lib/gateway"
	"qikit.dev/qikit/lib/platform"
	"qikit.dev/qikit/lib/sgcp"
	"qikit.dev/qikit/lib/sgcp/client"
)

// cutter is a way to a gateway that can be cut.
type cutter struct {
	mu    sync.Mutex
	conns []net.Conn
}

func (c *cutter) dial(ctx context.Context, network, address string) (net.Conn, error) {
	conn, err := new(net.Dialer).DialContext(ctx, network, address)
	if err == nil {
		c.mu.Lock()
		c.conns = append(c.conns, conn)
		c.mu.Unlock()
	}
	return conn, err
}

func (c *cutter) cut() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, conn := range c.conns {
		conn.Close()
	}
	c.conns = nil
}

// Connections that break in the middle of a game cost nothing: every move is there
// once.
func TestPlatform_lostConnections(t *testing.T) {
	g := hall(t, 7, func(o *gateway.Options) { o.Limits.Graces = 1000 })
	o := options(g)
	way := &cutter{}
	o.Gateways[0].Dial = way.dial
	start(t, o)
	h := enter(t, g, "bob")
	h.sit(&sgcp.PlayAI{})
	n := 0
	h.finish(func() sgcp.Message {
		if n++; n%4 == 0 && n < 30 {
			way.cut()
		}
		return h.simple()
	})
	if n < 4 || h.ended.Method != "area" {
		t.Errorf("%d moves, ended by %q", n, h.ended.Method)
	}
}

// A gateway that goes away in the middle of a game and comes back with it finds the
// platform again.
func TestPlatform_gatewayStartsAgain(t *testing.T) {
	store := t.TempDir() + "/hall.db"
	at := ownAddress()
	keep := func(port int) func(*gateway.Options) {
		return func(o *gateway.Options) { o.Store, o.Host, o.Port = store, at, port }
	}
	g := hall(t, 7, keep(0))
	port := g.Port()
	start(t, options(g))
	h := enter(t, g, "bob")
	h.sit(&sgcp.PlayAI{})
	n := 0
	h.finish(func() sgcp.Message {
		if n++; n == 5 {
			g.Close()
			g = hall(t, 7, keep(port))
			h.until(func(sgcp.Message) bool { return h.lost > 0 })
		}
		return h.simple()
	})
	if n < 5 || h.ended.Method != "area" {
		t.Errorf("%d moves, ended by %q", n, h.ended.Method)
	}
}

// Two gateways at once.
func TestPlatform_twoGateways(t *testing.T) {
	a, b := hall(t, 5, nil), hall(t, 7, nil)
	p := start(t, options(a, b))
	for _, g := range []*gateway.Gateway{a, b} {
		h := enter(t, g, "bob")
		h.sit(&sgcp.PlayAI{})
		h.finish(h.simple)
	}
	if f := p.Figures(); f.Games != 2 { // a game that is over began
		t.Errorf("figures %+v", f)
	}
}

// An opponent who does not begin, or does not go, does not keep the slot for ever.
func TestPlatform_leavesWhoDoesNotBegin(t *testing.T) {
	g := hall(t, 7, nil)
	o := options(g)
	clock := &skipper{}
	o.Start, o.Clock = time.Minute, clock
	start(t, o)
	h := enter(t, g, "bob")
	await.Until(t, func() bool { return h.fault(&sgcp.PlayAI{}) == 0 }, func() string { return "no AI is free" })
	why := ""
	h.skipUntil(clock, o.Start, func(m sgcp.Message) bool {
		if said, ok := m.(*sgcp.Said); ok {
			why = said.Text
		}
		l, ok := m.(*sgcp.Left)
		return ok && l.Nick == "AI-qikit"
	})
	if !strings.Contains(why, "not ready within 1m0s") {
		t.Errorf("before it left it said %q, want why", why)
	}
	amy := enter(t, g, "amy")
	amy.sit(&sgcp.PlayAI{})
}

// resynced waits until the client has taken its game up again.
func (h *human) resynced() {
	h.t.Helper()
	timeout := await.Over(h.t)
	for {
		select {
		case e, ok := <-h.Events():
			if !ok || e.Kind == client.Ended {
				h.t.Fatalf("%s: %v", h.Nick(), h.Err())
			}
			if e.Kind == client.Resynced {
				h.take(e.Info)
				return
			}
		case <-timeout:
			h.t.Fatalf("%s does not come back to the game", h.Nick())
		}
	}
}

// watchedConn tells when a command begins to go out on it.
type watchedConn struct {
	net.Conn
	command sgcp.Number
	seen    func()
}

func (c *watchedConn) Write(line []byte) (int, error) {
	if bytes.HasPrefix(line, strconv.AppendInt(nil, int64(c.command), 10)) {
		c.seen()
	}
	return c.Conn.Write(line)
}

// A gateway and a platform that end together in the moment in which a game begins
// go on with it: the platform knows of the game before it says that it is ready.
func TestPlatform_gameIsKeptBeforeItBegins(t *testing.T) {
	folder := t.TempDir()
	at := ownAddress()
	keep := func(port int) func(*gateway.Options) {
		return func(o *gateway.Options) { o.Store, o.Host, o.Port = folder+"/hall.db", at, port }
	}
	g := hall(t, 7, keep(0))
	port := g.Port()
	o := options(g)
	o.Store, o.Bank = folder+"/ai.db", folder+"/bank.db"
	o.Gateways[0].Dial = func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := new(net.Dialer).DialContext(ctx, network, address)
		return &watchedConn{conn, sgcp.CommandReady, sync.OnceFunc(func() {
			copyStore(t, o.Store, folder+"/then.db")
		})}, err
	}
	p, err := platform.Start(o)
	if err != nil {
		t.Fatal(err)
	}
	h := enter(t, g, "bob")
	h.sit(&sgcp.PlayAI{})
	game := h.game
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	g.Close()
	again := options(hall(t, 7, keep(port)))
	again.Store, again.Bank = folder+"/then.db", folder+"/bank.db"
	start(t, again)
	h.resynced()
	h.finish(h.simple)
	if h.game != game || h.ended.Method != "area" {
		t.Errorf("the game %v ended by %q, it was %v", h.game, h.ended.Method, game)
	}
}

// Somebody who asks for a game between a platform's coming back and its next 205 gets
// one: the session still waits, so the gateway grants it.
func TestPlatform_pairedBeforeItWaitsAgain(t *testing.T) {
	g := hall(t, 7, nil)
	o := options(g)
	o.Store = t.TempDir() + "/ai.db"
	p := start(t, o)
	h := enter(t, g, "bob")
	await.Until(t, func() bool { return len(h.do(&sgcp.ListWaiting{}).Rows) > 0 }, func() string { return "the platform does not wait" })
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	back, asked := make(chan struct{}), make(chan struct{})
	hold := sync.OnceFunc(func() {
		close(back)
		<-asked
	})
	o.Gateways[0].Dial = func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := new(net.Dialer).DialContext(ctx, network, address)
		return &watchedConn{conn, sgcp.CommandWithdraw, hold}, err
	}
	start(t, o)
	<-back
	_, err := h.Do(t.Context(), &sgcp.PlayAI{})
	close(asked)
	if err != nil {
		t.Fatal(err)
	}
	h.begin()
}

// gate is a clock that, while it is shut, lets one who asks for the time through
// at a time.
type gate struct {
	platform.Clock
	shut    atomic.Bool
	waiting chan struct{} // somebody waits
	pass    chan struct{}
}

func (g *gate) Now() time.Time {
	if g.shut.Load() {
		g.waiting <- struct{}{}
		<-g.pass
	}
	return g.Clock.Now()
}

// readConn tells when what it has read is dealt with: when it is read again.
type readConn struct {
	net.Conn
	what string
	done func()
	read []byte
}

func (c *readConn) Read(p []byte) (int, error) {
	if bytes.Contains(c.read, []byte(c.what)) {
		c.done()
	}
	n, err := c.Conn.Read(p)
	c.read = append(c.read, p[:n]...)
	return n, err
}

// copyStore copies a platform's store as a kill would leave it.
func copyStore(t *testing.T, from, to string) {
	t.Helper()
	for _, tail := range []string{"", "-wal"} {
		data, err := os.ReadFile(from + tail)
		if err == nil {
			err = os.WriteFile(to+tail, data, 0o600)
		}
		if err != nil {
			t.Error(err)
		}
	}
}

// What a platform had received and not yet acted on when it was killed is told
// again to the next one: the level asked for by 207, and the game.
func TestPlatform_killedWithPushesWaiting(t *testing.T) {
	for n, last := range []string{"before 758", "before 757", "before 751"} {
		t.Run(last, func(t *testing.T) { killWithPushesWaiting(t, n) })
	}
}

// killWithPushesWaiting kills the platform when it has acted on so many of the
// pushes 758, 757 and 751, and received all.
func killWithPushesWaiting(t *testing.T, acted int) {
	folder := t.TempDir()
	g := hall(t, 7, nil)
	o := options(g)
	clock := &gate{Clock: o.Clock, waiting: make(chan struct{}), pass: make(chan struct{})}
	o.Store, o.Clock = folder+"/ai.db", clock
	paired := make(chan struct{})
	once := sync.OnceFunc(func() { close(paired) })
	var line net.Conn
	o.Gateways[0].Dial = func(ctx context.Context, network, address string) (net.Conn, error) {
		if line != nil {
			return nil, net.ErrClosed // what is killed comes back as another platform
		}
		conn, err := new(net.Dialer).DialContext(ctx, network, address)
		line = conn
		return &readConn{Conn: conn, what: "\n751 ", done: once}, err
	}
	p := start(t, o)
	h, amy, eve := enter(t, g, "bob"), enter(t, g, "amy"), enter(t, g, "eve")
	await.Until(t, func() bool { return len(h.do(&sgcp.ListWaiting{}).Rows) > 0 }, func() string { return "the platform does not wait" })
	clock.shut.Store(true)
	// Something that it declines, so that it looks at the clock, and waits there
	// while the rest comes.
	declined := &sgcp.Propose{Nick: "AI-qikit", Settings: sgcp.Pairs{{Key: "main", Value: "1"}}}
	amy.do(declined)
	await.From(t, clock.waiting)
	eve.do(declined)
	h.do(&sgcp.PlayAI{Level: 3})
	await.From(t, paired)
	for range 1 + acted {
		clock.pass <- struct{}{} // to the next push, and no further
		await.From(t, clock.waiting)
	}
	copyStore(t, o.Store, folder+"/then.db")
	line.Close() // nor does it tell anybody what it does from here on
	clock.shut.Store(false)
	close(clock.pass)
	p.Close()
	again := options(g)
	again.Store = folder + "/then.db"
	start(t, again)
	h.begin()
	// (The first platform may have been ready, and the second not be back yet.)
	await.Until(t, func() bool { return h.fault(&sgcp.ListSettings{Key: "level"}) == 0 }, func() string { return "the platform does not come back" })
	if row := h.do(&sgcp.ListSettings{Key: "level"}).Rows[0].(*sgcp.Setting); row.Value != "3" {
		t.Errorf("the level is %s, want the one that was asked for", row.Value)
	}
}
