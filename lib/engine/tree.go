package engine

import (
	"context"
	"fmt"
	"math"
	"time"

	"qikit.dev/qikit/internal/convnet"
	"qikit.dev/qikit/internal/mcts"
	"qikit.dev/qikit/internal/options"
	"qikit.dev/qikit/lib/game"
)

// Tree is a tree search that tells everything about a position's moves, for
// analysis. NewTree makes one that searches with one worker, so that a search
// without a limit of time is a function of its input and the seed; the engine of
// kind "mcts" is a Tree with as many as it is told. It is for one goroutine. What the
// networks of Capture Go say of positions is kept for all trees that NewTree makes, in 16 MB.
type Tree struct {
	know   *knowledge
	search *mcts.Search[game.Move]
	views  []view                 // one for each worker
	games  []mcts.Game[game.Move] // the root as the views show it
	turn   int                    // at the root
	stands bool                   // there is a root, and the game is not over
}

// TreeLimits say when a search ends, and how it looks around. The zero value of
// each is no limit; one of Visits and Time is needed.
type TreeLimits struct {
	Visits int           // in the tree, with those of earlier searches of the position
	Time   time.Duration // of this search
	Width  float64       // 0 is plain PUCT, 1 searches all moves nearly evenly
	Only   []game.Move   // the moves to search, each at least once; nil for all
	// EarlyStop, 0 to 1, ends the search when the best win rate leads every other by
	// so much, and each move has EarlyStopVisits or is proven; 0 is none.
	EarlyStop       float64
	EarlyStopVisits int
	Known           []TreeKnown
}

// TreeKnown is a move whose outcome is proven elsewhere.
type TreeKnown struct {
	Move game.Move
	Wins bool // for the side to move
}

// TreeMove is what a search says of one move, for the side that makes it.
type TreeMove struct {
	Move    game.Move
	Visits  int
	WinRate float64     // 0 to 1; without visits the position's
	Prior   float64     // its likelihood before the search; they sum to 1
	Degree  float64     // how much it is recommended; they sum to 1
	Proven  string      // "", "win", "draw" or "loss"
	Plies   int         // to the proven end at most, 0 when not known
	Line    []game.Move // from the move on, as both sides would go on
}

// TreeResult is what a search says of a position.
type TreeResult struct {
	Moves   []TreeMove // those searched, best first; empty when the game is over
	WinRate float64    // of the side to move: the mean of the search
	Proven  string     // "", "win", "draw" or "loss"
	Plies   int        // to the proven win or loss at most, 0 when not known
	Visits  int
	Time    time.Duration
	Stop    string // "proven", "gap" (the early stop), "visits", "time" or "cancelled"
}

// NewTree makes a tree search of the named game. Of the options it takes
// Strategy, TableMB, Seed, Evaluator, Net and Deterministic.
func NewTree(gameName string, o Options) (*Tree, error) {
	k, err := lookup(gameName)
	if err != nil {
		return nil, err
	}
	o.Workers = 1
	if err := options.Check(&o); err != nil {
		return nil, options.Wrap(ErrOptions, err)
	}
	o.Kind = "mcts"
	if err := o.checkEvaluator(k); err != nil {
		return nil, err
	}
	t, err := newTree(k, o)
	if err != nil {
		return nil, err
	}
	if v, ok := t.views[0].(sharing); ok {
		v.share()
	}
	return t, nil
}

func newTree(k *knowledge, o Options) (*Tree, error) {
	if k.variant.Chance {
		return nil, fmt.Errorf("%w: mcts for %s, in which chance has moves, expected alphabeta", ErrUnsupported, k.game)
	}
	if !k.nets {
		if err := o.refuse("mcts for "+k.game, "net"); err != nil {
			return nil, err
		}
	}
	t := &Tree{know: k, games: make([]mcts.Game[game.Move], o.Workers)}
	var err error
	if t.views, err = k.newViews(o); err != nil {
		return nil, err
	}
	settings := mcts.DefaultOptions()
	settings.Workers, settings.Bytes, settings.Seed = o.Workers, o.TableMB<<20, o.Seed
	if v, ok := t.views[0].(tuned); ok {
		v.tune(&settings)
	}
	if t.search, err = mcts.New[game.Move](settings); err != nil {
		return nil, options.Wrap(ErrOptions, err)
	}
	return t, nil
}

