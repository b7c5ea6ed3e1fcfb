package engine

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"qikit.dev/qikit/internal/maxn"
	"qikit.dev/qikit/internal/mcts"
	"qikit.dev/qikit/lib/game"
)

// severalPlayer shows a game of any number of players to the searches.
type severalPlayer interface {
	// at is the root of a search: b, which the search may play on.
	at(b game.Board) maxn.Game[game.Move]
	// options are the search that is best for so many players.
	options(players int) maxn.Options
}

// severalStrategies are the searches of such a game.
var severalStrategies = []string{"maxn", "paranoid", "plans"}

// What makes the engine of such a game, and what shows it to the tree search. The slim library
// has no such game, and lacks both.
var (
	newSeveral  func(k *knowledge, o Options) (Engine, error)
	viewSeveral func(k *knowledge) view
)

// severalPlans is how many plans are kept where the game says nothing of it.
const severalPlans = 20

// several is the engine of kind "alphabeta" for games of more than two players.
type several struct {
	explainer
	gate
	options Options
	level   handicap
	show    severalPlayer
	search  maxn.Search[game.Move]
}

// manyPlayers says whether the game may have more than two players.
func (k *knowledge) manyPlayers() bool {
	return k.several != nil || k.variant.SidesUnder != nil || len(k.variant.Sides) > 2
}

func makeSeveral(k *knowledge, o Options) (Engine, error) {
	if o.Strategy == "default" {
		o.Strategy = ""
	}
	strategies := severalStrategies
	if k.variant.Chance {
		strategies = strategies[:2] // a plan foresees no dice
	}
	if o.Strategy != "" && !slices.Contains(strategies, o.Strategy) {
		return nil, k.noStrategy(o, "alphabeta", strategies)
	}
	named := o
	named.Strategy = "default"
	if err := named.refuse("alphabeta for "+k.game, "book", "net", "tables"); err != nil {
		return nil, err
	}
	if o.Ponder {
		return nil, fmt.Errorf("%w: ponder for %s, a game of more than two players", ErrUnsupported, k.game)
	}
	e := &several{explainer: explainer{know: k}, options: o, level: k.levels[o.Level], show: k.several}
	if e.show == nil {
		e.show = plainSeveral{}
	}
	e.gate = newGate(k.game, e)
	return e, nil
}

func (e *several) Name() string { return "alphabeta" }

// Repeatable is true with a limit by depth or nodes.
func (e *several) Repeatable(l Limits) bool {
	return !l.timed() && (l.Depth != NoLimit || l.Nodes != NoLimit)
}

// DepthBound is the most plies that the search looks ahead.
func (e *several) DepthBound() int { return maxn.DepthMax }

func (e *several) think(ctx context.Context, b game.Board, l Limits) (Result, error) {
	if l.Visits != NoLimit && l.Depth == NoLimit && l.Nodes == NoLimit && l.Time == NoLimit {
		return Result{}, fmt.Errorf("%w: alphabeta with %d visits alone, expected a depth, nodes or a time", ErrLimits, l.Visits)
	}
	if _, over := b.Outcome(); over {
		return Result{Scored: true, WinRate: 0.5}, context.Cause(ctx)
	}
	if err := playerMoves(b); err != nil {
		return Result{}, err
	}
	how := e.how(game.Players(b))
	h := e.level
	limits := maxn.Limits{Depth: l.Depth, Nodes: l.Nodes, Time: l.Time, Lines: max(l.Lines, h.lines)}
	if plies := e.plies(b); plies != NoLimit && (l.Depth == NoLimit || l.Depth > plies) {
		limits.Depth = plies
	}
	var looks glances
	progress := func(r maxn.Result[game.Move]) {
		if lines := e.lines(r, b); h.overlooks > 0 && r.Depth >= h.look {
			if r.Depth == 1 && h.look == 0 { // a move may not be seen at all
				seen := h.among(lines)
				looks = glances{seen[len(seen)-1:]}
			}
			looks = append(looks, lines)
		}
		if l.Progress != nil {
			l.Progress(e.report(r, b, l, looks))
		}
	}
	run := (*maxn.Search[game.Move]).Run
	if how.Plans > 0 {
		run = (*maxn.Search[game.Move]).Plan
	}
	r := run(&e.search, ctx, e.show.at(b.Copy()), how, limits, progress)
	return e.report(r, b, l, looks), context.Cause(ctx)
}

// plies is how far the level looks ahead: by plies, and by own moves where it plans these.
func (e *several) plies(b game.Board) int {
	depth := e.level.depth
	if players := game.Players(b); depth != NoLimit && e.how(players).Plans > 0 {
		return (depth-1)*players + 1
	}
	return depth
}

