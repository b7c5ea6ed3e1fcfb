package alphabeta

// noStatic is the static value of a node that has none: the side to move is in
// check.
const noStatic = infinity

// node is a position to be searched, and how.
type node struct {
	ply         int // from the root
	depth       int
	alpha, beta int
	exact       bool // the window is to be resolved: a node of the principal variation
	cut         bool // a refutation is expected

	key       uint64
	known     entry // what the table has, if hit
	hit       bool
	inCheck   bool
	improving bool // the static value is better than two plies ago
}

// search is the value of the current position to that depth, within a window:
// outside it a bound.
func (w *worker[M]) search(ply, depth, alpha, beta int, exact, cut bool) int {
	f := &w.stack[ply]
	f.length = 0
	if w.spent() {
		return 0
	}
	if depth <= 0 {
		return w.quiesce(ply, 0, alpha, beta)
	}
	w.nodes++

	// 1. Ends by rule, and ends that cannot be better than one found.
	if f.skip == 0 {
		if over, score := w.game.Verdict(); over {
			return atNode(score, ply)
		}
	}
	if ply >= plyMax {
		return w.static()
	}
	alpha, beta = max(alpha, lostIn(ply)), min(beta, -lostIn(ply+1))
	if alpha >= beta {
		return alpha
	}
	n := node{ply: ply, depth: depth, alpha: alpha, beta: beta, exact: exact, cut: cut, key: w.game.Key()}

	// 2. What the table knows.
	if f.skip == 0 && w.recall(&n) && !exact && n.known.depth >= depth && n.known.settles(alpha, beta) {
		return n.known.score
	}

	// 3. The static value, and what it alone decides.
	n.inCheck = f.check
	f.static = noStatic
	if !n.inCheck {
		f.static = w.corrected(ply)
		n.improving = ply >= 2 && w.stack[ply-2].static != noStatic && f.static > w.stack[ply-2].static
		value := f.static
		if n.hit && n.known.bound.agrees(n.known.score, value) {
			value = n.known.score
		}
		if !exact && f.skip == 0 {
			if score, ok := w.prune(&n, value); ok {
				return score
			}
		}
	}

	// 4. Without a move to begin with, a shallower search will find one.
	if depth >= 4 && n.known.move == 0 && (exact || cut) {
		n.depth--
	}
	return w.branch(&n)
}

// branch tries the moves of a node.
func (w *worker[M]) branch(n *node) int {
	f := &w.stack[n.ply]

	// 1. Is the table's move the only good one? This uses the frame, so it
	// comes before the moves are listed there.
	lone, refuted, decided := w.singular(n)
	if decided || w.stopped {
		return refuted
	}
	t := trial[M]{node: n, alpha: n.alpha, best: -infinity, lone: lone}
	f.tried, f.taken = f.tried[:0], f.taken[:0]
	w.stack[n.ply+1].killers = [2]M{}

	// 2. The table's move, before the others are even listed.
	first := M(n.known.move)
	if first != 0 && (f.skip != 0 || w.legal == nil || !w.legal.Legal(first)) {
		first = 0
	}
	cut := first != 0 && w.try(&t, w.option(first, orderTable))

	// 3. The others, best first.
	if !cut && !w.stopped {
		f.moves = w.game.Moves(f.moves[:0])
		if len(f.moves) == 0 {
			f.moves = w.others(f.moves)
		}
		if len(f.moves) == 0 {
			return lostIn(n.ply)
		}
		cut = w.tryAll(&t, first)
		if !cut && !w.stopped && t.best <= -won {
			if f.moves = w.others(f.moves[:0]); len(f.moves) > 0 {
				w.tryAll(&t, first)
			}
		}
	}
	if w.stopped {
		return 0
	}

	// 4. What was learnt.
	if t.best == -infinity { // the one move there is was left out
		return n.alpha
	}
	if t.best >= n.beta {
		w.remember(n.ply, n.depth, t.move)
	}
	if f.skip == 0 {
		w.store(n, t.best, t.move)
		w.correct(n, t.best, t.move)
	}
	return t.best
}

