package client

import (
	"context"
	"errors"
	"fmt"
	"net"
	"sync"
	"time"

	"qikit.dev/qikit/internal/pool"
	"qikit.dev/qikit/lib/sgcp"
)

// Answer is the success of a command: the rows of its list, if it has one, and the reply
// that ends it.
type Answer struct {
	Number sgcp.Number
	Param  string
	Reply  sgcp.Message // nil when this version does not know the number
	Rows   []sgcp.Message
}

// rowsMax bounds how many rows of one list the client keeps.
const rowsMax = 4096

// call is a command that awaits its reply.
type call struct {
	number sgcp.Number
	row    sgcp.Number  // the number of its rows, 0 for none
	then   func(Answer) // the reader calls it before it reads on
	answer Answer
	err    error
	done   chan struct{} // closed when answer and err are final
}

// link is one connection. One goroutine of its own reads, one watches the time. Any
// goroutine may write, one after the other.
type link struct {
	options *Options
	handle  func(l *link, line sgcp.Line) error // the reader calls it for pushes
	conn    net.Conn
	decoder *sgcp.Decoder
	writing chan struct{} // holds one while somebody writes
	lost    chan struct{} // closed by fail
	pong    chan struct{} // holds one when the server has asked whether the client is there
	tasks   [2]*pool.Task

	mu      sync.Mutex
	pending []*call
	since   time.Time // when the first of pending began to wait, or a part of its answer came
	heard   time.Time // when the last octet came
	err     error     // why the link was lost
}

func newLink(o *Options, conn net.Conn, handle func(*link, sgcp.Line) error) *link {
	l := &link{
		options: o, handle: handle, conn: conn, decoder: sgcp.NewDecoder(sgcp.ServerLineMax),
		writing: make(chan struct{}, 1), lost: make(chan struct{}), pong: make(chan struct{}, 1), heard: time.Now(),
	}
	l.tasks = [2]*pool.Task{pool.Go(l.read), pool.Go(l.watch)}
	return l
}

// wait waits for the link's end and returns the reason, or a goroutine's panic.
func (l *link) wait() error {
	<-l.lost
	for _, t := range l.tasks {
		if err := t.Wait(); err != nil {
			return err
		}
	}
	return l.err
}

// fail ends the link, and every command that awaits its reply, with the error.
func (l *link) fail(err error) {
	l.mu.Lock()
	if l.err != nil {
		l.mu.Unlock()
		return
	}
	l.err = err
	unanswered := l.pending
	l.pending = nil
	l.mu.Unlock()
	for _, c := range unanswered {
		c.err = fmt.Errorf("%v: %w", c.number, err)
		close(c.done)
	}
	l.conn.Close() // an error changes nothing: the connection is given up
	close(l.lost)
}

// exchange sends a command and waits for its answer, which is ignored after ctx ends.
func (l *link) exchange(ctx context.Context, n sgcp.Number, line []byte, then func(Answer)) (Answer, error) {
	c, err := l.send(ctx, n, line, then)
	if err != nil {
		return Answer{}, err
	}
	return c.wait(ctx)
}

// wait waits for the answer, which is ignored after ctx ends.
func (c *call) wait(ctx context.Context) (Answer, error) {
	select {
	case <-c.done:
		if c.err != nil {
			return Answer{}, c.err // without the rows: the reader may still write them
		}
		return c.answer, nil
	case <-ctx.Done():
		return Answer{}, fmt.Errorf("%v: %w", c.number, context.Cause(ctx))
	}
}

