package selfplay

import (
	"qikit.dev/qikit/internal/captureplanes"
	"qikit.dev/qikit/lib/goban"
)

// table is a game under way: stones, targets and what was played last. It is
// flat, so that search and playouts can work on copies.
type table struct {
	stones goban.Stones
	target [2]int
	last   [3]goban.Point // newest first
}

// step is what undo needs.
type step struct {
	trace goban.Trace
	last  [3]goban.Point
}

func (t *table) need(c goban.Color) int { return t.target[c] - t.stones.Captured(c) }

func (t *table) play(p goban.Point) step {
	s := step{last: t.last}
	s.trace = t.stones.Play(p)
	t.last = [3]goban.Point{p, t.last[0], t.last[1]}
	return s
}

func (t *table) undo(s *step) {
	t.stones.Undo(&s.trace)
	t.last = s.last
}

// copyFrom makes t equal to u, a table of the same size.
func (t *table) copyFrom(u *table) {
	t.stones.CopyFrom(&u.stones)
	t.target, t.last = u.target, u.last
}

func (t *table) position() captureplanes.Position {
	return captureplanes.Position{Stones: &t.stones, Last: t.last,
		Need: [2]int{t.need(goban.Black), t.need(goban.White)}}
}

// killing is a move with which the side to move reaches its target at once, or
// NoPoint.
func (t *table) killing() goban.Point {
	s := &t.stones
	var room [48]goban.Point
	need := t.need(s.Turn())
	prey := s.InAtari(s.Turn().Other(), room[:0])
	for i, c := range prey {
		at, _ := s.Atari(c)
		size := s.ChainSize(c)
		for _, d := range prey[:i] { // chains with one last liberty go together
			if other, _ := s.Atari(d); other == at {
				size += s.ChainSize(d)
			}
		}
		if size >= need && s.Legal(at) {
			return at
		}
	}
	return goban.NoPoint
}

// lethal says whether the opponent of the side that has just played, who is to
// move, can win at once.
func (t *table) lethal() bool { return t.killing() != goban.NoPoint }
