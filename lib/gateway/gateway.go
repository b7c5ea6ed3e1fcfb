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
	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/sgcp"
)

// Gateway is a running server. Its methods may be called from any goroutine.
type Gateway struct {
	options  Options
	listener net.Listener
	store    *store // nil: nothing is kept
	started  time.Time
	figures  figures
	counters chan struct{} // holds one for each board that is being counted
	sooner   chan struct{} // holds one when the next timer has changed
	due      chan struct{} // holds one when there is something to commit
	done     chan struct{} // closed by Close, or when the store failed
	ending   sync.Once     // closes done
	tasks    [3]*pool.Task // accepts, keeps the time, commits
	closing  sync.Once
	closed   error
	broken   atomic.Pointer[error] // the first defect, or failure of the store

	running sync.WaitGroup // connections' goroutines

	// committed is the number of the last batch in the store.
	committed atomic.Uint64

	mu        sync.Mutex // the hall: guards what follows, and all sessions and tables
	random    *rng.Source
	conns     map[*conn]struct{}
	addresses map[netip.Prefix]*address
	sessions  map[sgcp.Session]*session
	nicks     map[string]*session // by sgcp.NickKey
	waiting   []*session          // longest first
	tables    map[sgcp.Gtoken]*table
	playing   int // tables with a game under way
	proposals map[sgcp.ProposalID]*proposal
	proposed  sgcp.ProposalID // the last one
	inquiries map[uint64]*inquiry
	inquired  uint64 // the last one
	timers    timers
	boards    [boardsKept]*table // whose boards are ready
	nextBoard int
	outgoing  []outgoing // pushes that follow the reply
	scratch   []byte     // the line that was encoded last
	nudges    []*conn    // to whom something was said, to be nudged without the lock
	batch     *batch
	spare     *batch
	leaving   bool  // Shutdown has begun
	abandoned bool  // the store failed: nothing is kept or said any more
	reading   *conn // whose command is being obeyed
}

