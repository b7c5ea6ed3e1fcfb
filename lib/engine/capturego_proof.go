package engine

import (
	"context"
	"slices"
	"time"

	"qikit.dev/qikit/internal/capturesolver"
	"qikit.dev/qikit/internal/dfpn"
	"qikit.dev/qikit/internal/mcts"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
)

const (
	// ladderVisits is the number of visits at which a position's ladders are read,
	// proofVisits the number from which on the solver looks at it.
	ladderVisits = 2
	proofVisits  = 8
	// proofNodes turns visits into the solver's nodes for a position, times the
	// board's points: a node costs about a fifteenth of a playout per point, and
	// proofs should take about as long as playouts.
	proofNodes = 8
	// rootShare is the part of its time that a search limited by time spends on
	// proving the root.
	rootShare = 0.4
)

// Prove settles what a capture decides at once, then ladders, then what the
// solver finds with an effort that grows with the visits.
func (g *captureGo) Prove(visits int) (winner, plies int, ok bool) {
	mover := g.board.Turn()
	if g.board.Won() != goban.Empty {
		return 0, 0, false
	}
	g.tactics.Set(g.board.Stones(), g.rules.Target)
	if _, wins := g.tactics.Winning(); wins {
		return mover, 1, true
	}
	if !g.strict {
		return 0, 0, false
	}
	saving, forced := g.tactics.Forced()
	switch {
	case forced && len(saving) == 0:
		return 1 - mover, 2, g.board.Stones().CanPlay()
	case !g.depth:
	case !forced && visits == ladderVisits:
		if _, wins := g.tactics.Ladder(capturesolver.LadderMost); wins {
			return mover, mcts.Far, true
		}
	case visits >= proofVisits:
		points := g.board.Size() * g.board.Size()
		switch g.solver.Solve(g.board.Stones(), g.rules.Target, dfpn.Limits{Nodes: 1 + visits*proofNodes/points}).Value {
		case dfpn.Win:
			return mover, mcts.Far, true
		case dfpn.Loss:
			return 1 - mover, mcts.Far, true
		}
	}
	return 0, 0, false
}

// saving are the moves that avert the opponent's capture, when that would
// decide the game.
func (g *captureGo) saving() (list []goban.Point, forced bool) {
	if !g.strict {
		return nil, false
	}
	g.tactics.Set(g.board.Stones(), g.rules.Target)
	if _, wins := g.tactics.Winning(); wins {
		return nil, false
	}
	return g.tactics.Forced()
}

// known lists the moves that lose at once and tries to prove the root. It counts
// nodes where the search counts visits, so that the search stays repeatable, and
// takes time otherwise.
func (g *captureGo) known(ctx context.Context, visits int, left time.Duration) (list []mcts.Known[game.Move], lost bool) {
	if saving, forced := g.saving(); forced {
		g.path = g.board.Moves(g.path[:0])
		for _, m := range g.path {
			if !slices.Contains(saving, goban.Point(m)) {
				list = append(list, mcts.Known[game.Move]{Move: m, Winner: 1 - g.board.Turn(), Plies: 1})
			}
		}
	}
	if !g.strict || !g.depth {
		return list, false
	}
	limits := dfpn.Limits{Done: ctx}
	switch {
	case visits != NoLimit:
		limits.Nodes = 1 + visits*proofNodes/(g.board.Size()*g.board.Size())
	case left != NoLimit:
		timed, cancel := context.WithTimeout(ctx, time.Duration(float64(left)*rootShare))
		defer cancel()
		limits.Done = timed
	default:
		limits.Nodes = rootNodes
	}
	res := g.solver.Solve(g.board.Stones(), g.rules.Target, limits)
	if res.Value == dfpn.Win && res.Best != goban.NoPoint {
		k := mcts.Known[game.Move]{Move: game.Move(res.Best), Winner: g.board.Turn(), Plies: mcts.Far}
		g.Play(k.Move)
		if _, over := g.board.Outcome(); over {
			k.Plies = 0
		}
		g.Undo()
		return append(list, k), false
	}
	return list, res.Value == dfpn.Loss
}

// rootNodes is how many nodes a search without limits spends on proving the root.
const rootNodes = 100_000
