package fiveterms

import (
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/xiangqi"
)

// Standing is the part of an evaluation that a move changes only by the piece that
// moves and the one that is taken: what the pieces are worth, where they stand, which
// there are, and how much of the opening is left. A search keeps it up move by move.
type Standing struct {
	value, place [2]weight
	own, enemy   [2]weight // by which pieces there are
	have         [16]uint8 // pieces, by piece
	phase        int       // more than phaseMax only on boards that no game leads to
}

// count is how many pieces of a kind a colour has, up to two: more are counted by the
// soldiers' own terms only.
func (s *Standing) count(c xiangqi.Color, k xiangqi.Kind) int {
	return int(min(s.have[xiangqi.NewPiece(c, k)&15], 2))
}

// guards is how many advisors and elephants a colour has.
func (s *Standing) guards(c xiangqi.Color) int {
	return s.count(c, xiangqi.Advisor) + s.count(c, xiangqi.Elephant)
}

// pairings are the features of a colour that follow from which pieces there are.
func (s *Standing) pairings(c xiangqi.Color) (own [2]int, enemy [4]int) {
	advisors, elephants := s.count(c.Other(), xiangqi.Advisor), s.count(c.Other(), xiangqi.Elephant)
	cannons := s.count(c, xiangqi.Cannon) * 3
	own = [2]int{
		FeatGuards + s.count(c, xiangqi.Advisor)*3 + s.count(c, xiangqi.Elephant),
		FeatScreens + s.count(c, xiangqi.Cannon)*5 + s.guards(c),
	}
	enemy = [4]int{
		FeatRooks + s.count(c, xiangqi.Rook)*3 + advisors,
		FeatHorses + s.count(c, xiangqi.Horse)*3 + advisors,
		FeatCannonsA + cannons + advisors,
		FeatCannonsE + cannons + elephants,
	}
	return own, enemy
}

// pair adds up what follows from which pieces there are.
func (s *Standing) pair() {
	for c := xiangqi.Red; c <= xiangqi.Black; c++ {
		own, enemy := s.pairings(c)
		s.own[c] = weights[own[0]] + weights[own[1]]
		s.enemy[c] = weights[enemy[0]] + weights[enemy[1]] + weights[enemy[2]] + weights[enemy[3]]
	}
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
			s.have[p&15]++
		}
	}
	s.pair()
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
		s.have[taken&15]--
		if taken.Kind() != xiangqi.Soldier {
			s.pair()
		}
	}
}
