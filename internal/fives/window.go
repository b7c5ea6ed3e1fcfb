package fives

import (
	"sync"

	"qikit.dev/qikit/lib/goban"
)

// A lineOf is a line of the board, two bits a point: 1 for a black stone, 2 for a white one, 3 off the board. The
// point in place 0 has margin places before it.
type lineOf uint64

const (
	margin  = reach
	offside = 3
)

// lines of the board by direction, as gomoku.Steps has them, and by number.
const linesMost = 2*goban.SizeMax - 1

// spot is where a point lies on the line along one direction.
type spot struct{ line, place uint8 }

// spots are those of every point, by direction.
var spots = func() (table [goban.PointLimit][4]spot) {
	for row := range uint8(goban.SizeMax) {
		for column := range uint8(goban.SizeMax) {
			table[goban.PointAt(int(column), int(row))] = [4]spot{
				{row, column}, {column, row}, {row + goban.SizeMax - 1 - column, row}, {row + column, row},
			}
		}
	}
	return table
}()

// lens says how the window of a point is cut out of its line: the points up to a distance on either side, without the
// point itself. Where five or more win, no further than four away; else one more.
type lens struct {
	reach     int
	shift     int
	low, high uint32
	shapes    []uint8 // by window: Black's shape in the low four bits, White's in the high ones
}

func (l *lens) at(w lineOf, place int) uint8 {
	v := uint32(w >> (2*place + l.shift))
	return l.shapes[v&l.low|v>>2&l.high]
}

// lenses are by whether Black and White win with exactly five alone. Each is made when it is first asked for.
var lenses = func() (table [2][2]func() *lens) {
	for black := range 2 {
		for white := range 2 {
			table[black][white] = sync.OnceValue(func() *lens { return newLens(black, white) })
		}
	}
	return table
}()

func newLens(black, white int) *lens {
	const wide, narrow = 4 * reach, 4*reach - 4
	l := &lens{reach: reach - 1, shift: 2, low: 1<<(narrow/2) - 1}
	bits := narrow
	if black|white != 0 {
		l.reach, l.shift, l.low, bits = reach, 0, 1<<(wide/2)-1, wide
	}
	l.high = l.low << (bits / 2)
	l.shapes = make([]uint8, 1<<bits)
	var sides [2][]uint16 // half a window, as each side's digits
	for c := range sides {
		sides[c] = make([]uint16, 1<<(bits/2))
		for half := range sides[c] {
			sides[c][half] = uint16(halfOf(half, c, bits/4))
		}
	}
	t := [2]*[windows]Shape{tables[black](), tables[white]()}
	mask := 1<<(bits/2) - 1
	for w := range l.shapes {
		first, second := w&mask, w>>(bits/2)
		shape := func(c int) uint8 {
			before, after := int(sides[c][first]), int(sides[c][second])
			if bits == narrow { // what lies five away does not matter
				before = closed + 3*before
			}
			return uint8(t[c][before+powers[reach]*after])
		}
		l.shapes[w] = shape(0) | shape(1)<<4
	}
	return l
}

// halfOf turns half a window into a side's digits.
func halfOf(half, c, points int) (n int) {
	for i := range points {
		switch half >> (2 * i) & 3 {
		case 0:
		case c + 1:
			n += own * powers[i]
		default:
			n += closed * powers[i]
		}
	}
	return n
}
