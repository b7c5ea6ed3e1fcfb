package weiqi

import (
	"slices"

	"qikit.dev/qikit/lib/goban"
)

// enclosed is a connected set of points that hold no stone of some side, with
// the chains of that side around it.
type enclosed struct {
	points goban.PointSet
	around []goban.Point // names of chains
	vital  []goban.Point // of these, the ones to which every empty point is a liberty
	living bool          // all chains around it still count as alive
}

// alive finds the chains of a side that no play of the opponent's can ever
// capture, even if the side always passes, by their names; and the territory
// that is theirs for certain: regions surrounded by such chains alone in which
// every empty point is a liberty of one of them, so that the opponent can never
// make an eye there.
//
// Source: D. B. Benson, "Life in the game of Go", Information Sciences 10
// (1976). It holds where suicide is forbidden, as here.
func alive(s *goban.Stones, c goban.Color) (chains []goban.Point, territory goban.PointSet) {
	regions := enclosedBy(s, c)
	living := map[goban.Point]bool{}
	for p := range s.Points() {
		if s.At(p) == c && s.Chain(p) == p {
			living[p] = true
			chains = append(chains, p)
		}
	}
	// A chain needs two vital regions whose chains are all alive.
	for changed := true; changed; {
		changed = false
		vital := map[goban.Point]int{}
		for i := range regions {
			r := &regions[i]
			r.living = true
			for _, name := range r.around {
				r.living = r.living && living[name]
			}
			for _, name := range r.vital {
				if r.living {
					vital[name]++
				}
			}
		}
		chains = slices.DeleteFunc(chains, func(name goban.Point) bool {
			dead := vital[name] < 2
			if dead {
				delete(living, name)
				changed = true
			}
			return dead
		})
	}
	for _, r := range regions {
		if r.living && len(r.around) > 0 && noEyesIn(s, &r.points, c) {
			for i, word := range r.points {
				territory[i] |= word
			}
		}
	}
	return chains, territory
}

// enclosedBy lists the regions between the chains of a side.
func enclosedBy(s *goban.Stones, c goban.Color) (list []enclosed) {
	// For the flood all but the side's own stones count as empty.
	holds := s.Cells()
	for p := range holds {
		if holds[p] == c.Other() {
			holds[p] = goban.Empty
		}
	}
	var seen goban.PointSet
	for p := range s.Points() {
		if holds[p] == goban.Empty && !seen.Has(p) {
			r := enclosed{points: regionOf(&holds, p, &seen).points}
			describe(s, &r, c)
			list = append(list, r)
		}
	}
	return list
}

// describe finds the chains around a region, and those to which it is vital.
func describe(s *goban.Stones, r *enclosed, c goban.Color) {
	touched := map[goban.Point]int{} // by chain, how many empty points it touches
	spaces := 0
	for p := range r.points.All() {
		if s.At(p) == goban.Empty {
			spaces++
		}
		var names [4]goban.Point
		for i, n := range p.Neighbours() {
			name := s.Chain(n)
			if s.At(n) != c || name == names[0] || name == names[1] || name == names[2] {
				continue
			}
			names[i] = name
			if _, known := touched[name]; !known {
				r.around = append(r.around, name)
				touched[name] = 0
			}
			if s.At(p) == goban.Empty {
				touched[name]++
			}
		}
	}
	for _, name := range r.around {
		if touched[name] == spaces {
			r.vital = append(r.vital, name)
		}
	}
}

// noEyesIn says whether a stone of the side stands beside every empty point, so
// that the opponent can make no eye there.
func noEyesIn(s *goban.Stones, points *goban.PointSet, c goban.Color) bool {
	for p := range points.All() {
		n := p.Neighbours()
		if s.At(p) == goban.Empty && !slices.ContainsFunc(n[:], func(n goban.Point) bool { return s.At(n) == c }) {
			return false
		}
	}
	return true
}
