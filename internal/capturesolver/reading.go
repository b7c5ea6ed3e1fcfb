package capturesolver

import (
	"slices"

	"qikit.dev/qikit/lib/goban"
)

// reading is what is known of a side's ladders in a position without atari, were that
// side to move: one that works, or, for each chain of two liberties, where a move might
// make one work. A move elsewhere changes nothing, so most of a reading holds for the
// positions after it too.
type reading struct {
	done  bool
	ok    bool
	first goban.Point    // begins a ladder, when ok
	zone  goban.PointSet // where a move may end that ladder, when ok
	// Which part of Position.escaped belongs to it.
	from, to int
}

// escape is a chain that no ladder catches before somebody plays in the zone.
type escape struct {
	chain goban.Point
	zone  goban.PointSet
}

// everywhere is the zone of a chain that was not read to the end.
var everywhere = goban.PointSet{^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)}

// inheritMost is how many moves a reading is good for.
const inheritMost = 3

// quiet says whether no chain is in atari.
func (p *Position) quiet() bool {
	return !p.stones.AnyInAtari(goban.Black) && !p.stones.AnyInAtari(goban.White)
}

// unread makes room for the readings of another position.
func (p *Position) unread() {
	last := len(p.past)
	if last == cap(p.readings) {
		p.readings = append(p.readings, [2]reading{})
		return
	}
	p.readings = p.readings[:last+1]
	p.readings[last][0].done, p.readings[last][1].done = false, false
}

// read reads the ladders of a side in a quiet position: those of the latest position
// whose ladders were read, as far as the moves since have changed anything.
func (p *Position) read(attacker goban.Color) *reading {
	r := &p.readings[len(p.past)][attacker]
	if r.done {
		return r
	}
	p.fresh = p.fresh[:0]
	from := len(p.escaped)
	if !p.inherit(attacker) {
		for m := range p.stones.Points() {
			p.candidate(m, attacker)
		}
	}
	*r = reading{done: true, from: from}
	s := &p.stones
	turned := s.Turn() != attacker
	var pass goban.Trace
	if turned {
		pass = s.Pass()
	}
	p.ladders = LadderMost
	l := ladder{attacker: attacker, missing: [2]int{p.target[0] - s.Captured(0), p.target[1] - s.Captured(1)}}
	for _, chain := range p.fresh {
		if s.ChainSize(chain) < l.missing[attacker] || s.Liberties(chain, 3) != 2 {
			continue
		}
		zone := everywhere
		if !r.ok && p.decide(&l, chain) {
			if zone = l.zone; l.first != goban.NoPoint {
				r.ok, r.first, r.zone = true, l.first, zone
				zone = everywhere
			}
		}
		p.escaped = append(p.escaped, escape{chain, zone})
	}
	if turned {
		s.Undo(&pass)
	}
	r.to = len(p.escaped)
	return r
}

// decide looks up or reads the ladders on a chain of two liberties, and says whether
// they were read to the end.
func (p *Position) decide(l *ladder, chain goban.Point) bool {
	l.chain = chain
	p.stones.LibertyPoints(chain, 2, l.room[:0])
	if p.memo != nil && p.memo.find(l, &p.layers) {
		return true
	}
	if p.ladders <= 0 {
		return false
	}
	p.zone, p.tried = goban.PointSet{}, goban.PointSet{}
	m, ok := p.chase(chain)
	switch l.first = m; {
	case ok:
		l.zone = p.support()
	case p.ladders <= 0:
		return false
	default:
		l.zone = p.zone
	}
	if p.memo != nil && ok {
		p.memo.put(l, &p.layers)
	}
	return true
}

// inherit takes over what still holds of the latest reading, and makes candidates of
// the chains whose ladders have to be read again. It says whether there was one.
func (p *Position) inherit(attacker goban.Color) bool {
	for i := len(p.past) - 1; i >= max(0, len(p.past)-inheritMost); i-- {
		if p.past[i].trace.Captures() > 0 {
			return false
		}
		old := &p.readings[i][attacker]
		if !old.done {
			continue
		}
		for k := old.from; k < old.to; k++ {
			e := &p.escaped[k]
			if slices.ContainsFunc(p.past[i:], func(m move) bool { return e.zone.Has(m.trace.Point()) }) {
				p.candidate(e.chain, attacker)
			} else {
				p.escaped = append(p.escaped, *e)
			}
		}
		for k := i; k < len(p.past); k++ {
			m := p.past[k].trace.Point()
			p.candidate(m, attacker)
			for _, n := range m.Neighbours() {
				p.candidate(n, attacker)
			}
		}
		return true
	}
	return false
}

// candidate adds the chain on a point to those that a side's ladders are read on.
func (p *Position) candidate(m goban.Point, attacker goban.Color) {
	if p.stones.At(m) != attacker.Other() {
		return
	}
	if chain := p.stones.Chain(m); !slices.Contains(p.fresh, chain) {
		p.fresh = append(p.fresh, chain)
	}
}

// crowded is the most liberties of a chain whose liberties a ladder beside it depends on.
const crowded = 2

// depends puts into the zone of the ladder being read what a move on m depends on: the
// point, the empty ones beside it, and the liberties of crowded chains beside it. What is
// missed, such as a chain further off that is filled up, costs a ladder and no truth.
func (p *Position) depends(m goban.Point) {
	p.zone.Put(m)
	for _, n := range m.Neighbours() {
		switch p.stones.At(n) {
		case goban.Empty:
			p.zone.Put(n)
		case goban.Black, goban.White:
			var room [crowded + 1]goban.Point
			if list := p.stones.LibertyPoints(n, crowded+1, room[:0]); len(list) <= crowded {
				for _, l := range list {
					p.zone.Put(l)
				}
			}
		}
	}
}
