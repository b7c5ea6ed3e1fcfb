package weiqi

// enclosed is a connected set of points that hold no stone of some side, with
// the chains of that side around it.
type enclosed struct {
	points pointSet
	around []Point // names of chains
	vital  []Point // of these, the ones to which every empty point is a liberty
	living bool    // all chains around it still count as alive
}

// alive finds the chains of a side that no play of the opponent's can ever
// capture, even if the side always passes, by their names; and the territory
// that is theirs for certain: regions surrounded by such chains alone in which
// every empty point is a liberty of one of them, so that the opponent can never
// make an eye there.
//
// Source: D. B. Benson, "Life in the game of Go", Information Sciences 10
// (1976). It holds where suicide is forbidden, as here.
func (s *Stones) alive(c Color) (chains []Point, territory pointSet) {
	regions := s.enclosedBy(c)
	living := map[Point]bool{}
	for row := range s.Size() {
		for column := range s.Size() {
			if p := PointAt(column, row); s.cells[p] == c && s.chain[p] == p {
				living[p] = true
				chains = append(chains, p)
			}
		}
	}
	// A chain needs two vital regions whose chains are all alive.
	for changed := true; changed; {
		changed = false
		vital := map[Point]int{}
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
		kept := chains[:0]
		for _, name := range chains {
			if vital[name] < 2 {
				delete(living, name)
				changed = true
				continue
			}
			kept = append(kept, name)
		}
		chains = kept
	}
	for _, r := range regions {
		if r.living && len(r.around) > 0 && s.noEyesIn(&r.points, c) {
			for i, word := range r.points {
				territory[i] |= word
			}
		}
	}
	return chains, territory
}

// enclosedBy lists the regions between the chains of a side.
func (s *Stones) enclosedBy(c Color) (list []enclosed) {
	// For the flood all but the side's own stones count as empty.
	holds := s.cells
	for p := range holds {
		if holds[p] == c.Other() {
			holds[p] = Empty
		}
	}
	var seen pointSet
	for row := range s.Size() {
		for column := range s.Size() {
			p := PointAt(column, row)
			if holds[p] != Empty || seen.has(p) {
				continue
			}
			r := enclosed{points: regionOf(&holds, p, &seen).points}
			s.describe(&r, c)
			list = append(list, r)
		}
	}
	return list
}

// describe finds the chains around a region, and those to which it is vital.
func (s *Stones) describe(r *enclosed, c Color) {
	touched := map[Point]int{} // by chain, how many empty points it touches
	spaces := 0
	each(&r.points, s.Size(), func(p Point) {
		if s.cells[p] == Empty {
			spaces++
		}
		var names [4]Point
		for i, n := range neighbours(p) {
			name := s.chain[n]
			if s.cells[n] != c || name == names[0] || name == names[1] || name == names[2] {
				continue
			}
			names[i] = name
			if _, known := touched[name]; !known {
				r.around = append(r.around, name)
				touched[name] = 0
			}
			if s.cells[p] == Empty {
				touched[name]++
			}
		}
	})
	for _, name := range r.around {
		if touched[name] == spaces {
			r.vital = append(r.vital, name)
		}
	}
}

// noEyesIn says whether every empty point has a stone of the side beside it.
func (s *Stones) noEyesIn(points *pointSet, c Color) bool {
	none := true
	each(points, s.Size(), func(p Point) {
		if s.cells[p] != Empty {
			return
		}
		touches := false
		for _, n := range neighbours(p) {
			touches = touches || s.cells[n] == c
		}
		none = none && touches
	})
	return none
}

// each calls f for the points of a set, by rows.
func each(set *pointSet, size int, f func(Point)) {
	for row := range size {
		for column := range size {
			if p := PointAt(column, row); set.has(p) {
				f(p)
			}
		}
	}
}
