package maxn

import (
	"context"
	"time"
)

// plan is a line in which the player at the root has chosen his moves, the last one among them,
// and each other player has taken the move that promises most.
type plan[M comparable] struct {
	moves []M
	first int    // of the moves of the root
	key   uint64 // of the last position
	sum   int    // of what the positions behind own moves are worth
	turns int    // own moves
	value int    // what plans are compared by
	ended bool   // it cannot be lengthened
}

// planner is the room of a search by plans.
type planner[M comparable] struct {
	found  []plan[M]
	order  []int  // of what is found, best first
	firsts []bool // the moves of the root that the plans kept begin with
	begin  int    // how many they are
}

// Plan is Run by own moves alone, of a game without chance.
func (s *Search[M]) Plan(ctx context.Context, g Game[M], o Options, l Limits, progress func(Result[M])) Result[M] {
	began, most := s.start(ctx, g, o, l)
	found := s.plans(most, began, progress)
	found.Nodes, found.Time = s.nodes, time.Since(began)
	return found
}

// plans searches by own moves alone: at each depth it keeps the best plans, and of those that lead
// to one position the best. A depth that is cut short counts: the best plans come first.
func (s *Search[M]) plans(most int, began time.Time, progress func(Result[M])) (found Result[M]) {
	for kept := []plan[M]{{}}; ; {
		s.planner.found = s.planner.found[:0]
		longer := false
		for _, p := range kept {
			longer = s.lengthen(p, most) || longer
		}
		if !longer {
			return found
		}
		kept = s.best(kept[:0])
		found = s.planned(kept)
		if progress != nil {
			found.Nodes, found.Time = s.nodes, time.Since(began)
			progress(found)
		}
		decided := s.limits.Depth == 0 && s.limits.Lines <= 1 && s.planner.begin == 1
		if value := kept[0].value; s.stopped || decided || value > Most || value < -Most {
			return found
		}
	}
}

// lengthen finds the plan with the replies of the others and each own move, and says whether it is
// another one then.
func (s *Search[M]) lengthen(p plan[M], most int) (longer bool) {
	if p.ended || s.stopped {
		s.planner.found = append(s.planner.found, p)
		return false
	}
	for _, m := range p.moves {
		s.game.Play(m)
	}
	moves, over := s.replies(&p, most)
	switch {
	case over:
		p.ended, longer = true, true
		s.planner.found = append(s.planner.found, p)
	case len(moves) >= most:
		p.ended = true
		s.planner.found = append(s.planner.found, p)
	default:
		width := s.options.Width
		if p.turns == 0 {
			width = 0 // all
		}
		tried := s.ordered(1, width)
		if p.turns == 0 {
			s.planner.firsts = make([]bool, len(tried))
		}
		for i, m := range tried {
			if s.count(); s.stopped && len(s.planner.found) > 0 {
				break
			}
			if s.game.Play(m); p.turns == 0 {
				p.first = i
			}
			s.add(p, append(moves, m))
			s.game.Undo()
			longer = true
		}
		if !longer { // stopped: the plan stands as it is
			s.planner.found = append(s.planner.found, p)
		}
	}
	for range moves {
		s.game.Undo()
	}
	return longer
}

// replies plays the moves of the others behind a plan, up to the turn of the player at the root or
// the most plies.
func (s *Search[M]) replies(p *plan[M], most int) (moves []M, over bool) {
	moves = p.moves[:len(p.moves):len(p.moves)]
	for s.game.Turn() != s.root && len(moves) < most {
		m := s.ordered(0, 1)[0]
		s.game.Play(m)
		moves = append(moves, m)
		s.count()
		var v Values
		if s.game.Values(&v) {
			s.delay(&v, len(moves))
			p.moves, p.key, p.value = moves, s.game.Key(), int(v[s.root])
			return moves, true
		}
	}
	return moves, false
}

// add finds a plan that ends with the position on the board.
func (s *Search[M]) add(p plan[M], moves []M) {
	var v Values
	if p.ended = s.game.Values(&v); p.ended {
		s.delay(&v, len(moves))
	}
	worth := int(v[s.root])
	p.sum, p.turns = p.sum+worth, p.turns+1
	// What is gained early is surer, as the others need not play as expected: the positions on the
	// way count half as much as the last one.
	if p.value = (2*worth + p.sum) / (2 + p.turns); p.ended {
		p.value = worth
	}
	p.key = s.game.Key()
	at := 0
	for ; at < len(s.planner.found); at++ {
		// Where several lines are wanted, each has plans of its own.
		if q := &s.planner.found[at]; q.key == p.key && (q.first == p.first || s.limits.Lines <= 1) {
			if q.value >= p.value {
				return
			}
			break
		}
	}
	p.moves = append([]M(nil), moves...)
	if at == len(s.planner.found) {
		s.planner.found = append(s.planner.found, p)
	}
	s.planner.found[at] = p
}

// best keeps the best of the plans found, and the best one of as many first moves as lines are
// wanted.
func (s *Search[M]) best(kept []plan[M]) []plan[M] {
	p := &s.planner
	p.order = p.order[:0]
	for i := range p.found {
		at := len(p.order)
		p.order = append(p.order, i)
		for ; at > 0 && p.found[p.order[at-1]].value < p.found[i].value; at-- {
			p.order[at] = p.order[at-1]
		}
		p.order[at] = i
	}
	s.begin()
	for _, i := range p.order {
		if n := p.found[i]; len(kept) < s.options.Plans || !p.firsts[n.first] && p.begin < s.limits.Lines {
			s.begins(n.first)
			kept = append(kept, n)
		}
	}
	return kept
}

// begin forgets the first moves.
func (s *Search[M]) begin() {
	s.planner.begin = 0
	clear(s.planner.firsts)
}

// begins notes the first move of a plan, and says whether it is another one.
func (s *Search[M]) begins(first int) (another bool) {
	p := &s.planner
	if p.firsts[first] {
		return false
	}
	p.firsts[first] = true
	p.begin++
	return true
}

// planned is the best plan of each first move, as a result.
func (s *Search[M]) planned(kept []plan[M]) (r Result[M]) {
	s.begin()
	for _, p := range kept {
		r.Depth = max(r.Depth, len(p.moves))
		if s.begins(p.first) {
			r.Lines = append(r.Lines, Line[M]{Moves: p.moves, Value: p.value})
		}
	}
	return r
}
