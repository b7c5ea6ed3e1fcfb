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
	board   *capturego.Board
	playout goban.Stones
}

func (g *captureGoRandom) at(b game.Board) mcts.Game[game.Move] {
	g.board = any(b).(*capturego.Board)
	return g
}

func (g *captureGoRandom) sameRules(b game.Board) bool {
	return g.board != nil && any(b).(*capturego.Board).Rules() == g.board.Rules()
}

func (g *captureGoRandom) Players() int                      { return 2 }
func (g *captureGoRandom) Turn() int                         { return g.board.Turn() }
func (g *captureGoRandom) Moves(dst []game.Move) []game.Move { return g.board.Moves(dst) }
func (g *captureGoRandom) Play(m game.Move)                  { g.board.Play(m) }
func (g *captureGoRandom) Undo()                             { g.board.Undo() }

func (g *captureGoRandom) Outcome(int) (winner int, over bool) {
	o, over := g.board.Outcome()
	return o.Winner, over
}

// Rollout plays moves drawn with equal chances to the end.
func (g *captureGoRandom) Rollout(r *rng.Source, s *mcts.Shares) {
	g.playout.CopyFrom(g.board.Stones())
	o := game.Outcome{Winner: g.playOut(r)}
	s[goban.Black], s[goban.White] = o.Result(int(goban.Black)), o.Result(int(goban.White))
}

func (g *captureGoRandom) playOut(r *rng.Source) (winner int) {
	for s := &g.playout; ; {
		by := s.Turn()
		if p := s.Random(r); p != goban.NoPoint {
			s.Play(p)
			if s.Captured(by) >= g.board.Target(by) {
				return int(by)
			}
			continue
		}
		switch g.board.Rules().NoMove {
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
