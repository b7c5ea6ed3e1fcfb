package gateway

import (
	"time"

	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/sgcp"
	"qikit.dev/qikit/lib/weiqi"
)

// pointOf is the wire's point, which On has returned for the board's size.
func pointOf(c sgcp.Coord) goban.Point { return goban.PointAt(c.Column(), c.Row()) }

func moveOf(c sgcp.Coord) game.Move {
	if c == sgcp.Pass {
		return goban.Pass
	}
	return game.Move(pointOf(c))
}

// hashOf is the wire's hash of a board.
func hashOf(b *weiqi.Board) (h sgcp.Hash) {
	s := b.Stones()
	size := s.Size()
	for row := range size {
		for column := range size {
			if c := s.At(goban.PointAt(column, row)); c < goban.Empty {
				h = h.Toggle(row*size+column, sgcp.Color(c))
			}
		}
	}
	return h
}

// boardsKept is how many boards are kept ready: one takes 8 KB, the moves of most
// games much less. A game that is at rest is played again from its moves when
// somebody moves, some 0.1 us a move.
const boardsKept = 256

// boardOf is the board of a table after its moves.
func (g *Gateway) boardOf(t *table) *weiqi.Board {
	if t.board != nil {
		return t.board
	}
	place := &g.boards[g.nextBoard%boardsKept]
	g.nextBoard++
	var b *weiqi.Board
	if other := *place; other != nil {
		b, other.board = other.board, nil
	}
	if b == nil {
		b = new(weiqi.Board)
	}
	if err := b.Restart(rulesOf(&t.settings)); err != nil {
		g.fail(err) // the settings were checked
	}
	for _, at := range t.line {
		b.Play(moveOf(at))
	}
	*place, t.board = t, b
	return b
}

// player is the table where a session plays a game under way.
func (g *Gateway) player(c *conn) (t *table, side sgcp.Color, err error) {
	t = c.session.table
	switch {
	case t == nil:
		return nil, 0, &refusal{sgcp.FaultState, "you are in no game"}
	case t.state == sgcp.Seated:
		return nil, 0, &refusal{sgcp.FaultNotStarted, "the game has not started"}
	case t.state == sgcp.Over:
		return nil, 0, &refusal{sgcp.FaultGameOver, "the game is over"}
	case t.counting:
		return nil, 0, &refusal{sgcp.FaultState, "the board is being counted"}
	}
	return t, t.side(c.session), nil
}

// inPlay is player, but not while stones are marked.
func (g *Gateway) inPlay(c *conn) (t *table, side sgcp.Color, err error) {
	t, side, err = g.player(c)
	if err == nil && t.state == sgcp.Marking {
		return nil, 0, &refusal{sgcp.FaultState, "dead stones are being marked"}
	}
	return t, side, err
}

func (g *Gateway) play(c *conn, m *sgcp.Play) (sgcp.Message, error) {
	if t := c.session.table; t != nil {
		if seq := t.repeated(c.session, m, g.options.Clock.Now()); seq > 0 {
			return &sgcp.PlayReply{Seq: seq}, nil
		}
	}
	t, side, err := g.inPlay(c)
	if err != nil {
		return nil, err
	}
	at, err := m.Coord.On(t.settings.Size)
	switch {
	case err != nil:
		return nil, err
	case t.turn() != side:
		return nil, &refusal{sgcp.FaultNotYourTurn, "it is not your turn"}
	case m.Seq != 0 && m.Seq != len(t.line)+1:
		return nil, &refusal{sgcp.FaultNotYourTurn, "another move has that number"}
	}
	if at != sgcp.Pass {
		if err := illegal(g.boardOf(t), pointOf(at)); err != nil {
			return nil, err
		}
	}
	if !g.moved(t, at, c.lag) {
		return nil, &refusal{sgcp.FaultGameOver, "your time was over"}
	}
	reply := &sgcp.PlayReply{Seq: len(t.line)}
	if t.passes >= 2 {
		g.stopped(c, t, func(sgcp.CountStatus) sgcp.Message { return reply })
	}
	return reply, nil
}

// repeated is the number of the move that a 321 says again: that which it names,
// or soon after 105 the session's last one; 0 when it is a new move.
func (t *table) repeated(s *session, m *sgcp.Play, now time.Time) int {
	side, n := t.side(s), len(t.line)
	seq := m.Seq
	if seq == 0 && !s.back.IsZero() && now.Sub(s.back) <= sgcp.ReconnectWindow*time.Second {
		seq = n
		if t.mover(n) != side { // the other one has answered it
			seq--
		}
	}
	if seq < 1 || seq > n || t.mover(seq) != side {
		return 0
	}
	if at, err := m.Coord.On(t.settings.Size); err != nil || t.line[seq-1] != at {
		return 0
	}
	return seq
}

