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
	side     = 6
	points   = side * side
	ring     = 4 * side // slots of a circuit: four lines of six, a loop after each
	ringMask = 1<<ring - 1
)

var (
	// ofKind are the points of each kind.
	ofKind [kinds]uint64
	// slots are the slots that the pieces on nine points fill, by which nine and
	// what stands there: the small circuit's in the low half, the large one's in
	// the high half.
	slots [points / nine][1 << nine]uint64
)

const nine = 9

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
	var stops [points]uint64
	for circuit, line := range []int{1, 2} {
		far := side - 1 - line
		for i := range side {
			for k, p := range [4]int{line + side*i, i + side*far, far + side*(side-1-i), side - 1 - i + side*line} {
				stops[p] |= 1 << (32*circuit + side*k + i)
			}
		}
	}
	for part := range slots {
		for set := range slots[part] {
			for rest := uint(set); rest != 0; rest &= rest - 1 {
				slots[part][set] |= stops[part*nine+bits.TrailingZeros(rest)]
			}
		}
	}
}

// ringsOf are the slots that a set of pieces fills, see slots.
func ringsOf(pieces uint64) uint64 {
	const mask = 1<<nine - 1
	return slots[0][pieces&mask] | slots[1][pieces>>nine&mask] | slots[2][pieces>>(2*nine)&mask] | slots[3][pieces>>(3*nine)&mask]
}

// Count counts the features of a position.
func Count(b *surakarta.Board) (c Counts) {
	own, enemy := b.Pieces(b.Side()), b.Pieces(b.Side().Other())
	for k, on := range ofKind {
		c[k] = bits.OnesCount64(own&on) - bits.OnesCount64(enemy&on)
	}
	mine, all := ringsOf(own), ringsOf(own|enemy)
	c[InnerHeld], c[InnerFacing] = loops(uint32(mine), uint32(all))
	c[OuterHeld], c[OuterFacing] = loops(uint32(mine>>32), uint32(all>>32))
	c[Tempo] = 1
	return c
}

// loops looks at the four loops of a circuit: whose are the pieces nearest on
// both ends. own and all are the slots filled.
func loops(own, all uint32) (held, facing int) {
	if all == 0 {
		return 0, 0
	}
	for range 4 {
		// The loop lies between slot 23 and slot 0.
		before := int(own >> (31 - bits.LeadingZeros32(all)) & 1)
		after := int(own >> bits.TrailingZeros32(all) & 1)
		held += before + after - 1
		facing += before ^ after
		own, all = turned(own), turned(all)
	}
	return held, facing
}

// turned is a ring seen from the next line.
func turned(r uint32) uint32 { return (r>>side | r<<(ring-side)) & ringMask }
