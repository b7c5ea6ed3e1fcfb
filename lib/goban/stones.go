package goban

import (
	"iter"

	"qikit.dev/qikit/internal/rng"
)

// Stones is what lies on a board: the stones with their chains and liberties,
// whose turn it is, what was captured, and ko. It is a flat value: a copy is
// independent, and CopyFrom copies only what a board of the size uses. It knows
// no goal and no end of the game.
//
// Points given to its methods must lie on the board.
type Stones struct {
	cells  [PointLimit]Color
	chain  [PointLimit]Point     // of a stone: the stone that gives its chain the name; else NoPoint
	next   [PointLimit]Point     // of a stone: the next one of its chain, in a ring
	count  [PointLimit]uint16    // by chain: its stones
	libs   [PointLimit]liberties // by chain; of NoPoint without meaning
	place  [PointLimit]uint16    // of an empty point: its index in empty
	empty  [SizeMax * SizeMax]Point
	atari  PointSet  // the chains in atari, by name
	hash   uint64    // of the stones alone
	spaces uint16    // empty points
	ko     Point     // where the side to move may not play, or NoPoint
	taken  [2]uint16 // stones captured, by the captor
	turn   Color
	size   uint8
}

var zobrist = func() (table [2][PointLimit]uint64) {
	r := rng.New(0x5745495149)
	for c := range table {
		for p := range table[c] {
			table[c][p] = r.Uint64()
		}
	}
	return table
}()

// NewStones is an empty board of that size, SizeMin to SizeMax, Black to move.
func NewStones(size int) *Stones {
	s := new(Stones)
	s.Reset(size)
	return s
}

// Reset empties the board and gives it a size, SizeMin to SizeMax.
func (s *Stones) Reset(size int) {
	*s = Stones{size: uint8(size)}
	for p := range s.cells {
		s.cells[p] = edge
	}
	for p := range s.Points() {
		s.cells[p] = Empty
		s.empty[s.spaces], s.place[p] = p, s.spaces
		s.spaces++
	}
}

// CopyFrom makes s equal to t; s must have been a board of the same size
// before. On 9x9 it costs half of an assignment.
func (s *Stones) CopyFrom(t *Stones) {
	used := (int(t.size) + 2) * stride
	copy(s.cells[:used], t.cells[:])
	copy(s.chain[:used], t.chain[:])
	copy(s.next[:used], t.next[:])
	copy(s.count[:used], t.count[:])
	copy(s.libs[:used], t.libs[:])
	copy(s.place[:used], t.place[:])
	copy(s.empty[:int(t.size)*int(t.size)], t.empty[:])
	s.atari, s.hash, s.spaces, s.ko, s.taken, s.turn, s.size = t.atari, t.hash, t.spaces, t.ko, t.taken, t.turn, t.size
}

// Size is the number of points along a side.
func (s *Stones) Size() int { return int(s.size) }

// Points are the points of the board, by rows from the bottom and columns from
// the left.
func (s *Stones) Points() iter.Seq[Point] {
	return func(yield func(Point) bool) {
		for row := range s.Size() {
			for column := range s.Size() {
				if !yield(PointAt(column, row)) {
					return
				}
			}
		}
	}
}

// Turn is the side to move.
func (s *Stones) Turn() Color { return s.turn }

// At is what a point holds.
func (s *Stones) At(p Point) Color { return s.cells[p] }

// Ko is the point that ko forbids to the side to move, or NoPoint.
func (s *Stones) Ko() Point { return s.ko }

// Captured is the number of stones that a side has captured.
func (s *Stones) Captured(by Color) int { return int(s.taken[by]) }

// Has says whether p is a point of the board; any p will do.
func (s *Stones) Has(p Point) bool { return p < PointLimit && s.cells[p] != edge }

// Hash hashes the stones alone.
func (s *Stones) Hash() uint64 { return s.hash }

// Key hashes everything but the history: stones, side to move, ko, captures and
// size, and more, which must fit twelve bits.
func (s *Stones) Key(more uint64) uint64 {
	rest := uint64(s.taken[Black]) | uint64(s.taken[White])<<16 | uint64(s.ko)<<32 | uint64(s.size)<<44 | uint64(s.turn)<<50 | more<<51
	return s.hash ^ rng.New(rest).Uint64()
}

// Legal says whether the side to move may play on p: the point is empty, ko
// does not forbid it, and the stone has a liberty, joins a chain that keeps
// one, or captures. It costs some 5 ns.
func (s *Stones) Legal(p Point) bool {
	if s.cells[p] != Empty || p == s.ko {
		return false
	}
	return s.breathes(p-stride) || s.breathes(p-1) || s.breathes(p+1) || s.breathes(p+stride)
}

// breathes says whether a move on an empty point is legal because of this
// neighbour.
func (s *Stones) breathes(n Point) bool {
	c := s.cells[n]
	if c == Empty {
		return true
	}
	return c < Empty && s.libs[s.chain[n]].single() != (c == s.turn)
}
