package engine

import (
	"context"
	"fmt"
	"math"
	"time"

	"qikit.dev/qikit/internal/mcts"
	"qikit.dev/qikit/internal/options"
	"qikit.dev/qikit/lib/game"
)

// Tree is a tree search that tells everything about a position's moves, for
// analysis. It searches with one worker, so that a search without a limit of
// time is a function of its input and the seed. It is for one goroutine.
type Tree struct {
	variant game.Variant
	search  *mcts.Search[game.Move]
	own     ownGame // nil for a game that does not show itself to the search
	analyst analyst
	current mcts.Game[game.Move]
	turn    int
}

// TreeLimits say when a search ends, and how it looks around. The zero value of
// each is no limit; one of Visits and Time is needed.
type TreeLimits struct {
	Visits int           // in the tree, those of earlier searches of the position included
	Time   time.Duration // of this search
	Width  float64       // 0 is plain PUCT, 1 searches all moves nearly evenly
	Only   []game.Move   // the moves to search, each at least once; nil for all
	// Gap, 0 to 1, ends the search when the best win rate is so much above every
	// other's, each with GapVisits or proven.
	Gap       float64
	GapVisits int
	Known     []TreeKnown
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
	Visits  int
	Time    time.Duration
	Stop    string // "proven", "gap", "visits", "time" or "cancelled"
}

// NewTree makes a tree search of the named game. Of the options it takes
// Strategy, TableMB, Seed, Net and Deterministic.
func NewTree(gameName string, o Options) (*Tree, error) {
	v, err := game.Lookup(gameName)
	if err != nil {
		return nil, err
	}
	o.Workers = 1
	if err := options.Check(&o); err != nil {
		return nil, options.Wrap(ErrOptions, err)
	}
	t := &Tree{variant: v}
	if show, ok := treeGames[v.Name]; ok {
		if t.own, err = show(o); err != nil {
			return nil, err
		}
	} else if _, ok := analysts[v.Name]; ok && len(v.Sides) == 2 {
		if t.analyst, err = newAnalyst(v.Name, o); err != nil {
			return nil, err
		}
	}
	settings := mcts.DefaultOptions()
	settings.Bytes, settings.Seed = o.TableMB<<20, o.Seed
	if own, ok := t.own.(tuned); ok {
		own.tune(&settings)
	}
	if t.search, err = mcts.New[game.Move](settings); err != nil {
		return nil, options.Wrap(ErrOptions, err)
	}
	return t, nil
}

// Search looks at a position that is not over and forgets what it knew of
// others. A search that ctx ends comes with what it found and the cause.
func (t *Tree) Search(ctx context.Context, b game.Board, l TreeLimits) (TreeResult, error) {
	if b.Game() != t.variant.Name {
		return TreeResult{}, fmt.Errorf("%w: %s, expected %s", ErrGame, b.Game(), t.variant.Name)
	}
	t.search.Clear()
	t.turn = b.Turn()
	if _, over := b.Outcome(); over {
		t.current = nil
		return TreeResult{WinRate: 0.5}, context.Cause(ctx)
	}
	if t.own != nil {
		t.own.at(b.Copy())
		t.current = t.own
	} else {
		t.current = treeGame(b.Copy(), t.analyst)
	}
	return t.Continue(ctx, l)
}

// Continue goes on with the position of the last Search under other limits.
func (t *Tree) Continue(ctx context.Context, l TreeLimits) (TreeResult, error) {
	if t.current == nil {
		return TreeResult{WinRate: 0.5}, context.Cause(ctx)
	}
	if l.Visits < 0 || l.Time < 0 || l.Visits == NoLimit && l.Time == NoLimit {
		return TreeResult{}, fmt.Errorf("%w: visits %d and time %v, expected one of them over 0", ErrLimits, l.Visits, l.Time)
	}
	limits := mcts.Limits[game.Move]{Visits: l.Visits, Time: l.Time, Lines: math.MaxInt, Width: l.Width, Only: l.Only,
		Gap: l.Gap, GapVisits: l.GapVisits}
	for _, k := range l.Known {
		winner := t.turn
		if !k.Wins {
			winner = 1 - t.turn
		}
		limits.Known = append(limits.Known, mcts.Known[game.Move]{Move: k.Move, Winner: winner, Plies: mcts.Far})
	}
	r, err := t.search.Run(ctx, []mcts.Game[game.Move]{t.current}, limits)
	return t.report(r), err
}

func (t *Tree) report(r mcts.Result[game.Move]) TreeResult {
	out := TreeResult{WinRate: r.Share, Visits: r.Visits, Time: r.Time, Stop: r.Stop.String()}
	if r.Proven {
		out.Proven = t.verdict(r.Winner)
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
	if g, ok := t.own.(*captureGo); ok && g.net.serves() {
		return g.net.net.ID()
	}
	return ""
}

// Tier is the kernels that this network runs on, "avx2" say; "" when there is
// none. The last bits of what a network says are those of its tier.
func (t *Tree) Tier() string {
	if g, ok := t.own.(*captureGo); ok && g.net.serves() {
		return g.net.net.Tier().String()
	}
	return ""
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