// lines are those of the search's result.
func (e *several) lines(r maxn.Result[game.Move], b game.Board) []Line {
	lines := make([]Line, len(r.Lines))
	for i, line := range r.Lines {
		lines[i] = Line{Moves: line.Moves, Score: line.Value, WinRate: e.know.winRateOf(line.Value, game.Players(b)), Depth: r.Depth}
	}
	return lines
}

// how is the search by the strategy asked for.
func (e *several) how(players int) maxn.Options {
	o := e.show.options(players)
	switch e.options.Strategy {
	case "":
		return o
	case "plans":
		o.Plans = cmp.Or(o.Plans, severalPlans)
		return o
	}
	o.Plans, o.Paranoid = 0, e.options.Strategy == "paranoid"
	return o
}

func (e *several) report(r maxn.Result[game.Move], b game.Board, l Limits, looks glances) Result {
	out := Result{Scored: true, WinRate: 0.5, Depth: r.Depth, Nodes: r.Nodes, Time: r.Time}
	players := game.Players(b)
	if len(r.Lines) == 0 {
		return out
	}
	lines := e.lines(r, b)
	out.Lines = lines[:min(l.Lines, len(lines))]
	if len(looks) == 0 {
		looks = glances{lines}
	}
	chosen := e.level.choose(looks, e.options.Seed, b.Key())
	out.Best, out.Score, out.WinRate = chosen.Moves[0], chosen.Score, chosen.WinRate
	if how := e.how(players); how.All() && players == 2 && !e.know.variant.Chance || chosen.Score == maxn.Win-1 {
		out.prove(chosen.Score) // with more players, or moves left out, only a win at once is certain
	}
	return out
}

// winRateOf is winRate among so many players: equal ones win alike.
func (k *knowledge) winRateOf(score, players int) float64 {
	p := k.winRate(score)
	if p <= 0 || p >= 1 {
		return p
	}
	return p / (p + float64(players-1)*(1-p))
}

func (e *several) forget() error { return nil }

func (e *several) end() error { return nil }

// plainSeveral shows any game by its board alone: it sees ends, and every other position is
// worth 0 to all.
type plainSeveral struct{}

func (plainSeveral) options(int) maxn.Options { return maxn.Options{Paranoid: true} }

func (plainSeveral) at(b game.Board) maxn.Game[game.Move] {
	if c, ok := b.(game.Chancy); ok {
		return &chancyBoard{severalBoard{b}, c}
	}
	return &severalBoard{b}
}

// chancyBoard is a severalBoard of a game in which chance has moves.
type chancyBoard struct {
	severalBoard
	game.Chancy
}

// severalBoard is a board as the searches by max^n see it.
type severalBoard struct {
	game.Board
}

func (b *severalBoard) Players() int         { return game.Players(b.Board) }
func (b *severalBoard) Undo()                { b.Board.Undo() }
func (b *severalBoard) Gain(m game.Move) int { return 0 }

func (b *severalBoard) Values(v *maxn.Values) (over bool) {
	o, over := b.Outcome()
	return over && settle(v, o.Winner, b.Players())
}

// settle gives the values of a game that is over.
func settle(v *maxn.Values, winner, players int) bool {
	if winner != game.Draw {
		for p := range players {
			v[p] = -maxn.Win
		}
		v[winner] = maxn.Win
	}
	return true
}

// severalView shows a game of any number of players to the tree search by its values.
type severalView struct {
	show  severalPlayer
	scale float64
}

func (v *severalView) at(b game.Board) mcts.Game[game.Move] {
	return &severalTree{Game: v.show.at(b), board: b, scale: v.scale}
}

// severalTree is a position as severalView shows it.
type severalTree struct {
	maxn.Game[game.Move]
	board game.Board
	scale float64
}

func (t *severalTree) Outcome(int) (winner int, over bool) {
	o, over := t.board.Outcome()
	return o.Winner, over
}

// Value shares the game among the players by their values.
func (t *severalTree) Value(s *mcts.Shares) {
	var v maxn.Values
	t.Values(&v)
	sum := 0.0
	for p := range t.Players() {
		s[p] = math.Exp(float64(v[p]) / t.scale)
		sum += s[p]
	}
	for p := range t.Players() {
		s[p] /= sum
	}
}

// Priors weighs each move by what it promises.
func (t *severalTree) Priors(moves []game.Move, dst []float32) {
	best := math.MinInt
	for _, m := range moves {
		best = max(best, t.Gain(m))
	}
	for i, m := range moves {
		dst[i] = float32(math.Exp(float64(t.Gain(m)-best) / t.scale))
	}
}
