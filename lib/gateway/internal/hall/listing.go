package hall

import (
	"cmp"
	"slices"
	"time"

	"qikit.dev/qikit/lib/sgcp"
)

// listing is a list that everybody is told alike. It is made anew at most once in
// listingAge: whoever asks for it again and again costs the hall the lines alone.
type listing[R sgcp.Message] struct {
	rows []R
	more bool // than the rows
	made time.Time
}

const listingAge = time.Second

// fresh returns the rows, made anew if they are old, and whether there are more; no more
// rows than the hall's work allows.
func (l *listing[R]) fresh(h *Hall, look func() (rows []R, more bool)) (rows []R, more bool) {
	if age := h.now.Sub(l.made); age >= listingAge || age < 0 {
		l.rows, l.more = look()
		l.made = h.now
	}
	rows = l.rows
	if !h.listed.has(h.now, h.options.Limits.ListWork) {
		rows = rows[:min(len(rows), listRowsLeast)]
	}
	h.listed.spend(len(rows))
	return rows, l.more || len(rows) < len(l.rows)
}

func (h *Hall) listGames(p *Peer, _ *sgcp.ListGames) (sgcp.Message, error) {
	rows, more := h.games.fresh(h, h.gamesNow)
	for _, row := range rows {
		h.say(p, row)
	}
	return &sgcp.ListGamesReply{Rows: len(rows), More: more}, nil
}

// gamesNow are the games that are played: first those that most watch, then the longest.
func (h *Hall) gamesNow() (rows []*sgcp.Watchable, more bool) {
	for t := range h.playing {
		rows = append(rows, &sgcp.Watchable{
			Game: t.game, Black: t.nicks[sgcp.Black], White: t.nicks[sgcp.White], Size: t.settings.Size,
			State: t.state, Moves: len(t.line), Watchers: len(t.watchers),
		})
	}
	slices.SortFunc(rows, func(a, b *sgcp.Watchable) int {
		return cmp.Or(cmp.Compare(b.Watchers, a.Watchers), cmp.Compare(b.Moves, a.Moves), slices.Compare(a.Game[:], b.Game[:]))
	})
	if more = len(rows) > sgcp.GameRowsMax; more {
		rows = slices.Clone(rows[:sgcp.GameRowsMax])
	}
	return rows, more
}

func (h *Hall) listPeople(p *Peer, _ *sgcp.ListPeople) (sgcp.Message, error) {
	rows, more := h.people.fresh(h, h.peopleNow)
	for _, row := range rows {
		h.say(p, row)
	}
	return &sgcp.ListPeopleReply{Rows: len(rows), More: more}, nil
}

// peopleNow are those who are online, by nick; of a crowd, some.
func (h *Hall) peopleNow() (rows []*sgcp.Present, more bool) {
	for peer := range h.peers {
		s := peer.session
		if s == nil || s.peer != peer {
			continue
		}
		if len(rows) == sgcp.ListRowsMax {
			more = true
			break
		}
		rows = append(rows, &sgcp.Present{Nick: s.nick, Kind: s.kind(), Does: s.doing()})
	}
	slices.SortFunc(rows, func(a, b *sgcp.Present) int { return cmp.Compare(a.Nick, b.Nick) })
	return rows, more
}

// doing is what somebody does, as 754 tells it.
func (s *session) doing() sgcp.Doing {
	switch {
	case s.table != nil && s.table.underWay():
		return sgcp.Plays
	case s.waits != nil:
		return sgcp.Waits
	case len(s.watched) > 0:
		return sgcp.Watches
	}
	return sgcp.Free
}
