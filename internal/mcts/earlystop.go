package mcts

import "math"

// The early stop ends a search before its visits or its time are over: when the
// best move's share leads that of every other move by Limits.EarlyStop, and each
// of them has Limits.EarlyStopVisits or is proven. The search then ends by
// [EarlyStop]. Between two looks at the moves lie earlyStopEvery playouts.
const earlyStopEvery = 64

// standsOut says whether the best of the moves leads the others by as much as the
// early stop asks.
func (s *Search[M]) standsOut(r *run[M]) bool {
	children := s.tree.children(&s.tree.nodes[root])
	mover := s.workers[0].game.Turn()
	best, second, moves := math.Inf(-1), math.Inf(-1), 0
	for i := range children {
		if r.allowed != nil && !r.allowed[i] {
			continue
		}
		c := &children[i]
		worth := c.mean()
		if winner, _, ok := proven(c.proof.Load()); ok {
			worth = share(winner, mover)
		} else if int(c.visits.Load()) < r.earlyStopVisits {
			return false
		}
		moves++
		if worth > best {
			best, second = worth, best
		} else {
			second = max(second, worth)
		}
	}
	return moves > 1 && best-second >= r.earlyStop
}
