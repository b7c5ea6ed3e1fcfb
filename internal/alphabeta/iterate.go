package alphabeta

import (
	"slices"
	"time"
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
	classes   Classes[M] // nil: one class
	checks    Checks[M]  // nil: no checks known beforehand
	structure Structure  // nil: all are alike
	legal     Legal[M]   // nil: the table's move waits for the list
	memory    memory[M]

	root     []rootMove[M]
	settled  []Line[M] // of the last whole iteration, when several are wanted
	line     int       // index of the line being searched: root[:line] are taken
	finished int       // the last whole iteration
	depth    int       // of the iteration under way
	nullFrom int       // ply from which null moves are allowed again

	nodes   int
	checkAt int // nodes at which the limits are looked at again
	stopped bool
	at      *split[M]   // what it works at together with others, nil for the whole search
	splits  []*split[M] // its own, used[:used] in use
	used    int
	stack   [plyMax + 8]frame[M]
}

// frame is what a worker knows at one ply of the current line.
type frame[M Code] struct {
	moves   []M
	scores  []int64
	tried   []M // quiet moves tried and found wanting
	taken   []M // captures likewise
	pv      [plyMax + 8]M
	length  int
	killers [2]M
	played  M      // the move being searched, 0 for a pass
	check   bool   // the side to move is in check; whoever makes the move before sets it
	static  int    // static value; noStatic in check
	class   int    // class of the move being searched
	skip    uint16 // move left out by a singular search
}

func (w *worker[M]) prepare(p Position[M]) {
	w.game, w.eval = p.Game, p.Eval
	w.tactics, _ = p.Game.(Tactics[M])
	w.classes, _ = p.Game.(Classes[M])
	w.checks, _ = p.Game.(Checks[M])
	w.structure, _ = p.Game.(Structure)
	w.legal, _ = p.Game.(Legal[M])
	n := 1
	if w.classes != nil {
		n = w.classes.Classes()
	}
	w.memory.resize(n)
	w.memory.anything = true
	w.at, w.used = nil, 0
	w.nodes, w.checkAt, w.stopped, w.finished, w.line, w.nullFrom = 0, 0, false, 0, 0, 0
	for i := range w.stack {
		f := &w.stack[i]
		f.killers = [2]M{}
		f.length, f.skip, f.class = 0, 0, n
	}
	guess := 0 // until a move is searched
	w.stack[0].check = w.game.InCheck()
	if !w.stack[0].check {
		guess = w.static()
	}
	w.root, w.settled = w.root[:0], nil
	for _, m := range w.game.Moves(nil) {
		w.root = append(w.root, rootMove[M]{move: m, score: guess, line: []M{m}})
	}
}

// iterate deepens until a limit is reached.
func (w *worker[M]) iterate(progress func(Result[M])) {
	limit := DepthMax
	if w.s.limits.Depth != NoLimit {
		limit = w.s.limits.Depth
	}
	lines := min(w.s.limits.Lines, len(w.root))
	for depth := 1; depth <= limit; depth++ {
		w.nullFrom = 0
		w.s.table.room(roomFor * w.nodes)
		for w.line = 0; w.line < lines; w.line++ {
			w.deepen(depth)
			if w.stopped {
				w.settle(w.line)
				return
			}
		}
		w.settle(lines)
		w.finished = depth
		if lines > 1 {
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

// settle puts the lines searched in this iteration in order, best first.
func (w *worker[M]) settle(lines int) {
	slices.SortStableFunc(w.root[:lines], func(a, b rootMove[M]) int { return b.score - a.score })
}

// Aspiration: the first window's half width and from which depth on.
const (
	windowHalf  = 16
	windowDepth = 5
)

// deepen searches the best of root[w.line:] and moves it to the front of them.
func (w *worker[M]) deepen(depth int) {
	w.depth = depth
	alpha, beta, half := -infinity, infinity, windowHalf
	if last := w.root[w.line]; depth >= windowDepth && last.depth > 0 {
		alpha, beta = max(last.score-half, -infinity), min(last.score+half, infinity)
	}
	for {
		score := w.searchRoot(depth, alpha, beta)
		if w.stopped {
			return
		}
		half *= 2
		switch {
		case score <= alpha && alpha > -infinity:
			beta = (alpha + beta) / 2
			alpha = max(score-half, -infinity)
		case score >= beta && beta < infinity:
			beta = min(score+half, infinity)
		default:
			return
		}
		if half > 1000 {
			alpha, beta = -infinity, infinity
		}
	}
}

// result is what is known so far. When a search for several lines is stopped within
// an iteration, it returns those of the last whole one: scores of different depths
// cannot be compared.
func (w *worker[M]) result() Result[M] {
	r := Result[M]{Lines: w.settled, Depth: w.finished, Time: time.Since(w.s.started)}
	if w.settled == nil {
		lines := min(w.s.limits.Lines, len(w.root))
		w.settle(lines)
		r.Lines = w.lines(lines)
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
	if w.at != nil && w.at.dead() {
		w.stopped = true
	}
	if w.nodes < w.checkAt {
		return w.stopped
	}
	s := w.s
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
