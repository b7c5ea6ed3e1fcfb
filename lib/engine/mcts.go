package engine

import (
	"context"
	"math"
	"slices"
	"time"

	"qikit.dev/qikit/internal/mcts"
	"qikit.dev/qikit/lib/game"
)

// treeSearch is the engine of kind "mcts": a Tree behind a gate, which plays at a
// level and uses its tree on for the next moves of the game.
type treeSearch struct {
	gate
	options Options
	level   handicap
	sharp   int // the knowledge's
	tree    *Tree

	// The latest root.
	initial string
	played  []game.Move
}

func newTreeSearch(k *knowledge, o Options) (Engine, error) {
	if err := o.refuse("mcts for "+k.game, "book", "tables"); err != nil {
		return nil, err
	}
	t, err := newTree(k, o)
	if err != nil {
		return nil, err
	}
	e := &treeSearch{options: o, level: k.levels[o.Level], sharp: k.sharp, tree: t}
	e.gate = newGate(k.game, e)
	if v, ok := t.views[0].(*judgedView); ok && k.evaluators && o.Evaluator != "terms" {
		if values, ok := v.analyst.(valuer); ok {
			return &netTree{e, explainer{know: k, values: values}}, nil
		}
	}
	return e, nil
}

// netTree is a treeSearch whose leaves a network values: it tells that value, and the terms.
type netTree struct {
	*treeSearch
	explainer
}

func (e *treeSearch) Name() string { return "mcts" }

// Repeatable is true for one worker that is limited by depth, nodes or visits.
func (e *treeSearch) Repeatable(l Limits) bool {
	return e.options.Workers == 1 && !l.timed() && e.visits(l) != NoLimit
}

// visits is the least of the limits that count playouts: a depth counts as
// base x factor^depth of them, a node as one.
func (e *treeSearch) visits(l Limits) int {
	if h := e.level; h.visits != 0 {
		if l.Visits == NoLimit || l.Visits > h.visits {
			l.Visits = h.visits
		}
	} else if h.depth != NoLimit && (l.Depth == NoLimit || l.Depth > h.depth) {
		l.Depth = h.depth
	}
	least := math.Inf(1)
	if l.Depth != NoLimit {
		least = math.Max(1, math.Round(e.options.VisitsBase*math.Pow(e.options.VisitsFactor, float64(l.Depth))))
	}
	for _, n := range []int{l.Nodes, l.Visits} {
		if n != NoLimit {
			least = math.Min(least, float64(n))
		}
	}
	if math.IsInf(least, 1) {
		return NoLimit
	}
	return int(math.Min(least, math.MaxUint32-1))
}

func (e *treeSearch) think(ctx context.Context, b game.Board, l Limits) (Result, error) {
	t, began := e.tree, time.Now()
	e.root(b, l.Fresh || e.level.overlooks > 0)
	if !t.stand(b) {
		return Result{WinRate: 0.5}, context.Cause(ctx)
	}
	limits := mcts.Limits[game.Move]{Visits: e.visits(l), Time: l.Time, Lines: max(l.Lines, e.level.lines)}
	if v, ok := t.views[0].(exploring); ok && e.level.visits == 0 { // the levels were measured without it
		limits.Explore = v.explore()
	}
	finisher, finishes := t.views[0].(finishing)
	if finishes {
		limits.Lines = max(limits.Lines, finishLines)
	}
	looks, err := e.looks(ctx, limits, began)
	if err != nil && ctx.Err() == nil { // a panic
		return Result{}, err
	}
	if l.Progress != nil {
		limits.Progress = func(r mcts.Result[game.Move]) {
			r.Time = time.Since(began)
			l.Progress(e.report(t.report(r), b, l, looks))
		}
	}
	r, err := t.runProving(ctx, limits, began)
	r.Time = time.Since(began)
	if finishes && len(r.Moves) > 0 {
		finisher.finish(&r)
	}
	return e.report(r, b, l, looks), err
}