// tryAll tries the frame's moves, best first, but for one that was tried before, and says whether the node needs
// no more.
func (w *worker[M]) tryAll(t *trial[M], first M) (enough bool) {
	f := &w.stack[t.ply]
	w.order(t.ply, t.known.move)
	divisible := threads && len(w.s.workers) > 1 && t.depth >= splitDepth
	for thinned := false; f.left > 0; {
		if !thinned && t.crowded() {
			thinned = true
			w.thin(t.ply)
			continue
		}
		if w.mayShare(t) {
			w.share(t, first)
			break
		}
		o := w.next(f)
		if o.move == first || f.skip != 0 && uint16(o.move) == f.skip {
			continue
		}
		if divisible {
			f.open.at(w, t, first, o.Gain == 0)
		}
		enough = w.try(t, o)
		if divisible && w.rejoin(t, o.move, enough) {
			return false
		}
		if enough {
			return true
		}
	}
	return false
}

// trial is how far a node's moves have been tried.
type trial[M Code] struct {
	*node
	alpha, best int
	move        M // that raised alpha last
	count       int
	quiets      int
	lone        int // plies to be added to the table's move
}

// try searches one move, unless it is hopeless, and says whether the node needs
// no more.
func (w *worker[M]) try(t *trial[M], o option[M]) (enough bool) {
	f := &w.stack[t.ply]
	i, m := t.count, o.move
	t.count++
	quiet := o.Gain == 0
	if quiet {
		t.quiets++
	}
	if t.best > -won && w.hopeless(t, o) {
		return false
	}
	f.class, f.played = int(o.Class), m
	safe := t.exact && (!quiet || w.exchange(m, 0))
	w.game.Play(m)
	w.foresee()

	// 1. How deep: a little more where it is forced, less where it is late.
	depth := t.depth - 1
	check := w.inCheck()
	w.stack[t.ply+1].check = check
	switch {
	case t.ply >= 2*w.depth: // enough has been added to this line
	case o.rank == orderTable && t.lone != 0:
		depth += t.lone
	case check && safe:
		depth++
	}
	r := 0
	if i > 0 && t.depth >= 3 && quiet && !check {
		r = w.late(t.node, i, o.rank, depth)
	}

	// 2. The window: whole for the first move, a question for the others.
	score := 0
	if t.best == -infinity {
		score = -w.search(t.ply+1, depth, -t.beta, -t.alpha, t.exact, !t.exact && !t.cut)
	} else {
		score = -w.search(t.ply+1, depth-r, -t.alpha-1, -t.alpha, false, r > 0 || !t.cut)
		if r > 0 && score > t.alpha && !w.stopped {
			score = -w.search(t.ply+1, depth, -t.alpha-1, -t.alpha, false, !t.cut)
		}
		if t.exact && score > t.alpha && !w.stopped {
			score = -w.search(t.ply+1, depth, -t.beta, -t.alpha, true, false)
		}
	}
	w.game.Undo()
	if w.stopped {
		return true
	}

	// 3. What it proved.
	if score > t.best {
		t.best = score
		if score > t.alpha {
			t.move, t.alpha = m, score
			if t.exact {
				w.keepLine(t.ply, m)
			}
			if score >= t.beta {
				return true
			}
		}
	}
	if quiet {
		f.tried = append(f.tried, o.Class)
	} else {
		f.taken = append(f.taken, o.Class)
	}
	return false
}

// store puts a node's value into the table. It must not be reached by a
// stopped search: what that returns is worth nothing (see TestReplay).
func (w *worker[M]) store(n *node, best int, m M) {
	b := boundUpper
	switch {
	case best >= n.beta:
		b = boundLower
	case best > n.alpha:
		b = boundExact
	}
	w.s.table.store(n.key, entry{score: toTable(best, n.ply), depth: n.depth, move: uint16(m), bound: b})
}

// recall looks the node up.
func (w *worker[M]) recall(n *node) bool {
	if data := w.s.table.find(n.key); data != 0 {
		n.known, n.hit = entryOf(data), true
		n.known.score = fromTable(n.known.score, n.ply)
	}
	return n.hit
}

// settles says whether the stored bound decides a window.
func (e entry) settles(alpha, beta int) bool {
	switch e.bound {
	case boundExact:
		return true
	case boundLower:
		return e.score >= beta
	case boundUpper:
		return e.score <= alpha
	}
	return false
}

// agrees says whether a stored score is a better estimate than the static one.
func (b bound) agrees(score, static int) bool {
	return b == boundExact || b == boundLower && score > static || b == boundUpper && score < static
}

// keepLine makes m and the line below it the line of this ply.
func (w *worker[M]) keepLine(ply int, m M) {
	f, below := &w.stack[ply], &w.stack[ply+1]
	f.pv[0] = m
	f.length = 1 + copy(f.pv[1:], below.pv[:below.length])
}
