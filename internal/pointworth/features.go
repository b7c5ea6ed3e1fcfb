package pointworth

import (
	"math/bits"

	"qikit.dev/qikit/lib/surakarta"
)

// What is counted: for the six kinds of points, which the eight symmetries make
// of 36, and for the loops, how much more the side to move has than the other.
// The facing features and the tempo are counts of the board, for who moves.
const (
	Corner      = iota // a1: on no circuit
	InnerEnd           // b1: next to a small loop
	OuterEnd           // c1: next to a large loop
	InnerCross         // b2: the small circuit crosses itself
	MixedCross         // c2: the circuits cross
	OuterCross         // c3: the large circuit crosses itself
	InnerHeld          // small loops with own pieces nearest on both ends
	OuterHeld          // large loops likewise
	InnerFacing        // small loops with pieces of both sides nearest: either may take
	OuterFacing        // large loops likewise
	Tempo              // 1
	Features

	kinds = InnerHeld
)

// Counts of the features, from the side to move.
type Counts [Features]int

const (
	side   = 6
	points = side * side
	ring   = 4 * side // slots of a circuit: four lines of six, a loop after each
)

// ofKind are the points of each kind.
var ofKind [kinds]uint64

func init() {
	for p := range points {
		// Distance of file and rank to the nearest edge, the smaller one first.
		f, r := min(p%side, side-1-p%side), min(p/side, side-1-p/side)
		near, far := min(f, r), max(f, r)
		kind := [...]int{Corner, InnerEnd, OuterEnd}[far]
		switch {
		case near == 1:
			kind = [...]int{0, InnerCross, MixedCross}[far]
		case near == 2:
			kind = OuterCross
		}
		ofKind[kind] |= 1 << p
	}
}

// Count counts the features of a position.
func Count(b *surakarta.Board) (c Counts) {
	c.of(b)
	return c
}

func (c *Counts) of(b *surakarta.Board) {
	mover := b.Side()
	own, enemy := b.Pieces(mover), b.Pieces(mover.Other())
	// Without loops here and below: as WebAssembly, each round of one is a computed jump.
	c[Corner] = more(own, enemy, &ofKind[Corner])
	c[InnerEnd] = more(own, enemy, &ofKind[InnerEnd])
	c[OuterEnd] = more(own, enemy, &ofKind[OuterEnd])
	c[InnerCross] = more(own, enemy, &ofKind[InnerCross])
	c[MixedCross] = more(own, enemy, &ofKind[MixedCross])
	c[OuterCross] = more(own, enemy, &ofKind[OuterCross])
	mine := b.Slots(mover)
	all := mine | b.Slots(mover.Other())
	c[InnerHeld], c[InnerFacing] = loops(uint32(mine), uint32(all))
	c[OuterHeld], c[OuterFacing] = loops(uint32(mine>>32), uint32(all>>32))
	c[Tempo] = 1
}

// more is how many more of those points one side has.
func more(own, enemy uint64, on *uint64) int {
	return bits.OnesCount64(own&*on) - bits.OnesCount64(enemy&*on)
}

// loops looks at the four loops of a circuit: whose are the pieces nearest on
// both ends. own and all are the slots filled.
func loops(own, all uint32) (held, facing int) {
	if all == 0 {
		return 0, 0
	}
	// Twice round, so that either way from a loop there is a whole lap.
	owns, alls := uint64(own)<<ring|uint64(own), uint64(all)<<ring|uint64(all)
	h0, f0 := ends(owns, alls, 0)
	h1, f1 := ends(owns, alls, side)
	h2, f2 := ends(owns, alls, 2*side)
	h3, f3 := ends(owns, alls, 3*side)
	return h0 + h1 + h2 + h3, f0 + f1 + f2 + f3
}

// ends looks at the loop before a slot.
func ends(owns, alls uint64, slot int) (held, facing int) {
	after := int(owns >> slot >> bits.TrailingZeros64(alls>>slot) & 1)
	slot += ring
	before := int(owns << (64 - slot) << bits.LeadingZeros64(alls<<(64-slot)) >> 63)
	return before + after - 1, before ^ after
}
