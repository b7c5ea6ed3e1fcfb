package hall

import (
	"container/list"
	"crypto/sha256"
	"slices"
	"time"

	"qikit.dev/qikit/lib/sgcp"
)

// session is a player who logged in, with or without a connection.
type session struct {
	id       sgcp.Session // of its first token: see idOf. It stays
	token    sgcp.Session // the id of the token in use
	next     sgcp.Session // the id of the one that 106 gave and nobody has used, zero for none
	nick     string
	account  string // by 102, "" for none
	peer     *Peer  // nil: detached
	marking  bool   // announced "marking"
	people   bool   // a platform that announced "people"
	since    time.Time
	row      *sgcp.Waiting // as it was told last
	table    *table        // where it sits, nil: in the lobby
	watched  []*table
	platform string              // sgcp.NickKey of the AI that it named last, "" for none
	waits    *list.Element       // of Hall.waiting: for an opponent
	waitsAI  *list.Element       // of Hall.platforms
	offers   []*proposal         // of this session, some of them over
	muted    map[string]struct{} // whom it does not hear, by sgcp.NickKey; "*" the lobby
	spoke    time.Time           // in the lobby last, or came
	gone     time.Time           // when a detached session ends
	back     time.Time           // when 105 took it up last
	loaded   bool                // from the store, which does not know the pushes

	// The last pushes, for 105: number count is pushes[(count-1) % PushesKept].
	pushes []sgcp.Message
	count  uint64
}

// keep keeps a counted push for 105.
func (s *session) keep(m sgcp.Message) {
	if !m.Number().IsCounted() {
		return
	}
	if len(s.pushes) < sgcp.PushesKept {
		s.pushes = append(s.pushes, m)
	} else {
		s.pushes[s.count%sgcp.PushesKept] = m
	}
	s.count++
}

