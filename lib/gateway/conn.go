package gateway

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"syscall"
	"time"

	"qikit.dev/qikit/internal/pool"
	"qikit.dev/qikit/lib/sgcp"
)

// conn is one connection: one goroutine that reads and obeys.
type conn struct {
	g       *Gateway
	net     net.Conn
	prefix  netip.Prefix
	limited bool            // by address
	raw     syscall.RawConn // of a plain TCP connection where rawIO is, otherwise nil
	out     outbox

	// The reader's own.
	in       inbox
	decoder  *sgcp.Decoder
	requests bucket
	chats    bucket
	progress bucket  // 404
	others   []*conn // to be nudged after a command
	refusals int

	// Under the hall's lock.
	session *session
	account string // by 102, "" for none
	charset sgcp.Charset
	pings   bool // it announced "ping"
	clocks  bool // it announced "clocks"

	computes bool      // "compute" was granted
	terminal *terminal // after 401
	opened   time.Time
	heard    time.Time // its last line
	asked    time.Time // when 659 was sent, zero when it has been answered
	lag      time.Duration
	work     *work    // what the reader has to do before it answers
	replay   [][]byte // pushes of before, to follow the reply to 105
}

// work is something long that a command needs, done without the hall's lock.
type work struct {
	do   func()
	then func() (sgcp.Message, error) // under the lock again
}

// readBuffer is what a connection reads at once: most lines have less than 60
// octets.
const readBuffer = newBuffer

// inbox is what was read last.
type inbox struct {
	// Of a plain TCP connection on unix, in a buffer that it has only until its
	// lines are obeyed: ten thousand that wait have none.
	octets []byte
	failed error
	read   func(fd uintptr) (done bool) // made once
	own    []byte                       // of other connections
}

// receive waits for octets; release gives them back.
func (c *conn) receive() ([]byte, error) {
	if c.raw != nil {
		return c.readNow()
	}
	if c.in.own == nil {
		c.in.own = make([]byte, readBuffer)
	}
	n, err := c.net.Read(c.in.own)
	return c.in.own[:n], err
}

func (c *conn) release(octets []byte) {
	if c.in.own == nil && octets != nil {
		giveBack(octets)
	}
}

func newConn(g *Gateway, raw net.Conn) *conn {
	now := g.options.Clock.Now()
	c := &conn{g: g, net: raw, decoder: sgcp.NewDecoder(sgcp.RequestMax), opened: now, heard: now}
	c.out.moved.L = &c.out.mu
	_, c.out.shaking = raw.(secured)
	if tcp, ok := raw.(*net.TCPConn); ok && rawIO {
		if through, err := tcp.SyscallConn(); err == nil {
			c.raw = through
		}
	}
	c.prefix, c.limited = prefixOf(raw.RemoteAddr())
	c.requests.last, c.chats.last, c.progress.last = now, now, now
	return c
}

// read reads and obeys until the connection ends.
func (c *conn) read() {
	defer c.ended()
	if !c.shakeHands() {
		return
	}
	c.flush()
	for {
		octets, err := c.receive()
		c.g.figures.octetsIn.Add(uint64(len(octets)))
		c.decoder.Feed(octets)
		for line, ok := c.decoder.Next(); ok; line, ok = c.decoder.Next() {
			if !c.line(line) {
				c.drain(0)
				return
			}
			if c.out.length() > linesAhead {
				c.drain(linesAhead)
			}
		}
		c.release(octets)
		c.nudge()
		if err != nil {
			c.drain(0) // what was asked for before a half-close is answered
			return
		}
	}
}

// secured is a connection with TLS, as crypto/tls has it.
type secured interface {
	net.Conn
	HandshakeContext(ctx context.Context) error
	NetConn() net.Conn
}

// shakeHands agrees on TLS, in the time that there is to log in.
func (c *conn) shakeHands() bool {
	secure, ok := c.net.(secured)
	if !ok {
		return true
	}
	ctx, cancel := context.WithTimeout(context.Background(), c.g.options.Limits.Login)
	defer cancel()
	if err := secure.HandshakeContext(ctx); err != nil {
		c.g.options.Log.Debug("handshake", "address", c.net.RemoteAddr().String(), "error", err)
		return false
	}
	c.out.mu.Lock()
	c.out.shaking = false
	c.out.mu.Unlock()
	return true
}

// linesAhead is how many lines to a connection may wait before its next command
// is read: who asks faster than they read waits, and is not cut.
const linesAhead = 32

// ended takes the connection out of the hall.
func (c *conn) ended() {
	c.net.Close() // given up, whatever this says
	c.out.close()
	g := c.g
	g.mu.Lock()
	t := c.terminal
	c.terminal = nil
	defer func() {
		g.unlock()
		if t != nil {
			g.options.Terminals.Leave(t.id)
		}
	}()
	delete(g.conns, c)
	g.figures.connections.Add(-1)
	if c.limited {
		g.addresses[c.prefix].open--
	}
	if c.session != nil && c.session.conn == c {
		g.detach(c.session)
	}
	g.deliver()
}

