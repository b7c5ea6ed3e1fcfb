package book

import (
	"encoding/binary"
	"fmt"

	"qikit.dev/qikit/lib/game"
)

// binpacker is a board of a game that .binpack serves.
type binpacker interface {
	// Binpack is the position and a legal move; ok is false where the format cannot say them.
	Binpack(m game.Move) (packed [26]byte, ok bool)
	Quiet() int
}

// binpackPly is the last ply that there are bits for.
const binpackPly = 1<<14 - 1

// binpacks says whether .binpack serves the book's game.
func binpacks(b *Book) error {
	start, err := b.Board("")
	if err != nil {
		return err
	}
	if _, ok := start.(binpacker); !ok {
		return fmt.Errorf("%w: binpack does not serve %s", ErrFormat, b.job.Game)
	}
	return nil
}

// binpackNumber is a number of 16 bits with its sign in the lowest one, in which small
// numbers of both signs are small.
func binpackNumber(n int) uint16 {
	if n < 0 {
		return uint16(^n)<<1 | 1
	}
	return uint16(n) << 1
}

// writeBinpack writes lessons of 34 bytes each: the position and the move, then score, ply
// with the result in its two highest bits, plies without a capture or a pawn's move, and
// how many moves follow: none, as the positions of a book do not follow each other. Each
// number has two bytes, the highest first. Positions that the format cannot say are left
// out.
func writeBinpack(x *export, dst []byte, r *Record) ([]byte, error) {
	l, ok, err := x.lesson(r)
	if !ok {
		return dst, err
	}
	b := l.board.(binpacker)
	packed, ok := b.Binpack(l.move)
	if !ok {
		return dst, nil
	}
	dst = append(dst, packed[:]...)
	for _, n := range [...]uint16{
		binpackNumber(min(max(l.score, -packedMate), packedMate)), uint16(min(l.ply, binpackPly)) | binpackNumber(l.result)<<14, uint16(b.Quiet()), 0,
	} {
		dst = binary.BigEndian.AppendUint16(dst, n)
	}
	return dst, nil
}
