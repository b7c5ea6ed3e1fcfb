package capturesolver

import "qikit.dev/qikit/lib/goban"

// threat looks for a ladder of the opponent's, were it to move. A legal move outside of
// its zone that puts nothing in atari loses.
func (p *Position) threat() (zone goban.PointSet, ok bool) {
	if !p.quiet() {
		return zone, false
	}
	r := p.read(p.stones.Turn().Other())
	return r.zone, r.ok
}

// support is the zone of the ladder just found: without a move there, and without an
// atari, everything is as it is that the ladder rests on.
func (p *Position) support() (zone goban.PointSet) {
	for m := range p.tried.All() {
		p.surround(m, &zone)
		for _, n := range m.Neighbours() {
			p.surround(n, &zone)
		}
	}
	return zone
}

// surround puts a point into a zone, and the chain that is there with its liberties.
func (p *Position) surround(m goban.Point, zone *goban.PointSet) {
	zone.Put(m)
	if p.stones.At(m) >= goban.Empty {
		return
	}
	for stone := range p.stones.ChainStones(m) {
		for _, n := range stone.Neighbours() {
			zone.Put(n)
		}
	}
}

// spaces counts the empty points of a zone.
func (p *Position) spaces(zone *goban.PointSet) (n int) {
	for m := range zone.All() {
		if p.stones.At(m) == goban.Empty {
			n++
		}
	}
	return n
}

// ataris says whether a stone on a point puts a chain of the opponent's in atari.
func (p *Position) ataris(m goban.Point) bool {
	s := &p.stones
	for _, n := range m.Neighbours() {
		if s.At(n) == s.Turn().Other() && s.Liberties(n, 3) < 3 {
			return true
		}
	}
	return false
}
