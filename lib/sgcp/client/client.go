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

// Client is one player's connection to a server, kept up over lost ones. Its
// methods may be called from any goroutine.
type Client struct {
	options Options
	jitter  *rng.Source // the supervisor's, like tries
	tries   int         // to connect, since a link held
	events  *queue
	cancel  context.CancelFunc
	tasks   [2]*pool.Task // the supervisor, the deliverer of events

	mu       sync.Mutex
	link     *link         // nil while there is none
	changed  chan struct{} // closed and replaced when link or err changes
	nick     string
	session  sgcp.Session
	last     uint64 // counted pushes of the session
	game     sgcp.Gtoken
	granted  sgcp.Pairs
	farewell error // what the server said of the connection before it went
	err      error // why there will be no link any more
}

// Dial connects and logs in, or takes up the session of the options. ctx bounds
// this much; the client lives until Close. A refusal is a *sgcp.Fault; otherwise
// ErrOptions, ErrLost, ErrTimeout, ErrProtocol or the system's error.
func Dial(ctx context.Context, o Options) (*Client, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	c := &Client{
		options: o, jitter: rng.New(o.Seed), events: newQueue(o.Events), changed: make(chan struct{}),
		session: o.Session, last: o.Last,
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

// Events is where everything comes that was not asked for. Read it: when
// Options.Events wait, further ones are counted and dropped, and a Missed stands
// in their place; the connection goes on. The channel is closed after Ended has
// been read, and by Close.
func (c *Client) Events() <-chan Event { return c.events.out }

// Nick is the nick that the server gave.
func (c *Client) Nick() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.nick
}

// Session is what another client needs to take up this session within 120 s:
// the secret, and the number of the last push received.
func (c *Client) Session() (s sgcp.Session, last uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.session, c.last
}

// Game is the game that this client was last seated at, zero for none.
func (c *Client) Game() sgcp.Gtoken {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.game
}

// Granted are the capabilities that the server granted.
func (c *Client) Granted() sgcp.Pairs {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.granted
}

// Err is nil while the client lives, afterwards why it ended: ErrClosed, or
// ErrEnded with the cause.
func (c *Client) Err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.err
}

// Do sends a command and waits for its reply, at most Options.Reply. While
// there is no connection it waits for one. Commands are answered in the order in
// which they were sent. A refusal is a *sgcp.Fault; otherwise ErrLost, ErrTimeout,
// ErrProtocol, ErrBusy, ErrClosed, ErrEnded, the context's cause, or an error of
// package sgcp for a message that can not be written. 101, 103, 104 and 105 are
// ErrManaged.
func (c *Client) Do(ctx context.Context, m sgcp.Message) (Answer, error) {
	line, err := sgcp.Append(nil, m)
	if err != nil {
		return Answer{}, err
	}
	return c.command(ctx, m.Number(), line)
}

// DoFor is Do about one of several games, for a client with the capability
// "multi": 303, 311, 321, 327.
func (c *Client) DoFor(ctx context.Context, game sgcp.Gtoken, m sgcp.Message) (Answer, error) {
	line, err := sgcp.AppendFor(nil, game, m)
	if err != nil {
		return Answer{}, err
	}
	return c.command(ctx, m.Number(), line)
}

// Send is Do by number and parameter; the number may be one that this version
// does not know.
func (c *Client) Send(ctx context.Context, n sgcp.Number, param string) (Answer, error) {
	line, err := sgcp.AppendLine(nil, n, []byte(param))
	if err != nil {
		return Answer{}, err
	}
	return c.command(ctx, n, line)
}

func (c *Client) command(ctx context.Context, n sgcp.Number, line []byte) (Answer, error) {
	switch n {
	case sgcp.CommandLogin, sgcp.CommandQuit, sgcp.CommandAnnounce, sgcp.CommandResume:
		return Answer{}, fmt.Errorf("%w: %v", ErrManaged, n)
	}
	if !n.IsCommand() {
		return Answer{}, fmt.Errorf("%w: %v, expected a command, 100 to 499", sgcp.ErrUnknownNumber, n)
	}
	ctx, cancel := context.WithTimeoutCause(ctx, c.options.Reply, ErrTimeout)
	defer cancel()
	l, err := c.connected(ctx)
	if err != nil {
		return Answer{}, fmt.Errorf("%v was not sent: %w", n, err)
	}
	return l.exchange(ctx, n, line, c.note)
}

// ask is exchange for a message.
func (l *link) ask(ctx context.Context, m sgcp.Message, then func(Answer)) (Answer, error) {
	line, err := sgcp.Append(nil, m)
	if err != nil {
		return Answer{}, err
	}
	return l.exchange(ctx, m.Number(), line, then)
}

// connected waits for a link.
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

// infoOf joins the rows, which have been checked against the reply.
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
		// What comes after the reply is the server's close, no lost connection.
		_, err = l.ask(ctx, &sgcp.Quit{}, func(Answer) { c.end(ErrClosed) })
	}
	return errors.Join(err, c.Close())
}

// Close ends the connection and waits for all that the client started. Commands
// that await their replies get ErrClosed. The session stays at the server for
// 120 s: Quit ends it. Closing twice is harmless.
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

// end sets the error of a client that will have no link any more; the first
// one stays.
func (c *Client) end(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err == nil {
		c.err = err
		c.change()
	}
}

// change wakes those who wait for a link. The caller holds the lock.
func (c *Client) change() {
	close(c.changed)
	c.changed = make(chan struct{})
}

// use makes a link the one that commands go to; nil takes it away.
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

// supervise keeps the client connected until it is closed or has to give up.
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
				c.tries = 0 // it held; one that breaks at once is no success
			}
			if l, err = c.reconnect(life, err); err == nil {
				continue
			}
		}
		c.end(fmt.Errorf("%w: %w", ErrEnded, err))
		c.events.put(Event{Kind: Ended, Err: c.Err()})
		if panicked(err) {
			return err // to the one who closes
		}
		return nil
	}
}
