package surakarta

import (
	"math/bits"

	"qikit.dev/qikit/lib/game"
)

// Rules are the options under which the board is played.
func (b *Board) Rules() Options { return b.options }

// CapturesOf appends the captures of a side with those pieces against those of
// the enemy (bit p for point p; the two must not overlap), as Board.Captures
// does for a board on which the own starting point counts as empty. It is for
// programs that go through placements by the million: about 150 ns, no
// allocation.
func CapturesOf(own, enemy uint64, dst []game.Move) []game.Move {
	var b Board
	b.own = [2]set{Black: own, White: enemy}
	for side, set := range b.own {
		for ; set != 0; set &= set - 1 {
			b.rings[side] |= stops[bits.TrailingZeros64(set)]
		}
	}
	return b.Captures(dst)
}
