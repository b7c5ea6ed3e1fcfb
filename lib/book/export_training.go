package book

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"qikit.dev/qikit/lib/game"
)

// plainNotation is the notation of moves in plain training text, where the
// game has it: that of the programs that read the format.
const plainNotation = "uci10"

// lesson is what the public NNUE trainers are told about a position: the best move,
// the score in hundredths, the ply from the initial position, and the result (1, 0,
// -1), all the mover's.
type lesson struct {
	board              game.Board // as FEN has it
	move               game.Move
	score, ply, result int
}

// lesson takes it from a record. ok is false without a move, a score or a result;
// with ExportOptions.Unknown records without a result count as drawn. ScoreOf turns the
// win rate of a tree search into a score.
func (x *export) lesson(r *Record) (l lesson, ok bool, err error) {
	if r.Best == nil || r.Score == nil && r.WinRate == nil || r.Result == nil && !x.o.Unknown {
		return l, false, nil
	}
	if l.ply = r.Ply; r.Score != nil {
		l.score = *r.Score
	} else {
		l.score = ScoreOf(*r.WinRate)
	}
	if r.Result != nil {
		l.result = int(2**r.Result) - 1
	}
	if l.board, err = x.book.Board(r.FEN); err != nil {
		return l, false, err
	}
	l.move, err = l.board.Parse(*r.Best)
	return l, err == nil, err
}

// writePlain writes lessons as text.
func writePlain(x *export, dst []byte, r *Record) ([]byte, error) {
	l, ok, err := x.lesson(r)
	if !ok {
		return dst, err
	}
	text := *r.Best
	if slices.Contains(l.board.Notations(), plainNotation) {
		if text, err = l.board.Format(l.move, plainNotation); err != nil {
			return dst, err
		}
	}
	return fmt.Appendf(dst, "fen %s\nmove %s\nscore %d\nply %d\nresult %d\ne\n", r.FEN, text, l.score, l.ply, l.result), nil
}

// packer is a board of a game that the trainers have a packed format for.
type packer interface {
	// Packed is the position; ok is false where the format cannot say it.
	Packed() (packed [64]byte, ok bool)
	PackedMove(m game.Move) uint16
}

// packedMate bounds a packed score: what the trainers take for mate at once.
const packedMate = 32000

// packs refuses books of games that the trainers have no packed format for.
func packs(b *Book) error {
	start, err := b.Board("")
	if err != nil {
		return err
	}
	if _, ok := start.(packer); !ok {
		return fmt.Errorf("%w: bin does not serve %s", ErrFormat, b.job.Game)
	}
	return nil
}

// writeBin writes lessons of 72 bytes each: the position, then score, move and ply of
// two bytes, the lowest first, the result and a zero. Positions that the format cannot
// say are left out.
func writeBin(x *export, dst []byte, r *Record) ([]byte, error) {
	l, ok, err := x.lesson(r)
	if !ok {
		return dst, err
	}
	b := l.board.(packer)
	packed, ok := b.Packed()
	if !ok {
		return dst, nil
	}
	dst = append(dst, packed[:]...)
	dst = binary.LittleEndian.AppendUint16(dst, uint16(min(max(l.score, -packedMate), packedMate)))
	dst = binary.LittleEndian.AppendUint16(dst, b.PackedMove(l.move))
	dst = binary.LittleEndian.AppendUint16(dst, uint16(min(l.ply, math.MaxUint16)))
	return append(dst, byte(l.result), 0), nil
}
