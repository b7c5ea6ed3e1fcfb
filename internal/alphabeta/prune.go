package alphabeta

import "math"

// Margins, in hundredths of an ordinary piece.
const (
	futility        = 80  // what a quiet move may gain a ply
	reverseFutility = 60  // what the opponent may gain back a ply
	razor           = 250 // how hopeless a node must be a ply
	quietLoss       = 25  // what a quiet move may give away a ply
	captureLoss     = 90  // what a capture may give away a ply
	lone            = 2   // by how much a lone move stands out, a ply
)

// distrust is how bad a quiet move's record must be, for each ply, to be left out.
const distrust = 2000

// prune decides a node without trying its moves, where its value is far from
// the window. value is the best estimate at hand.
func (w *worker[M]) prune(n *node, value int) (score int, ok bool) {
	if n.beta >= won || n.beta <= -won {
		return 0, false
	}
	// Reverse futility: so far above beta that a quiet opponent will not reach it.
	margin := reverseFutility * n.depth
	if n.improving {
		margin -= reverseFutility
	}
	if n.depth <= 9 && value-margin >= n.beta && value < won {
		return value, true
	}
	// Razoring: so far below alpha that only captures could help.
	if n.depth <= 3 && value+razor*n.depth <= n.alpha {
		if score := w.quiesce(n.ply, 0, n.alpha, n.alpha+1); score <= n.alpha {
			return score, true
		}
	}
	return w.tryNull(n, value)
}

// tryNull lets the opponent move twice: if the value stays at beta even so, it will
// with a move. Deep in a line, where zugzwang is possible, a search without null moves
// has to agree.
func (w *worker[M]) tryNull(n *node, value int) (score int, ok bool) {
	f, none := &w.stack[n.ply], w.memory.classes
	if n.depth < 3 || value < n.beta || f.static < n.beta-20*n.depth || n.ply < w.nullFrom ||
		w.stack[n.ply-1].class == none || !w.game.Null() {
		return 0, false
	}
	f.class, f.played = none, 0
	w.stack[n.ply+1].check = false
	r := 3 + n.depth/4 + min((value-n.beta)/150, 3)
	score = -w.search(n.ply+1, n.depth-r, -n.beta, -n.beta+1, false, !n.cut)
	w.game.Undo()
	if w.stopped || score < n.beta {
		return 0, false
	}
	if score >= won {
		score = n.beta // a threat behind a pass proves nothing
	}
	if n.depth < 12 || w.nullFrom > 0 {
		return score, true
	}
	w.nullFrom = n.ply + 3*(n.depth-r)/4
	sure := w.search(n.ply, n.depth-r, n.beta-1, n.beta, false, false)
	w.nullFrom = 0
	return score, sure >= n.beta && !w.stopped
}

// singular searches the node without the table's move. If the value is low, that move
// is searched a ply or two deeper; if it is high enough without the move, the node is
// decided.
func (w *worker[M]) singular(n *node) (extension, score int, decided bool) {
	f := &w.stack[n.ply]
	if n.depth < 7 || !n.hit || n.known.move == 0 || n.known.bound == boundUpper || f.skip != 0 ||
		n.known.depth < n.depth-3 || n.known.score >= won || n.known.score <= -won || n.ply >= 2*w.depth {
		return 0, 0, false
	}
	limit := n.known.score - lone*n.depth
	f.skip = n.known.move
	score = w.search(n.ply, (n.depth-1)/2, limit-1, limit, false, n.cut)
	f.skip = 0
	f.length = 0
	switch {
	case score < limit-30 && !n.exact:
		return 2, 0, false
	case score < limit:
		return 1, 0, false
	case limit >= n.beta && !n.exact:
		return 0, limit, true
	case n.known.score >= n.beta:
		return -1, 0, false
	}
	return 0, 0, false
}

// hopeless says whether a move near the leaves is not worth trying: it comes late,
// gains too little, or gives something away.
func (w *worker[M]) hopeless(t *trial[M], o option[M]) bool {
	if t.inCheck || t.depth > 8 {
		return false
	}
	if o.Gain != 0 {
		return o.rank < 0 && t.depth <= 6 && !w.exchange(o.move, -captureLoss*t.depth)
	}
	futile := t.quiets > lateMoves(t) ||
		t.depth <= 6 && w.stack[t.ply].static+futility*(t.depth+1) <= t.alpha ||
		!t.exact && t.depth <= 5 && o.rank < -distrust*t.depth
	if futile && !w.givesCheck(o.move) {
		return true
	}
	return t.depth <= 6 && !w.exchange(o.move, -quietLoss*t.depth)
}

// crowded says whether all further quiet moves are hopeless, unless they give check.
func (t *trial[M]) crowded() bool {
	return t.best > -won && !t.inCheck && t.depth <= 8 && t.quiets >= lateMoves(t)
}

// lateMoves is the number of quiet moves after which a shallow node is given up. A node
// of the principal variation tries more: with a late reply left out its value would be
// too low, and shallow searches would report what is not there (see
// TestAlphaBeta_shallow).
func lateMoves[M Code](t *trial[M]) int {
	n := 4 + t.depth*t.depth
	switch {
	case t.exact:
		n *= 3
	case !t.improving:
		n /= 2
	}
	return n
}

// late is the number of plies by which the i-th move, a quiet one, is searched less.
func (w *worker[M]) late(n *node, i, rank, next int) int {
	r := reduction(n.depth, i)
	if !n.improving {
		r++
	}
	if n.cut {
		r += 2
	}
	if n.exact {
		r--
	}
	if n.inCheck {
		r--
	}
	r -= min(rank, orderQuietMax) / 4000
	return min(max(r, 0), next-1)
}

var reductions = func() (table [64][64]int8) {
	for depth := 1; depth < 64; depth++ {
		for i := 1; i < 64; i++ {
			table[depth][i] = int8(0.9 + math.Log(float64(depth))*math.Log(float64(i))/1.8)
		}
	}
	return table
}()

func reduction(depth, i int) int { return int(reductions[min(depth, 63)][min(i, 63)]) }
