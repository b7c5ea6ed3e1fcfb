package tables

import "math/bits"

const (
	side       = 6
	points     = side * side
	symmetries = 8
)

// set is a set of points, bit p for point p = file + 6*rank, as in
// lib/surakarta.
type set = uint64

var (
	// turned is where each point goes: bit 0 of the symmetry exchanges left and
	// right, bit 1 up and down, bit 2 then files and ranks.
	turned [symmetries][points]uint8
	// near are the up to eight neighbours of a point, to which a piece steps.
	near [points]set
)

func init() {
	for p := range points {
		f, r := p%side, p/side
		for v := range symmetries {
			x, y := f, r
			if v&1 != 0 {
				x = side - 1 - x
			}
			if v&2 != 0 {
				y = side - 1 - y
			}
			if v&4 != 0 {
				x, y = y, x
			}
			turned[v][p] = uint8(x + side*y)
		}
		for q := range points {
			df, dr := f-q%side, r-q/side
			if p != q && df*df <= 1 && dr*dr <= 1 {
				near[p] |= 1 << q
			}
		}
	}
}

// turn is the set seen through a symmetry.
func turn(s set, v uint8) (seen set) {
	for ; s != 0; s &= s - 1 {
		seen |= 1 << turned[v][bits.TrailingZeros64(s)]
	}
	return seen
}
