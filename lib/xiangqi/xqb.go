package xiangqi

import (
	"fmt"
	"slices"

	"qikit.dev/qikit/lib/game"
)

// The public opening-book format .xqb is an SQLite table whose key is the
// board itself: seen by the player to move (half a rotation when that is
// Black), mirrored when the first pair of points that differ from left to
// right, row by row from the far side, has the greater code on the right, and
// packed bit by bit, the highest first: 0 for an empty point, 1 and four bits
// of code for a piece. An empty point counts as -1 in the comparison.
//
// Source: github.com/fisherfan/xqbook, main.c and book.xqb, and its reader
// zyk17/77xiangqi_tui, src/book/xqb.rs (the format's description, not code).

// xqbCodes are the codes of the mover's pieces; the opponent's are 8 more.
var xqbCodes = [8]int8{Rook: 1, Horse: 2, Elephant: 3, Advisor: 4, King: 5, Cannon: 6, Soldier: 7}

// xqbEmpty is the code of a point without a piece, for comparisons.
const xqbEmpty = -1

// xqbPoint is the point that the format's row and column mean in a view: row 0
// is the far side, column 0 the left.
func xqbPoint(v game.View, row, column int) Square {
	return seen(v, SquareAt(column, ranks-1-row))
}

// xqbView is how the format looks at the position.
func (b *Board) xqbView() game.View {
	v := game.View{Turn: int(b.turn)}
	for row := range ranks {
		for column := range files / 2 {
			left, right := b.xqbCode(v, row, column), b.xqbCode(v, row, files-1-column)
			if left != right {
				if right > left {
					v.Symmetry = 1
				}
				return v
			}
		}
	}
	return v
}

func (b *Board) xqbCode(v game.View, row, column int) int8 {
	p := b.cells[xqbPoint(v, row, column)]
	switch {
	case p == NoPiece:
		return xqbEmpty
	case p.Color() == b.turn:
		return xqbCodes[p.Kind()]
	}
	return xqbCodes[p.Kind()] + 8
}

// BookKey is the position's key in an .xqb opening book: equal for positions
// that differ by colours or by left and right only.
func (b *Board) BookKey() []byte {
	v := b.xqbView()
	key := make([]byte, 0, 32)
	var bits uint64
	n := 0
	for row := range ranks {
		for column := range files {
			if code := b.xqbCode(v, row, column); code == xqbEmpty {
				bits, n = bits<<1, n+1
			} else {
				bits, n = bits<<5|1<<4|uint64(code), n+5
			}
			for ; n >= 8; n -= 8 {
				key = append(key, byte(bits>>(n-8)))
			}
		}
	}
	if n > 0 {
		key = append(key, byte(bits<<(8-n)))
	}
	return key
}

// BookPosition is the text of the position that a key of an .xqb opening book stands
// for, as the player to move sees it: that player is red. The error wraps
// [game.ErrPosition].
func (*Board) BookPosition(key []byte) (position string, err error) {
	n := 0
	take := func(bits int) (number int) {
		for range bits {
			number <<= 1
			if n < 8*len(key) {
				number |= int(key[n/8]>>(7-n%8)) & 1
			}
			n++
		}
		return number
	}
	var b Board
	b.number = 1
	for row := range ranks {
		for column := range files {
			if take(1) == 0 {
				continue
			}
			code := int8(take(4))
			kind := slices.Index(xqbCodes[:], code&7)
			if kind == 0 {
				return "", fmt.Errorf("%w: code %d of a piece in key %x, expected 1 to 7 or 9 to 15", game.ErrPosition, code, key)
			}
			b.cells[xqbPoint(game.View{}, row, column)] = NewPiece(Color(code>>3), Kind(kind))
		}
	}
	if bytes := (n + 7) / 8; len(key) != bytes || take(8*bytes-n) != 0 {
		return "", fmt.Errorf("%w: key %x of %d bytes, expected %d and zeros after the last point", game.ErrPosition, key, len(key), bytes)
	}
	return b.Position(), nil
}

// BookMove is a legal move's code in an .xqb opening book, in the view of
// BookKey: four bits each of the row and the column where it starts and of
// those where it ends.
func (b *Board) BookMove(m game.Move) int {
	v := b.xqbView()
	code := func(s Square) int {
		s = seen(v, s)
		return (ranks-1-s.Rank())<<4 | s.File()
	}
	return code(Source(m))<<8 | code(Target(m))
}
