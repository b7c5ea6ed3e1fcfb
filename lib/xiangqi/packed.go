package xiangqi

import (
	"fmt"
	"slices"

	"qikit.dev/qikit/lib/game"
)

// The packed position of the public NNUE trainers is a string of 512 bits, each number
// and each byte with its lowest bit first: the side to move; the points of red's and
// black's king, seven bits each; the other points from black's left to red's right, 0
// for an empty one, five bits of code and one of colour for a piece; pieces in hand and
// other rights that Xiangqi does not have, all 0; plies without a capture, number of
// the move. Points count from red's left, row by row.
//
// Source: github.com/fairy-stockfish/variant-nnue-tools, src/tools/sfen_packer.cpp
// (the format's description, not code).

// PackedSize is the length of a packed position in bytes.
const PackedSize = 64

const (
	packedRights = 75  // bits that stay 0: seven kinds in two hands, castling, en passant
	packedQuiet  = 127 // the most plies without a capture that the format can say
	packedFiles  = 12  // the trainers' boards are wider than ours where moves are concerned
)

// packedCodes are those of the pieces beside the king, all odd.
var packedCodes = [8]int{Rook: 1, Advisor: 3, Cannon: 5, Soldier: 7, Horse: 9, Elephant: 11}

// bitString takes numbers with the lowest bit first. It counts what is beyond its end, too, and loses it.
type bitString struct {
	data [PackedSize]byte
	n    int
}

func (s *bitString) add(number, bits int) {
	for i := range bits {
		if s.n < 8*PackedSize {
			s.data[s.n/8] |= byte(number>>i&1) << (s.n % 8)
		}
		s.n++
	}
}

// take is the next number; what is beyond the end is 0.
func (s *bitString) take(bits int) (number int) {
	for i := range bits {
		if s.n < 8*PackedSize {
			number |= int(s.data[s.n/8]>>(s.n%8)&1) << i
		}
		s.n++
	}
	return number
}

// Packed is the position as the public NNUE trainers pack it; ok is false without
// both kings, and with more than 62 other men, for whom there is no room. More plies without a capture than 127 are written as 127.
func (b *Board) Packed() (packed [PackedSize]byte, ok bool) {
	var s bitString
	s.add(int(b.turn), 1)
	for _, c := range []Color{Red, Black} {
		if b.kings[c] == NoSquare {
			return packed, false
		}
		s.add(int(b.kings[c]), 7)
	}
	for rank := ranks - 1; rank >= 0; rank-- {
		for file := range files {
			switch p := b.cells[SquareAt(file, rank)]; p.Kind() {
			case NoKind:
				s.add(0, 1)
			case King:
			default:
				s.add(packedCodes[p.Kind()], 5)
				s.add(int(p.Color()), 1)
			}
		}
	}
	s.n += packedRights
	quiet := min(b.quiet, packedQuiet)
	s.add(quiet, 6)
	s.add(b.number, 16)
	s.add(quiet>>6, 1) // a later addition of the format
	return s.data, s.n <= 8*PackedSize
}

// Unpacked is the text of a position that the public NNUE trainers packed. The error
// wraps [game.ErrPosition].
func (*Board) Unpacked(packed [PackedSize]byte) (position string, err error) {
	s := bitString{data: packed}
	var b Board
	b.turn = Color(s.take(1))
	for _, c := range []Color{Red, Black} {
		at := s.take(7)
		if at >= squares || b.cells[at] != NoPiece {
			return "", fmt.Errorf("%w: a packed %s king on point %d, expected a point of its own under %d", game.ErrPosition, c, at, squares)
		}
		b.cells[at] = NewPiece(c, King)
	}
	for rank := ranks - 1; rank >= 0; rank-- {
		for file := range files {
			at := SquareAt(file, rank)
			if b.cells[at] != NoPiece || s.take(1) == 0 {
				continue
			}
			code := s.take(4)<<1 | 1
			kind := slices.Index(packedCodes[:], code)
			if kind < 0 {
				return "", fmt.Errorf("%w: code %d of a packed piece on %s, expected one of %v", game.ErrPosition, code, at, packedCodes[Advisor:])
			}
			b.cells[at] = NewPiece(Color(s.take(1)), Kind(kind))
		}
	}
	for range packedRights {
		if s.take(1) != 0 {
			return "", fmt.Errorf("%w: pieces in hand or rights in a packed position, expected none", game.ErrPosition)
		}
	}
	b.quiet = s.take(6)
	b.number = min(max(1, s.take(16)), maxCounter)
	b.quiet |= s.take(1) << 6
	return b.Position(), nil
}

// PackedMove is a move as the public NNUE trainers pack it: seven bits each of where
// it starts and where it ends.
func (b *Board) PackedMove(m game.Move) uint16 {
	code := func(s Square) uint16 { return uint16(s.Rank()*packedFiles + s.File()) }
	return code(Source(m))<<7 | code(Target(m))
}
