package goban

import (
	"iter"
	"math/bits"

	"qikit.dev/qikit/internal/rng"
)

// NoLimit is a number of liberties that no chain has.
const NoLimit = PointLimit

// Spaces lists the empty points in an order that depends on earlier moves; the
// list belongs to the board.
func (s *Stones) Spaces() []Point { return s.empty[:s.spaces] }

// Cells is what all points hold, by Point.
func (s *Stones) Cells() [PointLimit]Color { return s.cells }

// Count is the number of a side's stones on the board.
func (s *Stones) Count(c Color) int {
	n := 0
	for _, at := range s.cells {
		if at == c {
			n++
		}
	}
	return n
}

// Chain names the chain of the stone on p by one of its stones. Until the next
// move, stones with equal names belong to one chain.
func (s *Stones) Chain(p Point) Point { return s.chain[p] }

// Next is the next stone of the chain; following it from stone to stone visits
// the whole chain and returns to p.
func (s *Stones) Next(p Point) Point { return s.next[p] }

// ChainStones are the stones of the chain on p, beginning with p.
func (s *Stones) ChainStones(p Point) iter.Seq[Point] {
	return func(yield func(Point) bool) {
		for q := p; yield(q); {
			if q = s.next[q]; q == p {
				return
			}
		}
	}
}

// ChainSize is the number of stones of the chain on p.
func (s *Stones) ChainSize(p Point) int { return int(s.count[s.chain[p]]) }

// Atari says whether the chain on p has one liberty only, and which.
func (s *Stones) Atari(p Point) (last Point, in bool) {
	libs := s.libs[s.chain[p]]
	if libs == 0 || !libs.single() {
		return NoPoint, false
	}
	return libs.last(), true
}

// Liberties counts the liberties of the chain on p, up to most. It walks the
// chain: some 3 ns a stone.
func (s *Stones) Liberties(p Point, most int) int {
	_, n := s.libertySet(p, most)
	return n
}

// LibertyPoints appends the liberties of the chain on p, at most so many.
func (s *Stones) LibertyPoints(p Point, most int, dst []Point) []Point {
	set, _ := s.libertySet(p, most)
	for l := range set.All() {
		dst = append(dst, l)
	}
	return dst
}

func (s *Stones) libertySet(p Point, most int) (set PointSet, n int) {
	for q := p; n < most; {
		for _, l := range q.Neighbours() {
			if s.cells[l] == Empty && !set.Has(l) && n < most {
				set.Put(l)
				n++
			}
		}
		if q = s.next[q]; q == p {
			break
		}
	}
	return set, n
}

// InAtari appends the names of a side's chains that have one liberty only,
// rising. It costs a few nanoseconds when there are none.
func (s *Stones) InAtari(c Color, dst []Point) []Point {
	for i := range (int(s.size)+2)*stride/64 + 1 {
		for word := s.atari[i]; word != 0; word &= word - 1 {
			if p := Point(i<<6 + bits.TrailingZeros64(word)); s.cells[p] == c && s.libs[p] != 0 {
				dst = append(dst, p)
			}
		}
	}
	return dst
}

// AnyInAtari says whether a chain of a side has one liberty only.
func (s *Stones) AnyInAtari(c Color) bool {
	for i := range (int(s.size)+2)*stride/64 + 1 {
		for word := s.atari[i]; word != 0; word &= word - 1 {
			if p := Point(i<<6 + bits.TrailingZeros64(word)); s.cells[p] == c && s.libs[p] != 0 {
				return true
			}
		}
	}
	return false
}

// AroundCode is what lies around p, two bits a point in the order of Around: black,
// white, empty, outside.
func (s *Stones) AroundCode(p Point) (code uint16) {
	for i, step := range Around {
		// Beyond the last cell there is edge as on it.
		code |= uint16(s.cells[min(Point(int(p)+step), PointLimit-1)]) << (2 * i)
	}
	return code
}

// EyeLike says whether an empty point looks like an eye of a side: its stones
// on all sides, and of the points diagonal to it at most one the opponent's,
// none at the edge.
func (s *Stones) EyeLike(p Point, c Color) bool {
	for _, n := range p.Neighbours() {
		if own := s.cells[n]; own != c && own != edge {
			return false
		}
	}
	var count [4]int
	// Beyond the last corner of the largest board there are no cells; the last
	// cell is edge too.
	for _, n := range [4]Point{p - stride - 1, p - stride + 1, p + stride - 1, min(p+stride+1, PointLimit-1)} {
		count[s.cells[n]&3]++
	}
	return count[c.Other()] == 0 || count[c.Other()] == 1 && count[edge] == 0
}

// Random is a move drawn evenly from the legal ones, NoPoint when there is
// none. It may change the order of Spaces, and nothing else.
func (s *Stones) Random(r *rng.Source) Point { return s.RandomOf(r, nil) }

// RandomOf is Random among the legal moves that allowed, unless it is nil, lets
// through.
func (s *Stones) RandomOf(r *rng.Source, allowed func(Point) bool) Point {
	for last := int(s.spaces) - 1; last >= 0; last-- {
		i := r.IntN(last + 1)
		p, other := s.empty[i], s.empty[last]
		if s.Legal(p) && (allowed == nil || allowed(p)) {
			return p
		}
		// What was drawn in vain is put behind those left to draw from.
		s.empty[i], s.empty[last] = other, p
		s.place[other], s.place[p] = uint16(i), uint16(last)
	}
	return NoPoint
}

// Claims says who has a claim on a point at the end of a game: the owner of the
// stone on it, or the colors beside it.
func (s *Stones) Claims(p Point) (black, white bool) {
	var beside [4]bool
	beside[s.cells[p]&3] = true
	if s.cells[p] == Empty {
		for _, n := range p.Neighbours() {
			beside[s.cells[n]&3] = true
		}
	}
	return beside[Black], beside[White]
}

// Owner is the owner of a point at the end of a game, who alone has a claim on it;
// Empty when it is nobody's.
func (s *Stones) Owner(p Point) Color {
	switch black, white := s.Claims(p); {
	case black && !white:
		return Black
	case white && !black:
		return White
	}
	return Empty
}
