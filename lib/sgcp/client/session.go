package client

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"
	"time"

	"qikit.dev/qikit/internal/pool"
	"qikit.dev/qikit/lib/sgcp"
)

// enter opens a connection and takes up the session on it, or begins one.
func (c *Client) enter(ctx context.Context) (*link, error) {
	conn, err := c.open(ctx)
	if err != nil {
		return nil, err
	}
	l := newLink(&c.options, conn, c.push)
	greeting, cancel := context.WithTimeoutCause(ctx, c.options.Reply, ErrTimeout)
	defer cancel()
	if err = c.greet(greeting, l); err == nil {
		return l, nil
	}
	l.fail(err)
	if end := l.wait(); panicked(end) {
		err = end
	}
	return nil, c.withFarewell(err)
}

func (c *Client) open(ctx context.Context) (net.Conn, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, c.options.Connect, ErrTimeout)
	defer cancel()
	dial := c.options.Dial
	if dial == nil {
		dial = new(net.Dialer).DialContext
	}
	conn, err := dial(ctx, "tcp", net.JoinHostPort(c.options.Host, strconv.Itoa(c.options.Port)))
	if err != nil {
		return nil, fmt.Errorf("%w: connecting: %w", causeOr(ctx, ErrLost), err)
	}
	return conn, nil
}

// causeOr is the context's cause if it has ended, otherwise err.
func causeOr(ctx context.Context, err error) error {
	if cause := context.Cause(ctx); cause != nil {
		return cause
	}
	return err
}

// greet resumes the session or logs in, announces the capabilities and, when the missed
// pushes are gone, asks for the game.
func (c *Client) greet(ctx context.Context, l *link) error {
	resync, resumed := false, false
	session, last := c.Session()
	err := error(&sgcp.Fault{Code: sgcp.FaultSession})
	if session != (sgcp.Session{}) {
		var a Answer
		if a, err = l.ask(ctx, &sgcp.Resume{Session: session, Last: last}, c.note); err == nil {
			resync, resumed = a.Reply.(*sgcp.ResumeReply).Resync, true
		}
	}
	if sgcp.Refused(err) == sgcp.FaultSession {
		err = nil
		if c.options.Key != "" {
			_, err = l.ask(ctx, &sgcp.Authenticate{Method: "key", Data: c.options.Key}, nil)
		}
		if err == nil {
			_, err = l.ask(ctx, &sgcp.Login{Nick: c.options.Nick}, c.note)
		}
	}
	if err != nil {
		return err
	}
	if len(c.options.Capabilities) > 0 {
		_, err := l.ask(ctx, &sgcp.Announce{Capabilities: c.options.Capabilities}, func(a Answer) {
			c.note(a)
			if a.Reply.(*sgcp.AnnounceReply).Capabilities.Has(sgcp.CanCompute) {
				l.decoder.SetLimit(sgcp.ComputeLineMax) // the reader, whose decoder it is, calls this
			}
		})
		if err != nil && sgcp.Refused(err) == 0 { // a server of the twelve commands may refuse
			return err
		}
	}
	if resumed {
		if err := c.renew(ctx, l); err != nil {
			return err
		}
	}
	if game := c.Game(); resync && game != (sgcp.Gtoken{}) {
		_, err := l.ask(ctx, &sgcp.GameInfo{Game: game}, func(a Answer) {
			c.events.put(Event{Kind: Resynced, Info: infoOf(a)})
		})
		if sgcp.Refused(err) != 0 { // the game is gone as well
			c.events.put(Event{Kind: Resynced})
			return nil
		}
		return err
	}
	return nil
}

// renew changes the token of a session that was taken up: the server may forget the old
// one when it has seen the new one. A server that knows no 106 keeps the old one.
func (c *Client) renew(ctx context.Context, l *link) error {
	a, err := l.ask(ctx, &sgcp.Renew{}, c.note)
	if err == nil {
		session := a.Reply.(*sgcp.RenewReply).Session
		if keep := c.options.Keep; keep != nil && keep(session) != nil {
			return nil // the old one stays valid as well
		}
		_, err = l.ask(ctx, &sgcp.Renew{Session: session}, nil)
	}
	if sgcp.Refused(err) != 0 {
		return nil
	}
	return err
}

