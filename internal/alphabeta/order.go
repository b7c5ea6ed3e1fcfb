package alphabeta

// Bands of ordering scores, best first; histories lie within ±4*historyMax.
const (
	orderTable   = 1 << 30
	orderCapture = 1 << 27
	orderKiller  = 1 << 26
	orderCounter = 1<<26 - 1<<20
	orderLosing  = -1 << 27

	orderQuietMax = 12000 // killers count as this when a reduction asks
)

// order scores the moves of a node; next hands them out, best first. A score and its
// move's place share a word, so that the best is found by maxima without a branch.
// Whether a capture loses is asked when its turn comes.
func (w *worker[M]) order(ply int, table uint16) {
	f := &w.stack[ply]
	if cap(f.scores) < len(f.moves) {
		f.scores = make([]int64, len(f.moves), 2*len(f.moves)+32)
	}
	f.scores = f.scores[:len(f.moves)]
	w.listTraits(f)
	f.left = len(f.moves)
	counter, killers := M(0), f.killers
	above := w.memory.answers(w.memory.classes)
	below := above
	if ply >= 1 {
		counter = w.memory.counter[w.stack[ply-1].class]
		above = w.memory.answers(w.stack[ply-1].class)
	}
	if ply >= 2 {
		below = w.memory.answers(w.stack[ply-2].class)
	}
	moves, traits, scores, quiet := f.moves, f.traits[:len(f.moves)], f.scores[:len(f.moves)], w.memory.quiet
	for i, m := range moves {
		class, gain := int(traits[i].Class), int(traits[i].Gain)
		var score int
		switch {
		case uint16(m) == table:
			score = orderTable
		case gain > 0:
			score = orderCapture + gain*16 + int(w.memory.capture[class])
		case m == killers[0]:
			score = orderKiller + 1
		case m == killers[1]:
			score = orderKiller
		case m == counter:
			score = orderCounter
		default:
			score = 2*int(quiet[class]) + int(above[class]) + int(below[class])
		}
		scores[i] = int64(score)<<orderShift | int64(len(moves)-i)
	}
	w.rank(f)
}

// listTraits says what the frame's moves are.
func (w *worker[M]) listTraits(f *frame[M]) {
	f.traits = f.traits[:0]
	if w.traits != nil {
		f.traits = w.traits.Traits(f.traits, f.moves)
		return
	}
	for _, m := range f.moves {
		f.traits = append(f.traits, w.trait(m))
	}
}

// orderShift makes room below the score for a place, counted from the end so
// that of equals the first is best.
const orderShift = 16

// option is a move of a node, its ordering score and its trait.
type option[M Code] struct {
	move M
	rank int
	Trait
}

// option is a move that is tried before the others are listed.
func (w *worker[M]) option(m M, rank int) option[M] {
	return option[M]{m, rank, w.trait(m)}
}

// next is the best move that is left of a frame, at whose node the worker's game stands. The frame may be another
// worker's.
func (w *worker[M]) next(f *frame[M]) option[M] {
	for {
		best := highest(f.scores)
		i := len(f.moves) - int(best&(1<<orderShift-1))
		if isCapture(best) && !w.exchange(f.moves[i], 0) {
			f.scores[i] += orderLoss
			continue
		}
		f.scores[i] = orderTaken
		f.left--
		return option[M]{f.moves[i], int(best >> orderShift), f.traits[i]}
	}
}

// highest is the greatest of some scores. Scores come in any order, so that a processor
// guesses the outcome of comparisons badly: this has none, and four maxima at a time.
func highest(scores []int64) int64 {
	a, b, c, d := int64(orderTaken), int64(orderTaken), int64(orderTaken), int64(orderTaken)
	for ; len(scores) >= 4; scores = scores[4:] {
		a, b, c, d = higher(a, scores[0]), higher(b, scores[1]), higher(c, scores[2]), higher(d, scores[3])
	}
	for _, s := range scores {
		a = higher(a, s)
	}
	return higher(higher(a, b), higher(c, d))
}

// higher is the greater of two scores. Their difference must fit an int64: no score is above the table's move, which
// has some 2^46, nor below orderTaken.
func higher(a, b int64) int64 {
	d := a - b
	return a - d&(d>>63)
}

// orderLoss moves a capture that turns out to lose behind all other moves.
const orderLoss = (orderLosing - orderCapture) << orderShift

// isCapture says whether a word of scores is that of a capture not yet found to lose.
func isCapture(s int64) bool {
	return s >= (orderKiller+orderCapture)/2<<orderShift && s < orderTable<<orderShift
}

// thin takes away the quiet moves that are left and give no check: to pick them one by
// one, only to find each hopeless, would take longer.
func (w *worker[M]) thin(ply int) {
	f := &w.stack[ply]
	for i, s := range f.scores {
		if s != orderTaken && f.traits[i].Gain == 0 && !w.givesCheck(f.moves[i]) {
			f.scores[i] = orderTaken
			f.left--
		}
	}
}

// orderTaken is below every score.
const orderTaken = -1 << 62

// remember learns from a refutation: the move that refuted, and those tried before.
func (w *worker[M]) remember(ply, depth int, m M) {
	if f := &w.stack[ply]; w.gain(m) == 0 && f.killers[0] != m {
		f.killers[1], f.killers[0] = f.killers[0], m
	}
	w.teach(&w.memory, ply, depth, m)
	if threads && depth >= toldDepth && !raced {
		for _, other := range w.s.workers {
			if other != w {
				w.teach(&other.memory, ply, depth, m)
			}
		}
	}
}

// toldDepth is from how many plies on a refutation is told to the other workers: few are as deep, so that
// processors seldom wait for what another has changed, and a worker that knows them visits fewer positions. Nothing is
// locked: a value of 16 bits is read as it was written at some time, and one lost now and then does no harm. Where the
// race detector looks, each worker learns alone.
const toldDepth = 4

// teach has a memory learn from a refutation.
func (w *worker[M]) teach(memory *memory[M], ply, depth int, m M) {
	f := &w.stack[ply]
	bonus := reward(depth)
	class := w.class(m)
	if w.gain(m) > 0 {
		learn(&memory.capture[class], bonus)
	} else {
		w.adjust(memory, ply, class, bonus)
		if ply >= 1 {
			memory.counter[w.stack[ply-1].class] = m
		}
		for _, class := range f.tried {
			w.adjust(memory, ply, int(class), -bonus)
		}
	}
	for _, class := range f.taken {
		learn(&memory.capture[class], -bonus)
	}
}

// adjust changes the record of a quiet move of that class.
func (w *worker[M]) adjust(memory *memory[M], ply, class, bonus int) {
	learn(&memory.quiet[class], bonus)
	if ply >= 1 {
		memory.learnAnswer(w.stack[ply-1].class, class, bonus)
	}
	if ply >= 2 {
		memory.learnAnswer(w.stack[ply-2].class, class, bonus)
	}
}

func (w *worker[M]) trait(m M) Trait { return Trait{int32(w.class(m)), int32(w.gain(m))} }

func (w *worker[M]) class(m M) int {
	if w.classes == nil {
		return 0
	}
	return w.classes.Class(m)
}

func (w *worker[M]) gain(m M) int {
	if w.tactics == nil {
		return 0
	}
	return w.tactics.Gain(m)
}

func (w *worker[M]) exchange(m M, least int) bool {
	return w.tactics == nil || w.tactics.Exchange(m, least)
}

func (w *worker[M]) inCheck() bool { return w.checked != nil && w.checked.InCheck() }

func (w *worker[M]) givesCheck(m M) bool { return w.checks != nil && w.checks.Checks(m) }
