package alphabeta

import (
	"qikit.dev/qikit/internal/order"
)

// enterRoot makes the first frame ready for an iteration.
func (w *worker[M]) enterRoot() {
	f := &w.stack[0]
	f.length = 0
	f.static = noStatic
	if !f.check {
		f.static = w.corrected(0)
	}
	w.nodes++
}

// searchRoot searches the root in a window and brings the best move to the front. The
// score is a bound when it is outside the window.
func (w *worker[M]) searchRoot(depth, alpha, beta int) int {
	w.enterRoot()
	f := &w.stack[0]
	n := node{depth: depth, alpha: alpha, beta: beta, exact: true, inCheck: f.check}
	t := trial[M]{node: &n, alpha: alpha, best: -infinity}
	for i := 0; i < len(w.root) && !w.stopped; i++ {
		f.left = len(w.root) - i
		if w.mayShare(&t) {
			w.share(&t, 0)
			break
		}
		f.left--
		f.open.at(w, &t, 0, false)
		m := w.root[i].move
		enough := w.tryRoot(&t, m)
		if w.rejoin(&t, m, enough) || enough {
			break
		}
	}
	if t.move == 0 { // none is better than alpha: they stay in their order
		return t.best
	}
	best := 0
	for w.root[best].move != t.move {
		best++
	}
	r := &w.root[best]
	r.score, r.depth, r.line = t.best, depth, append(r.line[:0], f.pv[:f.length]...)
	w.advance(best, 0)
	return t.best
}

// advance moves a root move forward to a place.
func (w *worker[M]) advance(from, to int) {
	r := w.root[from]
	copy(w.root[to+1:from+1], w.root[to:from])
	w.root[to] = r
}

// deepenLines brings the best moves to the front, in order, and says how many there
// are. All moves are searched once: the first ones to their value, each other one only
// if it proves better than the last of the best so far.
func (w *worker[M]) deepenLines(depth, lines int) (found int) {
	w.enterRoot()
	n := node{depth: depth, exact: true, inCheck: w.stack[0].check}
	t := trial[M]{node: &n}
	for i := range w.root {
		r := &w.root[i]
		least := w.least(found, lines)
		score := 0
		t.count = i + 1
		if found < lines && (least == -infinity || r.depth > 0 && r.score > least) {
			w.aspire(depth, *r, least, func(alpha, beta int) int {
				t.alpha, n.beta = alpha, beta
				score = w.ask(&t, r.move, true)
				return score
			})
		} else {
			t.alpha, n.beta = least, infinity
			score = w.ask(&t, r.move, false)
		}
		if w.stopped {
			return found
		}
		if score <= least {
			r.depth = 0 // a bound is no value to go by
			continue
		}
		w.keepRoot(r, score, depth)
		place := found
		for place > 0 && w.root[place-1].score < score {
			place--
		}
		w.advance(i, place)
		found = min(found+1, lines)
	}
	for found > 1 && w.root[found-1].score <= w.least(1, lines) {
		found--
	}
	return found
}

// arrange puts the root's moves behind the first in order of the values that are seen at
// once: late ones are searched less deeply, and whatever move comes before a better one
// that belongs to the lines is searched to its value for nothing. The search asks for most
// of these values anyway.
func (w *worker[M]) arrange() {
	for i := range w.root {
		r := &w.root[i]
		loses := !w.exchange(r.move, 0)
		w.game.Play(r.move)
		over, score := w.game.Verdict()
		if !over {
			score = w.static()
		}
		w.game.Undo()
		if r.score = -score; loses {
			r.score -= pieceLoss
		}
	}
	order.Stable(w.root[1:], func(a, b rootMove[M]) int { return b.score - a.score })
}

// pieceLoss is what arrange takes off a move that loses by exchanges.
const pieceLoss = 300

// least is what a move has to exceed that is to be one of the lines, so many of which
// have been found.
func (w *worker[M]) least(found, lines int) int {
	least := -infinity
	if within := w.s.limits.Within; found > 0 && within != NoLimit {
		least = max(w.root[0].score-within-1, least)
	}
	if found == lines {
		least = max(w.root[lines-1].score, least)
	}
	return least
}

// keepRoot writes down what the search below a root move found.
func (w *worker[M]) keepRoot(r *rootMove[M], score, depth int) {
	below := &w.stack[1]
	r.score, r.depth = score, depth
	r.line = append(append(r.line[:0], r.move), below.pv[:below.length]...)
}

// tryRoot searches one move at the root, where no move is hopeless, and says whether
// it reaches beta.
func (w *worker[M]) tryRoot(t *trial[M], m M) (enough bool) {
	first := t.count == 0
	t.count++
	score := w.ask(t, m, first)
	if w.stopped {
		return true
	}
	if first { // is worth knowing even as a bound
		w.keepRoot(&w.root[0], score, t.depth)
	}
	if score > t.best {
		t.best = score
		if score > t.alpha {
			t.move, t.alpha = m, score
			w.keepLine(0, m)
		}
	}
	return t.alpha >= t.beta
}

// ask searches a root move in the trial's window: at once, or after the question
// whether it is better than alpha.
func (w *worker[M]) ask(t *trial[M], m M, atOnce bool) (score int) {
	f := &w.stack[0]
	f.class, f.played = w.class(m), m
	quiet := w.gain(m) == 0
	w.game.Play(m)
	w.stack[1].check = w.inCheck()
	depth := t.depth - 1
	if atOnce {
		score = -w.search(1, depth, -t.beta, -t.alpha, true, false)
	} else {
		r := 0
		if i := t.count - 1; t.depth >= 3 && i >= 3 && !t.inCheck && quiet && !w.stack[1].check && t.alpha < won && t.alpha > -won {
			if r = reduction(t.depth, i); !w.glance {
				r = max(r-1, 0)
			}
		}
		score = -w.search(1, depth-r, -t.alpha-1, -t.alpha, false, true)
		if r > 0 && score > t.alpha && !w.stopped {
			score = -w.search(1, depth, -t.alpha-1, -t.alpha, false, true)
		}
		if score > t.alpha && !w.stopped {
			score = -w.search(1, depth, -t.beta, -t.alpha, true, false)
		}
	}
	w.game.Undo()
	return score
}
