package engine

import (
	"context"
	"fmt"
	"time"

	"qikit.dev/qikit/internal/alphabeta"
	"qikit.dev/qikit/lib/game"
)

// alphaBeta is the built-in engine of every game: one search, and per game an
// analyst that shows it the board.
type alphaBeta struct {
	explainer
	gate
	options  Options
	level    handicap
	search   *alphabeta.Search[game.Move]
	analysts []analyst // one a worker
	tables   solver    // the first analyst; nil when it has no endgame tables
	ponder   ponder
}

// analyst shows a game's boards to the search and values them. It belongs to
// one worker and may keep what it computed.
type analyst interface {
	// at makes b, which the analyst may play on, the root of a search.
	at(b game.Board) alphabeta.Position[game.Move]
}

// recycler is an analyst that copies boards into one of its own.
type recycler interface{ copied(b game.Board) game.Board }

// solver is an analyst that reads endgame tables.
type solver interface {
	// solve answers without a search where the tables can.
	solve(b game.Board, l Limits) (r Result, ok bool)
	// certify adds what the tables know of the root to the result of its search.
	certify(b game.Board, r *Result)
}

func newAlphaBeta(k *knowledge, o Options) (Engine, error) {
	if m, ok := k.strategies[o.Strategy]; ok {
		if o.Ponder {
			return nil, fmt.Errorf("%w: ponder with strategy %s of %s", ErrUnsupported, o.Strategy, k.game)
		}
		return m(k, o)
	}
	if k.manyPlayers() {
		return newSeveral(k, o)
	}
	unused := []string{"book"}
	if !k.nets || k.tree != nil {
		unused = append(unused, "net")
	}
	if k.tables == nil {
		unused = append(unused, "tables")
	}
	if err := o.refuse("alphabeta for "+k.game, unused...); err != nil {
		return nil, err
	}
	e := &alphaBeta{explainer: explainer{know: k}, options: o, level: k.levels[o.Level], search: alphabeta.New[game.Move](o.Workers, o.TableMB)}
	e.gate = newGate(k.game, e)
	var err error
	if e.analysts, err = k.newAnalysts(o); err != nil {
		return nil, err
	}
	e.tables, _ = e.analysts[0].(solver)
	if a, ok := e.analysts[0].(valuer); ok {
		e.values = a
	}
	return e, nil
}

func (e *alphaBeta) Name() string { return "alphabeta" }

// Repeatable is true for one worker that is limited by depth or nodes and does
// not ponder.
func (e *alphaBeta) Repeatable(l Limits) bool {
	return e.options.Workers == 1 && !e.options.Ponder && !l.timed() && (l.Depth != NoLimit || l.Nodes != NoLimit)
}

// think ignores a limit of visits, and refuses one that stands alone: the search
// would not end.
func (e *alphaBeta) think(ctx context.Context, b game.Board, l Limits) (Result, error) {
	if l.Visits != NoLimit && l.Depth == NoLimit && l.Nodes == NoLimit && l.Time == NoLimit {
		return Result{}, fmt.Errorf("%w: alphabeta with %d visits alone, expected a depth, nodes or a time", ErrLimits, l.Visits)
	}
	began := time.Now() // to stop pondering takes some of the time
	if err := e.ponder.stop(); err != nil {
		return Result{}, err
	}
	if l.Fresh {
		e.search.Clear()
	}
	if _, over := b.Outcome(); over {
		return Result{Scored: true, WinRate: 0.5}, context.Cause(ctx)
	}
	if e.tables != nil {
		if r, ok := e.tables.solve(b, l); ok {
			if l.Progress != nil {
				l.Progress(r)
			}
			return r, context.Cause(ctx)
		}
	}
	h := e.level
	limits := alphabeta.Limits{Depth: l.Depth, Nodes: l.Nodes, Time: timeLeft(l.Time, began), Lines: max(l.Lines, h.lines)}
	if l.Lines >= h.lines { // else a weaker move is drawn from more lines
		limits.Within = l.Within
	}
	if h.depth != NoLimit && (l.Depth == NoLimit || l.Depth > h.depth) {
		limits.Depth = h.depth
	}
	var looks glances
	if h.overlooks > 0 {
		e.search.Clear() // a look shows no more for what an earlier search saw
		if h.look == 0 {
			looks = glances{e.unanswered(b)}
		}
	}
	progress := func(r alphabeta.Result[game.Move]) {
		if h.overlooks > 0 && r.Depth >= h.look {
			looks = append(looks, e.lines(r))
		}
		if l.Progress != nil {
			l.Progress(e.report(r, b, l, looks))
		}
	}
	r, err := e.search.Run(ctx, e.roots(b), limits, progress)
	out := e.report(r, b, l, looks)
	if e.tables != nil {
		e.tables.certify(b, &out)
	}
	if e.options.Ponder && err == nil {
		e.ponderOn(b, out)
	}
	return out, err
}

