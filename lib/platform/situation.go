package platform

import (
	"slices"

	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/weiqi"
)

// Phase says how far a game has come.
type Phase uint8

// The phases.
const (
	Opening Phase = iota // under 12 moves of a hundred points
	Middle
	Ending // over 60 moves of a hundred points
)

// String names the phase.
func (p Phase) String() string { return [...]string{"opening", "middle", "ending"}[min(p, Ending)] }

// Tactic says what the position asks for.
type Tactic uint8

// The tactics.
const (
	Quiet Tactic = iota
	Fight        // a chain beside the last move is short of liberties
)

// String names the tactic.
func (t Tactic) String() string { return [...]string{"quiet", "fight"}[min(t, Fight)] }

// Standing says how the side to move stands, by the last search.
type Standing uint8

// The standings.
const (
	Even Standing = iota
	Ahead
	Behind
)

// String names the standing.
func (w Standing) String() string { return [...]string{"even", "ahead", "behind"}[min(w, Behind)] }

// Situation is what the engine fits the parameters to.
type Situation struct {
	Phase    Phase
	Tactic   Tactic
	Standing Standing
}

// String writes all three, as in "middle fight even".
func (s Situation) String() string {
	return s.Phase.String() + " " + s.Tactic.String() + " " + s.Standing.String()
}

// Win rates from which a side stands ahead or behind.
const (
	rateAhead  = 0.7
	rateBehind = 0.3
)

// situationOf returns the situation of a position. rate is the win rate of the side to
// move, 0.5 while it is not known.
func situationOf(b *weiqi.Board, rate float64) (s Situation) {
	stones, points := b.Stones(), b.Size()*b.Size()
	switch moves := stones.Count(goban.Black) + stones.Count(goban.White); {
	case 100*moves > 60*points:
		s.Phase = Ending
	case 100*moves >= 12*points:
		s.Phase = Middle
	}
	if last, _ := lastMoves(b); last != goban.NoPoint {
		for _, p := range append(beside(stones, last), last) {
			if stones.At(p) < goban.Empty && stones.Liberties(p, 3) < 3 {
				s.Tactic = Fight
			}
		}
	}
	switch {
	case rate >= rateAhead:
		s.Standing = Ahead
	case rate <= rateBehind:
		s.Standing = Behind
	}
	return s
}

// lastMoves returns the latest move and the one before; NoPoint for none or a pass.
func lastMoves(b *weiqi.Board) (last, own goban.Point) {
	moves := b.Played(nil)
	at := func(i int) goban.Point {
		if i < 0 || moves[i] == goban.Pass || moves[i] == weiqi.Resign {
			return goban.NoPoint
		}
		return goban.Point(moves[i])
	}
	return at(len(moves) - 1), at(len(moves) - 2)
}

// beside returns the points of the board beside p.
func beside(s *goban.Stones, p goban.Point) []goban.Point {
	list := make([]goban.Point, 0, 5)
	for _, n := range p.Neighbours() {
		if s.Has(n) {
			list = append(list, n)
		}
	}
	return list
}

// sensible returns the legal moves that fill no own eye, row by row, without the
// pass.
func sensible(b *weiqi.Board) []game.Move {
	s, turn := b.Stones(), b.Stones().Turn()
	return slices.DeleteFunc(b.Moves(nil), func(m game.Move) bool { return m == goban.Pass || s.EyeLike(goban.Point(m), turn) })
}
