package fixeddepth

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"sync/atomic"

	"qikit.dev/qikit/internal/pool"
)

// Game is a position that moves are played on. One Game belongs to one thread.
type Game[M comparable] interface {
	// Moves appends the legal moves in the order that decides ties at the root.
	// None means that the side to move has lost.
	Moves(dst []M) []M
	IsCapture(m M) bool
	// Class numbers a move for the history heuristic, 0 to 4095.
	Class(m M) int
	Play(m M)
	Undo()
	// Keys identify the position and the side to move: positions are equal when
	// both agree.
	Keys() (check uint64, index uint32)
	// Score is the static value for the side to move.
	Score() int
}

// Win is the value of a game won at once; a win in n plies is Win-n.
const Win = 1 << 24

// DepthMax bounds the plies looked ahead.
const DepthMax = 32

// classes bounds Game.Class.
const classes = 4096

// Steps are what a search adds to plain alpha-beta.
type Steps struct {
	Order   bool // captures first, then by history [51]
	Table   int  // slots of the table of static evaluations [53]; 0 for none
	Window  bool // null window and re-search [54]
	Threads int  // each takes the next free root move [55]; at least 1
}

// Result is what a search found.
type Result[M comparable] struct {
	Lines []Line[M] // the best first; none when there is no legal move
	Nodes int
}

// Line is a root move with best play after it.
type Line[M comparable] struct {
	Moves []M
	Value int // for the side to move at the root

	place int // of the move in the root's order, which settles ties
}

// Search holds the table of static evaluations. One Run at a time.
type Search[M comparable] struct {
	steps Steps
	table *evaluations
}

// New makes a search of the given steps.
func New[M comparable](steps Steps) *Search[M] {
	s := &Search[M]{steps: steps}
	s.steps.Threads = max(1, steps.Threads)
	if steps.Table > 0 {
		s.table = newEvaluations(steps.Table)
	}
	return s
}

// Run searches to the depth, 1 to DepthMax, with one root per thread, for so many of
// the best root moves, at least one. Each of these has the value that a search of it
// alone finds; more of them cost nodes, because alpha is the value of the last one. A
// cancelled search returns the context's cause and the best of the root moves that
// were searched to the end.
func (s *Search[M]) Run(ctx context.Context, roots []Game[M], depth, lines int) (Result[M], error) {
	moves := roots[0].Moves(nil)
	shared := &root[M]{moves: moves, most: lines}
	if len(moves) == 0 {
		return Result[M]{}, nil
	}
	var stop atomic.Bool
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	err := pool.Run(ctx, min(s.steps.Threads, len(roots)), func(_ context.Context, i int) error {
		w := &worker[M]{game: roots[i], steps: s.steps, table: s.table, stop: &stop}
		for {
			n, alpha, ok := shared.next()
			if !ok || w.stopped {
				break
			}
			m := moves[n]
			w.game.Play(m)
			value := alpha + 1
			if s.steps.Window && alpha > -Win {
				value = -w.search(-alpha-1, -alpha, depth-1, 1)
			}
			if value > alpha {
				value = -w.search(-Win, -alpha, depth-1, 1)
			}
			w.game.Undo()
			if !w.stopped {
				shared.report(n, value, m, w.line[1][:w.length[1]])
			}
		}
		shared.add(w.nodes)
		return nil
	})
	if err == nil {
		err = context.Cause(ctx)
	}
	return Result[M]{Lines: shared.lines, Nodes: shared.nodes}, err
}

// root is what the threads share: who searches what, and the best so far.
type root[M comparable] struct {
	mu    sync.Mutex
	moves []M
	taken int
	most  int // lines wanted
	lines []Line[M]
	nodes int
}

// next takes the next free root move and the alpha to search it with: the value of the
// last line once there are enough. Moves are taken in order, so the lines so far come
// before this one, and a value equal to the last one's counts as a lower one.
func (r *root[M]) next() (n, alpha int, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	n = r.taken
	r.taken++
	alpha = -Win
	if len(r.lines) == r.most {
		alpha = r.lines[r.most-1].Value
	}
	return n, alpha, n < len(r.moves)
}

