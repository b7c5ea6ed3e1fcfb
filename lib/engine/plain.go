package engine

import (
	"qikit.dev/qikit/internal/alphabeta"
	"qikit.dev/qikit/lib/game"
)

// plain shows the search any game of two players by its board alone: it sees ends,
// and every other position is worth 0.
type plain struct{ board game.Board }

func (plain) at(b game.Board) alphabeta.Position[game.Move] {
	p := &plain{b}
	return alphabeta.Position[game.Move]{Game: p, Eval: p}
}

func (p *plain) Moves(dst []game.Move) []game.Move    { return p.board.Moves(dst) }
func (p *plain) Captures(dst []game.Move) []game.Move { return dst }
func (p *plain) Play(m game.Move)                     { p.board.Play(m) }
func (p *plain) Undo()                                { p.board.Undo() }
func (p *plain) Null() bool                           { return false }
func (p *plain) Key() uint64                          { return p.board.Key() }
func (p *plain) Score() int                           { return 0 }

// Verdict treats every end as decided by the position.
func (p *plain) Verdict() (over bool, score int) {
	o, over := p.board.Outcome()
	switch {
	case !over || o.Winner == game.Draw:
		return over, 0
	case o.Winner == p.board.Turn():
		return true, alphabeta.Mate
	}
	return true, -alphabeta.Mate
}
