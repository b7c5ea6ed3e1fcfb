package platform

import (
	"fmt"
	"slices"

	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/weiqi"
)

// Phase says how far a game has come.
type Phase string

// The phases.
const (
	Opening Phase = "opening" // under 12 moves of a hundred points
	Middle  Phase = "middle"
	Ending  Phase = "ending" // over 60 moves of a hundred points
)

// Tactic says what the position asks for.
type Tactic string

// The tactics.
const (
	Quiet Tactic = "quiet"
	Fight Tactic = "fight" // a chain beside the last move is short of liberties
)

// Standing says how the side to move stands, by the last search.
type Standing string

// The standings.
const (
	Even   Standing = "even"
	Ahead  Standing = "ahead"
	Behind Standing = "behind"
)

// Situation is what the engine fits the parameters to.
type Situation struct {
	Phase    Phase
	Tactic   Tactic
	Standing Standing
}

// String writes all three, as in "middle fight even".
func (s Situation) String() string {
	return fmt.Sprintf("%s %s %s", s.Phase, s.Tactic, s.Standing)
}

func (s Situation) is(word string) bool {
	return word == string(s.Phase) || word == string(s.Tactic) || word == string(s.Standing)
}

// Win rates from which a side stands ahead or behind.
const (
	rateAhead  = 0.7
	rateBehind = 0.3
)

// situationOf returns the situation; rate is the mover's win rate, 0.5 when unknown.
func situationOf(b *weiqi.Board, rate float64) (s Situation) {
	stones, points := b.Stones(), b.Size()*b.Size()
	s = Situation{Opening, Quiet, Even}
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

// sensible returns the legal moves that fill no own eye, by rows, without the pass.
func sensible(b *weiqi.Board) []game.Move {
	s, turn := b.Stones(), b.Stones().Turn()
	return slices.DeleteFunc(b.Moves(nil), func(m game.Move) bool { return m == goban.Pass || s.EyeLike(goban.Point(m), turn) })
}
