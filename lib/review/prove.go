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

// hardFactors are how many times the nodes of a try go into one on which a verdict hangs,
// and into one when the move played is proven to lose: it is a blunder then, or the position
// was lost. In 18 games between weak players tries with 3 and 12 times the nodes found 9
// proofs in 34 on 7x7, by up to 38,008 nodes, 2 in 47 on 9x9, by 712 and 3077, and none in 8
// on 13x13, where a node takes ten times as long.
func hardFactors(size int) (hard, hardest int) {
	switch {
	case size <= 7:
		return 3, 12
	case size <= noiseSize:
		return 2, 6
	}
	return 1, 1
}

// prover proves positions, and asks what is known before it tries. Each worker has
// its own; after forget it answers like a new one.
type prover struct {
	solver  *capturesolver.Solver // nil under rules that it does not know
	nodes   int
	answer  int // nodes for a move that is not likely
	grave   int // for one on which a verdict hangs
	gravest int // when the move played is proven to lose
	known   *proofs
	failed  map[uint64]int // by position: the nodes of the largest try that found nothing
}

func newProver(o *Options, size int) *prover {
	p := &prover{nodes: o.ProofNodes, answer: share(o.ProofNodes, answerShare), failed: map[uint64]int{}}
	if size <= smallBoard {
		p.nodes *= smallFactor
		p.answer = share(p.nodes, likelyShare)
	}
	hard, hardest := hardFactors(size)
	p.grave, p.gravest = p.nodes*hard, p.nodes*hardest
	if o.ProofNodes > 0 && o.Pass == "forced" && o.NoMove == "lose" {
		p.solver = capturesolver.New(proofBytes)
	}
	return p
}

// forget is for a prover that goes on with what is known elsewhere.
func (p *prover) forget(known *proofs) {
	p.known = known
	clear(p.failed)
	if p.solver != nil {
		p.solver.Clear()
	}
}

// position is the verdict for the side to move, "" when it is not known, and
// for a win the move that wins, if it is known.
func (p *prover) position(ctx context.Context, b *capturego.Board) (verdict Verdict, best game.Move) {
	return p.try(ctx, b, p.nodes)
}

// hard is position with more effort.
func (p *prover) hard(ctx context.Context, b *capturego.Board) (verdict Verdict, best game.Move) {
	return p.try(ctx, b, p.grave)
}

func (p *prover) try(ctx context.Context, b *capturego.Board, nodes int) (verdict Verdict, best game.Move) {
	if verdict = p.known.position(b); verdict == Win {
		best = p.known.winner(b)
	}
	if verdict != "" && (verdict != Win || best != game.NoMove) || p.solver == nil || b.Passes() > 0 {
		return verdict, best
	}
	if _, over := b.Outcome(); over {
		return verdict, best
	}
	key := p.known.key(b)
	if p.failed[key] >= nodes {
		return verdict, best
	}
	targets := [2]int{b.Target(goban.Black), b.Target(goban.White)}
	switch r := p.solver.Solve(b.Stones(), targets, dfpn.Limits{Nodes: nodes, Done: ctx}); r.Value {
	case dfpn.Win:
		if r.Best == goban.NoPoint { // found out too late to say how
			return verdict, best
		}
		verdict, best = Win, game.Move(r.Best)
		p.known.putMove(b, best, Win)
	case dfpn.Loss:
		verdict = Loss
	default:
		p.failed[key] = nodes
	}
	p.known.put(b, verdict)
	return verdict, best
}

// hardest is hard with still more.
func (p *prover) hardest(ctx context.Context, b *capturego.Board) (verdict Verdict, best game.Move) {
	return p.try(ctx, b, p.gravest)
}

// winnerMost is how many times the nodes of the hardest try go into the move that wins where
// it is known that there is one: somebody has proven it with as much.
const winnerMost = 16

// winner is position with ever more effort, for a position that is known to be won.
func (p *prover) winner(ctx context.Context, b *capturego.Board) (verdict Verdict, best game.Move) {
	for factor := 1; factor <= winnerMost && best == game.NoMove && ctx.Err() == nil; factor *= 2 {
		verdict, best = p.try(ctx, b, p.gravest*factor)
	}
	return verdict, best
}

// first is position with less effort.
func (p *prover) first(ctx context.Context, b *capturego.Board) (verdict Verdict, best game.Move) {
	return p.try(ctx, b, share(p.nodes, firstShare))
}

// move is the verdict of a try on a legal move, for the side that makes it.
func (p *prover) move(ctx context.Context, b *capturego.Board, m game.Move, try func(context.Context, *capturego.Board) (Verdict, game.Move)) Verdict {
	b.Play(m)
	verdict, _ := try(ctx, b)
	b.Undo()
	return verdict.opposite()
}

// firstShare is the part of the nodes of a try that is spent before a search has said
// what the position is worth: nine of ten proofs need no more. The rest is spent only where
// the search finds a loss possible or a win likely, by these win rates.
const (
	firstShare = 16
	lostBelow  = 0.45
	wonAbove   = 0.8
)

// provable says whether a position of that win rate is worth a whole try.
func provable(rate float64) bool { return rate < lostBelow || rate > wonAbove }

// likelyShare is the part of the nodes of a try that goes into each recommended move of
// a position whose target wins, answerShare that for each other move: what else wins
// there mostly does so by a threat, which takes a few dozen. On small boards all moves are
// likely.
const (
	likelyShare = 16
	answerShare = 64
)

// answers tries to prove every move, the likely ones with more effort.
func (p *prover) answers(ctx context.Context, b *capturego.Board, likely []choice) {
	for _, m := range b.Moves(nil) {
		nodes := share(p.nodes, likelyShare)
		if indexOf(likely, m) < 0 {
			nodes = p.answer
		}
		b.Play(m)
		p.try(ctx, b, nodes)
		b.Undo()
	}
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
