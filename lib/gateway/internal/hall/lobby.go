package hall

import (
	"container/list"
	"iter"
	"slices"
	"strings"
	"time"

	"qikit.dev/qikit/internal/sgcpgo"
	"qikit.dev/qikit/lib/sgcp"
)

// proposal is a game that one session offered another.
type proposal struct {
	id       sgcp.ProposalID
	from, to *session
	settings sgcp.Settings
	until    time.Time
}

// free returns why a session cannot sit down, or nil.
func (h *Hall) free(s *session) error {
	switch {
	case h.leaving:
		return errLeaving
	case s.table != nil:
		return refuse(sgcp.FaultEngaged, s.nick+" is in a game")
	}
	return nil
}

// freeToPlay returns why no table can be made for a session, or nil.
func (h *Hall) freeToPlay(s *session) error {
	if err := h.free(s); err != nil {
		return err
	}
	return h.room()
}

func (h *Hall) wait(p *Peer, _ *sgcp.Wait) (sgcp.Message, error) {
	s := p.session
	if err := h.free(s); err != nil {
		return nil, err
	}
	if s.waits != nil {
		return nil, refuse(sgcp.FaultEngaged, "waiting already")
	}
	s.since = h.now
	h.waits(s)
	h.keepSession(s)
	return &sgcp.WaitReply{}, nil
}

func (h *Hall) withdraw(p *Peer, _ *sgcp.Withdraw) (sgcp.Message, error) {
	if p.session.waits != nil {
		h.withdrawn(p.session)
		h.keepSession(p.session)
	}
	return &sgcp.WithdrawReply{}, nil
}

// waits puts a session at the end of those that wait.
func (h *Hall) waits(s *session) {
	s.waits = h.waiting.PushBack(s)
	if s.kind() == sgcp.AI {
		s.waitsAI = h.platforms.PushBack(s)
	}
}

func (h *Hall) withdrawn(s *session) {
	if s.waits != nil {
		h.waiting.Remove(s.waits)
		s.waits = nil
	}
	if s.waitsAI != nil {
		h.platforms.Remove(s.waitsAI)
		s.waitsAI = nil
	}
}

// those are the sessions of a list.
func those(l *list.List) iter.Seq[*session] {
	return func(yield func(*session) bool) {
		for e := l.Front(); e != nil && yield(e.Value.(*session)); e = e.Next() {
		}
	}
}

// listRowsLeast is how many rows 202 has even when the hall has sent too many of late.
const listRowsLeast = 20

func (h *Hall) listWaiting(p *Peer, _ *sgcp.ListWaiting) (sgcp.Message, error) {
	var reply sgcp.ListWaitingReply
	most := sgcp.ListRowsMax
	if !h.listed.has(h.now, h.options.Limits.ListWork) {
		most = listRowsLeast
	}
	defer func() { h.listed.spend(reply.Rows) }()
	for s := range those(&h.waiting) {
		if s.peer == nil {
			continue
		}
		if reply.Rows == most {
			reply.More = true
			break
		}
		reply.Rows++
		row := sgcp.Waiting{Nick: s.nick, Seconds: int(max(0, h.now.Sub(s.since)) / time.Second), Kind: s.kind()}
		if s.row == nil || *s.row != row {
			told := row
			s.row = &told
		}
		h.say(p, s.row)
	}
	return &reply, nil
}

// statistics answers 204; the caller fills in the number of terminals.
func (h *Hall) statistics(*Peer, *sgcp.Statistics) (sgcp.Message, error) {
	var others sgcp.Pairs
	if len(h.ais) > 0 {
		others = sgcp.Pairs{{Key: "ai", Value: h.computers(",", func(ai *session) string { return ":" + ai.does() })}}
	}
	return &sgcp.StatisticsReply{
		Others: others,
		Online: len(h.sessions), Waiting: h.waiting.Len(), Games: len(h.playing),
		Uptime: uint64(max(0, h.now.Sub(h.started)) / time.Second), Rule: h.options.Settings.Rule,
	}, nil
}

