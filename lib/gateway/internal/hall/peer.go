package hall

import (
	"time"

	"qikit.dev/qikit/lib/sgcp"
)

// Peer is a connection as the hall knows it.
type Peer struct {
	Owner any // the caller's: whose connection it is

	session *session  // nil: nobody has logged in
	account string    // by 102, "" for none
	pings   bool      // it announced "ping"
	clocks  bool      // it announced "clocks"
	last    time.Time // its last line
	quit    bool      // by 103
	asked   time.Time // when 659 was sent, zero when it has been answered
	lag     time.Duration
	here    *here
}

// here is a peer for timers: nil once it has left. A timer that held the peer itself would
// keep the connection in memory until its time has come.
type here struct{ peer *Peer }

// Account is the account by which a peer authenticated by 102, "" for none.
func (p *Peer) Account() string { return p.account }

// Joined greets a connection. With a fault, it is told that and cut.
func (h *Hall) Joined(p *Peer, why *sgcp.Fault, now time.Time) *Outcome {
	h.enter(now)
	h.peers[p] = struct{}{}
	p.here, p.last = &here{p}, now
	h.say(p, &sgcp.Greeting{Server: h.options.Name, Time: uint64(max(0, now.UnixMilli()))})
	if why != nil {
		h.cut(p, why)
		return &h.out
	}
	is := p.here
	h.at(now.Add(h.options.Limits.Login), func() {
		if p := is.peer; p != nil && p.session == nil && !p.quit {
			h.cut(p, &sgcp.Fault{Code: sgcp.FaultNotLoggedIn, Text: "nobody logged in"})
		}
	})
	return &h.out
}

// Left takes a connection out of the hall. Its session stays for Limits.Grace.
func (h *Hall) Left(p *Peer, now time.Time) *Outcome {
	h.enter(now)
	delete(h.peers, p)
	p.here.peer = nil
	if p.session != nil {
		h.detach(p.session)
	}
	return h.settle()
}

// heard notes when a peer was heard last, and its lag.
func (h *Hall) heard(p *Peer) {
	p.last = h.now
	if !p.asked.IsZero() {
		p.lag = min(h.now.Sub(p.asked), sgcp.LagMillisecondsMax*time.Millisecond)
		p.asked = time.Time{}
	}
}

// announce grants what a peer says that it can do. Marking belongs to the session, so
// it is granted after the login only.
func (h *Hall) announce(p *Peer, m *sgcp.Announce) (sgcp.Message, error) {
	var granted sgcp.Pairs
	s := p.session
	for _, c := range m.Capabilities {
		switch c.Key {
		case sgcp.CanPing:
			if !p.pings {
				p.pings = true
				h.watchIdle(p)
			}
		case sgcp.CanMarking:
			if s == nil {
				continue
			}
			s.marking = true
			h.keepSession(s)
		case sgcp.CanClocks:
			p.clocks = true
			// A player who comes back to a game is told the times.
			if s != nil && s.table != nil && s.table.state == sgcp.Playing {
				h.push(s.table.times(), s)
			}
		case sgcp.CanPeople:
			if s == nil || !s.isPlatform() {
				continue
			}
			s.people = true
			if t := s.table; t != nil {
				h.introduce(t.seats[t.side(s).Other()], s)
			}
		case sgcp.CanCompute:
			if !h.options.Computes {
				continue
			}
		case sgcp.CanCharset:
			if _, ok := sgcp.ParseCharset(c.Value); !ok {
				continue
			}
		default:
			continue
		}
		granted = append(granted, c)
	}
	return &sgcp.AnnounceReply{Capabilities: granted}, nil
}

// watchIdle asks a peer with "ping" that is silent, and cuts it when it stays silent.
func (h *Hall) watchIdle(p *Peer) {
	l := &h.options.Limits
	is := p.here
	var look func()
	look = func() {
		p := is.peer
		if p == nil {
			return
		}
		silent := h.now.Sub(p.last)
		next := p.last.Add(l.Idle)
		switch {
		case silent >= l.Dead:
			h.cut(p, &sgcp.Fault{Code: sgcp.FaultSlow, Text: "silent"})
			return
		case silent >= l.Idle:
			next = h.now.Add(min(l.Idle, p.last.Add(l.Dead).Sub(h.now)))
			if p.asked.IsZero() {
				p.asked = h.now
				h.say(p, &sgcp.PingPush{})
			}
		}
		h.at(next, look)
	}
	h.at(p.last.Add(l.Idle), look)
}

func (h *Hall) ping(_ *Peer, m *sgcp.Ping) (sgcp.Message, error) {
	return &sgcp.PingReply{Text: m.Text}, nil
}