// sinceLast returns the pushes after that number; false when some are gone.
func (s *session) sinceLast(last uint64) (pushes []sgcp.Message, ok bool) {
	if last > s.count || s.count-last > uint64(len(s.pushes)) {
		return nil, false
	}
	for n := last; n < s.count; n++ {
		pushes = append(pushes, s.pushes[n%sgcp.PushesKept])
	}
	return pushes, true
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

func (h *Hall) login(p *Peer, m *sgcp.Login) (sgcp.Message, error) {
	switch {
	case p.session != nil:
		return nil, refuse(sgcp.FaultState, "logged in already")
	case h.leaving:
		return nil, errLeaving
	case len(h.sessions) >= h.options.Limits.Sessions:
		return nil, refuse(sgcp.FaultFull, "too many players")
	case sgcp.IsAINick(m.Nick) && p.account == "":
		return nil, refuse(sgcp.FaultAuthentication, "nicks with AI- need 102 first")
	}
	nick := m.Nick
	for h.isTaken(nick) {
		var err error
		if nick, err = sgcp.NextNick(nick); err != nil {
			return nil, err
		}
	}
	token := sgcp.Session(h.options.Token())
	s := &session{id: idOf(token), token: idOf(token), nick: nick, account: p.account, peer: p, spoke: h.now}
	h.add(s)
	p.session = s
	h.keepSession(s)
	return &sgcp.LoginReply{Nick: nick, Session: token}, nil
}

// idOf is what is kept of a token: who reads it in a file cannot take the session up.
// Tokens are random, so it needs no salt.
func idOf(token sgcp.Session) sgcp.Session {
	sum := sha256.Sum256(token[:])
	return sgcp.Session(sum[:len(token)])
}

// isTaken tells whether a nick is somebody's, or looks like one.
func (h *Hall) isTaken(nick string) bool {
	return slices.ContainsFunc(sgcp.NickLooks(nick), func(look string) bool { return h.looks[look] > 0 })
}

// add enters a session into the hall.
func (h *Hall) add(s *session) {
	h.sessions[s.id] = s
	h.tokens[s.token] = s
	if s.next != (sgcp.Session{}) {
		h.tokens[s.next] = s
	}
	h.nicks[sgcp.NickKey(s.nick)] = s
	if s.kind() == sgcp.AI {
		h.ais = append(h.ais, s)
	}
	for _, look := range sgcp.NickLooks(s.nick) {
		h.looks[look]++
	}
}

// remove is the opposite of add.
func (h *Hall) remove(s *session) {
	delete(h.sessions, s.id)
	delete(h.tokens, s.token)
	delete(h.tokens, s.next)
	h.ais = slices.DeleteFunc(h.ais, func(ai *session) bool { return ai == s })
	delete(h.nicks, sgcp.NickKey(s.nick))
	for _, look := range sgcp.NickLooks(s.nick) {
		if h.looks[look]--; h.looks[look] == 0 {
			delete(h.looks, look)
		}
	}
}

// authenticate accepts the method "key" with one of Options.Keys.
func (h *Hall) authenticate(p *Peer, m *sgcp.Authenticate) (sgcp.Message, error) {
	account, ok := h.options.Keys[m.Data]
	if m.Method != "key" || !ok || m.Data == "" {
		return nil, refuse(sgcp.FaultAuthentication, "no such key")
	}
	p.account = account
	return &sgcp.AuthenticateReply{Account: account}, nil
}

// quit ends the session for good.
func (h *Hall) quit(p *Peer, _ *sgcp.Quit) (sgcp.Message, error) {
	p.quit = true
	if s := p.session; s != nil {
		h.drop(s)
		s.peer, p.session = nil, nil
	}
	return &sgcp.QuitReply{}, nil
}

// resume takes a session up on a new connection.
func (h *Hall) resume(p *Peer, m *sgcp.Resume) (sgcp.Message, error) {
	id := idOf(m.Session)
	s := h.tokens[id]
	switch {
	case p.session != nil:
		return nil, refuse(sgcp.FaultState, "logged in already")
	case s == nil:
		return nil, refuse(sgcp.FaultSession, "no such session")
	}
	if old := s.peer; old != nil {
		old.session = nil
		h.cut(old, &sgcp.Fault{Code: sgcp.FaultReplaced, Text: "a newer connection took the session up"})
		h.unanswered(s) // 673 is not repeated
	}
	h.used(s, id)
	s.peer, p.session, p.account = p, s, s.account
	s.back, s.gone = h.now, time.Time{}
	h.figures.Resumed++
	pushes, ok := s.sinceLast(m.Last)
	if !ok || s.loaded {
		s.pushes, s.count, s.loaded = nil, 0, false
		return &sgcp.ResumeReply{Resync: true, Nick: s.nick, Game: s.game()}, nil
	}
	h.again = pushes
	return &sgcp.ResumeReply{Nick: s.nick, Game: s.game(), Pushes: len(pushes)}, nil
}

// renew gives the session a new token, beside the one in use, or takes the new one into use.
func (h *Hall) renew(p *Peer, m *sgcp.Renew) (sgcp.Message, error) {
	s := p.session
	if m.Session != (sgcp.Session{}) {
		id := idOf(m.Session)
		if h.tokens[id] != s {
			return nil, refuse(sgcp.FaultSession, "no token of this session")
		}
		h.used(s, id)
		return &sgcp.RenewReply{Session: m.Session}, nil
	}
	token := sgcp.Session(h.options.Token())
	delete(h.tokens, s.next)
	s.next = idOf(token)
	h.tokens[s.next] = s
	h.keepSession(s)
	return &sgcp.RenewReply{Session: token}, nil
}

// used notes that a player has shown a token: when it is the new one, the old one ends.
func (h *Hall) used(s *session, id sgcp.Session) {
	if id != s.next {
		return
	}
	delete(h.tokens, s.token)
	s.token, s.next = id, sgcp.Session{}
	h.keepSession(s)
}

// detach leaves a session without a connection. It ends unless 105 takes it up in time.
func (h *Hall) detach(s *session) {
	s.peer = nil
	h.unanswered(s)
	s.gone = h.now.Add(h.options.Limits.Grace)
	h.at(s.gone, func() {
		if s.peer == nil && !s.gone.IsZero() && !h.now.Before(s.gone) {
			h.drop(s)
		}
	})
	// A connection that the gateway itself ends is not counted as the player's loss.
	if t := s.table; t != nil && t.underWay() && !h.leaving {
		side := t.side(s)
		if t.lost[side]++; t.lost[side] > h.options.Limits.Graces {
			t.end(sgcp.Result{Winner: side.Other(), Reason: sgcp.ByForfeit}, sgcp.Score{}, "forfeit")
		}
		t.keep()
	}
}

// drop ends a session: its games, its waiting, its nick.
func (h *Hall) drop(s *session) {
	if h.sessions[s.id] != s {
		return
	}
	if t := s.table; t != nil {
		t.leave(s, sgcp.ByForfeit)
	}
	h.unanswered(s)
	h.withdrawn(s)
	for _, t := range s.watched {
		delete(t.watchers, s)
	}
	s.watched = nil
	h.remove(s)
	h.changed(SessionEnded).Session = s.record()
}
