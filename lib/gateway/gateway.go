package gateway

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"qikit.dev/qikit/internal/pool"
	"qikit.dev/qikit/lib/gateway/internal/hall"
	"qikit.dev/qikit/lib/gateway/internal/store"
	"qikit.dev/qikit/lib/sgcp"
)

// Gateway is a running server. Its methods may be called from any goroutine.
type Gateway struct {
	options   Options
	listener  net.Listener
	store     *store.Store // nil: nothing is kept
	started   time.Time
	figures   figures
	desk      desk
	addresses addresses
	hands     hands
	logins    turns
	counters  chan struct{} // holds one for each board that is being counted
	done      chan struct{} // closed by Close, or when the store failed
	ending    sync.Once     // closes done
	tasks     [3]*pool.Task // accepts, keeps the time, commits
	closing   sync.Once
	closed    error
	broken    atomic.Pointer[error] // the first defect, or failure of the store

	running sync.WaitGroup // connections' goroutines
}

// Start opens the store and the listener and serves until Close. ErrOptions,
// ErrListen, ErrStore.
func Start(o Options) (*Gateway, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	g := &Gateway{
		options: o, started: o.Clock.Now(), counters: make(chan struct{}, 2), done: make(chan struct{}),
		addresses: addresses{known: map[netip.Prefix]*address{}},
	}
	g.addresses.limits = &g.options.Limits
	g.desk = desk{
		clock: o.Clock, log: o.Log, keeps: o.Store != "", sooner: make(chan struct{}, 1), due: make(chan struct{}, 1),
		faults: &g.figures.faults, fail: g.fail, hall: hall.New(o.hall(), g.started), batch: &batch{number: 1}, spare: &batch{},
	}
	if o.Store != "" {
		if err := g.open(o.Store); err != nil {
			return nil, err
		}
	}
	if g.listener = o.Listener; g.listener == nil {
		listener, err := net.Listen("tcp", net.JoinHostPort(o.Host, strconv.Itoa(o.Port)))
		if err != nil {
			if g.store != nil {
				err = errors.Join(err, storeError(g.store.Close()))
			}
			return nil, fmt.Errorf("%w: %w", ErrListen, err)
		}
		if g.listener = listener; len(o.Proxies) > 0 {
			g.listener, _ = Proxied(listener, o.Proxies) // they were checked
		}
	}
	g.hands.open()
	now := g.desk.figures()
	o.Log.Info("listening", "address", g.listener.Addr().String(), "store", o.Store, "games", now.Tables, "sessions", now.Sessions)
	g.tasks = [3]*pool.Task{pool.Go(g.accept), pool.Go(func() error { return g.desk.keepTime(g.done) }), pool.Go(g.commit)}
	return g, nil
}

func (g *Gateway) open(path string) (err error) {
	if g.store, err = store.Open(path); err != nil {
		return storeError(err)
	}
	sessions, games, aside, err := g.store.Load()
	if err == nil {
		var refused []hall.Refused
		g.desk.enter(func(h *hall.Hall, now time.Time) (out *hall.Outcome) {
			out, refused = h.Restore(sessions, games, now)
			return out
		})
		for _, r := range refused {
			aside = append(aside, store.Aside{What: "game", Why: fmt.Errorf("%v: %w", r.Game, r.Why)})
			err = errors.Join(err, g.store.SetAside(r.Game, r.Why))
		}
	}
	for _, a := range aside {
		g.options.Log.Error("damage in the store was set aside", "store", path, "what", a.What, "error", a.Why)
	}
	if err != nil {
		return errors.Join(storeError(err), storeError(g.store.Close()))
	}
	return nil
}

func storeError(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%w: %w", ErrStore, err)
}

// commit stores changes until the gateway is closed; each commit takes all that came
// during the one before. When the store fails, nothing more is acknowledged: the
// gateway ends, and one that is started again on the store goes on from there.
func (g *Gateway) commit() error {
	if g.store == nil {
		return nil
	}
	for last := false; !last; {
		select {
		case <-g.desk.due:
		case <-g.done:
			last = true
		}
		changes, err := g.desk.commit(g.store.Write)
		if err != nil {
			g.fail(storeError(err))
			g.abandon()
			return nil // Close says it
		}
		if changes > 0 {
			g.figures.commits.Add(1)
			g.figures.changes.Add(uint64(changes))
		}
	}
	return nil
}

// abandon ends the gateway after the store has failed. It cuts everybody without a
// word, since nothing they wait for can be acknowledged.
func (g *Gateway) abandon() {
	g.options.Log.Error("the store failed: the gateway ends")
	g.listener.Close() // Close returns the store's failure, not this error
	for _, c := range g.desk.abandon() {
		c.out.close()
		g.spawn(c.net, func() { c.net.Close() }) // with TLS it takes a while; its error does not matter
	}
	g.ending.Do(func() { close(g.done) })
}

// Addr is where the gateway listens.
func (g *Gateway) Addr() net.Addr { return g.listener.Addr() }

// Port is the TCP port, 0 for a listener of another kind.
func (g *Gateway) Port() int {
	if tcp, ok := g.listener.Addr().(*net.TCPAddr); ok {
		return tcp.Port
	}
	return 0
}

