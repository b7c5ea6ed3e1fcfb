package engine

import (
	"cmp"
	"time"

	"qikit.dev/qikit/internal/alphabeta"
	"qikit.dev/qikit/internal/order"
	"qikit.dev/qikit/internal/tables"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/surakarta"
)

// candidate is a move and what the tables say of it, for the side that makes it.
// Plies are counted from before the move.
type candidate struct {
	move   game.Move
	result tables.Result
	traps  float64 // share of the replies by which the enemy gives something away
}

// candidates lists the legal moves, the best by the tables first. All positions one
// move on must be in the tables; they are when this one is.
func candidates(set *tables.Set, b *surakarta.Board) []candidate {
	var room [256]game.Move
	moves := b.Moves(room[:0])
	list := make([]candidate, 0, len(moves))
	for _, m := range moves {
		list = append(list, candidate{move: m, result: after(set, b, m)})
	}
	rest := endless(set, b)
	order.Stable(list, func(x, y candidate) int { return compare(x, y, rest) })
	return list
}

// after is what the tables say of a move.
func after(set *tables.Set, b *surakarta.Board, m game.Move) tables.Result {
	b.Play(m)
	defer b.Undo()
	if b.Pieces(b.Side()) == 0 {
		return tables.Result{Value: 1, Ends: true, Plies: 1}
	}
	r, _ := probe(set, b)
	r.Value = -r.Value
	if r.Plies != tables.Unknown {
		r.Plies++
	}
	return r
}

// compare puts the better move first: the better result; of wins those that end
// the game and those that do so sooner; of losses those that do not, and the
// later ones. What endless play does not give by itself is brought about sooner
// by the side that wants it and later by the other.
func compare(x, y candidate, endless int) int {
	r, q := x.result, y.result
	if c := cmp.Compare(q.Value, r.Value); c != 0 {
		return c
	}
	sooner := r.Value > 0 || r.Value > endless
	if r.Ends != q.Ends {
		if r.Ends == (r.Value > 0) {
			return -1
		}
		return 1
	}
	if c := cmp.Compare(pliesKnown(r, sooner), pliesKnown(q, sooner)); c != 0 {
		if sooner {
			return c
		}
		return -c
	}
	return cmp.Compare(y.traps, x.traps)
}

// pliesKnown is the plies of a result. For a result without plies it is the worst
// number for the side that asks.
func pliesKnown(r tables.Result, sooner bool) int {
	if r.Plies == tables.Unknown && sooner {
		return alphabeta.MatePlies
	}
	return r.Plies
}

// setTraps finds, for each move as good as the first, the share of replies with which
// the enemy gives something away.
func setTraps(set *tables.Set, b *surakarta.Board, list []candidate) {
	rest := endless(set, b)
	var room [256]game.Move
	for i := range list {
		c := &list[i]
		if compare(*c, list[0], rest) != 0 {
			break
		}
		b.Play(c.move)
		replies := b.Moves(room[:0])
		lost := 0
		for _, m := range replies {
			if r := after(set, b, m); -r.Value > c.result.Value || r.Value < 0 && r.Ends && !c.result.Ends {
				lost++
			}
		}
		b.Undo()
		if len(replies) > 0 {
			c.traps = float64(lost) / float64(len(replies))
		}
	}
	order.Stable(list, func(x, y candidate) int { return compare(x, y, rest) })
}

// known answers from the tables alone. ok is false when the tables do not have the
// position, when their result does not hold with the moves played before it, or when
// a table of values does not show the way to its result.
func (t *surakartaTables) known(b *surakarta.Board, l Limits) (out Result, ok bool) {
	start := time.Now()
	set := t.serving(b.Rules())
	if set == nil {
		return Result{}, false
	}
	r, ok := probe(set, b)
	if !ok || r.Plies == tables.Unknown && (r.Ends || r.Value != endless(set, b)) || !certain(set, b, r) {
		return Result{}, false
	}
	b = b.Clone()
	list := candidates(set, b)
	if !r.Ends && r.Plies <= 0 || bringer(b, r) != b.Side() {
		setTraps(set, b, list) // this side need not bring anything about: it may choose
	}
	out = Result{Best: list[0].move, Scored: true, Proven: proven(r), Table: true, Depth: 1, Nodes: len(list)}
	if r.Ends {
		out.Plies, out.Depth = r.Plies, r.Plies
	}
	out.Score = tableScore(list[0].result)
	out.WinRate = tableRate(r)
	for _, c := range list[:min(l.Lines, len(list))] {
		moves := bestPlay(set, b, c)
		out.Lines = append(out.Lines, Line{Moves: moves, Score: tableScore(c.result), WinRate: tableRate(c.result), Depth: len(moves)})
		out.Nodes += len(moves) - 1
	}
	out.Time = time.Since(start)
	return out, true
}

func proven(r tables.Result) string { return [...]string{"loss", "draw", "win"}[r.Value+1] }

func tableRate(r tables.Result) float64 { return float64(r.Value+1) / 2 }

// bestPlay is a move and best play of both sides after it, to the end of the game or
// to where endless play begins.
func bestPlay(set *tables.Set, b *surakarta.Board, c candidate) []game.Move {
	line := b.Clone()
	moves := []game.Move{c.move}
	line.Play(c.move)
	for len(moves) < c.result.Plies {
		list := candidates(set, line)
		if len(list) == 0 {
			break
		}
		moves = append(moves, list[0].move)
		line.Play(list[0].move)
	}
	return moves
}

// solve implements solver.
func (s *surakartaAnalyst) solve(b game.Board, l Limits) (r Result, ok bool) {
	if r, ok = s.tables.known(any(b).(*surakarta.Board), l); ok {
		s.tables.finish(&r)
	}
	return r, ok
}

// certify implements solver. The search treated moves that give something away as
// lost; they get the tables' result.
func (s *surakartaAnalyst) certify(b game.Board, r *Result) {
	t := s.tables
	t.finish(r)
	if !t.kept {
		return
	}
	if r.Proven == "" {
		r.Proven, r.Table = proven(tables.Result{Value: t.keep}), true
	}
	board := any(b).(*surakarta.Board).Clone()
	for i := range r.Lines {
		line := &r.Lines[i]
		if given := after(t.set, board, line.Moves[0]); given.Value < t.keep {
			line.Score, line.WinRate = tableScore(given), tableRate(given)
		}
	}
}

// finish reports once what is wrong with the folder of tables.
func (t *surakartaTables) finish(r *Result) {
	if t.bad != nil {
		r.Note = t.bad.Error()
		t.bad = nil
	}
}
