package sgcp

import (
	"fmt"
	"strconv"
)

// Coord is a point of a board or a pass (section 5.4). A GTP vertex ("Q16") names a
// point by itself. An SGF pair ("pd") counts its rows from the top, so which point it
// is depends on the board's size: see On.
type Coord int16

// Pass is a move that places no stone.
const Pass Coord = -1

// A point is row*coordStride + column, both from 0 at A1. A point that was read from
// an SGF pair counts its row from the top and has coordTop set.
const (
	coordStride = 32
	coordTop    = 1 << 10
)

// columns are the letters of GTP vertices, which leave out I. A text may name any of
// them; On refuses those that the board does not have.
const columns = "ABCDEFGHJKLMNOPQRSTUVWXYZ"

// At is the point in a column, counted from the left, and a row, counted from the
// bottom, both 0 to 24.
func At(column, row int) Coord { return Coord(row*coordStride + column) }

// Column counts from 0 at the left. It has no meaning for Pass.
func (c Coord) Column() int { return int(c) % coordStride }

// Row counts from 0 at the bottom. It has no meaning for Pass, nor for an SGF pair
// that On has not seen.
func (c Coord) Row() int { return int(c&^coordTop) / coordStride }

// Index counts the points of a board of that size from A1 along the rows, as the
// position hash does. The point must come from On with the same size.
func (c Coord) Index(size int) int { return c.Row()*size + c.Column() }

// On is the point on a board of size by size points, with its row counted from the
// bottom. A pass is a pass on every board. ErrOffBoard for a point that the board
// does not have.
func (c Coord) On(size int) (Coord, error) {
	if c == Pass {
		return c, nil
	}
	column, row := c.Column(), c.Row()
	if c < 0 || size < 1 || size > SizeMax || column >= size || row >= size {
		return c, fmt.Errorf("%w: %v on %dx%d, expected A1 to %v", ErrOffBoard, c, size, size, At(min(max(size, 1), SizeMax)-1, min(max(size, 1), SizeMax)-1))
	}
	if c&coordTop != 0 {
		row = size - 1 - row
	}
	return At(column, row), nil
}

// String is the GTP vertex in upper case, "PASS", or the SGF pair of a point
// that was read from one.
func (c Coord) String() string { return written(appendCoord(nil, c)) }

func appendCoord(dst []byte, c Coord) ([]byte, bool) {
	switch column, row := c.Column(), c.Row(); {
	case c == Pass:
		return append(dst, "PASS"...), true
	case c < 0 || column >= 26 || row >= 26 || c >= 2*coordTop:
		return append(dst, '?'), false
	case c&coordTop != 0:
		return append(dst, 'a'+byte(column), 'a'+byte(row)), true
	case column >= len(columns) || row >= len(columns):
		return append(dst, '?'), false
	default:
		return strconv.AppendInt(append(dst, columns[column]), int64(row+1), 10), true
	}
}

// ParseCoord reads a GTP vertex, an SGF pair or "PASS", in any case. On tells whether
// a board has the point. ErrParameter.
func ParseCoord(text string) (Coord, error) { return parse(&coordKind, text) }

func parseCoord(text []byte) (Coord, bool) {
	if len(text) < 2 || len(text) > 4 {
		return 0, false
	}
	if isWord(text, "pass") {
		return Pass, true
	}
	column := text[0]&^0x20 - 'A'
	if column > 25 {
		return 0, false
	}
	if row := text[1]&^0x20 - 'A'; row <= 25 && text[1] >= 'A' {
		return coordTop | At(int(column), int(row)), len(text) == 2
	}
	row := int(text[1]) - '0'
	if row < 1 || row > 9 || column == 'I'-'A' || len(text) > 3 {
		return 0, false
	}
	if len(text) == 3 {
		unit := int(text[2]) - '0'
		if unit < 0 || unit > 9 {
			return 0, false
		}
		row = row*10 + unit
	}
	if column > 'I'-'A' {
		column-- // there is no I
	}
	return At(int(column), row-1), row <= len(columns)
}
