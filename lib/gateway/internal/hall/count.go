package hall

import (
	"time"

	"qikit.dev/qikit/internal/sgcpgo"
	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/sgcp"
	"qikit.dev/qikit/lib/weiqi"
)

// Count asks the caller to find the dead stones of a board by weiqi.Suggest, which
// takes too long for the hall.
type Count struct {
	Stones *goban.Stones

	table *table
	peer  *Peer
	reply sgcp.Message // the answer to the peer; a CountReply lacks its status
}

// stop consents to counting; from the side to move it is also a pass.
func (t *table) stop(side sgcp.Color, _ *sgcp.Count) (sgcp.Message, error) {
	peer := t.seats[side].peer
	if t.turn() == side && !t.moved(sgcp.Pass) {
		return nil, errLate
	}
	t.consent[side] = true
	t.keep()
	t.push(&sgcp.CountPush{Game: t.game, Nick: t.nicks[side]})
	reply := &sgcp.CountReply{Status: sgcp.CountPending}
	if t.finished() && !t.stopped(peer, reply) {
		return nil, nil
	}
	return reply, nil
}

// movesMost is how many moves the game may have, passes included. What a move costs grows
// with those before it, by superko, and so does what 301 tells.
func (t *table) movesMost() int {
	return max(sgcp.GameMovesLeast, sgcp.GameMovesPerPoint*t.settings.Size*t.settings.Size)
}

// finished tells whether the board is to be counted: both sides have stopped, or no move
// is left.
func (t *table) finished() bool {
	return t.consent == both || t.passes >= 2 || len(t.line) >= t.movesMost()
}

// stopped counts the board of a finished game. By area the dead stones have
// to be found first: then it asks for a Count and returns false, and the reply waits.
func (t *table) stopped(p *Peer, reply sgcp.Message) bool {
	if t.needsSuggestion() {
		t.counting = true
		t.hall.out.Count = &Count{Stones: t.boardNow().Clone().Stones(), table: t, peer: p, reply: reply}
		return false
	}
	t.scored(nil)
	answered(reply, sgcp.CountScored)
	return true
}

// answered puts the status into the reply to a 327.
func answered(reply sgcp.Message, status sgcp.CountStatus) sgcp.Message {
	if r, ok := reply.(*sgcp.CountReply); ok {
		r.Status = status
	}
	return reply
}

// needsSuggestion tells whether dead stones are to be taken off.
func (t *table) needsSuggestion() bool {
	return t.settings.Rule == sgcp.RuleArea && t.resumed < max(1, t.hall.options.Limits.Resumption)
}

// Counted goes on with the dead stones that were found, and gives the reply that waited
// for them.
func (h *Hall) Counted(c *Count, found *weiqi.Suggestion, now time.Time) *Outcome {
	h.enter(now)
	status := sgcp.CountScored
	if c.table.counting { // the game may have ended meanwhile
		status = c.table.counted(found)
	}
	h.answer(c.peer, answered(c.reply, status))
	return h.settle()
}

// counted ends the game, or begins the marking when both players announced it.
func (t *table) counted(found *weiqi.Suggestion) sgcp.CountStatus {
	t.counting = false
	for _, s := range t.seats {
		if s == nil || !s.marking {
			t.scored(found.Dead)
			return sgcp.CountScored
		}
	}
	t.state, t.suggested, t.unsettled, t.agreed = sgcp.Marking, found.Dead, found.Unsettled, [2]bool{}
	t.dead = chains(found.Dead)
	t.push(&sgcp.MarkingPush{
		Game: t.game, Seconds: int(t.hall.options.Limits.Marking.Round(time.Second) / time.Second),
		Others: chainsInfo("unsettled", found.Unsettled),
	})
	for _, p := range found.Dead {
		t.push(&sgcp.Marked{Game: t.game, Nick: "-", Coord: sgcp.At(p.Column(), p.Row()), Dead: true})
	}
	t.markUntil()
	t.keep()
	return sgcp.CountMarking
}

