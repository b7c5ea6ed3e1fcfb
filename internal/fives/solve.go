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
	line     []game.Move     // of the win just found, last move first
	cut      bool            // a branch was given up for its depth
}

// Depths of the solver, in moves of the attacker.
const (
	fourDepth  = 40
	threeDepth = 8
)

// SolveFours looks for a victory of the side to move by continuous fours: every move but
// the last makes a four, and the answer is forced. It gives up after so many nodes. The line
// holds both sides' moves up to the five; nil when there is none.
func (p *Position) SolveFours(nodes int) (line []game.Move, spent int) {
	s := p.solver(nodes)
	return s.deepen(fourDepth), s.nodes
}

// Solve looks for a victory of the side to move by continuous fours, and then by fours and open threes, with so many
// nodes at most. Each answer that does not lose at once is tried. Renju may forbid Black the point on which his three
// becomes a straight four after an answer elsewhere; threes of his prove nothing here.
func (p *Position) Solve(nodes int) (line []game.Move, spent int) {
	if p.board.Bound() == p.board.Side() {
		return p.SolveFours(nodes)
	}
	before := p.spent
	for depth := 0; depth <= threeDepth && p.spent-before < nodes; depth++ {
		if p.Proven(depth, nodes-(p.spent-before)) > 0 {
			return p.line(depth), p.spent - before
		}
	}
	return nil, p.spent - before
}

// line is that of a victory just found, so many threes deep; nil when it is not found again.
func (p *Position) line(depth int) (line []game.Move) {
	attacker, began := p.board.Side(), len(p.frames)
	for ; p.board.Won() != attacker; depth-- {
		move := p.wonBy
		if p.board.Side() != attacker {
			move, depth = p.longest, depth+1
		}
		m := move(depth - 1)
		if m == game.NoMove {
			line = nil
			break
		}
		line = append(line, m)
		p.Play(m)
	}
	for len(p.frames) > began {
		p.Undo()
	}
	return line
}

// wonBy is a move with which the side to move wins, which it does.
func (p *Position) wonBy(depth int) (move game.Move) {
	c := p.board.Side()
	if p.count[c][winning] > 0 {
		return game.Move(p.winner(c))
	}
	shortest, threatened := 0, p.count[c.Other()][winning] > 0
	moves := p.calls[c]
	moves.each(func(at goban.Point) bool {
		if threatened && p.at(c.Other(), at).traits().kind != winning {
			return true
		}
		p.Play(game.Move(at))
		left := lineNodes
		if n := p.answered(depth, &left); n > 0 && (shortest == 0 || n < shortest) {
			shortest, move = n, game.Move(at)
		}
		p.Undo()
		return true
	})
	return move
}

// lineNodes is what each move of a line may cost.
const lineNodes = 4000

// longest is the answer after which the other side takes longest to win.
func (p *Position) longest(depth int) (move game.Move) {
	c := p.board.Side().Other()
	most := 0
	for _, m := range p.Moves(nil) {
		p.Play(m)
		left, n := lineNodes, 0
		if p.count[c][winning] > 0 {
			n = fiveNow
		} else {
			n = p.attack(depth, &left)
		}
		if n > most {
			most, move = n, m
		}
		p.Undo()
	}
	if free := p.board.Moves(nil); most == 0 && len(free) > 0 {
		move = free[0] // the answers are forbidden
	}
	return move
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
	if s.count[a][winning] > 0 {
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
	for _, m := range s.points(a, Four) {
		if s.count[d][winning] > 0 && s.Best(d, goban.Point(m)) != Five || !s.board.Legal(goban.Point(m)) {
			continue
		}
		s.Play(m)
		won := s.count[d][winning] == 0 && s.defend(depth-1)
		s.Undo()
		if won {
			return s.won(m)
		}
	}
	s.failed[key] = int8(depth)
	return false
}

// points are those on which a stone of c makes at least that shape, most promising first.
func (s *solver) points(c goban.Color, least Shape) []game.Move {
	s.order = s.order[:0]
	set := s.fours[c]
	set.each(func(at goban.Point) bool {
		if s.Best(c, at) >= least {
			s.order = append(s.order, int32(s.promise(at))<<9|int32(at))
		}
		return true
	})
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
	if s.count[a][winning] == 0 {
		return false
	}
	// Of two points that make five the defender has one, and the other is the attacker's.
	longest := []game.Move(nil)
	for _, m := range s.points(a, Five) {
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
	if s.count[s.attacker][winning] == 0 {
		return false // a straight four would come first; it is not looked for
	}
	s.Play(moves[0])
	won := s.attack(depth)
	s.Undo()
	return won && s.won(moves[0])
}
