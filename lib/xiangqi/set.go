package xiangqi

import "math/bits"

// Set is a set of points, a bit each: red's half of the board (points 0 to 44)
// in Lo, black's in Hi. It fits two registers, and half a rotation of the
// board is a reversal of its bits.
type Set struct{ Lo, Hi uint64 }

const half = squares / 2

// all is every point.
var all = Set{1<<half - 1, 1<<half - 1}

// bit holds the set of each single point; a look-up is cheaper than the branch.
var bit = func() (sets [squares]Set) {
	for s := range sets {
		if s < half {
			sets[s].Lo = 1 << s
		} else {
			sets[s].Hi = 1 << (s - half)
		}
	}
	return sets
}()

// Has says whether s is in the set.
func (x Set) Has(s Square) bool { return x.and(bit[s]) != Set{} }

// Empty says whether no point is in the set.
func (x Set) Empty() bool { return x.Lo|x.Hi == 0 }

// Len is the number of points.
func (x Set) Len() int { return bits.OnesCount64(x.Lo) + bits.OnesCount64(x.Hi) }

// First is the lowest point of a set that is not empty.
func (x Set) First() Square {
	if x.Lo != 0 {
		return Square(bits.TrailingZeros64(x.Lo))
	}
	return Square(half + bits.TrailingZeros64(x.Hi))
}

// Rest is the set without its first point.
func (x Set) Rest() Set {
	if x.Lo != 0 {
		x.Lo &= x.Lo - 1
		return x
	}
	x.Hi &= x.Hi - 1
	return x
}

// Points lists the set, lowest first.
func (x Set) Points() []Square {
	points := make([]Square, 0, x.Len())
	for ; !x.Empty(); x = x.Rest() {
		points = append(points, x.First())
	}
	return points
}

func (x Set) and(y Set) Set     { return Set{x.Lo & y.Lo, x.Hi & y.Hi} }
func (x Set) or(y Set) Set      { return Set{x.Lo | y.Lo, x.Hi | y.Hi} }
func (x Set) xor(y Set) Set     { return Set{x.Lo ^ y.Lo, x.Hi ^ y.Hi} }
func (x Set) without(y Set) Set { return Set{x.Lo &^ y.Lo, x.Hi &^ y.Hi} }
