package alphabeta

// correction is the average error of the static value over positions alike: of one
// structure, or after moves of one class. Searches find it. It is in correctionUnit-ths
// of a hundredth of a piece. Chess programs call it correction history.
type correction struct {
	structure []int16 // by the low bits of Structure
	after     []int16 // by class of the move before
}

const (
	correctionSlots = 1 << 13 // a power of two
	correctionUnit  = 64
	correctionMax   = 64 * correctionUnit
	correctionShare = 256 // a finding of weight w moves the average by w/correctionShare
)

func newCorrection(classes int) correction {
	return correction{structure: make([]int16, correctionSlots), after: make([]int16, classes+1)}
}

func (c *correction) clear() {
	clear(c.structure)
	clear(c.after)
}

// slots are the two averages that concern the node at that ply.
func (w *worker[M]) slots(ply int) (structure, after *int16) {
	key := uint64(0)
	if w.structure != nil {
		key = w.structure.Structure() & (correctionSlots - 1)
	}
	before := w.memory.classes
	if ply > 0 {
		before = w.stack[ply-1].class
	}
	return &w.memory.correction.structure[key], &w.memory.correction.after[before]
}

// static is the game's own static value, corrected is what to expect of it.
func (w *worker[M]) static() int { return min(max(w.eval.Score(), -Limit), Limit) }

func (w *worker[M]) corrected(ply int) int {
	structure, after := w.slots(ply)
	return min(max(w.static()+(int(*structure)+int(*after))/correctionUnit, -Limit), Limit)
}

// correct learns the error that a node's search found in its static value, unless a
// capture caused it or the bound does not tell on which side the error lies.
func (w *worker[M]) correct(n *node, best int, m M) {
	static := w.stack[n.ply].static
	if n.inCheck || m != 0 && w.gain(m) > 0 || best >= won || best <= -won ||
		best >= n.beta && best <= static || best <= n.alpha && best >= static {
		return
	}
	structure, after := w.slots(n.ply)
	weight := min(n.depth, 15) + 1
	for _, average := range [...]*int16{structure, after} {
		found := min(max((best-static)*correctionUnit, -4*correctionMax), 4*correctionMax)
		v := (int(*average)*(correctionShare-weight) + found*weight) / correctionShare
		*average = int16(min(max(v, -correctionMax), correctionMax))
	}
}
