package hall

import (
	"time"

	"qikit.dev/qikit/internal/sgcpgo"
	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/sgcp"
	"qikit.dev/qikit/lib/weiqi"
)

func hashOf(b *weiqi.Board) sgcp.Hash {
	return sgcpgo.Hash(b.Stones(), func(goban.Point) bool { return true })
}

// boardsKept is how many boards are kept ready. A board takes 8 KB, the moves of most
// games much less. The board of a game at rest is rebuilt from its moves when somebody
// moves, at some 0.1 us a move.
const boardsKept = 256

// boardNow returns the board of a table after its moves.
func (t *table) boardNow() *weiqi.Board {
	if t.board != nil {
		return t.board
	}
	h := t.hall
	place := &h.boards[h.nextBoard%boardsKept]
	h.nextBoard++
	var b *weiqi.Board
	if other := *place; other != nil {
		b, other.board = other.board, nil
	}
	if b == nil {
		b = new(weiqi.Board)
	}
	if err := b.Restart(sgcpgo.Rules(&t.settings)); err != nil {
		panic(err) // the settings were checked
	}
	for _, at := range t.line {
		b.Play(sgcpgo.Move(at))
	}
	*place, t.board = t, b
	return b
}

// inGame returns the table where a session plays a game under way.
func (s *session) inGame() (*table, error) {
	t := s.table
	switch {
	case t == nil:
		return nil, refuse(sgcp.FaultState, "you are in no game")
	case t.state == sgcp.Seated:
		return nil, refuse(sgcp.FaultNotStarted, "the game has not started")
	case t.state == sgcp.Over:
		return nil, refuse(sgcp.FaultGameOver, "the game is over")
	case t.counting:
		return nil, refuse(sgcp.FaultState, "the board is being counted")
	}
	return t, nil
}

// inPlay is inGame, but not while stones are marked.
func (s *session) inPlay() (*table, error) {
	t, err := s.inGame()
	if err == nil && t.state == sgcp.Marking {
		return nil, refuse(sgcp.FaultState, "dead stones are being marked")
	}
	return t, err
}

// inMarking returns the table where a session marks dead stones.
func (s *session) inMarking() (*table, error) {
	t, err := s.inGame()
	if err == nil && t.state != sgcp.Marking {
		return nil, refuse(sgcp.FaultState, "no stones are being marked")
	}
	return t, err
}

func (h *Hall) play(p *Peer, m *sgcp.Play) (sgcp.Message, error) {
	s := p.session
	if s.table != nil {
		if seq := s.table.repeated(s, m); seq > 0 {
			h.out.Repeated = true
			return &sgcp.PlayReply{Seq: seq}, nil
		}
	}
	t, err := s.inPlay()
	if err != nil {
		return nil, err
	}
	at, err := m.Coord.On(t.settings.Size)
	switch {
	case err != nil:
		return nil, err
	case t.turn() != t.side(s):
		return nil, refuse(sgcp.FaultNotYourTurn, "it is not your turn")
	case m.Seq != 0 && m.Seq != len(t.line)+1:
		return nil, refuse(sgcp.FaultNotYourTurn, "another move has that number")
	}
	if at != sgcp.Pass {
		if err := illegal(t.boardNow(), sgcpgo.Point(at)); err != nil {
			return nil, err
		}
	}
	if !t.moved(at) {
		return nil, errLate
	}
	reply := &sgcp.PlayReply{Seq: len(t.line)}
	if t.finished() && !t.stopped(p, reply) {
		return nil, nil
	}
	return reply, nil
}

var errLate = refuse(sgcp.FaultGameOver, "your time was over")

