package tables

import (
	"math/bits"
	"slices"
	"sync"
)

// index numbers the placements of a number of own pieces (those of the side to move)
// and of enemy pieces. Placements that a symmetry turns into one another have one
// number. The own pieces are turned into the first set of their class; the enemy's are
// then numbered among the points left. A symmetry that keeps the own pieces in place may
// still turn the enemy's: only the least of those placements counts, and kept says
// which.
type index struct {
	own, enemy int
	sets       *subsets
	width      uint32   // placements of the enemy's pieces for one of the own
	offset     []uint32 // by class, the number of placements last
	kept       []*kept  // by class; nil where no symmetry keeps the own pieces
}

// kept marks the enemy placements that are the least of those which the kept
// symmetries turn into one another.
type kept struct {
	least  []uint64 // bit r%64 of word r/64 for rank r
	before []uint32 // marks before each word
}

var (
	indexes     [Most + 1][Most + 1]*index
	indexesOnce [Most + 1][Most + 1]sync.Once
)

// indexOf is the index for that many pieces, 1 to Most each. It is made at the first
// call and shared.
func indexOf(own, enemy int) *index {
	indexesOnce[own][enemy].Do(func() { indexes[own][enemy] = newIndex(own, enemy) })
	return indexes[own][enemy]
}

func newIndex(own, enemy int) *index {
	x := &index{own: own, enemy: enemy, sets: subsetsOf[own](), width: choose[points-own][enemy]}
	x.kept = make([]*kept, len(x.sets.first))
	x.offset = make([]uint32, len(x.sets.first)+1)
	for c, symmetric := range x.sets.keep {
		n := x.width
		if len(symmetric) > 0 {
			x.kept[c], n = x.mark(uint16(c), symmetric)
		}
		x.offset[c+1] = x.offset[c] + n
	}
	return x
}

// mark finds the least placements of the enemy's pieces and their number.
func (x *index) mark(c uint16, symmetric []uint8) (k *kept, n uint32) {
	k = &kept{least: make([]uint64, (x.width+63)/64), before: make([]uint32, (x.width+63)/64)}
	first := x.sets.first[c]
	for r, enemy := range x.enemies(c) {
		if !slices.ContainsFunc(symmetric, func(v uint8) bool { return rankOutside(turn(enemy, v), first) < r }) {
			k.least[r/64] |= 1 << (r % 64)
		}
	}
	for i, word := range k.least {
		k.before[i] = n
		n += uint32(bits.OnesCount64(word))
	}
	return k, n
}

// size is the number of placements.
func (x *index) size() uint32 { return x.offset[len(x.offset)-1] }

// at is the number of a placement, and how many symmetries keep it, the
// identity included. About 40 ns.
func (x *index) at(own, enemy set) (i, same uint32) {
	r := rank(own)
	c, v := x.sets.class[r], x.sets.view[r]
	if v != 0 {
		enemy = turn(enemy, v)
	}
	first := x.sets.first[c]
	r = rankOutside(enemy, first)
	k := x.kept[c]
	if k == nil {
		return x.offset[c] + r, 1
	}
	same = 1
	least := r
	for _, v := range x.sets.keep[c] {
		q := rankOutside(turn(enemy, v), first)
		if q == r {
			same++
		}
		least = min(least, q)
	}
	word, bit := least/64, least%64
	return x.offset[c] + k.before[word] + uint32(bits.OnesCount64(k.least[word]&(1<<bit-1))), same
}

// outside puts a set of the points that the first set of a class leaves back on the
// whole board.
type outside [points]uint8

func (x *index) outside(c uint16) (o outside) {
	n := 0
	for p := range uint8(points) {
		if x.sets.first[c]>>p&1 == 0 {
			o[n] = p
			n++
		}
	}
	return o
}

func (o *outside) set(squeezed set) (s set) {
	for ; squeezed != 0; squeezed &= squeezed - 1 {
		s |= 1 << o[bits.TrailingZeros64(squeezed)]
	}
	return s
}

// enemies goes through all placements of the enemy's pieces around the first
// set of a class, by rank.
func (x *index) enemies(c uint16) func(yield func(r uint32, enemy set) bool) {
	o := x.outside(c)
	return func(yield func(r uint32, enemy set) bool) {
		squeezed := set(1)<<x.enemy - 1
		for r := range x.width {
			if !yield(r, o.set(squeezed)) {
				return
			}
			// The next larger number with as many bits (Gosper).
			low := squeezed & -squeezed
			up := squeezed + low
			squeezed = up | (squeezed^up)>>(2+bits.TrailingZeros64(low))
		}
	}
}

// each goes through the placements of a class by number.
func (x *index) each(c uint16) func(yield func(i uint32, enemy set) bool) {
	return func(yield func(i uint32, enemy set) bool) {
		i, k := x.offset[c], x.kept[c]
		for r, enemy := range x.enemies(c) {
			if k != nil && k.least[r/64]>>(r%64)&1 == 0 {
				continue
			}
			if !yield(i, enemy) {
				return
			}
			i++
		}
	}
}