// Search looks at a position that is not over and forgets what it knew of
// others. A search that ctx ends comes with what it found and the cause.
func (t *Tree) Search(ctx context.Context, b game.Board, l TreeLimits) (TreeResult, error) {
	if err := sameGame(b, t.know.game); err != nil {
		return TreeResult{}, err
	}
	t.search.Clear()
	if !t.stand(b) {
		return TreeResult{WinRate: 0.5}, context.Cause(ctx)
	}
	return t.Continue(ctx, l)
}

// stand makes b the root, unless the game is over.
func (t *Tree) stand(b game.Board) bool {
	t.turn = b.Turn()
	_, over := b.Outcome()
	if t.stands = !over; t.stands {
		for i, v := range t.views {
			t.games[i] = v.at(b.Copy())
		}
	}
	return t.stands
}

// Continue goes on with the position of the last Search under other limits.
func (t *Tree) Continue(ctx context.Context, l TreeLimits) (TreeResult, error) {
	if !t.stands {
		return TreeResult{WinRate: 0.5}, context.Cause(ctx)
	}
	if l.Visits < 0 || l.Time < 0 || l.Visits == NoLimit && l.Time == NoLimit {
		return TreeResult{}, fmt.Errorf("%w: visits %d and time %v, expected one of them over 0", ErrLimits, l.Visits, l.Time)
	}
	limits := mcts.Limits[game.Move]{Visits: l.Visits, Time: l.Time, Lines: math.MaxInt, Width: l.Width, Only: l.Only,
		EarlyStop: l.EarlyStop, EarlyStopVisits: l.EarlyStopVisits}
	for _, k := range l.Known {
		winner := t.turn
		if !k.Wins {
			winner = 1 - t.turn
		}
		limits.Known = append(limits.Known, mcts.Known[game.Move]{Move: k.Move, Winner: winner, Plies: mcts.Far})
	}
	return t.run(ctx, limits)
}

// run searches the root.
func (t *Tree) run(ctx context.Context, l mcts.Limits[game.Move]) (TreeResult, error) {
	r, err := t.search.Run(ctx, t.games, l)
	return t.report(r), err
}

func (t *Tree) report(r mcts.Result[game.Move]) TreeResult {
	out := TreeResult{WinRate: r.Share, Visits: r.Visits, Time: r.Time, Stop: r.Stop.String()}
	if r.Proven {
		out.Proven, out.Plies = t.verdict(r.Winner), r.Plies
	}
	for _, line := range r.Lines {
		m := TreeMove{Move: line.Moves[0], Visits: line.Visits, WinRate: line.Share, Prior: line.Prior, Degree: line.Degree, Line: line.Moves}
		if line.Proven {
			m.Proven, m.Plies = t.verdict(line.Winner), line.Plies
		}
		out.Moves = append(out.Moves, m)
	}
	return out
}

// Net is the id of the network that judges the position of the last Search, ""
// when games are only played out.
func (t *Tree) Net() string {
	if net := t.network(); net != nil {
		return net.ID()
	}
	return ""
}

// Tier is the kernels that this network runs on, "avx2" say; "" when there is
// none. The last bits of what a network says are those of its tier.
func (t *Tree) Tier() string {
	if net := t.network(); net != nil {
		return net.Tier().String()
	}
	return ""
}

func (t *Tree) network() *convnet.Net {
	if v, ok := t.views[0].(judging); ok {
		return v.network()
	}
	return nil
}

func (t *Tree) verdict(winner int) string {
	switch winner {
	case mcts.Draw:
		return "draw"
	case t.turn:
		return "win"
	}
	return "loss"
}
