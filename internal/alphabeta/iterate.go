package alphabeta

import (
	"slices"
	"time"

	"qikit.dev/qikit/internal/order"
	"qikit.dev/qikit/internal/pool"
)

// rootMove is a move at the root with what is known of it.
type rootMove[M Code] struct {
	move  M
	score int
	depth int
	line  []M
}

// worker searches on a position of its own.
type worker[M Code] struct {
	s     *Search[M]
	index int

	game      Game[M]
	eval      Eval
	tactics   Tactics[M] // nil: no captures
	checked   Checked    // nil: no checks
	classes   Classes[M] // nil: one class
	traits    Traits[M]  // nil: tactics and classes are asked move by move
	checks    Checks[M]  // nil: no checks known beforehand
	structure Structure  // nil: all are alike
	legal     Legal[M]   // nil: the table's move waits for the list
	hints     hints[M]
	memory    memory[M]

	root     []rootMove[M]
	settled  []Line[M] // of the last whole iteration, when several are wanted
	finished int       // the last whole iteration
	shallow  int       // Position.Glance
	glance   bool      // the search is as shallow, and the root's moves are in order
	depth    int       // of the iteration under way
	nullFrom int       // ply from which null moves are allowed again

	nodes   int
	checkAt int // nodes at which the limits are looked at again
	stopped bool
	at      *split[M]   // what it works at together with others, nil for the whole search
	seen    int64       // decisions of the crew when the worker looked last whether its work is needed
	splits  []*split[M] // its own, used[:used] in use
	used    int
	stack   [plyMax + 8]frame[M]
}

// frame is what a worker knows at one ply of the current line.
type frame[M Code] struct {
	moves   []M
	traits  []Trait // of moves
	scores  []int64
	left    int     // moves not handed out
	tried   []int32 // classes of quiet moves tried and found wanting
	taken   []int32 // of captures likewise
	pv      [plyMax + 8]M
	length  int
	killers [2]M
	played  M      // the move being searched, 0 for a pass
	check   bool   // the side to move is in check; whoever makes the move before sets it
	static  int    // static value; noStatic in check
	class   int    // class of the move being searched
	skip    uint16 // move left out by a singular search
	open    open[M]
}

func (w *worker[M]) prepare(p Position[M]) {
	w.game, w.eval = p.Game, p.Eval
	w.tactics, _ = p.Game.(Tactics[M])
	w.checked, _ = p.Game.(Checked)
	w.classes, _ = p.Game.(Classes[M])
	w.traits, _ = p.Game.(Traits[M])
	w.checks, _ = p.Game.(Checks[M])
	w.structure, _ = p.Game.(Structure)
	w.legal, _ = p.Game.(Legal[M])
	w.hints.take(p.Game)
	n := 1
	if w.classes != nil {
		n = w.classes.Classes()
	}
	folded, _ := p.Game.(Folded)
	w.memory.resize(n, folded)
	w.memory.anything = true
	w.at, w.used = nil, 0
	w.nodes, w.checkAt, w.stopped, w.finished, w.nullFrom = 0, 0, false, 0, 0
	for i := range w.stack {
		f := &w.stack[i]
		f.killers = [2]M{}
		f.length, f.skip, f.class = 0, 0, n
		f.open.ready, f.open.split = false, nil
	}
	guess := 0 // until a move is searched
	w.stack[0].check = w.inCheck()
	if !w.stack[0].check {
		guess = w.static()
	}
	w.settled, w.shallow, w.glance = nil, p.Glance, false
	f := &w.stack[0]
	f.moves = w.game.Moves(f.moves[:0])
	w.root = slices.Grow(w.root[:0], len(f.moves))[:len(f.moves)]
	for i, m := range f.moves {
		r := &w.root[i]
		r.move, r.score, r.depth, r.line = m, guess, 0, append(r.line[:0], m)
	}
}

// begin is the depth of the first iteration. Where the table knows the root, because a
// search of the position before came there, the root's moves are put in order, and what
// is known exactly is not searched again. It is the value of one line only: a search for
// several that may be stopped begins at the beginning.
func (w *worker[M]) begin(limit int) int {
	known, ok := w.s.table.probe(w.game.Key())
	if !ok || known.move == 0 || !slices.ContainsFunc(w.root, func(r rootMove[M]) bool { return uint16(r.move) == known.move }) {
		return 1
	}
	w.order(0, known.move)
	for i := range w.root {
		r := &w.root[i]
		r.move = w.next(&w.stack[0]).move
		r.line = append(r.line[:0], r.move)
	}
	l := w.s.limits
	w.glance = l.Lines == 1 && limit <= w.shallow
	if w.glance || l.Lines > 1 {
		w.arrange()
	}
	if known.bound != boundExact || known.depth < 1 || known.score >= won || known.score <= -won ||
		l.Lines > 1 && (l.Nodes != NoLimit || l.Time != NoLimit) {
		return 1
	}
	w.root[0].score, w.root[0].depth = known.score, known.depth
	w.finished = min(known.depth, limit-1)
	return w.finished + 1
}