// repeated returns the number of the move that a 321 says again, 0 when it is a new
// move. That is the move whose number it gives, or soon after 105 the session's last.
func (t *table) repeated(s *session, m *sgcp.Play) int {
	side, n := t.side(s), len(t.line)
	seq := m.Seq
	if seq == 0 && !s.back.IsZero() && t.hall.now.Sub(s.back) <= sgcp.ReconnectWindow*time.Second {
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

// mover is the side that makes the move of that number.
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

// illegal returns why a stone cannot be played, or nil.
func illegal(b *weiqi.Board, p goban.Point) error {
	s := b.Stones()
	switch {
	case s.At(p) != goban.Empty:
		return refuse(sgcp.FaultOccupied, "there is a stone")
	case b.Legal(p):
		return nil
	case p == s.Ko() || s.Legal(p):
		return refuse(sgcp.FaultSuperko, "the position was there before")
	}
	return refuse(sgcp.FaultSuicide, "the stone would have no liberty")
}

// moved makes a legal move of the player whose turn it is. It returns false when their
// time was over, which ends the game.
func (t *table) moved(at sgcp.Coord) bool {
	side := t.turn()
	if !t.clock.stop(side, t.hall.now, t.seats[side].peer.lag) {
		t.timeOut(side)
		return false
	}
	t.put(at)
	t.turnBegins()
	t.tellTimes()
	return true
}

// put plays a move, stores it and tells of it.
func (t *table) put(at sgcp.Coord) {
	side, b := t.turn(), t.boardNow()
	b.Play(sgcpgo.Move(at))
	t.line = append(t.line, at)
	if at == sgcp.Pass {
		t.passes++
	} else {
		t.passes = 0
		if t.consent != [2]bool{} {
			t.consent = [2]bool{}
			t.keep()
		}
		t.hash = hashOf(b)
	}
	t.asker = sgcp.Neither
	t.hall.figures.Moves++
	seq := len(t.line)
	c := t.hall.changed(MoveMade)
	c.Game, c.Seq, c.Move = t.game, seq, MoveRecord{at, t.clock.left[side], t.clock.periods[side]}
	t.push(&sgcp.Played{Game: t.game, Seq: seq, Color: side, Coord: at, Captures: b.Captures(), Hash: t.hash})
}

func (t *table) timeOut(loser sgcp.Color) {
	t.end(sgcp.Result{Winner: loser.Other(), Reason: sgcp.ByTime}, sgcp.Score{}, "time")
}

func (t *table) resign(side sgcp.Color, _ *sgcp.Resign) (sgcp.Message, error) {
	t.end(sgcp.Result{Winner: side.Other(), Reason: sgcp.ByResignation}, sgcp.Score{}, "resignation")
	return &sgcp.ResignReply{}, nil
}

// undo asks for moves to be taken back, or accepts what the other side asked for.
func (t *table) undo(side sgcp.Color, m *sgcp.Undo) (sgcp.Message, error) {
	if m.Plies < 1 || m.Plies > len(t.line) {
		return nil, refuse(sgcp.FaultParameter, "not so many moves were made")
	}
	if !t.asked(side, m.Plies) {
		return &sgcp.UndoReply{Pending: true}, nil
	}
	b := t.boardNow()
	for range m.Plies {
		b.Undo()
	}
	t.line = t.line[:len(t.line)-m.Plies]
	t.asker, t.consent, t.passes = sgcp.Neither, [2]bool{}, 0
	t.undone = &Clocks{len(t.line), t.clock.left, t.clock.periods}
	t.hash = hashOf(b)
	c := t.hall.changed(MovesUndone)
	c.Game, c.Seq = t.game, len(t.line)
	t.keep()
	t.turnBegins()
	t.push(&sgcp.Undone{Game: t.game, Seq: len(t.line)})
	t.tellTimes()
	return &sgcp.UndoReply{}, nil
}

// draw offers a draw, or accepts the other side's offer.
func (t *table) draw(side sgcp.Color, _ *sgcp.Draw) (sgcp.Message, error) {
	if !t.asked(side, 0) {
		return &sgcp.DrawReply{Pending: true}, nil
	}
	t.end(sgcp.Result{Winner: sgcp.Neither}, sgcp.Score{}, "agreement")
	return &sgcp.DrawReply{}, nil
}

// asked tells whether the other side has asked for the same. If not, this side asks for
// it now.
func (t *table) asked(side sgcp.Color, plies int) bool {
	if t.asker == side.Other() && t.plies == plies {
		return true
	}
	t.asker, t.plies = side, plies
	t.push(&sgcp.Asked{Game: t.game, Nick: t.nicks[side], Plies: plies})
	return false
}
