package gateway

import (
	"time"

	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/sgcp"
	"qikit.dev/qikit/lib/weiqi"
)

// count consents to counting; from the side to move it is also a pass.
func (g *Gateway) count(c *conn, _ *sgcp.Count) (sgcp.Message, error) {
	t, side, err := g.inPlay(c)
	if err != nil {
		return nil, err
	}
	if t.turn() == side && !g.moved(t, sgcp.Pass, c.lag) {
		return nil, &refusal{sgcp.FaultGameOver, "your time was over"}
	}
	t.consent[side] = true
	g.keepTable(t)
	g.push(&sgcp.CountPush{Game: t.game, Nick: c.session.nick}, t.everybody()...)
	reply := &sgcp.CountReply{Status: sgcp.CountPending}
	if t.consent == [2]bool{true, true} || t.passes >= 2 {
		reply.Status = g.stopped(c, t, func(status sgcp.CountStatus) sgcp.Message {
			return &sgcp.CountReply{Status: status}
		})
	}
	return reply, nil
}

// stopped is called when both sides have stopped. By area the dead stones have to
// be found first, which the reader does without the lock: reply then makes the
// answer to its command.
func (g *Gateway) stopped(c *conn, t *table, reply func(sgcp.CountStatus) sgcp.Message) sgcp.CountStatus {
	t.counting = true
	if !t.needsSuggestion(g) {
		g.scored(t, nil)
		return sgcp.CountScored
	}
	stones := g.boardOf(t).Clone().Stones()
	var found weiqi.Suggestion
	c.work = &work{
		do: func() {
			g.counters <- struct{}{}
			defer func() { <-g.counters }()
			found = weiqi.Suggest(stones, weiqi.DefaultSuggest())
		},
		then: func() (sgcp.Message, error) {
			if !t.counting {
				return reply(sgcp.CountScored), nil // it ended meanwhile
			}
			return reply(g.counted(t, &found)), nil
		},
	}
	return sgcp.CountPending
}

// needsSuggestion says whether dead stones are to be taken off.
func (t *table) needsSuggestion(g *Gateway) bool {
	return t.settings.Rule == sgcp.RuleArea && t.resumed < max(1, g.options.Limits.Resumption)
}

// counted goes on with the dead stones known: to the result, or to marking.
func (g *Gateway) counted(t *table, found *weiqi.Suggestion) sgcp.CountStatus {
	t.counting = false
	for _, s := range t.seats {
		if s == nil || !s.marking {
			g.scored(t, found.Dead)
			return sgcp.CountScored
		}
	}
	t.state, t.suggested, t.unsettled, t.agreed = sgcp.Marking, found.Dead, found.Unsettled, [2]bool{}
	t.dead = map[goban.Point]bool{}
	for _, p := range found.Dead {
		t.dead[p] = true
	}
	g.push(&sgcp.MarkingPush{
		Game: t.game, Seconds: int(g.options.Limits.Marking.Round(time.Second) / time.Second),
		Others: chainsInfo("unsettled", found.Unsettled),
	}, t.everybody()...)
	for _, p := range found.Dead {
		g.push(&sgcp.Marked{Game: t.game, Nick: "-", Coord: sgcp.At(p.Column(), p.Row()), Dead: true}, t.everybody()...)
	}
	g.markUntil(t)
	g.keepTable(t)
	return sgcp.CountMarking
}

// markUntil ends the marking when its time is over: the suggestion then stands,
// so that nobody gains by a mark in the last moment.
func (g *Gateway) markUntil(t *table) {
	until := g.options.Clock.Now().Add(g.options.Limits.Marking)
	t.marking = until
	g.at(until, func(time.Time) {
		if t.state == sgcp.Marking && t.marking.Equal(until) {
			g.scored(t, t.suggested)
		}
	})
}

