package mcts

import (
	"fmt"
	"math"
	"math/bits"
	"sync/atomic"
)

// rave is what a move has been worth whenever the player played it in the rest of a
// game, and its worth by the Appraiser. Source of games that
// were never played: G. Chaslot et al., "Adding expert knowledge and exploration in
// MCTS", ACG 2009.
type rave struct {
	games      atomic.Uint32
	value      atomic.Uint32 // sum of raveUnit x the share
	won, tried float32       // written before the node's block is published
}

const (
	raveUnit = 1 << 8
	// After so many games nothing is added: the sum would overflow, and the move's own
	// results have counted for more for long.
	raveMost = 1<<32/raveUnit - 256
	// raveMoves is over every move that is traced; others are not.
	raveMoves = 1 << 12
)

// ravesOf are those of a node's children; nil without, and for a leaf.
func (t *tree[M]) ravesOf(n *node[M]) []rave {
	first := n.first.Load()
	if t.raves == nil || first <= growing {
		return nil
	}
	return t.raves[first : first+n.count]
}

// copyFrom may be used between runs only.
func (r *rave) copyFrom(from *rave) {
	r.won, r.tried = from.won, from.tried
	r.games.Store(from.games.Load())
	r.value.Store(from.value.Load())
}

// raver is what a worker needs for it.
type raver[M ~uint16 | ~uint32] struct {
	appraiser Appraiser[M]
	tracer    Tracer[M]
	by        [raveMoves]uint8 // by move: 1 + the first player to make it; 0 for nobody
}

// newRaver makes one for a game, or takes the worker's.
func newRaver[M ~uint16 | ~uint32](g Game[M], r *raver[M]) (*raver[M], error) {
	if r == nil {
		r = new(raver[M])
	}
	var appraises, traces bool
	r.appraiser, appraises = g.(Appraiser[M])
	r.tracer, traces = g.(Tracer[M])
	if !appraises || !traces {
		return nil, fmt.Errorf("%w: Rave with a game that is no Appraiser and Tracer, expected 0", ErrOptions)
	}
	return r, nil
}

// appraise fills the games of the opinion, and the priors by the share of those won.
func (w *worker[M]) appraise() {
	o := &w.opinion
	o.won, o.tried = o.won[:0], o.tried[:0]
	for range w.moves {
		o.won, o.tried = append(o.won, 0), append(o.tried, 0)
	}
	w.raver.appraiser.Appraise(w.moves, o.won, o.tried)
	for i := range w.moves {
		o.priors[i] = o.won[i] / o.tried[i]
	}
}

// chooseByRave picks the move with the best mean of its own results, the opinion of it,
// and the results of games in which it was played later. Moves proven not to win are
// left out while others remain. Conversions keep products from being fused with sums, so that
// every machine chooses alike.
func (w *worker[M]) chooseByRave(n *node[M], children []node[M]) *node[M] {
	raves := w.tree.ravesOf(n)
	explore := w.explore * math.Sqrt(logOf(n.visits.Load()+1))
	equal := 1 / w.options.Rave
	var best, refuge *node[M]
	bestScore := math.Inf(-1)
	for i := range children {
		c, r := &children[i], &raves[i]
		if winner, _, ok := proven(c.proof.Load()); ok && winner != Draw {
			refuge = c // a win would have proven the parent; this loses
			continue
		}
		visits := float64(c.visits.Load())
		games := visits + float64(r.tried)
		score := (float64(c.value.Load())/shareUnit + float64(r.won)) / games
		if k := float64(r.games.Load()); k > 0 {
			later := float64(r.value.Load()) / (raveUnit * k)
			score += float64(k / (k + games + float64(k*games*equal)) * (later - score))
		}
		if score += explore / math.Sqrt(games); score > bestScore {
			best, bestScore = c, score
		}
	}
	if best == nil {
		return refuge
	}
	return best
}

// logOf is the natural logarithm of n, 1 or more, the same on every machine, which
// math.Log is not. It is right to some 14 digits.
func logOf(n uint32) float64 {
	doublings := bits.Len32(n)
	m := float64(n) / float64(uint64(1)<<doublings) // 0.5 to 1
	if m < math.Sqrt2/2 {
		m, doublings = 2*m, doublings-1
	}
	// Twice the area tangent of s, as a power series by Horner's rule.
	s := (m - 1) / (m + 1)
	square, sum := float64(s*s), 0.0
	for k := 19; k > 0; k -= 2 {
		sum = float64(sum*square) + 1/float64(k)
	}
	return float64(float64(doublings)*math.Ln2) + float64(2*s*sum)
}

// shareTrace tells every position of the path which of its moves the players
// made later in the game that was just played, and what it brought.
func (w *worker[M]) shareTrace() {
	r, last, turn := w.raver, len(w.path)-1, w.game.Turn()
	r.by = [raveMoves]uint8{}
	if w.rolled {
		mover := turn
		for _, m := range r.tracer.Traced() {
			if m > 0 && m < raveMoves && r.by[m] == 0 {
				r.by[m] = uint8(mover + 1)
			}
			if mover++; mover == w.players {
				mover = 0
			}
		}
	}
	for at := last; at >= 0; at-- {
		mover := turn
		if at < last {
			mover = w.movers[at+1]
			if m := w.path[at+1].move; m < raveMoves {
				r.by[m] = uint8(mover + 1)
			}
		}
		n := w.path[at]
		// Read the children first: another worker may be adding them just now.
		children := w.tree.children(n)
		raves := w.tree.ravesOf(n)
		won := uint32(w.shares[mover] * raveUnit)
		for i := range children {
			if m := children[i].move; m < raveMoves && r.by[m] == uint8(mover+1) {
				if c := &raves[i]; c.games.Load() < raveMost {
					c.games.Add(1)
					c.value.Add(won)
				}
			}
		}
	}
}