// iterate deepens until a limit is reached.
func (w *worker[M]) iterate(progress func(Result[M])) {
	limit := DepthMax
	if w.s.limits.Depth != NoLimit {
		limit = w.s.limits.Depth
	}
	wanted := min(w.s.limits.Lines, len(w.root))
	for depth := w.begin(limit); depth <= limit; depth++ {
		w.depth, w.nullFrom = depth, 0
		w.s.table.room(len(w.s.workers)*w.nodes/roomFor, &w.s.crew.growth)
		lines := 1
		if wanted == 1 {
			w.deepen(depth)
		} else {
			lines = w.deepenLines(depth, wanted)
		}
		if w.stopped {
			return
		}
		w.finished = depth
		if wanted > 1 {
			w.settled = w.lines(lines)
		}
		if progress != nil {
			progress(w.result())
		}
		if w.decided(depth, lines) {
			return
		}
	}
}

// decided says whether a deeper search changes nothing: every line asked for is a
// proven end, and the search has looked far enough beyond it to have found any nearer
// one.
func (w *worker[M]) decided(depth, lines int) bool {
	for _, r := range w.root[:lines] {
		plies, ok := Proven(r.score)
		if !ok || plies > 1 && depth < 2*plies+decidedMargin {
			return false
		}
	}
	return true
}

// decidedMargin is in plies: with it all problems of TestMates are solved in
// the fewest moves.
const decidedMargin = 6

// Aspiration: the first window's half width and from which depth on.
const (
	windowHalf  = 16
	windowDepth = 5
)

// deepen finds the best move and brings it to the front.
func (w *worker[M]) deepen(depth int) {
	w.aspire(depth, w.root[0], -infinity, func(alpha, beta int) int { return w.searchRoot(depth, alpha, beta) })
}

// aspire searches in a window around what is known of a move, wider until the value is
// inside or proves to be low at most.
func (w *worker[M]) aspire(depth int, last rootMove[M], low int, search func(alpha, beta int) int) {
	alpha, beta, half := low, infinity, windowHalf
	if depth >= windowDepth && last.depth > 0 {
		alpha, beta = max(last.score-half, low), min(last.score+half, infinity)
	}
	for {
		score := search(alpha, beta)
		if w.stopped {
			return
		}
		half *= 2
		switch {
		case score <= alpha && alpha > low:
			beta = (alpha + beta) / 2
			alpha = max(score-half, low)
		case score >= beta && beta < infinity:
			beta = min(score+half, infinity)
		default:
			return
		}
		if half > 1000 {
			alpha, beta = low, infinity
		}
	}
}

// result is what is known so far. When a search for several lines is stopped within
// an iteration, it returns those of the last whole one: scores of different depths
// cannot be compared.
func (w *worker[M]) result() Result[M] {
	r := Result[M]{Lines: w.settled, Depth: w.finished, Time: time.Since(w.s.started)}
	if w.settled == nil {
		best := w.root[:min(w.s.limits.Lines, len(w.root))]
		order.Stable(best, func(a, b rootMove[M]) int { return b.score - a.score })
		r.Lines = w.lines(len(best))
	}
	w.s.visited[w.index].n.Store(int64(w.nodes))
	r.Nodes = w.s.nodes()
	return r
}

// lines copies the first n.
func (w *worker[M]) lines(n int) []Line[M] {
	lines := make([]Line[M], n)
	for i, m := range w.root[:n] {
		lines[i] = Line[M]{Moves: slices.Clone(m.line), Score: m.score, Depth: m.depth}
	}
	return lines
}

// checkEvery is how many nodes pass between two looks at clock and flag.
const checkEvery = 256

// spent says whether a limit is reached. It is asked before a node is counted, so
// that a search stopped after n nodes and one limited to n are the same.
func (w *worker[M]) spent() bool {
	if w.at == nil && w.nodes < w.checkAt {
		return w.stopped
	}
	return w.look()
}

func (w *worker[M]) look() bool {
	if threads && w.at != nil && w.overtaken() {
		w.stopped = true
	}
	if w.nodes < w.checkAt {
		return w.stopped
	}
	s := w.s
	pool.Pause()
	s.visited[w.index].n.Store(int64(w.nodes))
	w.checkAt = w.nodes + checkEvery
	if limit := s.limits.Nodes; limit != NoLimit && w.index == 0 {
		left := limit - s.nodes()
		w.checkAt = w.nodes + min(checkEvery, max(left, 0))
		if left <= 0 {
			s.stop.Store(true)
		}
	}
	if s.limits.Time != NoLimit && time.Since(s.started) >= s.limits.Time {
		s.stop.Store(true)
	}
	if s.stop.Load() {
		w.stopped = true
	}
	return w.stopped
}
