package rollout

import (
	"sync"

	"qikit.dev/qikit/lib/goban"
)

const (
	// stride is from a point to the one above it.
	stride = goban.SizeMax + 1
	// points is over the number of any point and of those around it.
	points = 512
	// edge is the color of a point outside the board.
	edge = goban.Empty + 1
	// codes is the number of codes of eight points with two bits each.
	codes = 1 << 16
)

// Patterns is the number of patterns: of the eight points around a point of any
// board, seen from the side to move, mirror images and rotations being one.
const Patterns = 1107

// Pattern numbers what lies around a point, 0 to Patterns-1: the codes that are
// least among their images, rising, are numbered one after the other.
func Pattern(code uint16, turn goban.Color) int {
	return int(patternOf()[turn&1][code])
}

// patternOf holds the number of every code's pattern, 0 for codes that no board has.
// The first call fills it, in 2.6 ms.
var patternOf = sync.OnceValue(func() *[2][codes]uint16 {
	table := new([2][codes]uint16)
	next := uint16(0)
	for c := range codes {
		if !possible(uint16(c)) {
			continue
		}
		least := uint16(c)
		for symmetry := range 8 {
			least = min(least, image(uint16(c), symmetry))
		}
		if least == uint16(c) {
			table[goban.Black][c] = next
			next++
			continue
		}
		table[goban.Black][c] = table[goban.Black][least] // numbered before, being less
	}
	for c := range codes {
		table[goban.White][c] = table[goban.Black][exchanged(uint16(c))]
	}
	return table
})

// held is what the point in that column and row around, -1 to 1, holds.
func held(c uint16, column, row int) goban.Color {
	i := (row+1)*3 + column + 1
	if i > 4 {
		i--
	}
	return goban.Color(c >> (2 * i) & 3)
}

// possible says whether some board has such a point: whole sides are outside,
// at most two that meet.
func possible(c uint16) bool {
	left, right := held(c, -1, 0) == edge, held(c, 1, 0) == edge
	below, above := held(c, 0, -1) == edge, held(c, 0, 1) == edge
	if left && right || below && above {
		return false
	}
	for _, row := range [2]int{-1, 1} {
		for _, column := range [2]int{-1, 1} {
			outside := column < 0 && left || column > 0 && right || row < 0 && below || row > 0 && above
			if (held(c, column, row) == edge) != outside {
				return false
			}
		}
	}
	return true
}

// image is a code seen through a symmetry; see [goban.Point.Seen].
func image(c uint16, symmetry int) (out uint16) {
	for i := range 8 {
		out |= c >> (2 * goban.AroundSeen(i, symmetry)) & 3 << (2 * i)
	}
	return out
}

// exchanged is a code with black and white exchanged.
func exchanged(c uint16) uint16 {
	stones := ^c >> 1 & 0x5555 // a bit for each of the points with a stone
	return c ^ stones
}
