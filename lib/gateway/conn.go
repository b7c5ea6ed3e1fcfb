package gateway

import (
	"context"
	"net"
	"net/netip"
	"syscall"
	"time"

	"qikit.dev/qikit/internal/pool"
	"qikit.dev/qikit/lib/gateway/internal/hall"
	"qikit.dev/qikit/lib/sgcp"
	"qikit.dev/qikit/lib/weiqi"
)

// conn is one connection. One goroutine reads what comes and waits where it has to; a
// hand obeys the lines meanwhile.
type conn struct {
	g       *Gateway
	net     net.Conn
	raw     syscall.RawConn // of a plain TCP connection where rawIO is, otherwise nil
	prefix  netip.Prefix
	limited bool // by address
	opened  time.Time
	out     outbox
	peer    hall.Peer // the desk's

	// The reader's own, and the hand's while it obeys.
	in        inbox
	fresh     []byte        // read, and not fed to the decoder
	readAt    time.Time     // when the lines were read that are obeyed now
	coming    *sgcp.Login   // it has to wait for its turn
	rest      time.Duration // before what comes next
	decoder   *sgcp.Decoder
	requests  bucket
	chats     bucket
	progress  bucket  // 404
	others    []*conn // to be nudged after a command
	refusals  int
	guesses   int         // wrong secrets
	wait      *time.Timer // of pause
	computes  bool        // "compute" was granted
	terminal  *terminal   // after 401
	terminals int         // what 204 is to tell

	// The answer to the last command. The desk sets it; where that may happen in
	// another reader's entry, late is closed then.
	answer sgcp.Message
	late   chan struct{}
	again  bool // the command said an old move again
}

// readBuffer is what a connection reads at once; most lines are under 60 octets.
const readBuffer = newBuffer

type inbox struct {
	// Of a plain TCP connection on Unix. The buffer is borrowed until its lines are
	// obeyed: ten thousand connections that wait have none.
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
	c := &conn{g: g, net: raw, decoder: sgcp.NewDecoder(sgcp.RequestMax), opened: now}
	c.peer.Owner = c
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

func (c *conn) read() {
	defer c.ended()
	if !c.shakeHands() {
		return
	}
	for goesOn := c.heed(nil, nil); goesOn; { // the greeting waits to be written
		goesOn = c.heed(c.receive())
	}
}

// heed has the lines obeyed that are in what was read; false when the connection ends.
func (c *conn) heed(octets []byte, err error) bool {
	c.readAt = time.Now()
	c.g.figures.octetsIn.Add(uint64(len(octets)))
	c.fresh = octets
	for {
		switch c.g.hands.advance(c) {
		case waits:
			if !c.pause(c.rest) {
				c.drain(0)
				return false
			}
			if c.out.crowded() {
				c.drain(linesAhead)
			}
			continue
		case reads:
			c.release(octets)
			if err == nil {
				return true
			}
			c.drain(0) // commands sent before a half-close are answered
		case ends:
			c.drain(0)
		}
		return false
	}
}

// advance obeys lines until none is left or the connection has to wait. It allocates for
// its connection, and takes its stack: so hands do it, and not the reader.
func (c *conn) advance() pace {
	if c.fresh != nil {
		c.decoder.Feed(c.fresh)
		c.fresh = nil
	}
	c.rest = 0
	goesOn := true
	if m := c.coming; m != nil {
		c.coming = nil
		goesOn = c.conclude(sgcp.CommandLogin, c.obey(m))
	}
	for {
		c.nudgeOthers()
		if !goesOn {
			return ends
		}
		if c.rest > 0 || c.out.crowded() {
			c.nudge()
			return waits
		}
		l, ok := c.decoder.Next()
		if !ok {
			c.nudge()
			return reads
		}
		goesOn = c.line(l)
	}
}

// secured is a connection with TLS, as crypto/tls has it.
type secured interface {
	net.Conn
	HandshakeContext(ctx context.Context) error
	NetConn() net.Conn
}

// shakeHands agrees on TLS, within the time to log in.
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
	c.out.shakenHands()
	return true
}

// linesAhead is how many lines to a connection may wait before its next command is
// read. So a peer that asks faster than it reads is slowed down and not cut.
const linesAhead = 32

// ended takes the connection out of the hall.
func (c *conn) ended() {
	c.net.Close() // it is given up, so the error does not matter
	c.out.close()
	c.g.addresses.leave(c)
	c.enter(func(h *hall.Hall, now time.Time) *hall.Outcome { return h.Left(&c.peer, now) })
	c.nudgeOthers()
	if c.terminal != nil {
		c.leaveTerminals()
	}
}