func (h *Hall) challenge(p *Peer, m *sgcp.Challenge) (sgcp.Message, error) {
	s, other := p.session, h.nicks[sgcp.NickKey(m.Nick)]
	switch {
	case other == nil:
		return nil, refuse(sgcp.FaultNoPlayer, "no such player")
	case other == s:
		return nil, refuse(sgcp.FaultSelf, "that is yourself")
	case other.waits == nil || other.peer == nil:
		return nil, refuse(sgcp.FaultNotWaiting, other.nick+" is not waiting")
	}
	if err := h.freeToPlay(s); err != nil {
		return nil, err
	}
	return &sgcp.ChallengeReply{Game: h.seat(s, other, h.options.Settings).paired()}, nil
}

// playAI seats the player with the AI of that nick, or the one that waited longest.
func (h *Hall) playAI(p *Peer, m *sgcp.PlayAI) (sgcp.Message, error) {
	s := p.session
	if named := sgcp.NickKey(m.Nick); m.Nick != "" && h.nicks[named] != nil {
		s.platform = named // its settings may be looked at while it plays others
	}
	if err := h.free(s); err != nil {
		return nil, err
	}
	settings, err := h.settingsWith(m.Settings)
	if err != nil {
		return nil, err
	}
	if settings.Main != h.options.Settings.Main || settings.ByoYomi != h.options.Settings.ByoYomi {
		return nil, refuse(sgcp.FaultParameter, "the clock of a game with an AI is the hall's")
	}
	for other := range those(&h.platforms) {
		if other.peer != nil && other != s && (m.Nick == "" || sgcp.NickKey(other.nick) == sgcp.NickKey(m.Nick)) {
			if err := h.room(); err != nil {
				return nil, err
			}
			t := h.seat(s, other, settings)
			s.platform = sgcp.NickKey(other.nick)
			if m.Nick == "" {
				h.push(&sgcp.AskedLevel{Game: t.game, Nick: s.nick, Level: m.Level}, other)
			}
			return &sgcp.PlayAIReply{Game: t.paired()}, nil
		}
	}
	return nil, refuse(sgcp.FaultNotWaiting, h.whyNone(m.Nick))
}

// computersTold is how many AIs a line tells of.
const computersTold = 8

// computers lists the AIs of the hall, each with what is to be told of it.
func (h *Hall) computers(between string, tell func(*session) string) string {
	var all []string
	for _, ai := range h.ais[:min(len(h.ais), computersTold)] {
		all = append(all, ai.nick+tell(ai))
	}
	return strings.Join(all, between)
}

// does is what an AI does, as 704 tells it: whom it plays, or one word.
func (s *session) does() string {
	switch {
	case s.peer == nil:
		return "away"
	case s.waits != nil:
		return "free"
	case s.table == nil:
		return "rests"
	}
	return s.table.nicks[s.table.side(s).Other()]
}

// whyNone is why nobody could be seated with an AI.
func (h *Hall) whyNone(named string) string {
	if named != "" && (h.nicks[sgcp.NickKey(named)] == nil || !sgcp.IsAINick(named)) {
		return "no AI is called " + named
	}
	if len(h.ais) == 0 {
		return "no AI is free: none has logged in"
	}
	return "no AI is free: " + h.computers(", ", func(ai *session) string {
		switch does := ai.does(); does {
		case "away":
			return " has lost its connection"
		case "rests":
			return " is between games"
		case "free":
			return " is free"
		default:
			return " plays " + does
		}
	})
}

