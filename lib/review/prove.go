package review

import (
	"context"

	"qikit.dev/qikit/internal/capturesolver"
	"qikit.dev/qikit/internal/dfpn"
	"qikit.dev/qikit/lib/capturego"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
)

// proofBytes is the table of one worker's solver.
const proofBytes = 8 << 20

// On boards up to 6x6 much can be proven, and a node costs less: there a try may
// take more of them. With 64,000 the empty 5x5 board is proven.
const (
	smallBoard  = 6
	smallFactor = 16
)

// prover proves positions. Each worker has its own; after forget it answers like a
// new one.
type prover struct {
	solver *capturesolver.Solver // nil under rules that it does not know
	nodes  int
}

func newProver(o *Options, size int) *prover {
	p := &prover{nodes: o.ProofNodes}
	if size <= smallBoard {
		p.nodes *= smallFactor
	}
	if o.ProofNodes > 0 && o.Pass == "forced" && o.NoMove == "lose" {
		p.solver = capturesolver.New(proofBytes)
	}
	return p
}

func (p *prover) forget() {
	if p.solver != nil {
		p.solver.Clear()
	}
}

// position is the verdict for the side to move, "" when it is not known, and
// for a win the move that wins, if it is known.
func (p *prover) position(ctx context.Context, b *capturego.Board) (verdict Verdict, best game.Move) {
	if o, over := b.Outcome(); over {
		switch o.Winner {
		case game.Draw:
			return Draw, game.NoMove
		case b.Turn():
			return Win, game.NoMove
		}
		return Loss, game.NoMove
	}
	if p.solver == nil || b.Passes() > 0 {
		return "", game.NoMove
	}
	targets := [2]int{b.Target(goban.Black), b.Target(goban.White)}
	switch r := p.solver.Solve(b.Stones(), targets, dfpn.Limits{Nodes: p.nodes, Done: ctx}); r.Value {
	case dfpn.Win:
		return Win, game.Move(r.Best)
	case dfpn.Loss:
		return Loss, game.NoMove
	}
	return "", game.NoMove
}

// move is the verdict on a legal move, for the side that makes it.
func (p *prover) move(ctx context.Context, b *capturego.Board, m game.Move) Verdict {
	b.Play(m)
	verdict, _ := p.position(ctx, b)
	b.Undo()
	return verdict.opposite()
}

// answer is a move and the verdict on it.
type answer struct {
	move    game.Move
	verdict Verdict
}

// answers are the verdicts on those moves whose outcome can be proven.
func (p *prover) answers(ctx context.Context, b *capturego.Board) (list []answer) {
	for _, m := range b.Moves(nil) {
		if verdict := p.move(ctx, b, m); verdict != "" {
			list = append(list, answer{m, verdict})
		}
	}
	return list
}

// only is the one move that does not lose at once, if there is just one.
func only(b *capturego.Board) (game.Move, bool) {
	moves := b.Moves(nil)
	if len(moves) == 1 {
		return moves[0], true
	}
	if b.Rules().Pass != "forced" || b.Rules().NoMove != "lose" {
		return game.NoMove, false
	}
	var p capturesolver.Position
	p.Set(b.Stones(), [2]int{b.Target(goban.Black), b.Target(goban.White)})
	if _, ok := p.Winning(); ok {
		return game.NoMove, false
	}
	if saving, forced := p.Forced(); forced && len(saving) == 1 {
		return game.Move(saving[0]), true
	}
	return game.NoMove, false
}