// roots shows a copy of b to each worker's analyst.
func (e *alphaBeta) roots(b game.Board) []alphabeta.Position[game.Move] {
	roots := make([]alphabeta.Position[game.Move], len(e.analysts))
	for i, a := range e.analysts {
		if r, ok := a.(recycler); ok {
			roots[i] = a.at(r.copied(b))
		} else {
			roots[i] = a.at(b.Copy())
		}
	}
	return roots
}

// unanswered are all moves of b by the position after each of them: nobody has looked at a reply.
func (e *alphaBeta) unanswered(b game.Board) (lines []Line) {
	b = b.Copy()
	mover, root := b.Turn(), e.analysts[0].at(b)
	for _, m := range root.Game.Moves(nil) {
		root.Game.Play(m)
		score := 0
		if o, over := b.Outcome(); !over {
			score = -root.Eval.Score()
		} else if o.Winner != game.Draw {
			score = Mate - 1
			if o.Winner != mover {
				score = -score
			}
		}
		root.Game.Undo()
		lines = append(lines, Line{Moves: []game.Move{m}, Score: score, WinRate: e.know.winRate(score)})
		for i := len(lines) - 1; i > 0 && lines[i-1].Score < score; i-- {
			lines[i-1], lines[i] = lines[i], lines[i-1]
		}
	}
	return lines
}

// lines are those of the search's result.
func (e *alphaBeta) lines(r alphabeta.Result[game.Move]) []Line {
	lines := make([]Line, len(r.Lines))
	for i, line := range r.Lines {
		lines[i] = Line{Moves: line.Moves, Score: line.Score, WinRate: e.know.winRate(line.Score), Depth: line.Depth}
	}
	return lines
}

// report turns the search's result into the engine's.
func (e *alphaBeta) report(r alphabeta.Result[game.Move], b game.Board, l Limits, looks glances) Result {
	out := Result{Scored: true, WinRate: 0.5, Depth: r.Depth, Nodes: r.Nodes, Time: r.Time}
	if len(r.Lines) == 0 {
		// The search was stopped within the first ply: any legal move is better than
		// none.
		if moves := b.Moves(nil); len(moves) > 0 {
			out.Best = moves[0]
			out.Lines = []Line{{Moves: moves[:1], WinRate: out.WinRate}}
		}
		return out
	}
	lines := e.lines(r)
	out.Lines = lines[:min(l.Lines, len(lines))]
	if len(looks) == 0 {
		looks = glances{lines}
	}
	chosen := e.level.choose(looks, e.options.Seed, b.Key())
	out.Best, out.Score, out.WinRate = chosen.Moves[0], chosen.Score, chosen.WinRate
	out.prove(chosen.Score)
	return out
}

// prove says what a score proves, if anything.
func (r *Result) prove(score int) {
	if plies, ok := alphabeta.Proven(score); ok {
		r.Plies, r.Proven = plies, "win"
		if score < 0 {
			r.Proven = "loss"
		}
	}
}

func (e *alphaBeta) forget() error {
	err := e.ponder.stop()
	e.search.Clear()
	return err
}

func (e *alphaBeta) end() error {
	err := e.ponder.stop()
	e.search, e.analysts, e.tables = nil, nil, nil
	return err
}

// The engine and the search share one scale of scores: a compile error otherwise.
var _ = [1]struct{}{}[Mate-alphabeta.Mate+MatePlies-alphabeta.MatePlies+DepthMax-alphabeta.DepthMax]
