package generate

import (
	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/game"
)

// withChance refuses what a job of a game with moves of chance cannot do.
func withChance(o *Options) error {
	switch {
	case o.Breadth != nil:
		return bad("breadth", "set with "+o.Game, "no tree for a game with moves of chance: a line would be needed for each of them; games record those that a seed draws")
	case o.Record == RecordEnd:
		return bad("record", o.Record, "all for a game with moves of chance: after the last move chance is to move, and such positions are no records")
	}
	return nil
}

// draw draws a move of chance by its weight.
func draw(b game.Board, r *rng.Source) game.Move {
	moves, weights := b.Moves(nil), b.(game.Chancy).Weights(nil)
	x, last := r.Float64(), 0
	for i, w := range weights {
		if w == 0 {
			continue
		}
		if last = i; x < w {
			break
		}
		x -= w
	}
	return moves[last]
}
