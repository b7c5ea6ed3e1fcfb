package tables

import (
	"math/rand/v2"
	"testing"
)

// The numbers of placements up to symmetry, by Burnside's lemma.
func TestIndex_sizes(t *testing.T) {
	sizes := map[[2]int]uint32{
		{1, 1}: 165, {2, 1}: 2_715, {1, 2}: 2_715, {2, 2}: 44_481, {3, 1}: 29_580, {1, 3}: 29_580,
		{3, 2}: 471_870, {2, 3}: 471_870, {3, 3}: 4_871_510,
		{4, 1}: 236_010, {1, 4}: 236_010, {4, 2}: 3_654_948, {2, 4}: 3_654_948,
		{4, 3}: 36_527_160, {3, 4}: 36_527_160, {4, 4}: 264_802_788,
	}
	for pieces, want := range sizes {
		if testing.Short() && pieces[0]+pieces[1] > 6 {
			continue // their marks take a second
		}
		if got := indexOf(pieces[0], pieces[1]).size(); got != want {
			t.Errorf("%d v %d: %d placements, want %d", pieces[0], pieces[1], got, want)
		}
	}
}

// Every number has its placement, and every placement the number of all its
// eight views.
func TestIndex_isABijection(t *testing.T) {
	for _, pieces := range [][2]int{{1, 1}, {2, 1}, {1, 2}, {2, 2}, {3, 1}, {1, 3}, {2, 3}, {3, 2}} {
		x := indexOf(pieces[0], pieces[1])
		next := uint32(0)
		views := uint64(0) // placements in all, symmetry or not
		for c, own := range x.sets.first {
			for i, enemy := range x.each(uint16(c)) {
				if i != next {
					t.Fatalf("%v: placement %d is number %d", pieces, next, i)
				}
				next++
				got, same := x.at(own, enemy)
				if got != i || 8%same != 0 {
					t.Fatalf("%v: own %b, enemy %b has number %d (kept by %d), want %d", pieces, own, enemy, got, same, i)
				}
				views += uint64(8 / same)
				if testing.Short() && i%16 != 0 {
					continue
				}
				for v := range uint8(symmetries) {
					if got, s := x.at(turn(own, v), turn(enemy, v)); got != i || s != same {
						t.Fatalf("%v: view %d of number %d has number %d", pieces, v, i, got)
					}
				}
			}
		}
		if all := uint64(choose[points][pieces[0]]) * uint64(x.width); next != x.size() || views != all {
			t.Errorf("%v: %d numbers for %d placements, want %d for %d", pieces, next, views, x.size(), all)
		}
	}
}

func TestUnrank_undoesRank(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for k := 1; k <= Most; k++ {
		for range 1000 {
			n := r.Uint32N(choose[points][k])
			if got := rank(unrank(n, k)); got != n {
				t.Fatalf("%d points: rank(unrank(%d)) = %d", k, n, got)
			}
		}
	}
}
