package review

import (
	"slices"

	"qikit.dev/qikit/internal/capturesolver"
	"qikit.dev/qikit/lib/capturego"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
)

// Where every move loses, the better ones are those that last longer. How long a move
// lasts is how many moves the opponent needs to capture enough by threat after
// threat, up to lastingMost; a look at one move takes up to lastingNodes moves.
const (
	lastingMost  = 4
	lastingNodes = 400
)

// lasting are the moves that last longest, in the order of the board's.
func lasting(b *capturego.Board) (list []game.Move) {
	var p capturesolver.Position
	target := [2]int{b.Target(goban.Black), b.Target(goban.White)}
	most := 0
	for _, m := range b.Moves(nil) {
		b.Play(m)
		n := 0
		if _, over := b.Outcome(); !over {
			p.Set(b.Stones(), target)
			n = lasts(&p)
		}
		b.Undo()
		if n > most {
			most, list = n, nil
		}
		if n == most {
			list = append(list, m)
		}
	}
	return list
}

// lasts is how many moves the side to move needs to capture enough.
func lasts(p *capturesolver.Position) int {
	nodes := lastingNodes
	for n := 1; n <= lastingMost; n++ {
		if within(p, n, &nodes) {
			return n
		}
	}
	return lastingMost + 1
}

// within says whether the side to move can capture enough with n moves at most, each
// but the last a threat to do so.
func within(p *capturesolver.Position, n int, nodes *int) bool {
	if _, ok := p.Winning(); ok {
		return true
	}
	if n == 1 || *nodes <= 0 {
		return false
	}
	for _, m := range p.Moves(nil) {
		*nodes--
		p.Play(m)
		caught := false
		if _, ok := p.Winning(); !ok {
			saving, forced := p.Forced()
			saving = slices.Clone(saving) // good until the next call only
			caught = forced && !slices.ContainsFunc(saving, func(answer goban.Point) bool {
				p.Play(answer)
				defer p.Undo()
				return !within(p, n-1, nodes)
			})
		}
		p.Undo()
		if caught {
			return true
		}
	}
	return false
}
