package alphabeta

// searchRoot searches root[w.line:] in a window and brings the best to the
// front of them. The score is a bound when it is outside the window.
func (w *worker[M]) searchRoot(depth, alpha, beta int) int {
	f := &w.stack[0]
	f.length = 0
	f.static = noStatic
	if !f.check {
		f.static = w.corrected(0)
	}
	w.nodes++
	n := node{depth: depth, alpha: alpha, beta: beta, exact: true, inCheck: f.check}
	t := trial[M]{node: &n, alpha: alpha, best: -infinity}
	for i := w.line; i < len(w.root) && !w.stopped; i++ {
		if w.mayShare(&t) {
			w.share(&t, 0, len(w.root)-i)
			break
		}
		if w.tryRoot(&t, w.root[i].move) {
			break
		}
	}
	if t.move == 0 { // none is better than alpha: they stay in their order
		return t.best
	}
	best := w.line
	for w.root[best].move != t.move {
		best++
	}
	r := w.root[best]
	r.score, r.depth, r.line = t.best, depth, append(r.line[:0], f.pv[:f.length]...)
	copy(w.root[w.line+1:best+1], w.root[w.line:best])
	w.root[w.line] = r
	return t.best
}

// tryRoot searches one move at the root, where no move is hopeless, and says whether
// it reaches beta.
func (w *worker[M]) tryRoot(t *trial[M], m M) (enough bool) {
	f := &w.stack[0]
	i := t.count
	t.count++
	f.class, f.played = w.class(m), m
	w.game.Play(m)
	w.stack[1].check = w.game.InCheck()
	score, depth := 0, t.depth-1
	if i == 0 {
		score = -w.search(1, depth, -t.beta, -t.alpha, true, false)
	} else {
		r := 0
		if t.depth >= 3 && i >= 3 && !t.inCheck && w.gain(m) == 0 {
			r = max(reduction(t.depth, i)-1, 0)
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
	if w.stopped {
		return true
	}
	if i == 0 { // is worth knowing even as a bound
		r := &w.root[w.line]
		r.score, r.depth = score, t.depth
		r.line = append(append(r.line[:0], m), w.stack[1].pv[:w.stack[1].length]...)
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
