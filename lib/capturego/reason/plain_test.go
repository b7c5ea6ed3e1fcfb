package reason

import (
	"slices"
)

// facts are the facts of a move, from their definitions; move -1 is a pass.
func (s *plain) facts(move int) (list []string) {
	side, other := s.turn, opponent(s.turn)
	put := func(kind Kind, by byte, at int, points, chain, more []int, count, missing int) {
		list = append(list, s.fact(kind, by, at, points, chain, more, count, missing))
	}
	n, taken := s.pass(), []int(nil)
	if move >= 0 {
		n, taken = s.play(move)
	}
	if n.missing[side] <= 0 {
		put(Wins, side, move, nil, taken, nil, len(taken), 0)
		return list
	}
	if len(taken) > 0 {
		put(Captures, side, move, nil, taken, nil, len(taken), n.missing[side])
	}
	runner := -1
	for _, chain := range s.chains(side) {
		if s.liberties(chain[0]) != 1 {
			continue
		}
		now, liberties := n.chain(chain[0])
		joined := slices.Contains(now, move)
		switch {
		case len(liberties) == 1 && !joined:
			if saving := s.saving(chain[0]); len(saving) > 0 {
				put(Unsaved, side, move, saving, chain, nil, len(chain), 0)
			}
		case len(liberties) == 1:
		case n.takes(chain[0]):
			put(Runs, side, move, nil, chain, nil, len(chain), 0)
			runner = now[0]
		case joined && s.joinsSafe(move):
			put(Connects, side, move, nil, chain, nil, len(chain), 0)
		default:
			put(Saves, side, move, nil, chain, nil, len(chain), 0)
		}
	}
	if move >= 0 {
		list = append(list, s.threats(n, move)...)
	}
	if at, stones := s.bestCapture(); len(stones) > len(taken) {
		put(Misses, side, at, nil, stones, nil, len(stones), max(0, s.missing[side]-len(stones)))
	}
	if at, stones := n.bestCapture(); len(stones) > 0 && len(stones) >= n.missing[other] {
		put(Loses, other, at, nil, stones, nil, len(stones), 0)
		return list
	}
	for _, p := range n.upward(n.empty()) {
		if pair := n.double(p); pair != nil {
			after, _ := n.play(p)
			put(FacesThreats, other, p, after.last(pair), pair[0], pair[1], len(pair[0])+len(pair[1]), 0)
			break
		}
	}
	for _, chain := range n.chains(side) {
		if at, ok := n.chase(chain[0]); ok && chain[0] != runner {
			put(FacesTrap, other, at, nil, chain, nil, len(chain), 0)
		}
	}
	return list
}

// quiet are the facts of a move's liberties.
func (s *plain) quiet(move int) []string {
	n, _ := s.play(move)
	if n.missing[s.turn] <= 0 {
		return nil
	}
	stones, liberties := n.chain(move)
	kind := TwoLiberties
	switch {
	case len(liberties) == 2:
	case len(liberties) > 2 && !slices.ContainsFunc(stones, func(p int) bool { return len(s.beside(p)) == 4 }):
		kind = Edge
	default:
		return nil
	}
	return []string{s.fact(kind, s.turn, move, n.upward(liberties), stones, nil, len(stones), 0)}
}

// threats are what a stone does; n is the position after it.
func (s *plain) threats(n *plain, move int) (list []string) {
	side, other := s.turn, opponent(s.turn)
	put := func(kind Kind, points, chain, more []int, count int) {
		list = append(list, s.fact(kind, side, move, points, chain, more, count, 0))
	}
	for _, chain := range n.chains(other) {
		_, liberties := n.chain(chain[0])
		if len(liberties) != 1 || s.liberties(chain[0]) == 1 {
			continue
		}
		kind, points := Atari, liberties
		switch {
		case n.caught(chain[0]) && n.runs(chain[0]):
			kind = Ladder
		case n.caught(chain[0]):
			kind = Trap
		case n.runs(chain[0]):
			if stone, ok := n.breaker(chain[0]); ok {
				kind, points = BrokenLadder, []int{stone}
			}
		}
		put(kind, points, chain, nil, len(chain))
	}
	if stones, liberties := n.chain(move); len(liberties) == 1 && liberties[0] != n.ko {
		put(SelfAtari, liberties, stones, nil, len(stones))
	}
	if pair := s.double(move); pair != nil {
		put(DoubleThreat, n.last(pair), pair[0], pair[1], len(pair[0])+len(pair[1]))
	}
	if pair := s.pass().double(move); pair != nil {
		after, _ := s.pass().play(move)
		put(Denies, after.last(pair), pair[0], pair[1], len(pair[0])+len(pair[1]))
	}
	if last, chain, count := n.snapback(move); count > 0 {
		put(Snapback, []int{last}, chain, nil, count)
	}
	for _, chain := range n.chains(other) {
		near := slices.ContainsFunc(chain, func(p int) bool { return n.apart(p, move) <= 3 })
		if near && s.liberties(chain[0]) == 2 && n.liberties(chain[0]) == 2 && n.lost(chain[0]) && !s.pass().lost(chain[0]) {
			put(Net, nil, chain, nil, len(chain))
		}
	}
	return list
}