// Start opens the store and the listener and serves until Close. ErrOptions,
// ErrListen, ErrStore.
func Start(o Options) (*Gateway, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	g := &Gateway{
		options: o, started: o.Clock.Now(), random: rng.New(o.Seed),
		counters: make(chan struct{}, 2), sooner: make(chan struct{}, 1), due: make(chan struct{}, 1), done: make(chan struct{}),
		conns: map[*conn]struct{}{}, addresses: map[netip.Prefix]*address{}, sessions: map[sgcp.Session]*session{},
		nicks: map[string]*session{}, tables: map[sgcp.Gtoken]*table{}, proposals: map[sgcp.ProposalID]*proposal{},
		inquiries: map[uint64]*inquiry{}, batch: &batch{number: 1}, spare: &batch{},
	}
	// A platform may answer what was asked before the gateway was started again.
	g.inquired = uint64(max(0, g.started.UnixMilli()))
	if o.Store != "" {
		var err error
		if g.store, err = openStore(o.Store); err != nil {
			return nil, err
		}
		if err := g.load(); err != nil {
			return nil, errors.Join(err, g.store.close())
		}
	}
	if g.listener = o.Listener; g.listener == nil {
		listener, err := net.Listen("tcp", net.JoinHostPort(o.Host, strconv.Itoa(o.Port)))
		if err != nil {
			if g.store != nil {
				err = errors.Join(err, g.store.close())
			}
			return nil, fmt.Errorf("%w: %w", ErrListen, err)
		}
		g.listener = listener
	}
	o.Log.Info("listening", "address", g.listener.Addr().String(), "store", o.Store, "games", len(g.tables), "sessions", len(g.sessions))
	g.tasks = [3]*pool.Task{pool.Go(g.accept), pool.Go(g.keepTime), pool.Go(g.commit)}
	return g, nil
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

// Shutdown tells everybody that the gateway goes down (658), lets no new game
// begin, waits as long for the connections to end, and closes. With a store,
// games go on when a gateway starts again on it.
func (g *Gateway) Shutdown(ctx context.Context, wait time.Duration) error {
	g.mu.Lock()
	if !g.leaving {
		g.leaving = true
		for c := range g.conns {
			c.tell(&sgcp.Shutdown{Seconds: int(wait.Round(time.Second) / time.Second)})
		}
	}
	g.unlock()
	after := g.options.Clock.After(wait)
	for poll := time.NewTicker(20 * time.Millisecond); ; {
		g.mu.Lock()
		left := len(g.conns)
		g.mu.Unlock()
		if left == 0 {
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

// Close ends all connections, commits what is under way and waits for all that
// the gateway started. It returns the first defect or failure of the store there
// was. Closing twice is harmless.
func (g *Gateway) Close() error {
	g.closing.Do(func() {
		err := g.listener.Close()
		err = errors.Join(err, g.tasks[0].Wait())
		// A connection that is cut takes no more lines, so the last commit, after
		// done, lets everything go that is still to be said.
		g.mu.Lock()
		g.leaving = true
		for c := range g.conns {
			c.cut(sgcp.FaultShutdown, "the server goes down")
		}
		g.mu.Unlock()
		g.ending.Do(func() { close(g.done) })
		for _, t := range g.tasks[1:] {
			err = errors.Join(err, t.Wait())
		}
		g.running.Wait()
		if g.store != nil {
			err = errors.Join(err, g.store.close())
		}
		if failed := g.broken.Load(); failed != nil {
			err = *failed
		}
		g.closed = err
		g.options.Log.Info("closed", "error", err)
	})
	return g.closed
}

// fail notes the first defect or failure of the store.
func (g *Gateway) fail(err error) {
	g.options.Log.Error("failed", "error", err)
	g.broken.CompareAndSwap(nil, &err)
}

// Done is closed when the gateway has ended: Close was called, or the store
// failed, and Err says how. Close is to be called all the same.
func (g *Gateway) Done() <-chan struct{} { return g.done }

// Err is what Close will return of defects so far; nil when all is well.
func (g *Gateway) Err() error {
	if failed := g.broken.Load(); failed != nil {
		return *failed
	}
	return nil
}

// spawn runs a connection's work on a goroutine; a panic ends the connection
// and is what Close returns.
func (g *Gateway) spawn(c *conn, f func()) {
	g.running.Add(1)
	pool.Go(func() error {
		defer g.running.Done()
		defer func() {
			if v := recover(); v != nil {
				g.fail(fmt.Errorf("%w", &pool.Panic{Value: v}))
				c.net.Close() // given up, whatever this says
			}
		}()
		f()
		return nil
	})
}

// accept lets connections in until the listener is closed. When the system has
// no descriptors left it waits a little.
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
	if tcp, ok := plain.(*net.TCPConn); ok {
		idle := g.options.Limits.KeepAlive
		if err := tcp.SetKeepAliveConfig(net.KeepAliveConfig{Enable: true, Idle: idle, Interval: idle, Count: sgcp.KeepAliveProbes}); err != nil {
			g.options.Log.Debug("keep-alive", "error", err)
		}
	}
	c := newConn(g, raw)
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.abandoned { // it came while the listener was being closed
		raw.Close() // given up, whatever this says
		return
	}
	g.figures.connections.Add(1)
	g.conns[c] = struct{}{}
	code, text := g.mayEnter(c)
	c.send(g.encode(&sgcp.Greeting{Server: g.options.Name, Time: uint64(max(0, g.options.Clock.Now().UnixMilli()))}))
	if code != 0 {
		g.figures.refused.Add(1)
		c.cut(code, text)
	} else {
		g.at(c.opened.Add(g.options.Limits.Login), func(time.Time) {
			if _, here := g.conns[c]; here && c.session == nil {
				c.cut(sgcp.FaultNotLoggedIn, "nobody logged in")
			}
		})
	}
	g.spawn(c, c.read)
}