// treeLooks is how many looks a level that overlooks takes before the last one, each with half of
// the visits of the next.
const treeLooks = 3

// looks are those of the level.
func (e *treeSearch) looks(ctx context.Context, l mcts.Limits[game.Move], began time.Time) (looks glances, err error) {
	visits, all := l.Visits, l.Time
	for before := treeLooks; before > 0 && e.level.overlooks > 0 && err == nil; before-- {
		l.Visits, l.Time = max(1, visits>>before), timeLeft(all, began)
		var r TreeResult
		if r, err = e.tree.run(ctx, l); len(r.Moves) > 0 {
			looks = append(looks, e.lines(r))
		}
	}
	return looks, err
}

// finishLines is the least number of moves that a finishing view gets.
const finishLines = 4

// root prepares the tree for a search of b. It keeps what an earlier search of the
// same game found below b, if the view allows that.
func (e *treeSearch) root(b game.Board, fresh bool) {
	t, played, initial := e.tree, b.Played(nil), b.Initial()
	known := len(e.played)
	reuser, reuses := t.views[0].(reusing)
	if fresh || !reuses || e.initial != initial || len(played) < known || !slices.Equal(played[:known], e.played) || !reuser.sameRules(b) {
		t.search.Clear()
	} else {
		t.search.Advance(played[known:]...)
	}
	e.initial, e.played = initial, played
}

// report turns the tree's result into the engine's.
func (e *treeSearch) report(r TreeResult, b game.Board, l Limits, looks glances) Result {
	out := Result{WinRate: 0.5, Nodes: r.Visits, Time: r.Time}
	if len(r.Moves) == 0 {
		return out
	}
	lines := e.lines(r)
	chosen := e.level.choose(append(looks, lines), e.options.Seed, b.Key())
	if i := e.level.unread(r.Moves, e.sharp, e.options.Seed, b.Key()); i >= 0 {
		chosen = lines[i]
	}
	out.Best, out.Depth, out.WinRate = chosen.Moves[0], len(chosen.Moves), chosen.WinRate
	out.Proven, out.Plies = r.Proven, r.Plies
	out.Lines = lines[:min(l.Lines, len(lines))]
	for i := range out.Lines {
		out.Lines[i].Score = 0 // a tree search has none
	}
	return out
}

// lines are the moves of the tree's result, with scores to choose by.
func (e *treeSearch) lines(r TreeResult) []Line {
	lines := make([]Line, len(r.Moves))
	for i, m := range r.Moves {
		share := m.WinRate
		if m.Proven == "" {
			// A move with few visits counts as if it had lost once more.
			share *= float64(m.Visits) / float64(m.Visits+1)
		}
		share = min(max(share, 0.001), 0.999)
		lines[i] = Line{Moves: m.Line, Score: int(usualScale * math.Log(share/(1-share))), WinRate: m.WinRate, Visits: m.Visits, Depth: len(m.Line)}
	}
	return lines
}

// Ownership is that of the latest search; see Surveyor.
func (e *treeSearch) Ownership(b game.Board) []float64 {
	if e.enter(context.Background()) != nil {
		return nil
	}
	defer e.leave()
	sized, ok := b.(interface{ Size() int })
	if !ok || e.initial != b.Initial() || !slices.Equal(e.played, b.Played(nil)) {
		return nil
	}
	sums, games := make([]int, sized.Size()*sized.Size()), 0
	for _, v := range e.tree.views {
		if s, ok := v.(surveying); ok {
			games += s.surveyed(sums)
		}
	}
	if games == 0 {
		return nil
	}
	shares := make([]float64, len(sums))
	for i, n := range sums {
		shares[i] = float64(n) / float64(2*games)
	}
	return shares
}

func (e *treeSearch) forget() error {
	e.tree.search.Clear()
	e.initial, e.played = "", nil
	return nil
}

func (e *treeSearch) end() error {
	e.tree = nil
	return nil
}