// Shutdown tells everybody that the gateway goes down (658) and lets no new game
// begin. It waits up to that long for the connections to end, and closes. With a
// store, games go on when a gateway starts again on it.
func (g *Gateway) Shutdown(ctx context.Context, wait time.Duration) error {
	g.desk.enter(func(h *hall.Hall, now time.Time) *hall.Outcome { return h.Dismiss(wait, now) })
	after := g.options.Clock.After(wait)
	for poll := time.NewTicker(20 * time.Millisecond); ; {
		if g.desk.figures().Peers == 0 {
			return g.Close()
		}
		select {
		case <-poll.C:
			continue
		case <-after:
		case <-g.done:
		case <-ctx.Done():
		}
		poll.Stop()
		return g.Close()
	}
}

// Close ends all connections, commits what is under way and waits for everything that
// the gateway started. It returns the first defect or failure of the store, if there
// was one. Closing twice is harmless.
func (g *Gateway) Close() error {
	g.closing.Do(func() {
		err := g.listener.Close()
		err = errors.Join(err, g.tasks[0].Wait())
		// A connection that is cut takes no more lines. So the last commit, which
		// follows done, releases everything that is still to be said.
		g.desk.enter((*hall.Hall).Clear)
		g.ending.Do(func() { close(g.done) })
		for _, t := range g.tasks[1:] {
			err = errors.Join(err, t.Wait())
		}
		g.running.Wait()
		g.hands.close()
		if g.store != nil {
			err = errors.Join(err, storeError(g.store.Close()))
		}
		if failed := g.broken.Load(); failed != nil {
			err = *failed
		}
		g.closed = err
		g.options.Log.Info("closed", "error", err)
	})
	return g.closed
}

// fail keeps the first defect or failure of the store for Err and Close.
func (g *Gateway) fail(err error) {
	g.options.Log.Error("failed", "error", err)
	g.broken.CompareAndSwap(nil, &err)
}

// Done is closed when the gateway has ended: because Close was called, or because the
// store failed, which Err then tells. Call Close in either case.
func (g *Gateway) Done() <-chan struct{} { return g.done }

// Err is the first defect or failure of the store so far, nil when there was none.
func (g *Gateway) Err() error {
	if failed := g.broken.Load(); failed != nil {
		return *failed
	}
	return nil
}

// spawn runs a connection's work on a goroutine. A panic in it ends the connection,
// and Close returns it.
func (g *Gateway) spawn(conn net.Conn, f func()) {
	g.running.Add(1)
	pool.Go(func() error {
		defer g.running.Done()
		defer func() {
			if v := recover(); v != nil {
				g.fail(fmt.Errorf("%w", &pool.Panic{Value: v}))
				conn.Close() // it is given up, so the error does not matter
			}
		}()
		f()
		return nil
	})
}

// accept lets connections in until the listener is closed. When the system has no
// descriptors left, it waits a little before it tries again.
func (g *Gateway) accept() error {
	backoff := time.Duration(0)
	for {
		conn, err := g.listener.Accept()
		if err == nil {
			backoff = 0
			g.admit(conn)
			continue
		}
		if errors.Is(err, net.ErrClosed) {
			return nil
		}
		backoff = min(max(2*backoff, sgcp.AcceptBackoffMin*time.Millisecond), sgcp.AcceptBackoffMax*time.Millisecond)
		g.options.Log.Warn("accepting", "error", err, "wait", backoff)
		g.figures.acceptErrors.Add(1)
		select {
		case <-time.After(backoff):
		case <-g.done:
			return nil
		}
	}
}

// admit begins a connection, or refuses it.
func (g *Gateway) admit(raw net.Conn) {
	plain := raw
	if secure, ok := raw.(secured); ok {
		plain = secure.NetConn()
	}
	proxied := behind(raw)
	if proxied != nil {
		plain = proxied.Raw()
	}
	if tcp, ok := plain.(*net.TCPConn); ok {
		idle := g.options.Limits.KeepAlive
		if err := tcp.SetKeepAliveConfig(net.KeepAliveConfig{Enable: true, Idle: idle, Interval: idle, Count: sgcp.KeepAliveProbes}); err != nil {
			g.options.Log.Debug("keep-alive", "error", err)
		}
	}
	if proxied != nil {
		g.awaitHeader(raw, proxied)
		return
	}
	g.welcome(raw)
}

// welcome lets a connection in, or refuses it.
func (g *Gateway) welcome(raw net.Conn) {
	c := newConn(g, raw)
	if !g.join(c) {
		raw.Close() // it is given up, so the error does not matter
		return
	}
	g.spawn(raw, c.read)
}

// join lets a connection into the hall. One that may not stay is told why and cut.
// False: the store has failed, and nobody is let in.
func (g *Gateway) join(c *conn) (joined bool) {
	why := g.addresses.enter(c)
	most := min(g.options.Limits.Connected, descriptors()-descriptorsKept)
	c.enter(func(h *hall.Hall, now time.Time) *hall.Outcome {
		if joined = !g.desk.abandoned; !joined {
			return &hall.Outcome{}
		}
		switch {
		case why != nil:
		case h.Leaving():
			why = &sgcp.Fault{Code: sgcp.FaultShutdown, Text: "the server goes down"}
		case h.Figures().Peers >= most:
			why = &sgcp.Fault{Code: sgcp.FaultFull, Text: "the hall is full"}
		}
		if why != nil {
			g.figures.refused.Add(1)
		}
		return h.Joined(&c.peer, why, now)
	})
	return joined
}