// mover is whose move has that number.
func (t *table) mover(seq int) sgcp.Color {
	first := sgcp.Black
	if t.settings.Handicap > 0 {
		first = sgcp.White
	}
	if seq%2 == 1 {
		return first
	}
	return first.Other()
}

// illegal says why a stone can not be played, nil when it can.
func illegal(b *weiqi.Board, p goban.Point) error {
	s := b.Stones()
	switch {
	case s.At(p) != goban.Empty:
		return &refusal{sgcp.FaultOccupied, "there is a stone"}
	case b.Legal(p):
		return nil
	case p == s.Ko() || s.Legal(p):
		return &refusal{sgcp.FaultSuperko, "the position was there before"}
	}
	return &refusal{sgcp.FaultSuicide, "the stone would have no liberty"}
}

// moved makes a legal move of the side whose turn it is; false when its time was
// over, and with it the game.
func (g *Gateway) moved(t *table, at sgcp.Coord, lag time.Duration) bool {
	side := t.turn()
	if !t.clock.stop(side, g.options.Clock.Now(), lag) {
		g.timeOut(t, side)
		return false
	}
	g.put(t, at)
	g.turnBegins(t)
	g.tellClocks(t)
	return true
}

// put plays a move, stores it and tells of it.
func (g *Gateway) put(t *table, at sgcp.Coord) {
	side, b := t.turn(), g.boardOf(t)
	b.Play(moveOf(at))
	t.line = append(t.line, at)
	if at == sgcp.Pass {
		t.passes++
	} else {
		t.passes = 0
		if t.consent != [2]bool{} {
			t.consent = [2]bool{}
			g.keepTable(t)
		}
		t.hash = hashOf(b)
	}
	t.asker = sgcp.Neither
	g.figures.moves.Add(1)
	seq := len(t.line)
	left, periods := t.clock.save(side)
	g.keep(insertMove, t.game[:], seq, int64(at), left, periods)
	g.push(&sgcp.Played{Game: t.game, Seq: seq, Color: side, Coord: at, Captures: b.Captures(), Hash: t.hash}, t.everybody()...)
}

func (g *Gateway) timeOut(t *table, loser sgcp.Color) {
	g.end(t, sgcp.Result{Winner: loser.Other(), Reason: sgcp.ByTime}, sgcp.Score{}, "time")
}

func (g *Gateway) resign(c *conn, _ *sgcp.Resign) (sgcp.Message, error) {
	t, side, err := g.player(c)
	if err != nil {
		return nil, err
	}
	g.end(t, sgcp.Result{Winner: side.Other(), Reason: sgcp.ByResignation}, sgcp.Score{}, "resignation")
	return &sgcp.ResignReply{}, nil
}

// undo asks for moves to be taken back, or accepts what the other asked for.
func (g *Gateway) undo(c *conn, m *sgcp.Undo) (sgcp.Message, error) {
	t, side, err := g.inPlay(c)
	switch {
	case err != nil:
		return nil, err
	case m.Plies < 1 || m.Plies > len(t.line):
		return nil, &refusal{sgcp.FaultParameter, "not so many moves were made"}
	}
	if t.asker != side.Other() || t.plies != m.Plies {
		t.asker, t.plies = side, m.Plies
		g.push(&sgcp.Asked{Game: t.game, Nick: c.session.nick, Plies: m.Plies}, t.everybody()...)
		return &sgcp.UndoReply{Pending: true}, nil
	}
	b := g.boardOf(t)
	for range m.Plies {
		b.Undo()
	}
	t.line = t.line[:len(t.line)-m.Plies]
	t.asker, t.consent, t.passes = sgcp.Neither, [2]bool{}, 0
	t.hash = hashOf(b)
	g.keep(deleteMoves, t.game[:], len(t.line))
	g.keepTable(t)
	g.turnBegins(t)
	g.push(&sgcp.Undone{Game: t.game, Seq: len(t.line)}, t.everybody()...)
	g.tellClocks(t)
	return &sgcp.UndoReply{}, nil
}

// draw offers a draw, or accepts the other's offer.
func (g *Gateway) draw(c *conn, _ *sgcp.Draw) (sgcp.Message, error) {
	t, side, err := g.inPlay(c)
	if err != nil {
		return nil, err
	}
	if t.asker != side.Other() || t.plies != 0 {
		t.asker, t.plies = side, 0
		g.push(&sgcp.Asked{Game: t.game, Nick: c.session.nick}, t.everybody()...)
		return &sgcp.DrawReply{Pending: true}, nil
	}
	g.end(t, sgcp.Result{Winner: sgcp.Neither}, sgcp.Score{}, "agreement")
	return &sgcp.DrawReply{}, nil
}
