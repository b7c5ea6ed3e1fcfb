package fives

import (
	"slices"

	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
)

// solver looks for a victory of one side.
type solver struct {
	*Position
	attacker goban.Color
	nodes    int
	most     int
	failed   map[uint64]int8 // by key: how deep the search was that found nothing
	threes   bool
	line     []game.Move // of the win just found, last move first
	cut      bool        // a branch was given up for its depth
}

// Depths of the solver, in moves of the attacker.
const (
	fourDepth  = 40
	threeDepth = 12
)

// SolveFours looks for a victory of the side to move by continuous fours: every move but
// the last makes a four, and the answer is forced. It gives up after so many nodes. The line
// holds both sides' moves up to the five; nil when there is none.
func (p *Position) SolveFours(nodes int) (line []game.Move, spent int) {
	s := p.solver(nodes)
	return s.deepen(fourDepth), s.nodes
}

// Solve is SolveFours, and then looks for a victory by fours and open threes. Each answer that
// does not lose at once is tried. Renju may forbid Black the point on which his three becomes a
// straight four after an answer elsewhere; threes of his prove nothing here.
func (p *Position) Solve(nodes int) (line []game.Move, spent int) {
	s := p.solver(nodes / 2)
	if line = s.deepen(fourDepth); line != nil || p.board.Bound() == s.attacker {
		return line, s.nodes
	}
	spent = s.nodes
	s = p.solver(nodes - spent)
	s.threes = true
	line = s.deepen(threeDepth)
	return line, spent + s.nodes
}

func (p *Position) solver(nodes int) *solver {
	return &solver{Position: p, attacker: p.board.Side(), most: nodes, failed: map[uint64]int8{}}
}

// deepen finds short wins first.
func (s *solver) deepen(most int) []game.Move {
	if s.board.Won() != goban.Empty {
		return nil
	}
	for depth := 1; depth <= most; depth += 1 + depth/4 {
		s.line, s.cut = nil, false
		if s.attack(depth) {
			slices.Reverse(s.line)
			return s.line
		}
		if !s.cut || s.nodes >= s.most {
			break
		}
	}
	return nil
}

// won notes a move of the line.
func (s *solver) won(m game.Move) bool {
	s.line = append(s.line, m)
	return true
}

// attack says whether the attacker, to move, wins within so many of his moves.
func (s *solver) attack(depth int) bool {
	s.nodes++
	a, d := s.attacker, s.attacker.Other()
	if s.count[a][Five] > 0 {
		s.line = s.line[:0]
		return s.won(s.points(a, Five)[0])
	}
	if depth <= 1 || s.nodes >= s.most {
		s.cut = true
		return false
	}
	key := s.board.Key()
	if s.failed[key] >= int8(depth) {
		s.cut = true // perhaps for its depth
		return false
	}
	for _, m := range s.threats() {
		if s.count[d][Five] > 0 && s.Best(d, goban.Point(m)) != Five || !s.board.Legal(goban.Point(m)) {
			continue
		}
		s.Play(m)
		won := s.count[d][Five] == 0 && s.defend(depth-1)
		s.Undo()
		if won {
			return s.won(m)
		}
	}
	s.failed[key] = int8(depth)
	return false
}

// threats are the attacker's moves: fours, and open threes where they are looked at.
func (s *solver) threats() []game.Move {
	least := Four
	if s.threes && s.count[s.attacker.Other()][OpenFour] == 0 {
		least = OpenThree
	}
	return s.points(s.attacker, least)
}

// points are those on which a stone of c makes at least that shape, most promising first.
func (s *solver) points(c goban.Color, least Shape) []game.Move {
	s.order = s.order[:0]
	size := s.board.Size()
	for row := range size {
		first := goban.PointAt(0, row)
		for at := first; at < first+goban.Point(size); at++ {
			if s.board.At(at) == goban.Empty && s.Best(c, at) >= least {
				s.order = append(s.order, int32(s.promise(at))<<9|int32(at))
			}
		}
	}
	s.sort()
	moves := make([]game.Move, len(s.order))
	for i, o := range s.order {
		moves[i] = game.Move(o & 511)
	}
	return moves
}

// defend says whether every answer of the defender, who cannot make five, loses.
func (s *solver) defend(depth int) bool {
	s.nodes++
	a, d := s.attacker, s.attacker.Other()
	var answers []game.Move
	switch {
	case s.count[a][Five] > 0:
		answers = s.points(a, Five)
	case s.count[a][OpenFour] > 0: // an open three
		answers = s.Moves(nil)
	default:
		return false
	}
	// Of two points that make five the defender has one, and the other is the attacker's.
	longest := []game.Move(nil)
	for _, m := range answers {
		if !s.board.Legal(goban.Point(m)) {
			continue
		}
		s.Play(m)
		won := s.board.Won() != d && s.attack(depth)
		s.Undo()
		if !won {
			return false
		}
		if s.won(m); len(s.line) > len(longest) {
			longest = slices.Clone(s.line)
		}
	}
	if s.line = longest; longest == nil {
		return s.undefended(depth)
	}
	return true
}

// undefended says whether the attacker wins where every answer to his threat is forbidden, and so
// whatever is played instead.
func (s *solver) undefended(depth int) bool {
	s.line = s.line[:0]
	moves := s.board.Moves(nil)
	if len(moves) == 0 {
		return true // which loses
	}
	if s.count[s.attacker][Five] == 0 {
		return false // a straight four would come first; it is not looked for
	}
	s.Play(moves[0])
	won := s.attack(depth)
	s.Undo()
	return won && s.won(moves[0])
}
