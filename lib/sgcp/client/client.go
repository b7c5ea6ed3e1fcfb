package client

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"qikit.dev/qikit/internal/pool"
	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/sgcp"
)

// Client is one player's session at a server, over one connection after the other. Any
// goroutine may call its methods.
type Client struct {
	options Options
	jitter  *rng.Source // only the supervisor uses it, and tries
	tries   int         // attempts to connect since a link held
	events  *queue
	cancel  context.CancelFunc
	tasks   [2]*pool.Task // the supervisor, the deliverer of events

	mu      sync.Mutex
	link    *link         // nil: no connection
	changed chan struct{} // closed and replaced when link or err changes
	state
	farewell error // what the server said before it closed the connection
}

// state is what the client knows of itself.
type state struct {
	nick    string
	session sgcp.Session
	began   int    // sessions begun by 101
	last    uint64 // counted pushes of the session
	game    sgcp.Gtoken
	granted sgcp.Pairs
	err     error // why there will be no connection any more
}

func (c *Client) now() state {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.state
}

// Dial connects and logs in, or takes up the session of the options. ctx bounds only
// this; the client lives until Close. The error is a *sgcp.Fault when the server refuses,
// otherwise ErrOptions, ErrLost, ErrTimeout, ErrProtocol or the system's error.
func Dial(ctx context.Context, o Options) (*Client, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	c := &Client{
		options: o, jitter: rng.New(o.Seed), events: newQueue(o.Events), changed: make(chan struct{}),
		state: state{session: o.Session, last: o.Last},
	}
	l, err := c.enter(ctx)
	if err != nil {
		return nil, err
	}
	life, cancel := context.WithCancel(context.WithoutCancel(ctx))
	c.cancel = cancel
	c.tasks = [2]*pool.Task{
		pool.Go(func() error { return c.supervise(life, l) }),
		pool.Go(c.events.deliver),
	}
	return c, nil
}

// Events is the channel of everything that was not asked for. Keep reading it: when
// Options.Events are waiting, further ones are dropped and counted, and a Missed stands in
// their place. The channel is closed after Ended has been read, and by Close.
func (c *Client) Events() <-chan Event { return c.events.out }

// Nick is the nick that the server gave.
func (c *Client) Nick() string { return c.now().nick }

// Session returns what another client needs to take up this session within 120 s: the
// secret, and the number of the last push received. The secret changes whenever the
// session is taken up: see Options.Keep and Renewed.
func (c *Client) Session() (s sgcp.Session, last uint64) {
	now := c.now()
	return now.session, now.last
}

// Began is how many sessions the client has begun by 101: 0 while it is in that of
// Options.Session.
func (c *Client) Began() int { return c.now().began }

// Game is the game that this client was last seated at, or zero for none.
func (c *Client) Game() sgcp.Gtoken { return c.now().game }

// Granted are the capabilities that the server granted.
func (c *Client) Granted() sgcp.Pairs { return c.now().granted }

// Err is nil while the client lives. Afterwards it says why the client ended: ErrClosed,
// or ErrEnded with the cause.
func (c *Client) Err() error { return c.now().err }

// Do sends a command and waits for its reply, at most Options.Reply. While there is no
// connection it waits for one. It sends nothing when ctx has ended. Commands are answered
// in the order in which they were sent. The error is a *sgcp.Fault when the server refuses,
// otherwise ErrLost, ErrTimeout, ErrProtocol, ErrBusy, ErrClosed, ErrEnded, the context's
// cause, an error of package sgcp for a message that cannot be written, or ErrManaged for
// 101 and 103 to 106.
func (c *Client) Do(ctx context.Context, m sgcp.Message) (Answer, error) {
	line, err := sgcp.Append(nil, m)
	return c.command(ctx, m.Number(), line, err)
}

// DoFor is Do for one of several games: 303, 311, 321 and 327 of a client with the
// capability "multi".
func (c *Client) DoFor(ctx context.Context, game sgcp.Gtoken, m sgcp.Message) (Answer, error) {
	line, err := sgcp.AppendFor(nil, game, m)
	return c.command(ctx, m.Number(), line, err)
}

// Send is Do with a number and a parameter. This version need not know the number.
func (c *Client) Send(ctx context.Context, n sgcp.Number, param string) (Answer, error) {
	line, err := sgcp.AppendLine(nil, n, []byte(param))
	return c.command(ctx, n, line, err)
}

// Start is Do without the wait for the reply, which Wait of what it returns does: many
// commands can be under way at once, in the order in which they were started.
func (c *Client) Start(ctx context.Context, m sgcp.Message) (*Started, error) {
	line, err := sgcp.Append(nil, m)
	ctx, cancel := context.WithTimeoutCause(ctx, c.options.Reply, ErrTimeout)
	defer cancel()
	return c.start(ctx, m.Number(), line, err)
}

// Started is a command that was sent.
type Started struct {
	of   *call
	most time.Duration
}

// Wait waits for the reply, at most Options.Reply. Its errors are those of Do.
func (s *Started) Wait(ctx context.Context) (Answer, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, s.most, ErrTimeout)
	defer cancel()
	return s.of.wait(ctx)
}

