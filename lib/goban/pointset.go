package goban

// PointSet is a set of points, a bit for each.
type PointSet [(PointLimit + 63) / 64]uint64

// Has says whether p is in the set.
func (set *PointSet) Has(p Point) bool { return set[p>>6]>>(p&63)&1 != 0 }

// Put puts p into the set.
func (set *PointSet) Put(p Point) { set[p>>6] |= 1 << (p & 63) }
