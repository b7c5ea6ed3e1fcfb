package xiangqi

import "qikit.dev/qikit/internal/rng"

// Zobrist numbers: a position's key is the exclusive or of those of its
// pieces, and of turnKey when Black is to move. They are part of what a
// transposition table or a book may store, so the seed never changes.
var (
	pieceKeys [16][squares]uint64
	turnKey   uint64
)

func init() {
	source := rng.New(0x7869616e677169) // "xiangqi"
	for _, c := range [...]Color{Red, Black} {
		for k := King; k <= Soldier; k++ {
			for s := range pieceKeys[0] {
				pieceKeys[NewPiece(c, k)][s] = source.Uint64()
			}
		}
	}
	turnKey = source.Uint64()
}

// freshKey computes from scratch what Play and Undo keep up to date.
func (b *Board) freshKey() uint64 {
	var key uint64
	for s, p := range b.cells {
		if p != NoPiece {
			key ^= pieceKeys[p][s]
		}
	}
	if b.turn == Black {
		key ^= turnKey
	}
	return key
}