// command sends a line, unless it could not be written, and waits for the answer.
func (c *Client) command(ctx context.Context, n sgcp.Number, line []byte, unwritten error) (Answer, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, c.options.Reply, ErrTimeout)
	defer cancel()
	s, err := c.start(ctx, n, line, unwritten)
	if err != nil {
		return Answer{}, err
	}
	return s.of.wait(ctx)
}

func (c *Client) start(ctx context.Context, n sgcp.Number, line []byte, unwritten error) (*Started, error) {
	if unwritten != nil {
		return nil, unwritten
	}
	switch n {
	case sgcp.CommandLogin, sgcp.CommandQuit, sgcp.CommandAnnounce, sgcp.CommandResume, sgcp.CommandRenew:
		return nil, fmt.Errorf("%w: %v", ErrManaged, n)
	}
	if !n.IsCommand() {
		return nil, fmt.Errorf("%w: %v, expected a command, 100 to 499", sgcp.ErrUnknownNumber, n)
	}
	l, err := c.connected(ctx)
	if err != nil {
		return nil, fmt.Errorf("%v was not sent: %w", n, err)
	}
	of, err := l.send(ctx, n, line, c.note)
	if err != nil {
		return nil, err
	}
	return &Started{of, c.options.Reply}, nil
}

// ask sends a message and waits for its answer: see exchange.
func (l *link) ask(ctx context.Context, m sgcp.Message, then func(Answer)) (Answer, error) {
	line, err := sgcp.Append(nil, m)
	if err != nil {
		return Answer{}, err
	}
	return l.exchange(ctx, m.Number(), line, then)
}

func (c *Client) connected(ctx context.Context) (*link, error) {
	for {
		c.mu.Lock()
		l, err, changed := c.link, c.err, c.changed
		c.mu.Unlock()
		switch {
		case err != nil:
			return nil, err
		case l != nil:
			return l, nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
}

// Info is a game's state and its moves from the first on.
type Info struct {
	sgcp.GameInfoReply
	Line []sgcp.Coord
}

// Info asks for a game by 301.
func (c *Client) Info(ctx context.Context, game sgcp.Gtoken) (*Info, error) {
	a, err := c.Do(ctx, &sgcp.GameInfo{Game: game})
	if err != nil {
		return nil, err
	}
	return infoOf(a), nil
}

// infoOf joins the rows, which checkRows has held against the reply.
func infoOf(a Answer) *Info {
	info := &Info{GameInfoReply: *a.Reply.(*sgcp.GameInfoReply)}
	for _, row := range a.Rows {
		info.Line = append(info.Line, row.(*sgcp.Moves).Moves...)
	}
	return info
}

// Quit leaves for good: it sends 103, so that the session ends, and closes.
func (c *Client) Quit(ctx context.Context) error {
	ctx, cancel := context.WithTimeoutCause(ctx, c.options.Reply, ErrTimeout)
	defer cancel()
	l, err := c.connected(ctx)
	if err == nil {
		// The server closes the connection after its reply: that is no lost connection.
		_, err = l.ask(ctx, &sgcp.Quit{}, func(Answer) { c.end(ErrClosed) })
	}
	return errors.Join(err, c.Close())
}

// Close ends the connection and waits for every goroutine of the client. Commands that
// await their replies get ErrClosed. The session stays at the server for 120 s; Quit ends
// it. Closing twice is harmless.
func (c *Client) Close() error {
	c.end(ErrClosed)
	c.cancel()
	c.mu.Lock()
	l := c.link
	c.mu.Unlock()
	if l != nil {
		l.fail(ErrClosed)
	}
	err := c.tasks[0].Wait()
	c.events.close()
	return errors.Join(err, c.tasks[1].Wait())
}

// end says why the client will have no connection any more. The first reason stays.
func (c *Client) end(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err == nil {
		c.err = err
		c.change()
	}
}

// change wakes the callers who wait for a connection. The caller holds the lock.
func (c *Client) change() {
	close(c.changed)
	c.changed = make(chan struct{})
}

// use sends the commands to a link from now on, or to none. It refuses a link when the
// client has ended.
func (c *Client) use(l *link) (ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err != nil && l != nil {
		return false
	}
	c.link = l
	c.change()
	return true
}

// supervise keeps the client connected until it is closed or must give up.
func (c *Client) supervise(life context.Context, l *link) error {
	for {
		if !c.use(l) {
			l.fail(ErrClosed)
		}
		began := time.Now()
		err := l.wait()
		c.use(nil)
		err = c.withFarewell(err)
		if c.Err() == nil && c.options.Reconnect && !final(err) {
			c.events.put(Event{Kind: Lost, Err: err})
			if time.Since(began) >= c.options.BackoffMax {
				c.tries = 0 // it held: a link that breaks at once is no success
			}
			if l, err = c.reconnect(life, err); err == nil {
				continue
			}
		}
		c.end(fmt.Errorf("%w: %w", ErrEnded, err))
		c.events.put(Event{Kind: Ended, Err: c.Err()})
		if panicked(err) {
			return err // for the caller of Close
		}
		return nil
	}
}
