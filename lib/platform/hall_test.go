package platform_test

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"sync"
	"testing"
	"time"

	"qikit.dev/qikit/internal/await"
	"qikit.dev/qikit/lib/gateway"
	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/platform"
	"qikit.dev/qikit/lib/sgcp"
	"qikit.dev/qikit/lib/sgcp/client"
	"qikit.dev/qikit/lib/weiqi"
)

const key = "a secret"

// ownAddress is a loopback address of this process, where there are such: a port
// that is let go of there is still free when it is listened on again. On 127.0.0.1
// any connection of another process may have got it meanwhile.
func ownAddress() string {
	pid := os.Getpid()
	address := fmt.Sprintf("127.%d.%d.%d", 64+pid>>16&63, pid>>8&255, pid&255)
	listener, err := net.Listen("tcp", address+":0")
	if err != nil {
		return "127.0.0.1"
	}
	listener.Close()
	return address
}

// skipper is a clock that can be put forward, so that long pauses cost no time and
// short ones need not be met.
type skipper struct {
	mu     sync.Mutex
	ahead  time.Duration
	alarms []chan time.Time
}

func (c *skipper) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return time.Now().Add(c.ahead)
}

func (c *skipper) After(d time.Duration) <-chan time.Time {
	alarm := make(chan time.Time, 1)
	time.AfterFunc(d, func() { ring(alarm) })
	c.mu.Lock()
	defer c.mu.Unlock()
	c.alarms = append(c.alarms, alarm)
	return alarm
}

// skip puts the clock forward; everybody who waits looks at it.
func (c *skipper) skip(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ahead += d
	for _, alarm := range c.alarms {
		ring(alarm)
	}
	c.alarms = nil
}

func ring(alarm chan time.Time) {
	select {
	case alarm <- time.Now():
	default: // it has rung
	}
}

// skipUntil puts the clock forward by d again and again until a push satisfies done:
// the pause may begin a while after what starts it.
func (h *human) skipUntil(c *skipper, d time.Duration, done func(sgcp.Message) bool) {
	h.t.Helper()
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for {
			c.skip(d)
			select {
			case <-stop:
				return
			case <-time.After(5 * time.Millisecond):
			}
		}
	}()
	defer func() { close(stop); <-stopped }()
	h.until(done)
}

// hall starts a gateway for games of that size.
func hall(t testing.TB, size int, change func(*gateway.Options)) *gateway.Gateway {
	t.Helper()
	o := gateway.DefaultOptions()
	o.Size, o.Seed, o.Keys = size, 1, map[string]string{key: "tian"}
	o.Limits.Rate, o.Limits.Burst = 1e6, 1e6
	if change != nil {
		change(&o)
	}
	g, err := gateway.Start(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := g.Close(); err != nil {
			t.Error(err)
		}
	})
	return g
}

// options are a platform's at gateways, one slot each, quick to come back, weak and
// quick to move.
func options(gateways ...*gateway.Gateway) platform.Options {
	o := platform.DefaultOptions()
	for _, g := range gateways {
		o.Gateways = append(o.Gateways, platform.Endpoint{Host: host(g), Port: g.Port(), Key: key, Slots: 1})
	}
	o.Level, o.Seed, o.Vary, o.Learn, o.TableMB = 1, 1, false, false, 8
	o.Backoff, o.Marks = 100*time.Millisecond, 100*time.Millisecond
	if testing.Verbose() {
		o.Log = slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelDebug}))
	}
	return o
}

// host is the address on which a gateway listens.
func host(g *gateway.Gateway) string { return g.Addr().(*net.TCPAddr).IP.String() }

