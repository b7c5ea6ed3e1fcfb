package hall

import (
	"fmt"
	"math"
	"time"

	"qikit.dev/qikit/lib/sgcp"
)

// budget bounds a kind of work in a second, for the whole hall. It may be overdrawn by
// the last piece of work, which the next ones wait for.
type budget struct {
	spent float64 // and not given back by the time since
	last  time.Time
}

// has tells whether there is something left, at so much a second.
func (b *budget) has(now time.Time, rate int) bool {
	b.spent = max(0, b.spent-float64(rate)*max(0, now.Sub(b.last).Seconds()))
	b.last = now
	return b.spent < float64(rate)
}

func (b *budget) spend(work int) { b.spent += float64(work) }

// wait is how long it takes until there is something left.
func (b *budget) wait(rate int) time.Duration {
	return time.Duration((b.spent - float64(rate)) / float64(rate) * float64(time.Second))
}

// lookedAt is how many connections cost as much to look at as one line to deliver.
const lookedAt = 16

// chat speaks to the table that the player sits at, or from the lobby to the lobby.
func (h *Hall) chat(p *Peer, m *sgcp.Chat) (sgcp.Message, error) {
	s := p.session
	said := &sgcp.Said{Game: s.game(), Nick: s.nick, Text: m.Text}
	if s.table != nil {
		s.table.chat(s, said)
		return &sgcp.ChatReply{}, nil
	}
	if err := h.maySpeak(s); err != nil {
		return nil, err
	}
	s.spoke = h.now
	h.chatted.spend(len(h.peers) / lookedAt)
	line := &spoken{said: said, by: s}
	for other := range h.peers {
		if l := other.session; l != nil && l != s && l.hears(s) {
			line.to = append(line.to, l)
		}
	}
	h.push(said, s)
	h.chatted.spend(1 + len(line.to))
	if len(h.told) == 0 && len(line.to) <= toldAtOnce {
		h.tell(line, len(line.to))
		return &sgcp.ChatReply{}, nil
	}
	if h.told = append(h.told, line); len(h.told) == 1 {
		h.at(h.now, h.tellSome)
	}
	return &sgcp.ChatReply{}, nil
}

// spoken is a line in the lobby that some have not heard yet.
type spoken struct {
	said *sgcp.Said
	by   *session
	to   []*session
}

const (
	toldAtOnce = 64 // listeners of a line in the lobby
	tellEvery  = 10 * time.Millisecond
)

// hears tells whether a session is in the lobby and hears what another says there.
func (s *session) hears(by *session) bool {
	return s.peer != nil && s.table == nil && !s.deafTo(by, true)
}

// tell pushes a line to the next so many of its listeners.
func (h *Hall) tell(line *spoken, most int) {
	most = min(most, len(line.to))
	for _, l := range line.to[:most] {
		if l.hears(line.by) {
			h.push(line.said, l)
		}
	}
	line.to = line.to[most:]
}

// tellSome goes on with the lines that not all have heard, the first one first. A line to
// thousands, told in one entry, would keep every move waiting for as long as that takes.
func (h *Hall) tellSome() {
	left := max(1, int(float64(h.options.Limits.ChatWork)*tellEvery.Seconds()))
	for left > 0 && len(h.told) > 0 {
		line := h.told[0]
		had := len(line.to)
		h.tell(line, left)
		if left -= had - len(line.to); len(line.to) == 0 {
			h.told[0] = nil
			h.told = h.told[1:]
		}
	}
	if len(h.told) > 0 {
		h.at(h.now.Add(tellEvery), h.tellSome)
	}
}

// maySpeak returns why a player may not speak in the lobby now, or nil. A line costs
// as much as there are listeners. When the hall has delivered as many lines as it does
// in a second, the lobby is flooded: until it has been quiet for a while, only those
// speak who have been silent for that time, so that few cannot keep the others from
// it.
func (h *Hall) maySpeak(s *session) error {
	l := &h.options.Limits
	if wait := s.spoke.Add(l.ChatSlow).Sub(h.now); h.now.Before(h.flooded) && wait > 0 {
		return tooMuchTalk(wait)
	}
	if !h.chatted.has(h.now, l.ChatWork) {
		h.flooded = h.now.Add(l.ChatSlow)
		return tooMuchTalk(h.chatted.wait(l.ChatWork))
	}
	return nil
}

func tooMuchTalk(wait time.Duration) error {
	return refuse(sgcp.FaultRate, fmt.Sprintf("the lobby is full of talk: speak again in %d s", max(1, int(math.Ceil(wait.Seconds())))))
}

// chat tells the players of a table what one of them says, and those who watch it
// while the hall has not delivered too many lines of late.
func (t *table) chat(from *session, said *sgcp.Said) {
	for _, s := range t.seats {
		if s != nil && !s.deafTo(from, false) {
			t.hall.push(said, s)
		}
	}
	if len(t.watchers) == 0 || !t.hall.chatted.has(t.hall.now, t.hall.options.Limits.ChatWork) {
		return
	}
	t.hall.chatted.spend(len(t.watchers))
	for s := range t.watchers {
		if !s.deafTo(from, false) {
			t.hall.push(said, s)
		}
	}
}

// mutedMost is how many players one session may mute.
const mutedMost = 64

// wholeLobby stands for everybody in the lobby.
const wholeLobby = "*"

// mute is 305: the player does not hear another, or the whole lobby, or hears them
// again.
func (h *Hall) mute(p *Peer, m *sgcp.Mute) (sgcp.Message, error) {
	s, key := p.session, wholeLobby
	if m.Nick != wholeLobby {
		key = sgcp.NickKey(m.Nick)
	}
	_, muted := s.muted[key]
	switch {
	case m.Off:
		delete(s.muted, key)
	case key == sgcp.NickKey(s.nick):
		return nil, refuse(sgcp.FaultSelf, "that is yourself")
	case !muted && len(s.muted) >= mutedMost:
		return nil, refuse(sgcp.FaultFull, fmt.Sprintf("%d players are muted already", mutedMost))
	default:
		if s.muted == nil {
			s.muted = map[string]struct{}{}
		}
		s.muted[key] = struct{}{}
	}
	return &sgcp.MuteReply{Nick: m.Nick, Off: m.Off}, nil
}

// deafTo tells whether a session does not hear what another says. Everybody hears
// themselves.
func (s *session) deafTo(from *session, lobby bool) bool {
	if len(s.muted) == 0 || s == from {
		return false
	}
	_, all := s.muted[wholeLobby]
	_, one := s.muted[sgcp.NickKey(from.nick)]
	return one || all && lobby
}
