//go:build !slim

package alphabeta

// hints are what some games tell of their moves beside the rules. The slim library has none of these games.
type hints[M Code] struct {
	ranked  Ranked[M]  // nil: all moves are alike before they are tried
	resting Resting[M] // nil: Moves has them all
	ranks   []int32    // a buffer
}

func (h *hints[M]) take(g Game[M]) {
	h.ranked, _ = g.(Ranked[M])
	h.resting, _ = g.(Resting[M])
}

// rank adds what speaks for the frame's moves before they are tried.
func (w *worker[M]) rank(f *frame[M]) {
	if w.hints.ranked == nil {
		return
	}
	w.hints.ranks = w.hints.ranked.Ranks(w.hints.ranks[:0], f.moves)
	for i, r := range w.hints.ranks {
		f.scores[i] += int64(r) << orderShift
	}
}

// others appends the moves that the game keeps back until all that it gave lose.
func (w *worker[M]) others(dst []M) []M {
	if w.hints.resting == nil {
		return dst
	}
	return w.hints.resting.Others(dst)
}