// chains marks chains as dead, each by a stone.
func chains(names []goban.Point) map[goban.Point]bool {
	marks := map[goban.Point]bool{}
	for _, p := range names {
		marks[p] = true
	}
	return marks
}

// markUntil ends the marking when its time is over. The suggestion then stands, so that
// nobody gains by a mark in the last moment.
func (t *table) markUntil() {
	until := t.hall.now.Add(t.hall.options.Limits.Marking)
	t.marking = until
	t.hall.at(until, func() {
		if t.state == sgcp.Marking && t.marking.Equal(until) {
			t.scored(t.suggested)
		}
	})
}

// scored counts a board without the dead chains, and ends the game.
func (t *table) scored(dead []goban.Point) {
	count := weiqi.CountBoard(t.boardNow().Stones(), sgcpgo.Rules(&t.settings), dead)
	r := sgcp.Result{Winner: sgcp.Neither, Margin: sgcp.PointsOf(max(count.Margin, -count.Margin))}
	switch {
	case count.Margin > 0:
		r.Winner = sgcp.Black
	case count.Margin < 0:
		r.Winner = sgcp.White
	}
	score := sgcp.Score{Counted: true, Black: sgcp.PointsOf(count.Black), White: sgcp.PointsOf(count.White)}
	t.end(r, score, string(t.settings.Rule))
}

// mark turns a chain from alive to dead, or back.
func (t *table) mark(side sgcp.Color, m *sgcp.Mark) (sgcp.Message, error) {
	at, err := m.Coord.On(t.settings.Size)
	if err != nil {
		return nil, err
	}
	s := t.boardNow().Stones()
	if at == sgcp.Pass || s.At(sgcpgo.Point(at)) == goban.Empty {
		return nil, refuse(sgcp.FaultParameter, "no stone there")
	}
	name := s.Chain(sgcpgo.Point(at))
	if t.dead[name] {
		delete(t.dead, name)
	} else {
		t.dead[name] = true
	}
	t.agreed = [2]bool{}
	t.keep()
	t.push(&sgcp.Marked{Game: t.game, Nick: t.nicks[side], Coord: at, Dead: t.dead[name]})
	return &sgcp.MarkReply{Coord: at, Dead: t.dead[name]}, nil
}

// agree consents to the marks as they are.
func (t *table) agree(side sgcp.Color, m *sgcp.Agree) (sgcp.Message, error) {
	dead, hash := sgcpgo.Marks(t.boardNow().Stones(), t.dead)
	if m.Marks != hash {
		return nil, refuse(sgcp.FaultParameter, "the marks are others: "+hash.String())
	}
	t.agreed[side] = true
	t.push(&sgcp.AgreedPush{Game: t.game, Nick: t.nicks[side]})
	if t.agreed == both {
		t.scored(dead)
	} else {
		t.keep()
	}
	return &sgcp.AgreeReply{}, nil
}

// playOn goes back from marking to play; it is the other side's turn.
func (t *table) playOn(side sgcp.Color, _ *sgcp.PlayOn) (sgcp.Message, error) {
	if t.resumed >= t.hall.options.Limits.Resumption {
		return nil, refuse(sgcp.FaultState, "play was resumed too often")
	}
	if len(t.line)+1 >= t.movesMost() { // a pass for this side, and a move
		return nil, refuse(sgcp.FaultState, "too few moves are left to play on")
	}
	t.resumed++
	t.state, t.dead, t.suggested, t.unsettled = sgcp.Playing, nil, nil, nil
	t.consent, t.agreed = [2]bool{}, [2]bool{}
	t.push(&sgcp.PlayOnPush{Game: t.game, Nick: t.nicks[side]})
	if t.turn() == side {
		t.put(sgcp.Pass)
	}
	t.passes = 0
	t.turnBegins()
	t.keep()
	t.tellTimes()
	return &sgcp.PlayOnReply{}, nil
}