// send writes a command and queues it for its reply, unless ctx has ended. Only one
// goroutine at a time does so, because commands must be queued in the order of their lines.
func (l *link) send(ctx context.Context, n sgcp.Number, line []byte, then func(Answer)) (*call, error) {
	select {
	case l.writing <- struct{}{}:
		defer func() { <-l.writing }()
	case <-ctx.Done():
		return nil, fmt.Errorf("%v was not sent: %w", n, context.Cause(ctx))
	case <-l.lost:
		return nil, fmt.Errorf("%v was not sent: %w", n, l.reason())
	}
	if ctx.Err() != nil { // select may choose to write all the same
		return nil, fmt.Errorf("%v was not sent: %w", n, context.Cause(ctx))
	}
	c := &call{number: n, then: then, done: make(chan struct{})}
	if e, ok := sgcp.Lookup(n); ok {
		c.row = e.Row
	}
	if err := l.await(c); err != nil {
		return nil, err
	}
	err := l.conn.SetWriteDeadline(time.Now().Add(l.options.Write))
	if err == nil {
		_, err = l.conn.Write(line)
	}
	if err != nil {
		l.unwritable(err)
	}
	return c, nil
}

// lastWords is how long the reader waits for what a server sent before it hung up.
const lastWords = 200 * time.Millisecond

// unwritable ends a link that takes no more lines: at once when the server does not read;
// otherwise the reader ends it, because the server's reason may be on its way.
func (l *link) unwritable(err error) {
	var timed net.Error
	if errors.As(err, &timed) && timed.Timeout() {
		l.fail(fmt.Errorf("%w: writing: %w", ErrLost, err))
		return
	}
	// An error here means that the connection is closed already; the reader sees that.
	_ = l.conn.SetReadDeadline(time.Now().Add(lastWords))
}

func (l *link) await(c *call) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.err != nil:
		return fmt.Errorf("%v was not sent: %w", c.number, l.err)
	case len(l.pending) >= CommandsMax:
		return fmt.Errorf("%w: %v was not sent, expected at most %d", ErrBusy, c.number, CommandsMax)
	case len(l.pending) == 0:
		l.since = time.Now()
	}
	l.pending = append(l.pending, c)
	return nil
}

func (l *link) reason() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.err
}

// read reads until the connection fails, or the server breaks the protocol.
func (l *link) read() error {
	defer l.fail(ErrLost) // when a panic ends it
	buffer := make([]byte, 4096)
	for {
		n, err := l.conn.Read(buffer)
		l.mu.Lock()
		l.heard = time.Now()
		l.mu.Unlock()
		l.decoder.Feed(buffer[:n])
		for line, ok := l.decoder.Next(); ok; line, ok = l.decoder.Next() {
			if err := l.line(line); err != nil {
				l.fail(err)
				return nil
			}
		}
		if err != nil {
			l.fail(fmt.Errorf("%w: reading: %w", ErrLost, err))
			return nil
		}
	}
}

// watch ends a link whose server does not answer, and pings a server that is silent.
func (l *link) watch() error {
	defer l.fail(ErrLost)
	step := l.options.Reply
	if p := l.options.Ping; p != NoPing {
		step = min(step, p)
	}
	tick := time.NewTicker(max(step/4, time.Millisecond))
	defer tick.Stop()
	for {
		asked := false
		select {
		case <-l.lost:
			return nil
		case <-l.pong:
			asked = true
		case <-tick.C:
		}
		l.mu.Lock()
		waiting, since, silent := len(l.pending), time.Since(l.since), time.Since(l.heard)
		l.mu.Unlock()
		switch {
		case waiting > 0 && since > l.options.Reply:
			l.fail(fmt.Errorf("%w: %w, %v waited", ErrLost, ErrTimeout, l.options.Reply))
		case asked, waiting == 0 && l.options.Ping != NoPing && silent > l.options.Ping:
			l.ping()
		}
	}
}

// ping sends 109. It does not wait for the answer: watch does.
func (l *link) ping() {
	ctx, cancel := context.WithTimeout(context.Background(), l.options.Write)
	defer cancel()
	line, err := sgcp.Append(nil, &sgcp.Ping{})
	if err == nil {
		_, err = l.send(ctx, sgcp.CommandPing, line, nil)
	}
	if err != nil {
		l.fail(fmt.Errorf("%w: pinging: %w", ErrLost, err))
	}
}
