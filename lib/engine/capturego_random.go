package engine

import (
	"qikit.dev/qikit/internal/mcts"
	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/capturego"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
)

// captureGoRandom shows Capture Go to a tree search that knows nothing but the
// rules: a leaf is worth the result of one random game. It is strategy "random",
// against which the others are measured.
type captureGoRandom struct {
	playedOut
	playout goban.Stones
}

func (g *captureGoRandom) at(b game.Board) mcts.Game[game.Move] {
	g.playedOut = playedOut{board: b, players: 2}
	return g
}

func (g *captureGoRandom) sameRules(b game.Board) bool {
	return g.board != nil && b.(*capturego.Board).Rules() == g.board.(*capturego.Board).Rules()
}

// Rollout plays moves drawn with equal chances to the end.
func (g *captureGoRandom) Rollout(r *rng.Source, s *mcts.Shares) {
	b := g.board.(*capturego.Board)
	g.playout.CopyFrom(b.Stones())
	o := game.Outcome{Winner: g.playOut(b, r)}
	s[goban.Black], s[goban.White] = o.Result(int(goban.Black)), o.Result(int(goban.White))
}

func (g *captureGoRandom) playOut(b *capturego.Board, r *rng.Source) (winner int) {
	for s := &g.playout; ; {
		by := s.Turn()
		if p := s.Random(r); p != goban.NoPoint {
			s.Play(p)
			if s.Captured(by) >= b.Target(by) {
				return int(by)
			}
			continue
		}
		switch b.Rules().NoMove {
		case "lose":
			return int(by.Other())
		case "draw":
			return game.Draw
		}
		if s.Pass(); !s.CanPlay() {
			return game.Draw
		}
	}
}
