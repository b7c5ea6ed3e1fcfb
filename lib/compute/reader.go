package compute

import (
	"slices"

	"qikit.dev/qikit/lib/goban"
)

// reader reads out whether a chain can be captured. The attacker plays on the chain's
// liberties. The defender plays on them too, captures attackers in atari, or waits. A
// chain with more liberties than room has escaped. The reader does not see nets, nor
// connections further off.
type reader struct {
	stones *goban.Stones
	most   int // nodes
	nodes  int // looked at
}

// A chain with more liberties than these has escaped, at the first plies and after
// them.
const (
	roomFirst  = 3
	roomLater  = 2
	pliesFirst = 4
	pliesMost  = 300 // a ko can go on for ever
)

func newReader(s *goban.Stones, most int) *reader {
	own := goban.NewStones(s.Size())
	own.CopyFrom(s)
	return &reader{stones: own, most: most}
}

// read says whether the side to move can capture the opponent's chain at p, or save
// its own, and by which move. An own chain that is safe needs no move.
func (r *reader) read(p goban.Point) (Answer, goban.Point) {
	r.nodes = 0
	if r.stones.At(p) != r.stones.Turn() {
		return r.attack(p, 0)
	}
	return r.defend(p, 0)
}

func room(ply int) int {
	if ply < pliesFirst {
		return roomFirst
	}
	return roomLater
}

// attack says whether the side to move captures the chain at p.
func (r *reader) attack(p goban.Point, ply int) (Answer, goban.Point) {
	s := r.stones
	if r.nodes >= r.most || ply > pliesMost {
		return Unknown, goban.NoPoint
	}
	r.nodes++
	var list [roomFirst + 1]goban.Point
	liberties := s.LibertyPoints(p, room(ply)+1, list[:0])
	if len(liberties) > room(ply) {
		return No, goban.NoPoint
	}
	if len(liberties) == 1 && s.Legal(liberties[0]) {
		return Yes, liberties[0]
	}
	best := No
	for _, m := range liberties {
		if !s.Legal(m) {
			continue
		}
		trace := s.Play(m)
		saved, _ := r.defend(p, ply+1)
		s.Undo(&trace)
		if saved == No {
			return Yes, m
		}
		if saved == Unknown {
			best = Unknown
		}
	}
	return best, goban.NoPoint
}

// defend says whether the side to move saves its chain at p.
func (r *reader) defend(p goban.Point, ply int) (Answer, goban.Point) {
	s := r.stones
	if r.nodes >= r.most || ply > pliesMost {
		return Unknown, goban.NoPoint
	}
	r.nodes++
	var list [roomFirst + 1]goban.Point
	liberties := s.LibertyPoints(p, room(ply)+1, list[:0])
	if len(liberties) > room(ply) {
		return Yes, goban.NoPoint
	}
	best := No
	try := func(m goban.Point) bool {
		if m != goban.NoPoint && !s.Legal(m) {
			return false
		}
		var trace goban.Trace
		if m == goban.NoPoint {
			trace = s.Pass()
		} else {
			trace = s.Play(m)
		}
		caught, _ := r.attack(p, ply+1)
		s.Undo(&trace)
		if caught == Unknown {
			best = Unknown
		}
		return caught == No
	}
	var takes [8]goban.Point
	for _, m := range r.captures(p, takes[:0]) {
		if try(m) {
			return Yes, m
		}
	}
	for _, m := range liberties {
		if try(m) {
			return Yes, m
		}
	}
	if len(liberties) > 1 && try(goban.NoPoint) {
		return Yes, goban.NoPoint
	}
	return best, goban.NoPoint
}

// captures appends the moves that capture a chain in atari beside the one at p, as
// many as dst has room for.
func (r *reader) captures(p goban.Point, dst []goban.Point) []goban.Point {
	s := r.stones
	for q := p; ; {
		for _, n := range q.Neighbours() {
			if !s.Has(n) || s.At(n) != s.At(p).Other() || len(dst) == cap(dst) {
				continue
			}
			m, in := s.Atari(n)
			if in && !slices.Contains(dst, m) {
				dst = append(dst, m)
			}
		}
		if q = s.Next(q); q == p {
			return dst
		}
	}
}
