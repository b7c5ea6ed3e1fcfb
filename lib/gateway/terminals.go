package gateway

import (
	"net"
	"sync"

	"qikit.dev/qikit/lib/gateway/internal/hall"
	"qikit.dev/qikit/lib/sgcp"
)

// Terminals is who measures compute terminals and gives them work: a
// *compute.Host. The gateway calls it without holding a lock of its own, from
// any goroutine. An error is answered with the number that sgcp.FaultOf has for
// it.
type Terminals interface {
	// Join takes a new terminal in (401) and names it. push may be called from
	// any goroutine, also before Join has returned; it does not wait and keeps
	// the order. trusted is a peer that authenticated by 102; origin is the
	// network it comes from, for bans.
	Join(push func(sgcp.Message), trusted bool, m *sgcp.Register, origin string) (id string, err error)
	Benchmarked(id string, m *sgcp.Benchmark) error // 402
	Result(id string, m *sgcp.TaskResult) error     // 403
	Progress(id string, m *sgcp.Progress) error     // 404
	Leave(id string)                                // 405, or the connection has ended
	Count() int                                     // terminals that are here
}

// terminal is a connection that computes. It has its own lock, since its host's
// pushes are not the hall's.
type terminal struct {
	conn *conn
	id   string

	mu    sync.Mutex
	state terminalState
	early []line // pushed before
}

type terminalState uint8

const (
	coming terminalState = iota
	here                 // 901 has been sent
	left
)

var errNotTerminal = &sgcp.Fault{Code: sgcp.FaultNotTerminal, Text: "not a terminal"}

// needsTerminal says of a command that it is for who has registered, whatever its
// parameter is.
func needsTerminal(n sgcp.Number) bool {
	return n == sgcp.CommandBenchmark || n == sgcp.CommandTaskResult || n == sgcp.CommandProgress
}

// serve obeys a command of terminals, to which the hall has nothing to say.
func (c *conn) serve(m sgcp.Message) {
	var reply sgcp.Message
	var err error
	host, t := c.g.options.Terminals, c.terminal
	if r, ok := m.(*sgcp.Register); ok {
		c.register(r)
		return
	}
	if t == nil {
		c.reply(hall.Refusal(m.Number(), errNotTerminal))
		return
	}
	if c.outside(m.Number(), func() {
		switch m := m.(type) {
		case *sgcp.Benchmark:
			reply, err = &sgcp.BenchmarkReply{}, host.Benchmarked(t.id, m)
		case *sgcp.TaskResult:
			reply, err = &sgcp.TaskResultReply{}, host.Result(t.id, m)
		case *sgcp.Progress:
			reply, err = &sgcp.ProgressReply{}, host.Progress(t.id, m)
		case *sgcp.Unregister: // leaving twice is refused, as 402 to 404 then are
			reply = &sgcp.UnregisterReply{}
			c.leaveTerminals()
		}
	}) {
		if err != nil {
			reply = hall.Refusal(m.Number(), err)
		}
		c.reply(reply)
	}
}

// register is 401.
func (c *conn) register(m *sgcp.Register) {
	n := m.Number()
	refuse := func(code sgcp.Number, text string) { c.reply(&sgcp.Fault{Code: code, Command: n, Text: text}) }
	trusted, leaving := c.g.desk.standing(c)
	switch {
	case !c.computes:
		refuse(sgcp.FaultState, "compute was not granted")
		return
	case c.terminal != nil:
		refuse(sgcp.FaultState, "registered already")
		return
	case leaving:
		refuse(sgcp.FaultShutdown, "the server goes down")
		return
	}
	t := &terminal{conn: c}
	var err error
	if !c.outside(n, func() { t.id, err = c.g.options.Terminals.Join(t.push, trusted, m, originOf(c.net.RemoteAddr())) }) {
		return
	}
	if err != nil {
		c.reply(hall.Refusal(n, err))
		return
	}
	c.terminal = t
	t.mu.Lock()
	defer t.mu.Unlock()
	c.reply(&sgcp.RegisterReply{Terminal: t.id})
	for _, l := range t.early { // what was pushed meanwhile follows the reply
		c.send(l, 0)
	}
	t.state, t.early = here, nil
}

// push is what a terminal's host sends.
func (t *terminal) push(m sgcp.Message) {
	octets, err := sgcp.Append(nil, m)
	if err != nil {
		t.conn.g.options.Log.Error("a push to a terminal", "terminal", t.id, "error", err)
		return
	}
	l := line{m.Number(), octets}
	t.mu.Lock()
	defer t.mu.Unlock()
	switch t.state {
	case coming:
		t.early = append(t.early, l)
	case here:
		t.conn.send(l, 0)
		t.conn.nudge()
	}
}

// leaveTerminals takes the connection off the host's terminals.
func (c *conn) leaveTerminals() {
	t := c.terminal
	c.terminal = nil
	t.mu.Lock()
	t.state = left
	t.mu.Unlock()
	c.g.options.Terminals.Leave(t.id)
}

// originOf is the IPv4 /32 or IPv6 /64 of an address, loopback too; its text
// when it is no IP address.
func originOf(a net.Addr) string {
	if tcp, ok := a.(*net.TCPAddr); ok {
		if p, ok := prefixOfIP(tcp.IP); ok {
			return p.String()
		}
	}
	return a.String()
}