func (s *plain) apart(p, q int) int { return abs(p%s.size-q%s.size) + abs(p/s.size-q/s.size) }

func (s *plain) empty() (list []int) {
	for p := range s.at {
		if s.at[p] == '.' {
			list = append(list, p)
		}
	}
	return list
}

// saving are the moves after which the chain at q is neither in atari nor taken in a
// ladder, by rows from the bottom.
func (s *plain) saving(q int) (list []int) {
	for p, n := range s.all {
		if n.missing[s.turn] <= 0 || n.liberties(q) > 1 && !n.takes(q) {
			list = append(list, p)
		}
	}
	return s.upward(list)
}

// joinsSafe: a chain of the side to move beside the point has more than one liberty.
func (s *plain) joinsSafe(move int) bool {
	return slices.ContainsFunc(s.beside(move), func(p int) bool { return s.at[p] == s.turn && s.liberties(p) > 1 })
}

// bestCapture is the move that takes most, the first by rows from the bottom.
func (s *plain) bestCapture() (at int, stones []int) {
	for _, p := range s.upward(s.empty()) {
		if n, taken := s.play(p); n != nil && len(taken) > len(stones) {
			at, stones = p, taken
		}
	}
	return at, stones
}

// double: after a move of the side to move two chains of the other are in atari, one
// of them newly, either can be saved, and not both; no reply wins. Of several pairs
// it is that of the largest chains.
func (s *plain) double(move int) (pair [][]int) {
	n, _ := s.play(move)
	if n == nil || n.missing[s.turn] <= 0 {
		return nil
	}
	var chains [][]int
	for _, chain := range n.chains(n.turn) {
		if n.liberties(chain[0]) == 1 {
			chains = append(chains, chain)
		}
	}
	slices.SortStableFunc(chains, func(a, b []int) int { return len(b) - len(a) })
	for _, r := range n.all {
		if r.missing[n.turn] <= 0 {
			return nil
		}
	}
	safe := func(list ...[]int) bool {
		for _, r := range n.all {
			if !slices.ContainsFunc(list, func(chain []int) bool { return r.canTake(chain[0]) }) {
				return true
			}
		}
		return false
	}
	for i, first := range chains {
		for _, second := range chains[i+1:] {
			fresh := s.liberties(first[0]) > 1 || s.liberties(second[0]) > 1
			if fresh && safe(first) && safe(second) && !safe(first, second) {
				return [][]int{first, second}
			}
		}
	}
	return nil
}

// last are the last liberties of two chains.
func (s *plain) last(pair [][]int) (list []int) {
	for _, chain := range pair {
		_, liberties := s.chain(chain[0])
		list = append(list, liberties[0])
	}
	return list
}

// snapback: the stone at p, just played, alone and in atari, can be taken, by which
// nobody wins; then the taker's chain there, with one that was in atari, is taken
// in its turn, count stones.
func (s *plain) snapback(p int) (last int, chain []int, count int) {
	stones, liberties := s.chain(p)
	if len(stones) != 1 || len(liberties) != 1 {
		return 0, nil, 0
	}
	last = liberties[0]
	n, _ := s.play(last)
	if n == nil || n.missing[s.turn] <= 0 || !n.canTake(last) {
		return 0, nil, 0
	}
	now, open := n.chain(last)
	_, taken := n.play(open[0])
	if len(taken) < 2 {
		return 0, nil, 0
	}
	for _, was := range s.chains(s.turn) {
		if s.liberties(was[0]) == 1 && slices.Contains(now, was[0]) {
			return last, was, len(taken)
		}
	}
	return 0, nil, 0
}

// breaker is the stone of the side to move, not of its chain at q, without which
// that chain could run and would be caught: the nearest to its liberty that is not
// beside it, the first in reading order.
func (s *plain) breaker(q int) (stone int, ok bool) {
	own, liberties := s.chain(q)
	for away := 2; away < 2*s.size; away++ {
		for p := range s.at {
			if s.at[p] != s.turn || slices.Contains(own, p) || s.apart(p, liberties[0]) != away {
				continue
			}
			without := s.pass().pass() // lifts ko
			without.at = s.at[:p] + "." + s.at[p+1:]
			if without.runs(q) && without.caught(q) {
				return p, true
			}
		}
	}
	return 0, false
}