// unlock gives up the hall's lock and nudges those to whom something was said.
func (g *Gateway) unlock() {
	nudges := g.nudges
	g.nudges = nil
	g.mu.Unlock()
	for _, c := range nudges {
		c.nudge()
	}
}

// line obeys one line; false when the connection is to be closed.
func (c *conn) line(line sgcp.Line) bool {
	now := c.g.options.Clock.Now()
	c.g.figures.linesIn.Add(1)
	if !c.mayAsk(line.Number, now) {
		return c.refuse(line.Number)
	}
	goesOn := c.locked(line, now)
	// Without the lock: a system call wakes others up, and may take its time.
	for i, other := range c.others {
		other.nudge()
		c.others[i] = nil
	}
	return goesOn
}

// locked does what line does with the hall's lock.
func (c *conn) locked(line sgcp.Line, now time.Time) bool {
	g := c.g
	g.mu.Lock()
	defer func() {
		c.others = append(c.others[:0], g.nudges...)
		g.nudges = g.nudges[:0]
		g.mu.Unlock()
	}()
	g.reading = c
	c.heard = now
	if !c.asked.IsZero() {
		c.lag = min(now.Sub(c.asked), sgcp.LagMillisecondsMax*time.Millisecond)
		c.asked = time.Time{}
	}
	if line.Fault != 0 {
		g.reading = nil
		c.fault(line.Number, &refusal{line.Fault, line.Err().Error()})
		return !line.Close
	}
	reply, err := c.obey(line)
	if c.work != nil {
		reply, err = c.labour()
	}
	if err != nil {
		c.fault(line.Number, err)
	} else {
		if isDue(line.Number) {
			c.requests.giveBack()
		}
		c.send(g.encode(reply))
		for _, push := range c.replay {
			c.send(push)
		}
		c.replay = nil
	}
	g.deliver()
	return line.Number != sgcp.CommandQuit || err != nil
}

// isDue says of an accepted command that it was owed, and is not counted: a move,
// a terminal's result, a platform's answer.
func isDue(n sgcp.Number) bool {
	return n == sgcp.CommandPlay || n == sgcp.CommandTaskResult || n == sgcp.CommandAnswerSettings
}

// labour does the long part of a command without the lock, which it gives up
// and takes again. A panic is not to meet a lock that is not held.
func (c *conn) labour() (sgcp.Message, error) {
	w := c.work
	c.work = nil
	c.g.deliver() // the others need not wait for what comes of it
	c.g.unlock()
	err := pool.Go(func() error { w.do(); return nil }).Wait()
	c.g.mu.Lock()
	c.g.reading = c
	if err != nil {
		c.g.fail(err)
		return nil, &refusal{sgcp.FaultSlow, "a defect"}
	}
	return w.then()
}

// progressTimes is how much more often than other commands 404 may come.
const progressTimes = 4

// mayAsk holds a line against the limits of rate.
func (c *conn) mayAsk(n sgcp.Number, now time.Time) bool {
	l := &c.g.options.Limits
	if n == sgcp.CommandProgress { // of several leases
		return c.progress.take(now, progressTimes*l.Burst, progressTimes*l.Rate)
	}
	if n == sgcp.CommandChat && !c.chats.take(now, l.ChatBurst, l.ChatRate) {
		return false
	}
	return c.requests.take(now, l.Burst, l.Rate)
}

// refuse answers what came too fast, and waits a little.
func (c *conn) refuse(n sgcp.Number) bool {
	l := &c.g.options.Limits
	c.refusals++
	c.g.mu.Lock()
	c.heard = c.g.options.Clock.Now()
	c.fault(n, &refusal{sgcp.FaultRate, "too fast"})
	c.g.mu.Unlock()
	c.flush()
	if c.refusals >= l.Refusals {
		return false
	}
	if l.Delay > 0 {
		wait := time.NewTimer(l.Delay)
		defer wait.Stop()
		select {
		case <-wait.C:
		case <-c.g.done:
		}
	}
	return true
}

// refusal is the error of a command that is answered with a fault.
type refusal struct {
	code sgcp.Number
	text string
}

func (r *refusal) Error() string { return r.text }

// fault answers a command with a fault.
func (c *conn) fault(n sgcp.Number, err error) {
	f := sgcp.Fault{Code: sgcp.FaultOf(err), Command: n, Text: err.Error()}
	var r *refusal
	var said *sgcp.Fault
	switch {
	case errors.As(err, &r):
		f.Code = r.code
	case errors.As(err, &said):
		f.Text = said.Text
	}
	c.g.figures.faults[f.Code%100].Add(1)
	line, err := sgcp.Append(c.g.scratch[:0], &f)
	if err != nil { // the text quotes something that can not be written
		f.Text = "see the number"
		line = c.g.encode(&f)
	}
	c.send(line)
}

