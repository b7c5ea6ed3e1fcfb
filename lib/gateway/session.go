package gateway

import (
	"crypto/rand"
	"slices"
	"time"

	"qikit.dev/qikit/lib/sgcp"
)

// session is a player who logged in, with or without a connection.
type session struct {
	token    sgcp.Session
	nick     string
	account  string // by 102, "" for none
	conn     *conn  // nil: detached
	marking  bool   // announced "marking"
	since    time.Time
	table    *table // where it sits, nil: in the lobby
	watched  []*table
	platform string    // sgcp.NickKey of the AI that it named last, "" for none
	waits    bool      // for an opponent
	gone     time.Time // when a detached session ends
	back     time.Time // when 105 took it up last
	loaded   bool      // from the store, which does not know the pushes

	// The last pushes, for 105: number count is pushes[(count-1) % PushesKept].
	pushes [][]byte
	count  uint64
}

// keep remembers a counted push.
func (s *session) keep(line []byte) {
	n := sgcp.Number(line[0]-'0')*100 + sgcp.Number(line[1]-'0')*10 + sgcp.Number(line[2]-'0')
	if !n.IsCounted() {
		return
	}
	if len(s.pushes) < sgcp.PushesKept {
		s.pushes = append(s.pushes, line)
	} else {
		s.pushes[s.count%sgcp.PushesKept] = line
	}
	s.count++
}

// sinceLast are the pushes after that number; ok is false when they are not all
// there any more.
func (s *session) sinceLast(last uint64) (lines [][]byte, ok bool) {
	if last > s.count || s.count-last > uint64(len(s.pushes)) {
		return nil, false
	}
	for n := last; n < s.count; n++ {
		lines = append(lines, s.pushes[n%sgcp.PushesKept])
	}
	return lines, true
}

// game is where the session sits, zero in the lobby.
func (s *session) game() sgcp.Gtoken {
	if s.table == nil {
		return sgcp.Gtoken{}
	}
	return s.table.game
}

func (s *session) kind() sgcp.PlayerKind {
	if sgcp.IsAINick(s.nick) {
		return sgcp.AI
	}
	return sgcp.Human
}

func token() (t [16]byte) {
	rand.Read(t[:]) // it never fails
	return t
}

func (g *Gateway) login(c *conn, m *sgcp.Login) (sgcp.Message, error) {
	switch {
	case c.session != nil:
		return nil, &refusal{sgcp.FaultState, "logged in already"}
	case g.leaving:
		return nil, &refusal{sgcp.FaultShutdown, "the server goes down"}
	case sgcp.IsAINick(m.Nick) && c.account == "":
		return nil, &refusal{sgcp.FaultAuthentication, "nicks with AI- need 102 first"}
	}
	nick := m.Nick
	for g.nicks[sgcp.NickKey(nick)] != nil {
		var err error
		if nick, err = sgcp.NextNick(nick); err != nil {
			return nil, err
		}
	}
	s := &session{token: token(), nick: nick, account: c.account, conn: c}
	g.sessions[s.token] = s
	g.nicks[sgcp.NickKey(nick)] = s
	c.session = s
	g.keepSession(s)
	g.options.Log.Debug("login", "nick", nick, "session", s.token.String())
	return &sgcp.LoginReply{Nick: nick, Session: s.token}, nil
}

// authenticate takes the method "key" with one of the option's keys.
func (g *Gateway) authenticate(c *conn, m *sgcp.Authenticate) (sgcp.Message, error) {
	account, ok := g.options.Keys[m.Data]
	if m.Method != "key" || !ok || m.Data == "" {
		g.options.Log.Warn("authentication failed", "method", m.Method, "address", c.net.RemoteAddr().String())
		return nil, &refusal{sgcp.FaultAuthentication, "no such key"}
	}
	c.account = account
	g.exempt(c)
	return &sgcp.AuthenticateReply{Account: account}, nil
}

// quit ends the session for good.
func (g *Gateway) quit(c *conn, _ *sgcp.Quit) (sgcp.Message, error) {
	if s := c.session; s != nil {
		g.drop(s)
		s.conn = nil
	}
	return &sgcp.QuitReply{}, nil
}

