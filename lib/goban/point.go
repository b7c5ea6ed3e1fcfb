package goban

import (
	"fmt"
	"strconv"
	"strings"

	"qikit.dev/qikit/lib/game"
)

// Color is a player, or what a point holds.
type Color uint8

const (
	Black Color = iota
	White
	Empty
	edge // around the board
)

// Other is the opponent of a player.
func (c Color) Other() Color { return c ^ 1 }

// String is "black", "white" or "empty".
func (c Color) String() string { return [...]string{"black", "white", "empty", "edge"}[c&3] }

// Letter is how position texts write it: X, O or ".".
func (c Color) Letter() byte { return "XO.#"[c&3] }

// Sizes of a board, in points along a side.
const (
	SizeMin = 2
	SizeMax = 19
)

// Point is a point of a board. Its number does not depend on the board's size:
// C5 is the same Point on every board that has it.
type Point uint16

// NoPoint is no point of any board.
const NoPoint Point = 0

// Points are numbered row by row from the bottom, one point of edge to the left
// of each row, which is also the right edge of the row below.
const stride = SizeMax + 1

// PointLimit is above every Point: the length of an array by Point.
const PointLimit = stride * (SizeMax + 2)

// PointAt is the point in that column from the left and row from the bottom,
// both from 0.
func PointAt(column, row int) Point { return Point((row+1)*stride + column + 1) }

// Neighbours are the points beside p; some may be off the board.
func (p Point) Neighbours() [4]Point { return [4]Point{p - stride, p - 1, p + 1, p + stride} }

// Around leads from a point to the eight around it, by rows; the opposite of
// Around[i] is Around[7-i].
var Around = [8]int{-stride - 1, -stride, -stride + 1, -1, 1, stride - 1, stride, stride + 1}

// AroundSeen is where in Around the place lies that a symmetry, see [Point.Seen],
// brings to i.
func AroundSeen(i, symmetry int) int {
	const center = 4
	if i >= center {
		i++
	}
	p := PointAt(i%3, i/3).Seen(symmetry, 3)
	if i = p.Row()*3 + p.Column(); i > center {
		i--
	}
	return i
}

// Column counts from 0 at the left.
func (p Point) Column() int { return int(p)%stride - 1 }

// Row counts from 0 at the bottom.
func (p Point) Row() int { return int(p)/stride - 1 }

// columnLetters leave out I.
const columnLetters = "ABCDEFGHJKLMNOPQRST"

// String is the point's name, "C5"; "-" for NoPoint.
func (p Point) String() string {
	if p == NoPoint {
		return "-"
	}
	return columnLetters[p.Column():p.Column()+1] + strconv.Itoa(p.Row()+1)
}

// Tengen says whether a text names the centre of a board in Chinese, 天元, and which point
// it is: a board has one when its size is odd.
func Tengen(text string, size int) (Point, bool) {
	return PointAt(size/2, size/2), text == "天元" && size%2 == 1
}

// ParsePoint reads a point of a board of that size, "C5" or "c5". The error
// wraps game.ErrMoveText.
func ParsePoint(text string, size int) (Point, error) {
	if len(text) >= 2 && len(text) <= 3 && text[1] != '0' && text[1] != '+' {
		column := strings.IndexByte(columnLetters, text[0]&^0x20)
		row, err := strconv.Atoi(text[1:])
		if err == nil && column >= 0 && column < size && row >= 1 && row <= size {
			return PointAt(column, row-1), nil
		}
	}
	return NoPoint, fmt.Errorf("%w: %q, expected a column A to %c (no I) and a row 1 to %d, such as %v",
		game.ErrMoveText, text, columnLetters[size-1], size, PointAt(size/2, size/2))
}