// note keeps what replies say about the session. The reader calls it before it counts the
// pushes that follow.
func (c *Client) note(a Answer) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch m := a.Reply.(type) {
	case *sgcp.LoginReply:
		if c.session != (sgcp.Session{}) {
			c.events.put(Event{Kind: Restarted})
		}
		c.nick, c.session, c.last, c.game = m.Nick, m.Session, 0, sgcp.Gtoken{}
		c.began++
	case *sgcp.ResumeReply:
		if m.Nick != "" { // the "605 resync" of other servers names nobody
			c.nick, c.game = m.Nick, m.Game
		}
		if !m.Resync {
			c.events.put(Event{Kind: Resumed, Count: m.Pushes})
			return
		}
		c.last = 0
		if c.game == (sgcp.Gtoken{}) {
			c.events.put(Event{Kind: Resynced})
		}
	case *sgcp.RenewReply:
		c.session = m.Session
		c.events.put(Event{Kind: Renewed})
	case *sgcp.AnnounceReply:
		c.granted = m.Capabilities
	case *sgcp.ChallengeReply:
		c.game = m.Game
	case *sgcp.PlayAIReply:
		c.game = m.Game
	case *sgcp.LeaveReply:
		if !c.granted.Has(sgcp.CanMulti) {
			c.game = sgcp.Gtoken{}
		}
	}
}

// push takes a line that the server sent unasked. The reader calls it.
func (c *Client) push(l *link, line sgcp.Line) error {
	e := Event{Kind: Pushed, Number: line.Number, Param: string(line.Param)}
	e.Push, e.Err = message(line)
	if errors.Is(e.Err, sgcp.ErrUnknownNumber) {
		e.Err = nil // a push of a later version
	}
	c.mu.Lock()
	if line.Number.IsCounted() {
		c.last++
	}
	switch m := e.Push.(type) {
	case *sgcp.Paired:
		c.seat(m.Game, m.Black, m.White)
	case *sgcp.Started:
		c.seat(m.Game, m.Black, m.White)
	case *sgcp.Fault:
		c.farewell = m
	}
	c.mu.Unlock()
	if line.Number == sgcp.PushPing {
		pool.Wake(l.pong)
		return nil
	}
	c.events.put(e)
	return nil
}

// seat notes the game if this client plays in it; a watcher is told of others' games too.
func (c *Client) seat(game sgcp.Gtoken, black, white string) {
	if c.nick == black || c.nick == white {
		c.game = game
	}
}

// withFarewell adds to an error what the server said before it closed the connection.
func (c *Client) withFarewell(err error) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if f := c.farewell; f != nil {
		c.farewell = nil
		return fmt.Errorf("%w: %w", err, f)
	}
	return err
}

// reconnect tries until it succeeds, is refused, or must give up.
func (c *Client) reconnect(life context.Context, cause error) (*link, error) {
	ctx := life
	if c.options.GiveUp != NoGivingUp {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(life, c.options.GiveUp, fmt.Errorf("%w: %v without a connection", ErrTimeout, c.options.GiveUp))
		defer cancel()
	}
	replaced := false
	for {
		if ended := pool.Sleep(ctx, c.backoff()); ended != nil {
			return nil, fmt.Errorf("%w: %w", ended, cause)
		}
		l, err := c.enter(ctx)
		if err == nil {
			return l, nil
		}
		// The newer connection may be one of this client's own that it gave up: the network
		// can bring its 105 after that of the one that follows. But only once: otherwise two
		// clients of one session would take it from each other for ever.
		again := sgcp.Refused(err) == sgcp.FaultReplaced && !replaced
		if final(err) && !again {
			return nil, err
		}
		replaced = replaced || again
		cause = err
	}
}

// backoff is the next wait. It doubles from BackoffMin to BackoffMax, and is jittered by
// half of it up and down, so that a server that comes back does not meet all its clients
// at once.
func (c *Client) backoff() time.Duration {
	d := c.options.BackoffMax
	if shift := min(c.tries, 30); c.options.BackoffMin < d>>shift {
		d = c.options.BackoffMin << shift
	}
	c.tries++
	return time.Duration(float64(d) * (0.5 + c.jitter.Float64()))
}

// final tells whether it makes no sense to try again: the server refused, and not because
// it is busy or going down.
func final(err error) bool {
	switch sgcp.Refused(err) {
	case 0:
		return panicked(err)
	case sgcp.FaultRate, sgcp.FaultFull, sgcp.FaultSlow, sgcp.FaultShutdown:
		return false
	}
	return true
}

func panicked(err error) bool {
	var p *pool.Panic
	return errors.As(err, &p)
}