// scored ends a game by counting it without the dead chains.
func (g *Gateway) scored(t *table, dead []goban.Point) {
	count := weiqi.CountBoard(g.boardOf(t).Stones(), rulesOf(&t.settings), dead)
	r := sgcp.Result{Winner: sgcp.Neither, Margin: sgcp.PointsOf(max(count.Margin, -count.Margin))}
	switch {
	case count.Margin > 0:
		r.Winner = sgcp.Black
	case count.Margin < 0:
		r.Winner = sgcp.White
	}
	score := sgcp.Score{Counted: true, Black: sgcp.PointsOf(count.Black), White: sgcp.PointsOf(count.White)}
	g.end(t, r, score, string(t.settings.Rule))
}

// atMarking is the table where a session marks dead stones.
func (g *Gateway) atMarking(c *conn) (t *table, side sgcp.Color, err error) {
	t, side, err = g.player(c)
	if err == nil && t.state != sgcp.Marking {
		return nil, 0, &refusal{sgcp.FaultState, "no stones are being marked"}
	}
	return t, side, err
}

// mark turns a chain from alive to dead, or back.
func (g *Gateway) mark(c *conn, m *sgcp.Mark) (sgcp.Message, error) {
	t, _, err := g.atMarking(c)
	if err != nil {
		return nil, err
	}
	at, err := m.Coord.On(t.settings.Size)
	if err != nil {
		return nil, err
	}
	s := g.boardOf(t).Stones()
	if at == sgcp.Pass || s.At(pointOf(at)) == goban.Empty {
		return nil, &refusal{sgcp.FaultParameter, "no stone there"}
	}
	name := s.Chain(pointOf(at))
	if t.dead[name] {
		delete(t.dead, name)
	} else {
		t.dead[name] = true
	}
	t.agreed = [2]bool{}
	g.keepTable(t)
	g.push(&sgcp.Marked{Game: t.game, Nick: c.session.nick, Coord: at, Dead: t.dead[name]}, t.everybody()...)
	return &sgcp.MarkReply{Coord: at, Dead: t.dead[name]}, nil
}

// marks are the chains marked dead, and the hash of their stones.
func (g *Gateway) marks(t *table) (dead []goban.Point, hash sgcp.Hash) {
	s := g.boardOf(t).Stones()
	size := s.Size()
	for row := range size {
		for column := range size {
			p := goban.PointAt(column, row)
			if s.At(p) == goban.Empty || !t.dead[s.Chain(p)] {
				continue
			}
			hash = hash.Toggle(row*size+column, sgcp.Color(s.At(p)))
			if s.Chain(p) == p {
				dead = append(dead, p)
			}
		}
	}
	return dead, hash
}

// agree consents to the marks as they are.
func (g *Gateway) agree(c *conn, m *sgcp.Agree) (sgcp.Message, error) {
	t, side, err := g.atMarking(c)
	if err != nil {
		return nil, err
	}
	dead, hash := g.marks(t)
	if m.Marks != hash {
		return nil, &refusal{sgcp.FaultParameter, "the marks are others: " + hash.String()}
	}
	t.agreed[side] = true
	g.push(&sgcp.AgreedPush{Game: t.game, Nick: c.session.nick}, t.everybody()...)
	if t.agreed == [2]bool{true, true} {
		g.scored(t, dead)
	} else {
		g.keepTable(t)
	}
	return &sgcp.AgreeReply{}, nil
}

// playOn goes back from marking to the game; the turn is the other's.
func (g *Gateway) playOn(c *conn, _ *sgcp.PlayOn) (sgcp.Message, error) {
	t, side, err := g.atMarking(c)
	switch {
	case err != nil:
		return nil, err
	case t.resumed >= g.options.Limits.Resumption:
		return nil, &refusal{sgcp.FaultState, "play was resumed too often"}
	}
	t.resumed++
	t.state, t.dead, t.suggested, t.unsettled = sgcp.Playing, nil, nil, nil
	t.consent, t.agreed = [2]bool{}, [2]bool{}
	g.push(&sgcp.PlayOnPush{Game: t.game, Nick: c.session.nick}, t.everybody()...)
	if t.turn() == side {
		g.put(t, sgcp.Pass)
	}
	t.passes = 0
	g.turnBegins(t)
	g.keepTable(t)
	g.tellClocks(t)
	return &sgcp.PlayOnReply{}, nil
}