func start(t testing.TB, o platform.Options) *platform.Platform {
	t.Helper()
	p, err := platform.Start(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	return p
}

// human is a Client with a mind of its own: it plays by next.
type human struct {
	*client.Client
	t        testing.TB
	game     sgcp.Gtoken
	color    sgcp.Color
	opponent string
	board    *weiqi.Board
	seq      int
	ended    *sgcp.Ended
	lost     int                  // connections
	dead     map[goban.Point]bool // chains marked
}

// enter logs in with these capabilities; without "marking" nobody marks stones.
func enter(t testing.TB, g *gateway.Gateway, nick string, can ...string) *human {
	t.Helper()
	o := client.DefaultOptions()
	o.Host, o.Port, o.Nick, o.Seed, o.Capabilities = host(g), g.Port(), nick, 1, nil
	for _, name := range can {
		o.Capabilities = append(o.Capabilities, sgcp.Pair{Key: name})
	}
	o.BackoffMin, o.BackoffMax = 10*time.Millisecond, 100*time.Millisecond
	c, err := client.Dial(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return &human{Client: c, t: t}
}

// do sends a command that must not be refused.
func (h *human) do(m sgcp.Message) client.Answer {
	h.t.Helper()
	a, err := h.Do(h.t.Context(), m)
	if err != nil {
		h.t.Fatalf("%s: %v: %v", h.Nick(), m.Number(), err)
	}
	return a
}

// sit asks for a game with the AI, as soon as one is free, and begins it.
func (h *human) sit(ask *sgcp.PlayAI) {
	h.t.Helper()
	for wait := await.End(h.t); ; time.Sleep(2 * time.Millisecond) {
		_, err := h.Do(h.t.Context(), ask)
		var f *sgcp.Fault
		if err == nil {
			break
		}
		if !errors.As(err, &f) || f.Code != sgcp.FaultNotWaiting || time.Now().After(wait) {
			h.t.Fatal(err)
		}
	}
	h.begin()
}

// begin says 311 and waits for the game's start.
func (h *human) begin() {
	h.t.Helper()
	h.do(&sgcp.Ready{})
	h.until(func(m sgcp.Message) bool { _, ok := m.(*sgcp.Started); return ok })
}

// until takes pushes until one satisfies done.
func (h *human) until(done func(sgcp.Message) bool) sgcp.Message {
	h.t.Helper()
	timeout := await.Over(h.t)
	for {
		select {
		case e, ok := <-h.Events():
			if !ok || e.Kind == client.Ended {
				h.t.Fatalf("%s: %v", h.Nick(), h.Err())
			}
			if e.Kind == client.Lost {
				h.lost++
			}
			if e.Kind == client.Resynced {
				h.take(e.Info)
			}
			h.push(e.Push)
			if e.Push != nil && done(e.Push) {
				return e.Push
			}
		case <-timeout:
			h.t.Fatalf("%s: what was waited for did not come; %d moves, ended %v", h.Nick(), h.seq, h.ended)
		}
	}
}

func (h *human) setUp(game sgcp.Gtoken, black, white string, size int, komi sgcp.Points, rule sgcp.Rule) {
	h.game, h.color, h.opponent, h.seq, h.ended = game, sgcp.Black, white, 0, nil
	if white == h.Nick() {
		h.color, h.opponent = sgcp.White, black
	}
	var err error
	if h.board, err = weiqi.New("", weiqi.Options{Size: size, Komi: komi.Float(), Scoring: string(rule)}, false); err != nil {
		h.t.Fatal(err)
	}
}

// take makes the game what the gateway says.
func (h *human) take(info *client.Info) {
	h.setUp(info.Game, info.Black, info.White, info.Size, info.Komi, info.Rule)
	for _, at := range info.Line {
		h.play(at)
	}
}

func (h *human) play(at sgcp.Coord) {
	h.t.Helper()
	m, err := h.board.Parse(at.String())
	if err != nil {
		h.t.Fatalf("move %d: %v", h.seq+1, err)
	}
	h.board.Play(m)
	h.seq++
}

// push keeps the board in step, and holds that no move is missing or comes twice.
func (h *human) push(m sgcp.Message) {
	h.t.Helper()
	switch m := m.(type) {
	case *sgcp.Started:
		h.setUp(m.Game, m.Black, m.White, m.Size, m.Komi, m.Rule)
	case *sgcp.Played:
		if m.Game != h.game {
			return
		}
		if m.Seq != h.seq+1 {
			h.t.Fatalf("move %d follows move %d", m.Seq, h.seq)
		}
		h.play(m.Coord)
	case *sgcp.Ended:
		h.ended = m
	case *sgcp.MarkingPush:
		h.dead = map[goban.Point]bool{}
	case *sgcp.Marked:
		h.dead[h.board.Stones().Chain(goban.PointAt(m.Coord.Column(), m.Coord.Row()))] = m.Dead
	}
}

// marked is the hash of the marks so far, with those that have come meanwhile.
func (h *human) marked() (hash sgcp.Hash) {
	for waiting := true; waiting; {
		select {
		case e := <-h.Events():
			h.push(e.Push)
		default:
			waiting = false
		}
	}
	s := h.board.Stones()
	for up := range s.Size() {
		for right := range s.Size() {
			if p := goban.PointAt(right, up); s.At(p) < goban.Empty && h.dead[s.Chain(p)] {
				hash = hash.Toggle(up*s.Size()+right, sgcp.Color(s.At(p)))
			}
		}
	}
	return hash
}

// finish plays by next until the game is over; next chooses on the human's turn, or
// plays itself and returns nil.
func (h *human) finish(next func() sgcp.Message) {
	h.t.Helper()
	for h.ended == nil {
		if h.board.Turn() == int(h.color) && h.board.Passes() < 2 {
			before := h.seq
			if m := next(); m != nil {
				h.do(m)
			}
			h.until(func(sgcp.Message) bool { return h.seq > before || h.ended != nil })
			continue
		}
		before := h.seq
		h.until(func(sgcp.Message) bool { return h.seq > before || h.ended != nil })
	}
}

// simple plays the first legal point that is no eye of its own, and stops when the
// opponent does or there is none.
func (h *human) simple() sgcp.Message {
	if h.board.Passes() > 0 {
		return &sgcp.Count{}
	}
	for _, m := range h.board.Moves(nil) {
		if m != goban.Pass && !h.board.Stones().EyeLike(goban.Point(m), goban.Color(h.color)) {
			return &sgcp.Play{Coord: sgcp.At(goban.Point(m).Column(), goban.Point(m).Row()), Seq: h.seq + 1}
		}
	}
	return &sgcp.Count{}
}