// send queues a line in UTF-8, to leave when all that was done so far is in the
// store. A connection that does not read is cut. The caller holds the hall's
// lock.
func (c *conn) send(line []byte) {
	if c.charset != sgcp.UTF8 {
		line = c.transcode(line)
	}
	l := &c.g.options.Limits
	after := uint64(0)
	if !tellsNothing(line) {
		after = c.g.after(c)
	}
	if !c.out.add(line, after, l.OutOctets, l.OutLines) {
		c.g.figures.slow.Add(1)
		c.slow()
	}
}

// tellsNothing says of a line that it tells of nothing that is stored, so that it
// need not wait for a commit: chat, the answers to 109, 204 and 303, and all of
// terminals.
func tellsNothing(line []byte) bool {
	if line[0] == '9' {
		return true
	}
	switch string(line[:3]) {
	case "609", "650", "658", "659", "673", "704", "803", "853":
		return true
	}
	return false
}

// tell sends a message that nobody's command led to.
func (c *conn) tell(m sgcp.Message) {
	c.send(c.g.encode(m))
	c.g.nudges = append(c.g.nudges, c)
}

// transcode writes a line in the connection's charset.
func (c *conn) transcode(line []byte) []byte {
	line = bytes.TrimSuffix(line, []byte("\r\n"))
	n := sgcp.Number(line[0]-'0')*100 + sgcp.Number(line[1]-'0')*10 + sgcp.Number(line[2]-'0')
	param := line[min(4, len(line)):]
	out, err := c.charset.AppendLine(nil, n, param)
	if err == nil {
		return out
	}
	plain := bytes.Map(func(r rune) rune {
		if r > '~' {
			return '?'
		}
		return r
	}, param)
	out, err = c.charset.AppendLine(nil, n, plain)
	if err != nil {
		c.g.fail(fmt.Errorf("transcoding %q: %w", line, err))
	}
	return out
}

// slow cuts a connection that does not read what it is sent. Its session stays.
func (c *conn) slow() {
	o := &c.out
	o.mu.Lock()
	if o.closed {
		o.mu.Unlock()
		return
	}
	writing := o.flushing
	o.drop()
	if writing {
		// A write is stuck: no line can follow half a line.
		o.closed = true
		o.mu.Unlock()
		c.net.Close() // given up, whatever this says
		return
	}
	o.queue = append(o.queue, c.g.encode(&sgcp.Fault{Code: sgcp.FaultSlow, Text: "slow"})...)
	o.lines, o.closing = 1, true
	o.mu.Unlock()
	c.g.spawn(c, c.flush)
}

// cut says why and closes the connection.
func (c *conn) cut(code sgcp.Number, text string) {
	c.g.figures.faults[code%100].Add(1)
	c.send(c.g.encode(&sgcp.Fault{Code: code, Text: text}))
	c.out.mu.Lock()
	c.out.closing = true
	c.out.mu.Unlock()
	c.g.spawn(c, c.flush)
}

// encode writes a line in UTF-8, which holds until the next one is written. The
// caller holds the lock.
func (g *Gateway) encode(m sgcp.Message) []byte {
	line, err := sgcp.Append(g.scratch[:0], m)
	if err != nil {
		g.fail(fmt.Errorf("encoding %+v: %w", m, err))
	}
	g.scratch = line
	return line
}

// outgoing is a push on its way: it follows the reply of the command that it
// comes of.
type outgoing struct {
	to   *session
	line []byte
}

// push sends a message to sessions after the reply, and keeps it for those who
// come back.
func (g *Gateway) push(m sgcp.Message, to ...*session) {
	line := bytes.Clone(g.encode(m)) // kept for 105, once for all of them
	for _, s := range to {
		if s != nil {
			g.outgoing = append(g.outgoing, outgoing{s, line})
		}
	}
}

// deliver sends the pushes that wait. The caller holds the lock.
func (g *Gateway) deliver() {
	for i := range g.outgoing {
		p := &g.outgoing[i]
		p.to.keep(p.line)
		if c := p.to.conn; c != nil {
			c.send(p.line)
			// The reader at work flushes by itself.
			if c != g.reading && (len(g.nudges) == 0 || g.nudges[len(g.nudges)-1] != c) {
				g.nudges = append(g.nudges, c)
			}
		}
		*p = outgoing{}
	}
	g.figures.pushes.Add(uint64(len(g.outgoing)))
	g.outgoing = g.outgoing[:0]
	g.reading = nil
}
