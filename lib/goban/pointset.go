package goban

import (
	"iter"
	"math/bits"
)

// PointSet is a set of points, a bit for each.
type PointSet [(PointLimit + 63) / 64]uint64

// Has says whether p is in the set.
func (set *PointSet) Has(p Point) bool { return set[p>>6]>>(p&63)&1 != 0 }

// Put puts p into the set.
func (set *PointSet) Put(p Point) { set[p>>6] |= 1 << (p & 63) }

// All are the points of the set, rising: by rows from the bottom and columns from
// the left.
func (set PointSet) All() iter.Seq[Point] {
	return func(yield func(Point) bool) {
		for i, word := range set {
			for ; word != 0; word &= word - 1 {
				if !yield(Point(i<<6 + bits.TrailingZeros64(word))) {
					return
				}
			}
		}
	}
}
