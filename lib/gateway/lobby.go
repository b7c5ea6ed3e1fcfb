package gateway

import (
	"maps"
	"slices"
	"time"

	"qikit.dev/qikit/lib/sgcp"
	"qikit.dev/qikit/lib/weiqi"
)

// proposal is a game that one session offered another.
type proposal struct {
	id       sgcp.ProposalID
	from, to *session
	settings sgcp.Settings
	until    time.Time
}

// free says why a session can not sit down, nil when it can.
func (g *Gateway) free(s *session) error {
	switch {
	case g.leaving:
		return &refusal{sgcp.FaultShutdown, "the server goes down"}
	case s.table != nil:
		return &refusal{sgcp.FaultEngaged, s.nick + " is in a game"}
	}
	return nil
}

func (g *Gateway) wait(c *conn, _ *sgcp.Wait) (sgcp.Message, error) {
	s := c.session
	if err := g.free(s); err != nil {
		return nil, err
	}
	if s.waits {
		return nil, &refusal{sgcp.FaultEngaged, "waiting already"}
	}
	s.waits, s.since = true, g.options.Clock.Now()
	g.waiting = append(g.waiting, s)
	g.keepSession(s)
	return &sgcp.WaitReply{}, nil
}

func (g *Gateway) withdraw(c *conn, _ *sgcp.Withdraw) (sgcp.Message, error) {
	if c.session.waits {
		g.withdrawn(c.session)
		g.keepSession(c.session)
	}
	return &sgcp.WithdrawReply{}, nil
}

func (g *Gateway) listWaiting(c *conn, _ *sgcp.ListWaiting) (sgcp.Message, error) {
	now := g.options.Clock.Now()
	var reply sgcp.ListWaitingReply
	for _, s := range g.waiting {
		if s.conn == nil {
			continue
		}
		if reply.Rows == sgcp.ListRowsMax {
			reply.More = true
			break
		}
		reply.Rows++
		c.send(g.encode(&sgcp.Waiting{Nick: s.nick, Seconds: int(max(0, now.Sub(s.since)) / time.Second), Kind: s.kind()}))
	}
	return &reply, nil
}

func (g *Gateway) statistics(c *conn, _ *sgcp.Statistics) (sgcp.Message, error) {
	reply := &sgcp.StatisticsReply{
		Online: len(g.sessions), Waiting: len(g.waiting), Games: g.playing,
		Uptime: uint64(max(0, g.options.Clock.Now().Sub(g.started)) / time.Second), Rule: g.options.Rule,
	}
	if g.options.Terminals != nil {
		c.work = &work{
			do:   func() { reply.Terminals = g.options.Terminals.Count() },
			then: func() (sgcp.Message, error) { return reply, nil },
		}
	}
	return reply, nil
}

func (g *Gateway) challenge(c *conn, m *sgcp.Challenge) (sgcp.Message, error) {
	s, other := c.session, g.nicks[sgcp.NickKey(m.Nick)]
	switch {
	case other == nil:
		return nil, &refusal{sgcp.FaultNoPlayer, "no such player"}
	case other == s:
		return nil, &refusal{sgcp.FaultSelf, "that is yourself"}
	case !other.waits || other.conn == nil:
		return nil, &refusal{sgcp.FaultNotWaiting, other.nick + " is not waiting"}
	}
	if err := g.free(s); err != nil {
		return nil, err
	}
	return &sgcp.ChallengeReply{Game: g.paired(g.seat(s, other, g.options.settings()))}, nil
}

// playAI takes the AI platform of that nick, or the one that waits longest.
func (g *Gateway) playAI(c *conn, m *sgcp.PlayAI) (sgcp.Message, error) {
	s := c.session
	if named := sgcp.NickKey(m.Nick); m.Nick != "" && g.nicks[named] != nil {
		s.platform = named // its settings may be looked at while it plays others
	}
	if err := g.free(s); err != nil {
		return nil, err
	}
	for _, other := range g.waiting {
		if other.kind() == sgcp.AI && other.conn != nil && other != s && (m.Nick == "" || sgcp.NickKey(other.nick) == sgcp.NickKey(m.Nick)) {
			t := g.seat(s, other, g.options.settings())
			s.platform = sgcp.NickKey(other.nick)
			if m.Nick == "" {
				g.push(&sgcp.AskedLevel{Game: t.game, Nick: s.nick, Level: m.Level}, other)
			}
			return &sgcp.PlayAIReply{Game: g.paired(t)}, nil
		}
	}
	return nil, &refusal{sgcp.FaultNotWaiting, "no AI is free"}
}

