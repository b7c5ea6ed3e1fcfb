package engine

import (
	"context"
	"fmt"
	"math"
	"time"

	"qikit.dev/qikit/internal/alphabeta"
	"qikit.dev/qikit/lib/game"
)

func init() { register("alphabeta", newAlphaBeta) }

// alphaBeta is the built-in engine of every game: one search, and per game an
// analyst that shows it the board.
type alphaBeta struct {
	variant  game.Variant
	options  Options
	gate     gate
	search   *alphabeta.Search[game.Move]
	analysts []analyst // one a worker
	ponder   ponder
}

// analyst shows a game's boards to the search and values them. It belongs to
// one worker and may keep what it computed.
type analyst interface {
	// at makes b, which the analyst may play on, the root of a search.
	at(b game.Board) alphabeta.Position[game.Move]
}

// solver is an analyst whose game has endgame tables.
type solver interface {
	// solve answers without a search where the tables can.
	solve(b game.Board, l Limits) (r Result, ok bool)
	// certify adds what the tables know of the root to the result of its search.
	certify(b game.Board, r *Result)
}

// analysts makes a game's analyst; games without an entry are searched without
// an evaluation. Written by init functions only.
var analysts = map[string]func(o Options) (analyst, error){}

// strategies are searches that a game has beside the shared one, by the game's
// and the strategy's name. Written by init functions only.
var strategies = map[string]map[string]maker{}

func newAlphaBeta(v game.Variant, o Options) (Engine, error) {
	if m, ok := strategies[v.Name][o.Strategy]; ok {
		if o.Ponder {
			return nil, fmt.Errorf("%w: ponder with strategy %s of %s", ErrUnsupported, o.Strategy, v.Name)
		}
		return m(v, o)
	}
	_, tabled := tableBuilders[v.Name]
	for name, value := range map[string]string{"net": o.Net, "book": o.Book, "tables": o.Tables} {
		if value != "" && (name != "tables" || !tabled) {
			return nil, fmt.Errorf("%w: alphabeta for %s with %s %q", ErrUnsupported, v.Name, name, value)
		}
	}
	e := &alphaBeta{variant: v, options: o, gate: newGate(), search: alphabeta.New[game.Move](o.Workers, o.TableMB)}
	for range o.Workers {
		a, err := newAnalyst(v.Name, o)
		if err != nil {
			return nil, err
		}
		e.analysts = append(e.analysts, a)
	}
	return e, nil
}

func newAnalyst(gameName string, o Options) (analyst, error) {
	if of, ok := analysts[gameName]; ok {
		return of(o)
	}
	if o.Strategy != "" && o.Strategy != "default" {
		return nil, fmt.Errorf("%w: strategy %q of %s", ErrUnsupported, o.Strategy, gameName)
	}
	return plain{}, nil
}

func (e *alphaBeta) Name() string { return "alphabeta" }

// Repeatable is true for one worker that is limited by depth or nodes and does
// not ponder.
func (e *alphaBeta) Repeatable(l Limits) bool {
	return e.options.Workers == 1 && !e.options.Ponder && !l.timed() && (l.Depth != NoLimit || l.Nodes != NoLimit)
}

// Search knows no visits, and refuses them as the only limit: it would not end.
func (e *alphaBeta) Search(ctx context.Context, b game.Board, l Limits) (Result, error) {
	l, err := l.at(b)
	if err != nil {
		return Result{}, err
	}
	if b.Game() != e.variant.Name {
		return Result{}, fmt.Errorf("%w: %s, expected %s", ErrGame, b.Game(), e.variant.Name)
	}
	if l.Visits != NoLimit && l.Depth == NoLimit && l.Nodes == NoLimit && l.Time == NoLimit {
		return Result{}, fmt.Errorf("%w: alphabeta with %d visits alone, expected a depth, nodes or a time", ErrLimits, l.Visits)
	}
	if err := e.gate.enter(ctx, e.Name()); err != nil {
		return Result{}, err
	}
	defer e.gate.leave()
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
	tables, known := e.analysts[0].(solver)
	if known {
		if r, ok := tables.solve(b, l); ok {
			if l.Progress != nil {
				l.Progress(r)
			}
			return r, context.Cause(ctx)
		}
	}
	h := handicapOf(e.variant.Name, e.options.Level)
	roots := e.roots(b)
	limits := alphabeta.Limits{Depth: l.Depth, Nodes: l.Nodes, Time: timeLeft(l.Time, began), Lines: max(l.Lines, h.lines)}
	if h.depth != NoLimit && (l.Depth == NoLimit || l.Depth > h.depth) {
		limits.Depth = h.depth
	}
	var progress func(alphabeta.Result[game.Move])
	if l.Progress != nil {
		progress = func(r alphabeta.Result[game.Move]) { l.Progress(e.report(r, b, l, h)) }
	}
	r, err := e.search.Run(ctx, roots, limits, progress)
	out := e.report(r, b, l, h)
	if known {
		tables.certify(b, &out)
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
		roots[i] = a.at(b.Copy())
	}
	return roots
}

// report puts a search's result into the engine's words.
func (e *alphaBeta) report(r alphabeta.Result[game.Move], b game.Board, l Limits, h handicap) Result {
	out := Result{Scored: true, WinRate: 0.5, Depth: r.Depth, Nodes: r.Nodes, Time: r.Time}
	if len(r.Lines) == 0 {
		// Stopped before the first ply was through: any legal move is better than
		// none.
		if moves := b.Moves(nil); len(moves) > 0 {
			out.Best = moves[0]
			out.Lines = []Line{{Moves: moves[:1], WinRate: out.WinRate}}
		}
		return out
	}
	for _, line := range r.Lines[:min(l.Lines, len(r.Lines))] {
		out.Lines = append(out.Lines, Line{Moves: line.Moves, Score: line.Score, WinRate: winRate(e.variant.Name, line.Score), Depth: line.Depth})
	}
	chosen := r.Lines[h.choose(r.Lines, e.options.Seed, b.Key())]
	out.Best, out.Score, out.WinRate = chosen.Moves[0], chosen.Score, winRate(e.variant.Name, chosen.Score)
	if plies, ok := alphabeta.Proven(chosen.Score); ok {
		out.Plies, out.Proven = plies, "win"
		if chosen.Score < 0 {
			out.Proven = "loss"
		}
	}
	return out
}

// winScale is the advantage, in hundredths of an ordinary piece, at which the win
// rate is 1/(1+1/e), about 73 %. winScales has the games that differ: a Surakarta
// piece is half of what a game needs, as results of self-play fit.
const winScale = 180

var winScales = map[string]float64{"surakarta": 80}

func winRate(gameName string, score int) float64 {
	if plies, ok := alphabeta.Proven(score); ok {
		if plies >= 0 && score > 0 {
			return 1
		}
		return 0
	}
	scale, ok := winScales[gameName]
	if !ok {
		scale = winScale
	}
	return 1 / (1 + math.Exp(-float64(score)/scale))
}

func (e *alphaBeta) Clear() error {
	if err := e.gate.enter(context.Background(), e.Name()); err != nil {
		return err
	}
	defer e.gate.leave()
	err := e.ponder.stop()
	e.search.Clear()
	return err
}

// Close waits for a search under way.
func (e *alphaBeta) Close() error {
	if !e.gate.close() {
		return nil
	}
	err := e.ponder.stop()
	e.search, e.analysts = nil, nil
	return err
}

// Engine's scale is the search's: a compile error when they part.
var _ = [1]struct{}{}[Mate-alphabeta.Mate+MatePlies-alphabeta.MatePlies+DepthMax-alphabeta.DepthMax]