// report takes a root move's value. One over the alpha that the move was
// searched with is exact; when it equals what another thread has found
// meanwhile, the earlier move goes first. One not over it is a bound and goes
// behind the lines that were there.
func (r *root[M]) report(n, value int, m M, rest []M) {
	r.mu.Lock()
	defer r.mu.Unlock()
	at, _ := slices.BinarySearchFunc(r.lines, n, func(l Line[M], n int) int {
		return cmp.Or(cmp.Compare(value, l.Value), cmp.Compare(l.place, n))
	})
	if at == r.most {
		return
	}
	line := Line[M]{Moves: append([]M{m}, rest...), Value: value, place: n}
	r.lines = slices.Insert(r.lines[:min(len(r.lines), r.most-1)], at, line)
}

func (r *root[M]) add(nodes int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.nodes += nodes
}

// worker is one thread's own state.
type worker[M comparable] struct {
	game    Game[M]
	steps   Steps
	table   *evaluations
	stop    *atomic.Bool
	stopped bool
	nodes   int
	history [classes]int
	lists   [DepthMax + 1][]M
	ranks   [DepthMax + 1][]int
	line    [DepthMax + 1][DepthMax + 1]M // principal variations, by ply
	length  [DepthMax + 1]int
}

// stopEvery is how many nodes lie between two looks at the stop flag.
const stopEvery = 1024

// search returns the value for the side to move: exact inside the window, a
// bound outside it.
func (w *worker[M]) search(alpha, beta, depth, ply int) int {
	w.length[ply] = 0
	if w.nodes++; w.nodes%stopEvery == 0 {
		pool.Pause()
		w.stopped = w.stopped || w.stop.Load()
	}
	if w.stopped {
		return 0
	}
	w.lists[ply] = w.game.Moves(w.lists[ply][:0])
	moves := w.lists[ply]
	if len(moves) == 0 {
		return ply - Win
	}
	if depth == 0 {
		return w.evaluate()
	}
	if w.steps.Order {
		w.order(moves, ply)
	}
	best := -Win
	for i, m := range moves {
		w.game.Play(m)
		var value int
		if w.steps.Window && i > 0 {
			if value = -w.search(-alpha-1, -alpha, depth-1, ply+1); value > alpha && value < beta {
				value = -w.search(-beta, -alpha, depth-1, ply+1)
			}
		} else {
			value = -w.search(-beta, -alpha, depth-1, ply+1)
		}
		w.game.Undo()
		if w.stopped {
			return 0
		}
		if value <= best {
			continue
		}
		best = value
		if value <= alpha {
			continue
		}
		alpha = value
		w.line[ply][0] = m
		w.length[ply] = 1 + copy(w.line[ply][1:], w.line[ply+1][:w.length[ply+1]])
		if alpha >= beta {
			if w.steps.Order {
				w.history[w.game.Class(m)] += depth * depth
			}
			break
		}
	}
	return best
}

// order puts captures first, then moves by their history; equal ones stay as
// they were.
func (w *worker[M]) order(moves []M, ply int) {
	ranks := w.ranks[ply][:0]
	for _, m := range moves {
		rank := w.history[w.game.Class(m)]
		if w.game.IsCapture(m) {
			rank += 1 << 40
		}
		ranks = append(ranks, rank)
	}
	for i := 1; i < len(moves); i++ {
		for j := i; j > 0 && ranks[j] > ranks[j-1]; j-- {
			ranks[j], ranks[j-1] = ranks[j-1], ranks[j]
			moves[j], moves[j-1] = moves[j-1], moves[j]
		}
	}
	w.ranks[ply] = ranks
}

func (w *worker[M]) evaluate() int {
	if w.table == nil {
		return w.game.Score()
	}
	check, index := w.game.Keys()
	if value, ok := w.table.find(check, index); ok {
		return value
	}
	value := w.game.Score()
	w.table.store(check, index, value)
	return value
}

// Clear forgets the static evaluations.
func (s *Search[M]) Clear() {
	if s.table != nil {
		clear(s.table.slots)
	}
}
