package fiveterms

import (
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/xiangqi"
)

// Standing is the part of an evaluation that a move changes only by the piece that
// moves and the one that is taken: what the pieces are worth, where they stand, and
// how much of the opening is left. A search keeps it up move by move.
type Standing struct {
	value, place [2]weight
	phase        int // more than phaseMax only on boards that no game leads to
}

// stands are the features of a piece on a point.
func stands(p xiangqi.Piece, s xiangqi.Square) (value, place int) {
	k := int(p.Kind())
	return FeatValue + k, FeatPosition + k*halfPoints + int(folded[p.Color()][s])
}

// places are the weights of a piece on a point, values those of the piece anywhere.
var (
	places [16][90]weight
	values [16]weight
)

func init() {
	for c := xiangqi.Red; c <= xiangqi.Black; c++ {
		for k := xiangqi.King; k <= xiangqi.Soldier; k++ {
			p := xiangqi.NewPiece(c, k)
			for s := range xiangqi.Square(90) {
				value, place := stands(p, s)
				values[p], places[p][s] = weights[value], weights[place]
			}
		}
	}
}

// StandingOf adds a board up from nothing.
func StandingOf(b *xiangqi.Board) (s Standing) {
	for at := range xiangqi.Square(90) {
		if p := b.At(at); p != xiangqi.NoPiece {
			s.value[p.Color()] += values[p]
			s.place[p.Color()] += places[p][at]
			s.phase += phaseOf[p.Kind()]
		}
	}
	return s
}

// Play is the change by a move that is about to be played.
func (s *Standing) Play(b *xiangqi.Board, m game.Move) {
	from, to := xiangqi.Source(m), xiangqi.Target(m)
	p := b.At(from)
	at := &places[p&15]
	s.place[p.Color()] += at[to] - at[from]
	if taken := b.At(to); taken != xiangqi.NoPiece {
		s.value[taken.Color()] -= values[taken&15]
		s.place[taken.Color()] -= places[taken&15][to]
		s.phase -= phaseOf[taken.Kind()]
	}
}
