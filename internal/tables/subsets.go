package tables

import (
	"math/bits"
	"sync"
)

// Most is the greatest number of pieces of one side in a table.
const Most = 4

// choose[n][k] is the number of ways to take k out of n.
var choose [points + 1][Most + 2]uint32

func init() {
	for n := range choose {
		choose[n][0] = 1
		for k := 1; n > 0 && k < len(choose[n]); k++ {
			choose[n][k] = choose[n-1][k-1] + choose[n-1][k]
		}
	}
}

// rank numbers the sets of one size, in order of their highest points first.
func rank(s set) (r uint32) {
	for k := 1; s != 0; k, s = k+1, s&(s-1) {
		r += choose[bits.TrailingZeros64(s)][k]
	}
	return r
}

// rankOutside is rank with the points of another set taken off the board.
func rankOutside(s, other set) (r uint32) {
	for k := 1; s != 0; k, s = k+1, s&(s-1) {
		p := bits.TrailingZeros64(s)
		r += choose[p-bits.OnesCount64(other&(1<<p-1))][k]
	}
	return r
}

// unrank is the set of k points with that rank.
func unrank(r uint32, k int) (s set) {
	p := points
	for ; k > 0; k-- {
		for p--; choose[p][k] > r; p-- {
		}
		r -= choose[p][k]
		s |= 1 << p
	}
	return s
}

// subsets are the sets of one size, sorted into classes that a symmetry of the
// board turns into one another.
type subsets struct {
	class []uint16  // by rank of the set
	view  []uint8   // by rank: the symmetry that turns it into the first of its class
	first []set     // by class: the set of least rank
	keep  [][]uint8 // by class: the symmetries but the identity that keep the first
}

// subsetsOf lists the sets of n points, 1 to Most: made when first asked for, 4
// in some 20 ms.
var subsetsOf = [Most + 1]func() *subsets{
	1: sync.OnceValue(func() *subsets { return newSubsets(1) }),
	2: sync.OnceValue(func() *subsets { return newSubsets(2) }),
	3: sync.OnceValue(func() *subsets { return newSubsets(3) }),
	4: sync.OnceValue(func() *subsets { return newSubsets(4) }),
}

// inverse is the symmetry that undoes another: turning a quarter is its only
// kind that does not undo itself.
func inverse(v uint8) uint8 {
	for w := range uint8(symmetries) {
		if turned[w][turned[v][1]] == 1 && turned[w][turned[v][side]] == side {
			return w
		}
	}
	panic("tables: a symmetry of the square has an inverse")
}

func newSubsets(n int) *subsets {
	count := choose[points][n]
	s := &subsets{class: make([]uint16, count), view: make([]uint8, count)}
	var back [symmetries]uint8
	for v := range back {
		back[v] = inverse(uint8(v))
	}
	seen := make([]bool, count)
	for r := range count {
		if seen[r] {
			continue
		}
		first, c := unrank(r, n), uint16(len(s.first))
		var keep []uint8
		for v := range uint8(symmetries) {
			other := turn(first, v)
			q := rank(other)
			if !seen[q] {
				seen[q], s.class[q], s.view[q] = true, c, back[v]
			} else if other == first && v != 0 {
				keep = append(keep, v)
			}
		}
		s.first = append(s.first, first)
		s.keep = append(s.keep, keep)
	}
	return s
}
