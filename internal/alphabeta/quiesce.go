package alphabeta

const (
	// quiesceChecks is how many plies of evasions quiescence follows.
	quiesceChecks = 8
	// quiesceEvasions is the number of evasions after which quiet ones are left out,
	// once one holds.
	quiesceEvasions = 4
	// captureHope is what a capture may gain beyond the piece, in hundredths of
	// an ordinary piece.
	captureHope = 150
)

// quiesce is the value of a position after the captures that pay. down counts plies
// below the search.
func (w *worker[M]) quiesce(ply, down, alpha, beta int) int {
	f := &w.stack[ply]
	f.length = 0
	if w.spent() {
		return 0
	}
	w.nodes++
	if over, score := w.game.Verdict(); over {
		return atNode(score, ply)
	}
	if ply >= plyMax {
		return w.static()
	}
	n := node{ply: ply, alpha: alpha, beta: beta, key: w.game.Key(), inCheck: f.check && down < quiesceChecks}
	if w.recall(&n) && beta-alpha == 1 && n.known.settles(alpha, beta) {
		return n.known.score
	}
	if n.inCheck {
		f.static = noStatic
		f.moves = w.game.Moves(f.moves[:0])
		if len(f.moves) == 0 {
			return lostIn(ply)
		}
		return w.takeAll(&n, down, -infinity)
	}
	stand := w.corrected(ply)
	f.static = stand
	if n.hit && n.known.bound.agrees(n.known.score, stand) {
		stand = n.known.score
	}
	if stand >= beta {
		return stand
	}
	f.moves = w.game.Captures(f.moves[:0])
	return w.takeAll(&n, down, stand)
}

// takeAll searches the frame's moves: evasions, or captures that must beat the value of
// standing still.
func (w *worker[M]) takeAll(n *node, down, stand int) int {
	f := &w.stack[n.ply]
	w.order(n.ply, n.known.move)
	best, alpha := stand, max(n.alpha, stand)
	var bestMove M
	for i := range f.moves {
		o := w.next(f)
		m := o.move
		if n.inCheck {
			if best > -won && i >= quiesceEvasions && o.Gain == 0 {
				break
			}
		} else if o.rank < 0 {
			break // only losing captures are left
		} else if hope := stand + int(o.Gain) + captureHope; hope <= alpha {
			best = max(best, hope)
			continue
		}
		f.class = int(o.Class)
		w.game.Play(m)
		w.foresee()
		w.stack[n.ply+1].check = w.inCheck()
		score := -w.quiesce(n.ply+1, down+1, -n.beta, -alpha)
		w.game.Undo()
		if w.stopped {
			return 0
		}
		if score > best {
			best = score
			if score > alpha {
				bestMove, alpha = m, score
				w.keepLine(n.ply, m)
				if alpha >= n.beta {
					break
				}
			}
		}
	}
	w.store(n, best, bestMove)
	return best
}