func (g *Gateway) propose(c *conn, m *sgcp.Propose) (sgcp.Message, error) {
	s := c.session
	if err := g.free(s); err != nil {
		return nil, err
	}
	if m.ID != 0 {
		return g.accepted(s, m.ID)
	}
	other := g.nicks[sgcp.NickKey(m.Nick)]
	switch {
	case other == nil || other.conn == nil:
		return nil, &refusal{sgcp.FaultNoPlayer, "no such player"}
	case other == s:
		return nil, &refusal{sgcp.FaultSelf, "that is yourself"}
	case other.table != nil:
		return nil, &refusal{sgcp.FaultEngaged, other.nick + " is in a game"}
	}
	p := &proposal{from: s, to: other, settings: g.options.settings()}
	unknown, err := p.settings.Apply(m.Settings)
	if err == nil {
		err = checkSettings(&p.settings)
	}
	switch {
	case err != nil:
		return nil, &refusal{sgcp.FaultParameter, err.Error()}
	case len(unknown) > 0:
		return nil, &refusal{sgcp.FaultParameter, "unknown setting " + unknown[0].Key}
	}
	open, now := 0, g.options.Clock.Now()
	for _, q := range g.proposals {
		if q.from == s && now.Before(q.until) { // the timer may be late
			open++
		}
	}
	if open >= g.options.Limits.Proposals {
		return nil, &refusal{sgcp.FaultFull, "too many open proposals"}
	}
	g.proposed++
	p.id = g.proposed
	g.proposals[p.id] = p
	p.until = now.Add(g.options.Limits.Proposal)
	g.at(p.until, func(time.Time) { delete(g.proposals, p.id) })
	pairs, err := p.settings.Pairs()
	if err != nil {
		return nil, err
	}
	g.push(&sgcp.Proposal{ID: p.id, Nick: s.nick, Settings: pairs}, other)
	return &sgcp.ProposeReply{ID: p.id}, nil
}

// accepted seats the two of a proposal.
func (g *Gateway) accepted(s *session, id sgcp.ProposalID) (sgcp.Message, error) {
	p := g.proposals[id]
	if p == nil || p.to != s || !g.options.Clock.Now().Before(p.until) || g.sessions[p.from.token] != p.from || p.from.conn == nil {
		return nil, &refusal{sgcp.FaultNotWaiting, "no such proposal"}
	}
	if err := g.free(p.from); err != nil {
		return nil, err
	}
	delete(g.proposals, id)
	g.paired(g.seat(p.from, s, p.settings))
	return &sgcp.ProposeReply{ID: id}, nil
}

// checkSettings holds settings against the rules of the game.
func checkSettings(s *sgcp.Settings) error {
	rules := rulesOf(s)
	if err := rules.Check(); err != nil {
		return err
	}
	if _, err := s.Pairs(); err != nil {
		return err
	}
	return nil
}

// rulesOf are the rules that settings say.
func rulesOf(s *sgcp.Settings) weiqi.Options {
	return weiqi.Options{Size: s.Size, Komi: s.Komi.Float(), Handicap: s.Handicap, Scoring: string(s.Rule)}
}

// chat goes to the game, or in the lobby to the lobby.
func (g *Gateway) chat(c *conn, m *sgcp.Chat) (sgcp.Message, error) {
	s := c.session
	said := &sgcp.Said{Game: s.game(), Nick: s.nick, Text: m.Text}
	if s.table != nil {
		g.push(said, s.table.everybody()...)
		return &sgcp.ChatReply{}, nil
	}
	var lobby []*session
	for other := range g.conns {
		if other.session != nil && other.session.table == nil {
			lobby = append(lobby, other.session)
		}
	}
	g.push(said, lobby...)
	return &sgcp.ChatReply{}, nil
}

// watch begins or ends watching a game.
func (g *Gateway) watch(c *conn, m *sgcp.Watch) (sgcp.Message, error) {
	s, t := c.session, g.tables[m.Game]
	switch {
	case t == nil:
		return nil, &refusal{sgcp.FaultNoGame, "no such game"}
	case s.table == t:
		return nil, &refusal{sgcp.FaultState, "you play it"}
	case slices.Contains(s.watched, t):
		t.unwatch(s)
		s.watched = slices.DeleteFunc(s.watched, func(w *table) bool { return w == t })
	case len(s.watched) >= g.options.Limits.Watched:
		return nil, &refusal{sgcp.FaultFull, "too many games watched"}
	default:
		if t.watchers == nil {
			t.watchers = map[*session]struct{}{}
		}
		t.watchers[s] = struct{}{}
		s.watched = append(s.watched, t)
	}
	return &sgcp.WatchReply{Game: m.Game}, nil
}

func (t *table) unwatch(s *session) { delete(t.watchers, s) }

// everybody are the players at the table and those who watch.
func (t *table) everybody() []*session {
	list := make([]*session, 0, 2+len(t.watchers))
	for _, s := range t.seats {
		if s != nil {
			list = append(list, s)
		}
	}
	return slices.AppendSeq(list, maps.Keys(t.watchers))
}
