package gateway

import (
	"sync"

	"qikit.dev/qikit/lib/gateway/internal/hall"
	"qikit.dev/qikit/lib/sgcp"
)

// Terminals measures compute terminals and gives them work; a *compute.Host is one.
// The gateway calls it from any goroutine, and never while it holds the hall. An
// error is answered with the number that sgcp.FaultOf has for it.
type Terminals interface {
	// Join takes a new terminal in (401) and names it. The host may call push from
	// any goroutine, even before Join has returned; push does not wait and keeps
	// the order. trusted tells that the peer authenticated by 102; origin is who
	// is banned for a forged result: its account, or else the network it comes from;
	// "" for loopback.
	Join(push func(sgcp.Message), trusted bool, m *sgcp.Register, origin string) (id string, err error)
	Benchmarked(id string, m *sgcp.Benchmark) error // 402
	Result(id string, m *sgcp.TaskResult) error     // 403
	Progress(id string, m *sgcp.Progress) error     // 404
	Leave(id string)                                // 405, or the end of the connection
	Count() int                                     // terminals present
}

// terminal is a connection that computes. It has a lock of its own: what its host
// pushes does not pass through the hall.
type terminal struct {
	conn *conn
	id   string

	mu    sync.Mutex
	state terminalState
	early []line // pushed before that
}

type terminalState uint8

const (
	coming terminalState = iota
	here                 // 901 has been sent
	left
)

var errNotTerminal = &sgcp.Fault{Code: sgcp.FaultNotTerminal, Text: "not a terminal"}

// needsTerminal tells whether unregistered peers are refused a command unread.
func needsTerminal(n sgcp.Number) bool {
	return n == sgcp.CommandBenchmark || n == sgcp.CommandTaskResult || n == sgcp.CommandProgress
}

// serve obeys a command of compute terminals, which the hall leaves to the transport.
func (c *conn) serve(m sgcp.Message) {
	var reply sgcp.Message
	var err error
	host, t := c.g.options.Terminals, c.terminal
	if r, ok := m.(*sgcp.Register); ok {
		if err := c.register(r); err != nil {
			c.reply(hall.Refusal(m.Number(), err))
		}
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

// register is 401. An error is why it is refused.
func (c *conn) register(m *sgcp.Register) (err error) {
	account, leaving := c.g.desk.standing(c)
	trusted := account != ""
	switch {
	case !c.computes:
		return &sgcp.Fault{Code: sgcp.FaultState, Text: "compute was not granted"}
	case c.terminal != nil:
		return &sgcp.Fault{Code: sgcp.FaultState, Text: "registered already"}
	case leaving:
		return &sgcp.Fault{Code: sgcp.FaultShutdown, Text: "the server goes down"}
	}
	t := &terminal{conn: c}
	if !c.outside(m.Number(), func() { t.id, err = c.g.options.Terminals.Join(t.push, trusted, m, c.originOf(account)) }) || err != nil {
		return err
	}
	c.terminal = t
	t.mu.Lock()
	defer t.mu.Unlock()
	c.reply(&sgcp.RegisterReply{Terminal: t.id})
	for _, l := range t.early { // what the host pushed meanwhile follows the reply
		c.send(l, 0)
	}
	t.state, t.early = here, nil
	return nil
}

// push sends a terminal what its host says.
func (t *terminal) push(m sgcp.Message) {
	octets, err := sgcp.Append(nil, m)
	if err != nil {
		t.conn.g.options.Log.Error("a push to a terminal", "terminal", t.id, "error", err)
		return
	}
	l := line{number: m.Number(), octets: octets}
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

// leaveTerminals tells the host that the terminal has left.
func (c *conn) leaveTerminals() {
	t := c.terminal
	c.terminal = nil
	t.mu.Lock()
	t.state = left
	t.mu.Unlock()
	c.g.options.Terminals.Leave(t.id)
}

// originOf is who is banned for what a connection does: its account, or else the IPv4
// /32 or IPv6 /64 that it comes from. "" is nobody: from loopback, or what is no IP
// address, come those behind a proxy too.
func (c *conn) originOf(account string) string {
	switch {
	case account != "":
		return "account " + account
	case c.limited:
		return c.prefix.String()
	}
	return ""
}