func (h *Hall) propose(p *Peer, m *sgcp.Propose) (sgcp.Message, error) {
	s := p.session
	if err := h.free(s); err != nil {
		return nil, err
	}
	if m.ID != 0 {
		return h.accepted(s, m.ID)
	}
	other := h.nicks[sgcp.NickKey(m.Nick)]
	switch {
	case other == nil || other.peer == nil:
		return nil, refuse(sgcp.FaultNoPlayer, "no such player")
	case other == s:
		return nil, refuse(sgcp.FaultSelf, "that is yourself")
	case other.table != nil:
		return nil, refuse(sgcp.FaultEngaged, other.nick+" is in a game")
	}
	settings, err := h.settingsWith(m.Settings)
	if err != nil {
		return nil, err
	}
	offer := &proposal{from: s, to: other, settings: settings}
	s.offers = slices.DeleteFunc(s.offers, func(q *proposal) bool {
		return h.proposals[q.id] != q || !h.now.Before(q.until) // the timer may be late
	})
	if len(s.offers) >= h.options.Limits.Proposals {
		return nil, refuse(sgcp.FaultFull, "too many open proposals")
	}
	h.proposed++
	offer.id = h.proposed
	h.proposals[offer.id] = offer
	s.offers = append(s.offers, offer)
	offer.until = h.now.Add(h.options.Limits.Proposal)
	h.at(offer.until, func() { delete(h.proposals, offer.id) })
	h.push(&sgcp.Proposal{ID: offer.id, Nick: s.nick, Settings: pairsOf(&offer.settings)}, other)
	return &sgcp.ProposeReply{ID: offer.id}, nil
}

// settingsWith are the hall's settings with those that somebody wants otherwise.
func (h *Hall) settingsWith(wanted sgcp.Pairs) (settings sgcp.Settings, why error) {
	settings = h.options.Settings
	unknown, err := settings.Apply(wanted)
	if err == nil {
		err = CheckSettings(&settings)
	}
	switch {
	case err != nil:
		return settings, refuse(sgcp.FaultParameter, err.Error())
	case len(unknown) > 0:
		return settings, refuse(sgcp.FaultParameter, "unknown setting "+unknown[0].Key)
	}
	return settings, nil
}

// accepted seats the two players of a proposal.
func (h *Hall) accepted(s *session, id sgcp.ProposalID) (sgcp.Message, error) {
	offer := h.proposals[id]
	if offer == nil || offer.to != s || !h.now.Before(offer.until) || h.sessions[offer.from.id] != offer.from || offer.from.peer == nil {
		return nil, refuse(sgcp.FaultNotWaiting, "no such proposal")
	}
	if err := h.freeToPlay(offer.from); err != nil {
		return nil, err
	}
	delete(h.proposals, id)
	h.seat(offer.from, s, offer.settings).paired()
	return &sgcp.ProposeReply{ID: id}, nil
}

// CheckSettings checks settings by the rules of the game.
func CheckSettings(s *sgcp.Settings) error {
	rules := sgcpgo.Rules(s)
	if err := rules.Check(); err != nil {
		return err
	}
	_, err := s.Text()
	return err
}

// pairsOf are settings that were checked, as 206 has them.
func pairsOf(s *sgcp.Settings) sgcp.Pairs {
	pairs, err := s.Pairs()
	if err != nil {
		panic(err)
	}
	return pairs
}

func (h *Hall) watch(p *Peer, m *sgcp.Watch) (sgcp.Message, error) {
	s, t := p.session, h.tables[m.Game]
	switch {
	case t == nil:
		return nil, refuse(sgcp.FaultNoGame, "no such game")
	case s.table == t:
		return nil, refuse(sgcp.FaultState, "you play it")
	case slices.Contains(s.watched, t):
		delete(t.watchers, s)
		s.unwatch(t)
	case len(s.watched) >= h.options.Limits.Watched:
		return nil, refuse(sgcp.FaultFull, "too many games watched")
	case len(t.watchers) >= h.options.Limits.Watchers:
		return nil, refuse(sgcp.FaultFull, "too many watch it")
	default:
		if t.watchers == nil {
			t.watchers = map[*session]struct{}{}
		}
		t.watchers[s] = struct{}{}
		s.watched = append(s.watched, t)
	}
	return &sgcp.WatchReply{Game: m.Game}, nil
}

func (s *session) unwatch(t *table) {
	s.watched = slices.DeleteFunc(s.watched, func(w *table) bool { return w == t })
}