func (g *Gateway) announce(c *conn, m *sgcp.Announce) (sgcp.Message, error) {
	var granted sgcp.Pairs
	for _, p := range m.Capabilities {
		switch p.Key {
		case sgcp.CanPing:
			if !c.pings {
				c.pings = true
				g.watchIdle(c)
			}
		case sgcp.CanMarking:
			if c.session == nil {
				continue // it is the session's, who logs in first
			}
			c.session.marking = true
			g.keepSession(c.session)
		case sgcp.CanClocks:
			c.clocks = true
			// Whoever comes back to a game is told where they stand.
			if s := c.session; s != nil && s.table != nil && s.table.state == sgcp.Playing {
				g.push(g.clocks(s.table), s)
			}
		case sgcp.CanCompute:
			if g.options.Terminals == nil {
				continue
			}
			c.computes = true
			c.decoder.SetLimit(sgcp.ByNumber)
		case sgcp.CanCharset:
			charset, ok := sgcp.ParseCharset(p.Value)
			if !ok {
				continue
			}
			c.charset = charset
			c.decoder.SetCharset(charset)
		default:
			continue
		}
		granted = append(granted, p)
	}
	return &sgcp.AnnounceReply{Capabilities: granted}, nil
}

// watchIdle asks a peer with "ping" that is silent, and cuts one that is dead.
func (g *Gateway) watchIdle(c *conn) {
	l := &g.options.Limits
	var look func(now time.Time)
	look = func(now time.Time) {
		if _, here := g.conns[c]; !here {
			return
		}
		silent := now.Sub(c.heard)
		next := c.heard.Add(l.Idle)
		switch {
		case silent >= l.Dead:
			c.cut(sgcp.FaultSlow, "silent")
			return
		case silent >= l.Idle:
			next = now.Add(min(l.Idle, c.heard.Add(l.Dead).Sub(now)))
			if c.asked.IsZero() {
				c.asked = now
				c.tell(&sgcp.PingPush{})
			}
		}
		g.at(next, look)
	}
	g.at(c.heard.Add(l.Idle), look)
}

// resume takes a session up on a new connection.
func (g *Gateway) resume(c *conn, m *sgcp.Resume) (sgcp.Message, error) {
	s := g.sessions[m.Session]
	switch {
	case c.session != nil:
		return nil, &refusal{sgcp.FaultState, "logged in already"}
	case s == nil:
		return nil, &refusal{sgcp.FaultSession, "no such session"}
	}
	if old := s.conn; old != nil {
		old.session = nil
		old.cut(sgcp.FaultReplaced, "a newer connection took the session up")
		g.unanswered(s) // 673 is not repeated
	}
	s.conn, c.session, c.account = c, s, s.account
	if c.account != "" {
		g.exempt(c)
	}
	s.back, s.gone = g.options.Clock.Now(), time.Time{}
	g.figures.resumed.Add(1)
	lines, ok := s.sinceLast(m.Last)
	if !ok || s.loaded {
		s.pushes, s.count, s.loaded = nil, 0, false
		return &sgcp.ResumeReply{Resync: true, Nick: s.nick, Game: s.game()}, nil
	}
	// They go out as pushes do, after the reply, but have been counted.
	c.replay = lines
	return &sgcp.ResumeReply{Nick: s.nick, Game: s.game(), Pushes: len(lines)}, nil
}

func (g *Gateway) ping(_ *conn, m *sgcp.Ping) (sgcp.Message, error) {
	return &sgcp.PingReply{Text: m.Text}, nil
}

// detach leaves a session without its connection, for a while.
func (g *Gateway) detach(s *session) {
	s.conn = nil
	g.unanswered(s)
	s.gone = g.options.Clock.Now().Add(g.options.Limits.Grace)
	g.at(s.gone, func(now time.Time) {
		if s.conn == nil && !s.gone.IsZero() && !now.Before(s.gone) {
			g.drop(s)
		}
	})
	// A connection that the gateway itself ends by going down is not the player's
	// loss.
	if t := s.table; t != nil && t.underWay() && !g.leaving {
		side := t.side(s)
		if t.lost[side]++; t.lost[side] > g.options.Limits.Graces {
			g.end(t, sgcp.Result{Winner: side.Other(), Reason: sgcp.ByForfeit}, sgcp.Score{}, "forfeit")
		}
		g.keepTable(t)
	}
}

// drop ends a session: its games, its waiting, its nick.
func (g *Gateway) drop(s *session) {
	if g.sessions[s.token] != s {
		return
	}
	if t := s.table; t != nil {
		g.leaveTable(s, t, sgcp.ByForfeit)
	}
	g.unanswered(s)
	g.withdrawn(s)
	for _, t := range s.watched {
		t.unwatch(s)
	}
	s.watched = nil
	delete(g.sessions, s.token)
	delete(g.nicks, sgcp.NickKey(s.nick))
	g.keep(deleteSession, s.token[:])
	g.options.Log.Debug("session ended", "nick", s.nick, "session", s.token.String())
}

// withdrawn takes a session off the waiting list.
func (g *Gateway) withdrawn(s *session) {
	if s.waits {
		s.waits = false
		g.waiting = slices.DeleteFunc(g.waiting, func(w *session) bool { return w == s })
	}
}
