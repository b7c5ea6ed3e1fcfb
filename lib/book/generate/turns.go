package generate

import (
	"fmt"

	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/game"
)

// turns is what the players of a game or a line have done so far. Who moved is asked of the
// board: a player may be out, and chance may come between.
type turns struct {
	moved int   // plies of players
	had   []int // by player, how many of them
	used  []int // by player, the depth at the last one; 0 before the first
	last  []int // by player, the score of the move played there
	mover int   // of the last one
}

func newTurns(players int) turns {
	return turns{had: make([]int, players), used: make([]int, players), last: make([]int, players)}
}

// add counts a player's move.
func (t *turns) add(player, depth, score int) {
	t.moved++
	t.had[player]++
	t.used[player], t.last[player], t.mover = depth, score, player
}

// follow plays a line on a board at its root.
func (t *turns) follow(b game.Board, line []*node) error {
	for i, n := range line[1:] {
		d := line[i].made.Decision.played(n.Move)
		m, err := b.Parse(n.Move)
		if err != nil {
			return fmt.Errorf("%w: node %d: %v", book.ErrCorrupt, n.ID, err)
		}
		t.add(b.Turn(), d.asked(), d.Weighed[d.Rank-1].Score)
		b.Play(m)
	}
	return nil
}

// evals are the players' evaluations by their searches; nil before there are any. Of two
// players the last search tells of both; of more it tells of one, so each is as its own says.
func (t *turns) evals() []float64 {
	if t.moved == 0 {
		return nil
	}
	if len(t.had) == 2 {
		return halves(t.mover, t.last[t.mover])
	}
	evals := make([]float64, len(t.had))
	for player, had := range t.had {
		if had == 0 {
			return nil
		}
		evals[player] = float64(t.last[player])
	}
	return evals
}

// halves are the evaluations of two players by a search score of one of them: half of it
// for the player, and minus half for the other [177].
func halves(player, score int) []float64 {
	evals := []float64{-float64(score) / 2, -float64(score) / 2}
	evals[player] = float64(score) / 2
	return evals
}

// mover is the side whose move led to the position, or the one to move where none did.
func mover(b game.Board) int {
	before := b.Copy()
	before.Undo()
	return before.Turn()
}
