package engine

import (
	"context"
	"slices"

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
)

// Prove settles what a capture decides at once, then ladders, then what the
// solver finds with an effort that grows with the visits.
func (g *captureGo) Prove(visits int) (winner, plies int, ok bool) {
	mover := g.board.Turn()
	if _, over := g.board.Outcome(); over { // also after two passes
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

// certain lists the moves that lose at once.
func (g *captureGo) certain() (list []mcts.Known[game.Move]) {
	if saving, forced := g.saving(); forced {
		g.path = g.board.Moves(g.path[:0])
		for _, m := range g.path {
			if !slices.Contains(saving, goban.Point(m)) {
				list = append(list, mcts.Known[game.Move]{Move: m, Winner: 1 - g.board.Turn(), Plies: 1})
			}
		}
	}
	return list
}

// rootNodes is how many nodes go into a proof of the root: as many as suit the visits
// where the search counts these, so that it stays repeatable.
func (g *captureGo) rootNodes(visits int) int {
	switch {
	case !g.strict || !g.depth:
		return 0
	case visits != NoLimit:
		return 1 + visits*proofNodes/(g.board.Size()*g.board.Size())
	}
	return rootNodes
}

// rootNodes is how many nodes a search that counts no visits spends on proving the root.
const rootNodes = 100_000

// tryRoot tries to prove the root.
func (g *captureGo) tryRoot(ctx context.Context, nodes int) (p rootProof) {
	res := g.solver.Solve(g.board.Stones(), g.rules.Target, dfpn.Limits{Nodes: nodes, Done: ctx})
	p.nodes, p.lost = res.Nodes, res.Value == dfpn.Loss
	if res.Value == dfpn.Win && res.Best != goban.NoPoint {
		k := mcts.Known[game.Move]{Move: game.Move(res.Best), Winner: g.board.Turn(), Plies: mcts.Far}
		g.Play(k.Move)
		if _, over := g.board.Outcome(); over {
			k.Plies = 0
		}
		g.Undo()
		p.won = append(p.won, k)
	}
	return p
}
