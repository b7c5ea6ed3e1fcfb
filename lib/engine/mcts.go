package engine

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"qikit.dev/qikit/internal/alphabeta"
	"qikit.dev/qikit/internal/mcts"
	"qikit.dev/qikit/internal/options"
	"qikit.dev/qikit/lib/game"
)

func init() { register("mcts", newTree) }

// treeGames make the games that show themselves to the tree search, by name:
// one of its own for each worker.
var treeGames = map[string]func(o Options) (ownGame, error){}

// ownGame is a game's own view for the tree search.
type ownGame interface {
	mcts.Game[game.Move]
	// at makes b the root; the search may play on it.
	at(b game.Board)
	// sameRules says whether b is played by the rules of the latest root.
	sameRules(b game.Board) bool
}

// solving is a game that looks for a proof before the search.
type solving interface {
	// known are moves of the root whose outcome is certain, as far as that takes
	// no more than a share of the limits. lost says that every move loses.
	known(ctx context.Context, visits int, left time.Duration) (list []mcts.Known[game.Move], lost bool)
}

// tuned is a game with settings of its own for the search.
type tuned interface{ tune(o *mcts.Options) }

// finishing is a game that has the last word on the move to play: whether to
// stop is not for the tree to say. It may leave lines out and change their order.
type finishing interface {
	finish(r *mcts.Result[game.Move])
}

// surveying is a game that knows whose the points of its board are at the end of
// what was played out.
type surveying interface {
	// surveyed adds the first player's points, in halves, to the sums.
	surveyed(sums []int) (games int)
}

// finishLines is how many lines such a game sees at least.
const finishLines = 4

// treeSearch is the built-in tree search of every game. A game that shows itself
// decides what is known of it, a game with an analyst is judged by its
// evaluation, any other by random playouts.
type treeSearch struct {
	variant  game.Variant
	options  Options
	gate     gate
	search   *mcts.Search[game.Move]
	own      []ownGame // one a worker; empty for a game that does not show itself
	analysts []analyst // one a worker; nil for a game without

	// The latest root of a game that shows itself: its tree is used on.
	initial string
	played  []game.Move
}

func newTree(v game.Variant, o Options) (Engine, error) {
	show, own := treeGames[v.Name]
	for name, value := range map[string]string{"net": o.Net, "book": o.Book, "tables": o.Tables} {
		if value != "" && !(own && name == "net") {
			return nil, fmt.Errorf("%w: mcts for %s with %s %q", ErrUnsupported, v.Name, name, value)
		}
	}
	e := &treeSearch{variant: v, options: o, gate: newGate(), analysts: make([]analyst, o.Workers)}
	settings := mcts.DefaultOptions()
	settings.Workers, settings.Bytes, settings.Seed = o.Workers, o.TableMB<<20, o.Seed
	for i := range e.analysts {
		if own {
			g, err := show(o)
			if err != nil {
				return nil, err
			}
			e.own = append(e.own, g)
			continue
		}
		a, err := newAnalyst(v.Name, o)
		if err != nil {
			return nil, err
		}
		if _, ok := analysts[v.Name]; ok && len(v.Sides) == 2 {
			e.analysts[i] = a
		}
	}
	if len(e.own) > 0 {
		if t, ok := e.own[0].(tuned); ok {
			t.tune(&settings)
		}
	}
	var err error
	if e.search, err = mcts.New[game.Move](settings); err != nil {
		return nil, options.Wrap(ErrOptions, err)
	}
	return e, nil
}

func (e *treeSearch) Name() string { return "mcts" }

// Repeatable is true for one worker that is limited by depth, nodes or visits.
func (e *treeSearch) Repeatable(l Limits) bool {
	return e.options.Workers == 1 && !l.timed() && e.visits(l) != NoLimit
}

