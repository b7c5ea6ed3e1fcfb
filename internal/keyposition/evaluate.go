package keyposition

import (
	"math/bits"

	"qikit.dev/qikit/lib/surakarta"
)

// Terms is an evaluation: the four terms unweighted, and their weighted total.
type Terms struct {
	Extent, Position, Dynamic, Potential, Total int
	Phase                                       Phase
}

// RoleOf is the role of the side to move: front when it moved first.
func RoleOf(b *surakarta.Board) Role { return Role(b.Ply() & 1) }

// point sets, bit p for point p.
var (
	corners   = set("a1", "a6", "f1", "f6")
	outerLine = circuit(2)
	innerLine = circuit(1)
)

// crossings of the circuits: a point and its two neighbours that count.
type crossing struct {
	at    uint
	sides uint64
}

var (
	// outer intersections with the orthogonal neighbours that are none
	outerCrossings = [4]crossing{
		{at("c3"), set("b3", "c2")}, {at("d3"), set("e3", "d2")}, {at("c4"), set("b4", "c5")}, {at("d4"), set("e4", "d5")},
	}
	// inner intersections with their neighbours on the edge
	innerCrossings = [4]crossing{
		{at("b2"), set("a2", "b1")}, {at("e2"), set("f2", "e1")}, {at("b5"), set("a5", "b6")}, {at("e5"), set("f5", "e6")},
	}
)

func at(name string) uint { return uint(name[1]-'1')*6 + uint(name[0]-'a') }

func set(names ...string) (s uint64) {
	for _, name := range names {
		s |= 1 << at(name)
	}
	return s
}

// circuit is the set of points on the files and ranks that are line steps from
// the edges.
func circuit(line uint) (s uint64) {
	for i := range uint(6) {
		for _, k := range [2]uint{line, 5 - line} {
			s |= 1<<(k*6+i) | 1<<(i*6+k)
		}
	}
	return s
}

// tableOf is a table's sum over a set of pieces.
func tableOf(table *[36]int, pieces uint64) (sum int) {
	for ; pieces != 0; pieces &= pieces - 1 {
		sum += table[bits.TrailingZeros64(pieces)]
	}
	return sum
}

// Simple is the evaluation of strategy 101 for a side: pieces and the one table.
func (v *Values) Simple(b *surakarta.Board, side surakarta.Side) int {
	return v.Own(b, side) - v.Own(b, side.Other())
}

// Own is a side's own part of Simple: its pieces, and the table at their points.
func (v *Values) Own(b *surakarta.Board, side surakarta.Side) int {
	pieces := b.Pieces(side)
	return v.Piece*bits.OnesCount64(pieces) + tableOf(&v.Points, pieces)
}

// Evaluate is the evaluation of strategy 106 for a side in a role.
func (v *Values) Evaluate(b *surakarta.Board, side surakarta.Side, role Role) Terms {
	us, them := b.Pieces(side), b.Pieces(side.Other())
	var t Terms
	if bits.OnesCount64(us|them) <= endgamePieces {
		t.Phase = Endgame
	}
	t.Extent = pieceValue[t.Phase] * (bits.OnesCount64(us) - bits.OnesCount64(them))

	table := &positionTables[role][t.Phase]
	outer, inner := outerMark[role], innerMark[role]
	if (us|them)&corners == 0 {
		outer, inner = openCornersMark, openCornersMark
	}
	t.Position = tableOf(table, us) - tableOf(table, them) +
		outer*(bits.OnesCount64(us&outerLine)-bits.OnesCount64(them&outerLine)) +
		inner*(bits.OnesCount64(us&innerLine)-bits.OnesCount64(them&innerLine))

	for i := range outerCrossings {
		c := &outerCrossings[i]
		switch {
		case us>>c.at&1 != 0 && c.sides&them == c.sides:
			t.Dynamic += dynamicPrize
		case them>>c.at&1 != 0 && c.sides&us == c.sides:
			t.Dynamic -= dynamicPrize
		}
	}
	for i := range innerCrossings {
		c := &innerCrossings[i]
		on := us>>c.at&1 + them>>c.at&1*enemy
		t.Potential += potentials[on][bits.OnesCount64(us&c.sides)][bits.OnesCount64(them&c.sides)]
	}
	k := &v.Weights[role][t.Phase]
	t.Total = t.Extent*k[0] + t.Position*k[1] + t.Dynamic*k[2] + t.Potential*k[3]
	return t
}
