package gateway

import (
	"net"

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

// terminal is a connection that computes. The hall's lock guards it.
type terminal struct {
	id    string
	in    bool     // 901 has been sent
	early [][]byte // pushed before
}

// compute is a command of terminals: the host's part of it is done without the
// hall's lock.
func compute[M any, P interface {
	*M
	sgcp.Message
}](reply sgcp.Message, do func(t Terminals, id string, m P) error) command {
	obeyed := on(func(g *Gateway, c *conn, m P) (sgcp.Message, error) {
		id := c.terminal.id
		var err error
		c.work = &work{
			do:   func() { err = do(g.options.Terminals, id, m) },
			then: func() (sgcp.Message, error) { return reply, err },
		}
		return nil, nil
	})
	return command{do: func(g *Gateway, c *conn, param []byte) (sgcp.Message, error) {
		if c.terminal == nil {
			return nil, &refusal{sgcp.FaultNotTerminal, "not a terminal"}
		}
		return obeyed.do(g, c, param)
	}}
}

// register is 401.
func (g *Gateway) register(c *conn, m *sgcp.Register) (sgcp.Message, error) {
	switch {
	case !c.computes:
		return nil, &refusal{sgcp.FaultState, "compute was not granted"}
	case c.terminal != nil:
		return nil, &refusal{sgcp.FaultState, "registered already"}
	case g.leaving:
		return nil, &refusal{sgcp.FaultShutdown, "the server goes down"}
	}
	t, trusted, origin := new(terminal), c.account != "", originOf(c.net.RemoteAddr())
	var err error
	c.work = &work{
		do: func() {
			t.id, err = g.options.Terminals.Join(func(m sgcp.Message) { g.pushTo(c, t, m) }, trusted, m, origin)
		},
		then: func() (sgcp.Message, error) {
			if err != nil {
				return nil, err
			}
			// What was pushed meanwhile follows the reply.
			t.in, c.terminal = true, t
			c.replay, t.early = t.early, nil
			return &sgcp.RegisterReply{Terminal: t.id}, nil
		},
	}
	return nil, nil
}

// pushTo is what a terminal's host sends.
func (g *Gateway) pushTo(c *conn, t *terminal, m sgcp.Message) {
	line, err := sgcp.Append(nil, m)
	if err != nil {
		g.options.Log.Error("a push to a terminal", "terminal", t.id, "error", err)
		return
	}
	g.mu.Lock()
	defer g.unlock()
	if !t.in {
		t.early = append(t.early, line)
		return
	}
	if c.terminal != t {
		return // it has left
	}
	c.send(line)
	g.nudges = append(g.nudges, c)
}

// unregister is 405. Leaving twice is refused, as 402 to 404 then are.
func (g *Gateway) unregister(c *conn, _ *sgcp.Unregister) (sgcp.Message, error) {
	t := c.terminal
	if t == nil {
		return nil, &refusal{sgcp.FaultNotTerminal, "not a terminal"}
	}
	c.terminal = nil
	c.work = &work{
		do:   func() { g.options.Terminals.Leave(t.id) },
		then: func() (sgcp.Message, error) { return &sgcp.UnregisterReply{}, nil },
	}
	return nil, nil
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
