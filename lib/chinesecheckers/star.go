package chinesecheckers

import (
	"math/bits"
	"strconv"
)

// Point is a point of the star, 0 to 120: row by row from the top, each from the left.
type Point uint8

const (
	points     = 121
	rows       = 17
	columns    = 25 // half steps
	corners    = 6
	pieces     = 10
	inside     = 4       // the furthest that a point of the hexagon lies from its middle
	none       = points  // no point
	directions = corners // a point has as many neighbours as the star has corners
)

// seatSets are the corners on which so many players sit, in order of play.
var seatSets = [corners + 1][]int{2: {0, 3}, 3: {0, 2, 4}, 4: {0, 1, 3, 4}, 6: {0, 1, 2, 3, 4, 5}}

// star is the geometry of the board.
var star struct {
	row, column [points]int // row from the top
	at          [rows][columns]Point
	off         []bool // points of the rectangle that the star lacks
	near        [points][directions]Point
	turned      [corners][points]Point // by so many corners, clockwise
	mirrored    [points]Point          // left and right exchanged
	corner      [points]int8           // in which corner a point lies, -1 for none
	home        [corners]set
	ahead       [corners][points]int8 // steps from the tip of the corner's target
}

// cube are the three coordinates of a point whose sum is 0: along each a neighbour lies one
// further, one nearer or as far.
func cube(row, column int) [3]int {
	up, right := rows/2-row, column-columns/2
	return [3]int{up, (right - up) / 2, -(right + up) / 2}
}

// within says whether the coordinates are those of a point of the star: of one of its two
// triangles.
func within(c [3]int) bool {
	return max(c[0], c[1], c[2]) <= inside || min(c[0], c[1], c[2]) >= -inside
}

// cornerOf is the corner of a point, clockwise from the south.
func cornerOf(c [3]int) int8 {
	for corner, seen := range [corners]int{-c[0], c[2], -c[1], c[0], -c[2], c[1]} {
		if seen > inside {
			return int8(corner)
		}
	}
	return -1
}

// turn turns coordinates clockwise by one corner.
func turn(c [3]int) [3]int { return [3]int{-c[1], -c[2], -c[0]} }

// pointOn is the point with these coordinates, none outside the star.
func pointOn(c [3]int) Point {
	row, column := rows/2-c[0], columns/2+2*c[1]+c[0]
	if row < 0 || row >= rows || column < 0 || column >= columns {
		return none
	}
	return star.at[row][column]
}

func init() {
	star.off = make([]bool, rows*columns)
	n := Point(0)
	for row := range rows {
		for column := range columns {
			star.at[row][column] = none
			if (row+column)%2 != 0 || !within(cube(row, column)) {
				star.off[row*columns+column] = true
				continue
			}
			star.at[row][column] = n
			star.row[n], star.column[n] = row, column
			n++
		}
	}
	for p := range Point(points) {
		c := cube(star.row[p], star.column[p])
		star.corner[p] = cornerOf(c)
		if k := star.corner[p]; k >= 0 {
			star.home[k].put(p)
		}
		star.mirrored[p] = pointOn([3]int{c[0], c[2], c[1]})
		step, tip := [3]int{1, -1, 0}, [3]int{2 * inside, -inside, -inside}
		for k := range corners {
			star.turned[k][p] = pointOn(c)
			c = turn(c)
		}
		for k := range corners {
			star.near[p][k] = pointOn([3]int{c[0] + step[0], c[1] + step[1], c[2] + step[2]})
			star.ahead[k][p] = int8(max(abs(c[0]-tip[0]), abs(c[1]-tip[1]), abs(c[2]-tip[2])))
			step, tip = turn(step), turn(tip)
		}
	}
}

func abs(n int) int { return max(n, -n) }

// String is the name of the point, "m1".
func (p Point) String() string {
	return string(rune('a'+star.column[p])) + strconv.Itoa(rows-star.row[p])
}

// Ahead is how many steps a point lies from the far tip of the target of a seat, a corner.
func Ahead(seat int, p Point) int { return int(star.ahead[seat][p]) }

// set is a set of points.
type set [2]uint64

func (s *set) put(p Point)      { s[p>>6] |= 1 << (p & 63) }
func (s *set) take(p Point)     { s[p>>6] &^= 1 << (p & 63) }
func (s *set) has(p Point) bool { return s[p>>6]>>(p&63)&1 != 0 }
func (s set) meets(t set) bool  { return s[0]&t[0]|s[1]&t[1] != 0 }
func (s set) covers(t set) bool { return t[0]&^s[0]|t[1]&^s[1] == 0 }

// common counts the points of both sets.
func (s set) common(t set) int {
	return bits.OnesCount64(s[0]&t[0]) + bits.OnesCount64(s[1]&t[1])
}

// list appends the points of the set, in order.
func (s set) list(dst []Point) []Point {
	for word, left := range s {
		for ; left != 0; left &= left - 1 {
			dst = append(dst, Point(word*64+bits.TrailingZeros64(left)))
		}
	}
	return dst
}
