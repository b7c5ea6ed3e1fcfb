package mcts

import (
	"math"
	"slices"

	"qikit.dev/qikit/internal/rng"
)

// open prepares the root for a run: its children, one for each legal move, and what is
// known of them beforehand.
func (s *Search[M]) open(r *run[M], known []Known[M]) {
	top, first := &s.tree.nodes[root], s.workers[0]
	if s.tree.children(top) != nil {
		// Inside a tree a game may leave out moves that cannot matter.
		first.moves = first.game.Moves(first.moves[:0])
		if len(first.moves) != len(s.tree.children(top)) {
			s.tree.widen(top, first.moves, first.weighted())
		}
	}
	if s.tree.children(top) == nil {
		s.tree.reset()
	}
	// Only its moves prove a root, so that there is a move that does.
	top.proof.Store(0)
	s.tree.settle(top, first.game.Turn())
	for _, w := range s.workers {
		w.random = *rng.Of(s.options.Seed, w.index)
		if kept := top.visits.Load(); kept > 0 {
			// A tree that is used on does not draw the same games again.
			w.random = *rng.Of(s.options.Seed, w.index, uint64(kept))
		}
	}
	if s.tree.children(top) == nil {
		// Even a search that is over before it began looks at the root once, so
		// that there is always a move.
		top.visits.Add(1)
		first.playout(top, r)
	}
	children := s.tree.children(top)
	for _, k := range known {
		if i := find(children, k.Move); i >= 0 {
			children[i].proof.Store(newProof(k.Winner, min(k.Plies, Far)))
		}
	}
	if len(known) > 0 && len(children) > 0 {
		s.tree.settle(top, first.game.Turn())
	}
	r.count, r.mass = len(children), 1
	// The plain choice looks at no move behind the first one without visits.
	r.wide = r.width > 0 || s.only != nil
	for i := 1; i < len(children) && s.tree.raves == nil; i++ {
		r.wide = r.wide || children[i].visits.Load() > 0 && children[i-1].visits.Load() == 0
	}
	if s.only == nil {
		return
	}
	r.count, r.mass, r.allowed = 0, 0, make([]bool, len(children))
	for i := range children {
		if slices.Contains(s.only, children[i].move) {
			r.allowed[i] = true
			r.count++
			r.mass += float64(children[i].prior)
		}
	}
}

// chooseWidely is chooseByPrior at the root, where the search may be wider and some moves left
// out. A move counts with 1-width of its share and of its prior; the rest of the priors
// is spread evenly. At width 1 it chooses the least visited move. It returns nil when
// all moves allowed are proven.
func (w *worker[M]) chooseWidely(children []node[M], visits uint32, mover int, r *run[M]) *node[M] {
	var (
		sum, total, mass float64  // shares, visits and priors of the visited
		unseen           *node[M] // the likeliest of the others
		open             bool     // whether any move is not proven
	)
	for i := range children {
		c := &children[i]
		winner, _, settled := proven(c.proof.Load())
		if r.allowed != nil && !r.allowed[i] || settled && winner != Draw {
			continue
		}
		open = open || !settled
		if n := float64(c.visits.Load()); n > 0 {
			sum, total, mass = sum+c.mean()*n, total+n, mass+float64(c.prior)
		} else if unseen == nil && !settled {
			unseen = c
		}
	}
	switch {
	case !open && r.allowed == nil:
		return w.chooseByPrior(children, visits, mover)
	case !open:
		return nil
	case unseen != nil && r.allowed != nil:
		return unseen
	}
	urgency := 0.5
	if total > 0 {
		urgency = sum/total - w.options.Urgency*math.Sqrt(mass/max(r.mass, mass))
	}
	explore := w.explore * math.Sqrt(float64(visits))
	even := 1 / float64(r.count)
	best, bestScore := (*node[M])(nil), math.Inf(-1)
	for i := range children {
		c := &children[i]
		winner, _, settled := proven(c.proof.Load())
		if r.allowed != nil && !r.allowed[i] || settled && winner != Draw {
			continue
		}
		n, q, prior := float64(c.visits.Load()), urgency, even
		switch {
		case settled:
			q = 0.5
		case n > 0:
			q = c.mean()
		}
		if r.mass > 0 {
			prior = float64(c.prior) / r.mass
		}
		score := (1-r.width)*q + explore*(prior+r.width*(even-prior))/(1+n)
		if score > bestScore {
			best, bestScore = c, score
		}
	}
	return best
}

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