// visits is the least of the limits that count playouts: a depth counts as
// base x factor^depth of them, a node as one.
func (e *treeSearch) visits(l Limits) int {
	if depth := handicapOf(e.variant.Name, e.options.Level).depth; depth != NoLimit && (l.Depth == NoLimit || l.Depth > depth) {
		l.Depth = depth
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

func (e *treeSearch) Search(ctx context.Context, b game.Board, l Limits) (Result, error) {
	l, err := l.at(b)
	if err != nil {
		return Result{}, err
	}
	if b.Game() != e.variant.Name {
		return Result{}, fmt.Errorf("%w: %s, expected %s", ErrGame, b.Game(), e.variant.Name)
	}
	if err := e.gate.enter(ctx, e.Name()); err != nil {
		return Result{}, err
	}
	defer e.gate.leave()
	began := time.Now()
	e.root(b, l.Fresh)
	if _, over := b.Outcome(); over {
		return Result{WinRate: 0.5}, context.Cause(ctx)
	}
	games := make([]mcts.Game[game.Move], len(e.analysts))
	for i, a := range e.analysts {
		if len(e.own) > 0 {
			e.own[i].at(b.Copy())
			games[i] = e.own[i]
			continue
		}
		games[i] = treeGame(b.Copy(), a)
	}
	h := handicapOf(e.variant.Name, e.options.Level)
	limits := mcts.Limits[game.Move]{Visits: e.visits(l), Time: l.Time, Lines: max(l.Lines, h.lines)}
	end, ends := games[0].(finishing)
	if ends {
		limits.Lines = max(limits.Lines, finishLines)
	}
	if l.Progress != nil {
		limits.Progress = func(r mcts.Result[game.Move]) { l.Progress(e.report(r, b, l)) }
	}
	lost := false
	if s, ok := games[0].(solving); ok {
		limits.Known, lost = s.known(ctx, limits.Visits, limits.Time)
		if lost && (limits.Visits == NoLimit || limits.Visits > lostVisits) {
			limits.Visits = lostVisits
		}
	}
	limits.Time = timeLeft(limits.Time, began)
	r, err := e.search.Run(ctx, games, limits)
	r.Time = time.Since(began)
	if lost {
		concede(&r, b.Turn())
	}
	if ends && len(r.Lines) > 0 {
		end.finish(&r)
	}
	return e.report(r, b, l), err
}

// lostVisits is how much is searched for the best defence in a position that is
// proven lost.
const lostVisits = 400

// concede says of every move what is proven of the position.
func concede(r *mcts.Result[game.Move], mover int) {
	r.Proven, r.Winner, r.Share = true, 1-mover, 0
	for i := range r.Lines {
		r.Lines[i].Share = 0
	}
}

// root readies the tree for a search of b: what an earlier search of the same
// game found below it is kept, if the game shows itself.
func (e *treeSearch) root(b game.Board, fresh bool) {
	played, initial := b.Played(nil), b.Initial()
	known := len(e.played)
	if fresh || len(e.own) == 0 || e.initial != initial || len(played) < known || !slices.Equal(played[:known], e.played) || !e.own[0].sameRules(b) {
		e.search.Clear()
	} else {
		e.search.Advance(played[known:]...)
	}
	e.initial, e.played = initial, played
}

// report puts a search's result into the engine's words.
func (e *treeSearch) report(r mcts.Result[game.Move], b game.Board, l Limits) Result {
	out := Result{WinRate: 0.5, Nodes: r.Visits, Time: r.Time}
	if len(r.Lines) == 0 {
		return out
	}
	for _, line := range r.Lines[:min(l.Lines, len(r.Lines))] {
		out.Lines = append(out.Lines, Line{Moves: line.Moves, WinRate: line.Share, Visits: line.Visits, Depth: len(line.Moves)})
	}
	chosen := r.Lines[e.choose(r.Lines, b.Key())]
	out.Best, out.Depth, out.WinRate = chosen.Moves[0], len(chosen.Moves), chosen.Share
	switch {
	case !r.Proven:
	case r.Winner == mcts.Draw:
		out.Proven = "draw"
	case r.Winner == b.Turn():
		out.Proven, out.Plies = "win", r.Plies
	default:
		out.Proven, out.Plies = "loss", r.Plies
	}
	return out
}

// choose is the index of the line to play, by the handicap of the level.
func (e *treeSearch) choose(lines []mcts.Line[game.Move], key uint64) int {
	h := handicapOf(e.variant.Name, e.options.Level)
	scored := make([]alphabeta.Line[game.Move], len(lines))
	for i, line := range lines {
		share := line.Share
		if !line.Proven {
			// What was hardly looked at counts as if it had lost once more.
			share *= float64(line.Visits) / float64(line.Visits+1)
		}
		share = min(max(share, 0.001), 0.999)
		scored[i].Score = int(winScale * math.Log(share/(1-share)))
	}
	return h.choose(scored, e.options.Seed, key)
}

// Ownership is that of the latest search; see Surveyor.
func (e *treeSearch) Ownership(b game.Board) []float64 {
	if e.gate.enter(context.Background(), e.Name()) != nil {
		return nil
	}
	defer e.gate.leave()
	sized, ok := b.(interface{ Size() int })
	if !ok || len(e.own) == 0 || e.initial != b.Initial() || !slices.Equal(e.played, b.Played(nil)) {
		return nil
	}
	sums, games := make([]int, sized.Size()*sized.Size()), 0
	for _, own := range e.own {
		if s, ok := own.(surveying); ok {
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

func (e *treeSearch) Clear() error {
	if err := e.gate.enter(context.Background(), e.Name()); err != nil {
		return err
	}
	defer e.gate.leave()
	e.search.Clear()
	e.initial, e.played = "", nil
	return nil
}

// Close waits for a search under way.
func (e *treeSearch) Close() error {
	if e.gate.close() {
		e.search, e.own, e.analysts = nil, nil, nil
	}
	return nil
}

// treeGame shows a board, which it may play on, to the tree search; a is nil
// for a game without an evaluation.
func treeGame(b game.Board, a analyst) mcts.Game[game.Move] {
	if a == nil {
		return &playedOut{board: b, players: len(b.Sides())}
	}
	return newJudged(b, a)
}

// playedOut is any game by its board alone.
type playedOut struct {
	board   game.Board
	players int
}

func (g *playedOut) Players() int                      { return g.players }
func (g *playedOut) Turn() int                         { return g.board.Turn() }
func (g *playedOut) Moves(dst []game.Move) []game.Move { return g.board.Moves(dst) }
func (g *playedOut) Play(m game.Move)                  { g.board.Play(m) }
func (g *playedOut) Undo()                             { g.board.Undo() }

func (g *playedOut) Outcome(int) (winner int, over bool) {
	o, over := g.board.Outcome()
	return o.Winner, over
}

// game.Draw is the search's: a compile error when they part.
var _ = [1]struct{}{}[game.Draw-mcts.Draw]
