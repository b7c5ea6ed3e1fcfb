//go:build !slim

package chess

import (
	"encoding/binary"

	"qikit.dev/qikit/lib/game"
)

// The stem of an entry of Stockfish's format .binpack has a position in 24 bytes: the occupied squares, the highest byte
// first, then four bits for the man on each, from a1 on, the first in the low half of a byte; then the move in two.
//
// Source: github.com/official-stockfish/nnue-pytorch, docs and lib/nnue_training_data_formats.h (the format, not code).

// binpackSize is the length of a position and a move.
const binpackSize = 26

// Codes of men beside those of a kind and a colour.
const (
	binpackPassed = 12 // a pawn that can be taken en passant
	binpackRook   = 13 // White's, which can castle; Black's is one more
	binpackKing   = 15 // Black's, who is to move
)

// Kinds of moves.
const (
	binpackPromotion = 1
	binpackCastling  = 2
	binpackPassant   = 3
)

// Binpack is the position with a legal move as .binpack has them; ok is false where the format cannot say them: for over 32
// men, and rights to castle of Chess960.
func (b *Board) Binpack(m game.Move) (packed [binpackSize]byte, ok bool) {
	occupied := b.occupied()
	if occupied.Len() > 32 || b.free {
		return packed, false
	}
	binary.BigEndian.PutUint64(packed[:], uint64(occupied))
	n := 0
	for x := occupied; x != 0; x = x.Rest() {
		packed[8+n/2] |= b.binpackMan(x.First()) << (n % 2 * 4)
		n++
	}
	binary.BigEndian.PutUint16(packed[24:], b.binpackMove(m))
	return packed, true
}

// binpackMan is the code of the man on a square.
func (b *Board) binpackMan(s Square) byte {
	p := b.cells[s]
	c := p.Color()
	switch p.Kind() {
	case Pawn:
		if b.passed != NoSquare && s == b.passed^8 {
			return binpackPassed
		}
	case Rook:
		if s == b.castles[c][left] || s == b.castles[c][right] {
			return binpackRook + byte(c)
		}
	case King:
		if c == Black && b.turn == Black {
			return binpackKing
		}
	}
	return byte(p.Kind()-Pawn)<<1 | byte(c)
}

// binpackMove is a legal move: two bits of its kind, six of its source, six of its target, the rook of a castling, and two of
// what a pawn becomes, knights as 0.
func (b *Board) binpackMove(m game.Move) uint16 {
	code := uint16(Source(m))<<8 | uint16(Target(m))<<2
	switch k := Promotion(m); {
	case k != NoKind:
		code |= binpackPromotion<<14 | uint16(k-Knight)
	case IsCastling(m):
		code |= binpackCastling << 14
	case Target(m) == b.passed && b.cells[Source(m)].Kind() == Pawn:
		code |= binpackPassant << 14
	}
	return code
}