// line obeys one line; false when the connection is to be closed.
func (c *conn) line(l sgcp.Line) bool {
	c.g.figures.linesIn.Add(1)
	if !c.mayAsk(l.Number, c.g.options.Clock.Now()) {
		return c.refuse(l.Number)
	}
	if l.Fault != 0 {
		c.reply(&sgcp.Fault{Code: l.Fault, Command: l.Number, Text: l.Err().Error()})
		return !l.Close
	}
	n := l.Number
	if !hall.Knows(n) {
		c.g.figures.commands[0].Add(1)
		c.reply(&sgcp.Fault{Code: sgcp.FaultUnknown, Command: n, Text: "unknown command"})
		return true
	}
	c.g.figures.commands[n-100].Add(1)
	m, err := sgcp.Parse(n, l.Param)
	if err != nil {
		return c.conclude(n, c.misread(n, err))
	}
	if login, ok := m.(*sgcp.Login); ok {
		if c.rest = c.turn(); c.rest > 0 {
			c.coming = login
			return true
		}
	}
	return c.conclude(n, c.obey(m))
}

// conclude looks at the answer to a command, nil when the gateway has ended; false when
// the connection is to be closed.
func (c *conn) conclude(n sgcp.Number, answer sgcp.Message) bool {
	if answer == nil {
		return false
	}
	if isDue(n) && !answer.Number().IsFault() && !c.again {
		c.requests.giveBack()
	}
	if isWrongSecret(n, answer) {
		return c.wrongSecret(n)
	}
	_, quit := answer.(*sgcp.QuitReply)
	return !quit
}

// reply gives an answer that is not the hall's.
func (c *conn) reply(m sgcp.Message) sgcp.Message {
	c.enter(func(h *hall.Hall, now time.Time) *hall.Outcome { return h.Answer(&c.peer, m, now) })
	return m
}

// enter makes an entry into the hall by this connection's reader.
func (c *conn) enter(entry func(h *hall.Hall, now time.Time) *hall.Outcome) *hall.Count {
	return c.g.desk.enterBy(c, &c.others, entry)
}

func (c *conn) nudgeOthers() {
	nudgeAll(c.others)
	c.others = c.others[:0]
}

// obey does what a message says and returns the answer; nil when the gateway has ended.
func (c *conn) obey(m sgcp.Message) sgcp.Message {
	c.answer, c.again = nil, false
	n := m.Number()
	var late chan struct{}
	switch n {
	case sgcp.CommandListSettings, sgcp.CommandSetSetting, sgcp.CommandClaim:
		late = make(chan struct{})
		c.late = late
	case sgcp.CommandStatistics:
		if !c.countTerminals() {
			return c.answer
		}
	}
	count := c.enter(func(h *hall.Hall, now time.Time) *hall.Outcome {
		out := h.Obey(&c.peer, m, now)
		c.again = out.Repeated
		return out
	})
	switch {
	case late != nil:
		// Others answer, perhaps by what this entry has told them.
		c.nudgeOthers()
		select {
		case <-late:
		case <-c.g.done:
			return nil
		}
	case count != nil:
		c.nudgeOthers()
		c.count(n, count)
	case c.answer == nil:
		c.serve(m)
	}
	c.note(m)
	return c.answer
}

// misread answers a command whose parameter cannot be read.
func (c *conn) misread(n sgcp.Number, why error) sgcp.Message {
	if c.terminal == nil && needsTerminal(n) {
		why = errNotTerminal
	}
	c.answer = nil
	c.enter(func(h *hall.Hall, now time.Time) *hall.Outcome { return h.Misread(&c.peer, n, why, now) })
	return c.answer
}

// countTerminals finds what 204 is to tell of the host's terminals.
func (c *conn) countTerminals() bool {
	host := c.g.options.Terminals
	return host == nil || c.outside(sgcp.CommandStatistics, func() { c.terminals = host.Count() })
}

// note logs who comes in and who fails to, and lifts the limits of those trusted.
func (c *conn) note(m sgcp.Message) {
	log := c.g.options.Log
	switch m.(type) {
	case *sgcp.Login:
		if r, ok := c.answer.(*sgcp.LoginReply); ok {
			log.Debug("login", "nick", r.Nick, "session", r.Session.String())
		}
	case *sgcp.Authenticate:
		if c.answer != nil && c.answer.Number().IsFault() {
			// Not what 102 says: who takes the secret for the method would find it here.
			log.Warn("authentication failed", "address", c.net.RemoteAddr().String())
		}
		c.exempt()
	case *sgcp.Resume:
		c.exempt()
	}
}

