package captureplanes

import (
	"slices"

	"qikit.dev/qikit/lib/goban"
)

// ladderNodes bounds the moves tried for one chain. Ladders without much
// branching, nearly all of them, take under 60 on 13x13.
const ladderNodes = 1000

// ladder reads ladders on a board, which stands afterwards as it stood before.
type ladder struct {
	board *goban.Stones
	need  [2]int // stones that a side must still capture
	taken [2]int // what was captured when need was stated
	nodes int
}

func (l *ladder) take(s *goban.Stones, need [2]int) {
	l.board, l.need = s, need
	for c := range l.taken {
		l.taken[c] = s.Captured(goban.Color(c))
	}
}

// read says whether a ladder takes the chain on p, which has one or two
// liberties: n < 0 if not, otherwise the first n of starts are the moves that
// start it, none where the chain is in atari already.
func (l *ladder) read(p goban.Point) (starts [2]goban.Point, n int) {
	s := l.board
	l.nodes = ladderNodes
	hunted := s.At(p)
	// Reading begins with the side whose move it must be. A pass gives the turn
	// away and lifts ko; it is taken back like a move.
	_, atari := s.Atari(p)
	first := hunted.Other()
	if atari {
		first = hunted
	}
	if s.Turn() != first {
		t := s.Pass()
		defer s.Undo(&t)
	}
	if atari {
		if l.escapes(p) {
			return starts, -1
		}
		return starts, 0
	}
	var room [2]goban.Point
	for _, q := range s.LibertyPoints(p, 2, room[:0]) {
		if l.starts(p, q) {
			starts[n] = q
			n++
		}
	}
	if n == 0 {
		return starts, -1
	}
	return starts, n
}

// starts says whether atari on q, one of two liberties of the chain on p,
// takes the chain. The hunter moves.
func (l *ladder) starts(p, q goban.Point) bool {
	s := l.board
	if l.nodes--; l.nodes < 0 || !s.Legal(q) {
		return false
	}
	t := s.Play(q)
	_, atari := s.Atari(p)
	taken := atari && !l.escapes(p)
	s.Undo(&t)
	return taken
}

// escapes says whether the chain on p, in atari, gets away. Its side moves.
func (l *ladder) escapes(p goban.Point) bool {
	s := l.board
	hunted := s.Turn()
	hunter := hunted.Other()
	var room [32]goban.Point
	prey := s.InAtari(hunter, room[:0])
	for _, c := range prey {
		if s.Captured(hunted)-l.taken[hunted]+s.ChainSize(c) >= l.need[hunted] {
			at, _ := s.Atari(c)
			if s.Legal(at) {
				return true
			}
		}
	}
	run, _ := s.Atari(p)
	if l.runs(p, run) {
		return true
	}
	for _, c := range prey {
		if at, _ := s.Atari(c); at != run && l.touches(c, p) && l.runs(p, at) {
			return true
		}
	}
	return false
}

// touches says whether a stone of chain c is beside one of the chain on p.
func (l *ladder) touches(c, p goban.Point) bool {
	s := l.board
	name := s.Chain(p)
	for q := range s.ChainStones(c) {
		n := q.Neighbours()
		if slices.ContainsFunc(n[:], func(n goban.Point) bool { return s.Chain(n) == name }) {
			return true
		}
	}
	return false
}

// runs says whether the hunted chain on p gets away by playing at.
func (l *ladder) runs(p, at goban.Point) bool {
	s := l.board
	if l.nodes--; l.nodes < 0 {
		return true
	}
	if !s.Legal(at) {
		return false
	}
	t := s.Play(at)
	defer s.Undo(&t)
	switch s.Liberties(p, 3) {
	case 3:
		return true
	case 1:
		return false
	}
	var room [2]goban.Point
	for _, q := range s.LibertyPoints(p, 2, room[:0]) {
		if l.starts(p, q) {
			return false
		}
	}
	return true
}