// exempt takes an authenticated AI platform out of the limits of its address.
func (c *conn) exempt() {
	if account, _ := c.g.desk.standing(c); account != "" && c.limited {
		c.g.addresses.exempt(c)
	}
}

// answered receives each answer from the desk before it is written.
func (c *conn) answered(m sgcp.Message) {
	switch m := m.(type) {
	case *sgcp.StatisticsReply:
		m.Terminals = c.terminals
	case *sgcp.AnnounceReply:
		for _, granted := range m.Capabilities {
			switch granted.Key {
			case sgcp.CanCompute:
				c.computes = true
				c.decoder.SetLimit(sgcp.ByNumber)
			case sgcp.CanCharset:
				charset, _ := sgcp.ParseCharset(granted.Value) // the hall has looked at it
				c.out.setCharset(charset)
				c.decoder.SetCharset(charset)
			}
		}
	}
	c.answer = m
}

// sent lets the reader go on that waits for an answer of others. The line is in the outbox:
// the reader may end the connection at once, and the line leaves before that.
func (c *conn) sent() {
	if late := c.late; late != nil {
		c.late = nil // first: the reader's next command may wait too
		close(late)
	}
}

// count finds the dead stones of a board, outside of the hall, and tells the hall.
func (c *conn) count(n sgcp.Number, count *hall.Count) {
	var found weiqi.Suggestion
	if c.outside(n, func() {
		c.g.counters <- struct{}{}
		defer func() { <-c.g.counters }()
		found = weiqi.Suggest(count.Stones, weiqi.DefaultSuggest())
	}) {
		c.enter(func(h *hall.Hall, now time.Time) *hall.Outcome { return h.Counted(count, &found, now) })
	}
}

// outside runs the part of a command that is not the hall's, on a goroutine of its own:
// counting takes much stack, which the reader would keep. When it panics, outside
// answers the command with a fault and returns false.
func (c *conn) outside(n sgcp.Number, do func()) bool {
	err := pool.Go(func() error { do(); return nil }).Wait()
	if err != nil {
		c.g.fail(err)
		c.reply(&sgcp.Fault{Code: sgcp.FaultSlow, Command: n, Text: "a defect"})
	}
	return err == nil
}

// isDue tells whether a command, once accepted, does not count against the limit of
// rate: the peer owed it. These are moves, unless they are said again, a terminal's
// results, and a platform's answers.
func isDue(n sgcp.Number) bool {
	return n == sgcp.CommandPlay || n == sgcp.CommandTaskResult || n == sgcp.CommandAnswerSettings
}

// progressTimes is how many times as often as other commands 404 may come.
const progressTimes = 4

// mayAsk tells whether a line is within the limits of rate.
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

// refuse answers a line that came too fast, and has the connection rest a little.
func (c *conn) refuse(n sgcp.Number) bool {
	l := &c.g.options.Limits
	c.refusals++
	c.answerTooFast(n)
	c.rest = l.Delay
	return c.refusals < l.Refusals
}

// answerTooFast answers 506 without the hall, which it does not concern: of the lines of a
// flood most are refused, and a turn at the desk for each kept those waiting who play.
func (c *conn) answerTooFast(n sgcp.Number) {
	c.g.figures.faults[sgcp.FaultRate%100].Add(1)
	octets := append(takeBuffer(), "506 "...)
	octets = append(octets, n.String()...)
	octets = append(octets, " too fast\r\n"...)
	c.send(line{number: sgcp.FaultRate, octets: octets}, 0)
	giveBack(octets)
}

// send queues a line that leaves once a batch is in the store. A connection that does
// not read is cut; its session stays.
func (c *conn) send(l line, after uint64) {
	limits := &c.g.options.Limits
	fits, err := c.out.add(l, after, limits.OutOctets, limits.OutLines)
	if err != nil {
		c.g.fail(err)
	}
	if fits {
		return
	}
	c.g.figures.slow.Add(1)
	switch c.out.giveUp() {
	case stuck:
		c.net.Close() // it is given up, so the error does not matter
	case parting:
		c.g.spawn(c.net, c.flush)
	}
}

func (c *conn) hangUp() {
	c.out.finish()
	c.g.spawn(c.net, c.flush)
}
