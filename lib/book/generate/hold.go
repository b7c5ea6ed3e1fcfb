package generate

import (
	"context"
	"errors"

	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
)

// holdLines is how many moves a player above the band weighs when its usual
// candidates are all above it.
const holdLines = 16

// thought is what a player's search found.
type thought struct {
	result engine.Result
	list   []candidate // best first
	depth  int         // asked for
}

// think searches for a player's candidates and says among which it chooses. With
// AdjustHold a player who leads keeps its lead in the band [158]. Below the band it
// plays its best move. Above the band it plays the move whose score is nearest; when
// all usual candidates are above the band, it searches again for more moves, a ply
// less deep. Where a check is due, think changes l when the player's own search finds
// a lead: the search sees captures and mates that static evaluations do not see.
func (s *seats) think(ctx context.Context, player int, b game.Board, l *leaning, due bool, depth, lines int, fresh bool) (t thought, c choice, err error) {
	o := &s.plan.options
	c = o.choice(*l, player)
	t.depth = depth
	if t.result, t.list, err = s.search(ctx, player, b, depth, lines, fresh); err != nil || !o.Balance.holds() {
		return t, c, err
	}
	if _, _, ranked := o.Balance.ranks(*l, player); ranked {
		return t, c, nil
	}
	band, score := o.Balance.Band, t.list[0].score
	leads := l.Unbalanced && player == l.Stronger
	if !leads && due && len(s.plan.sides) == 2 && o.Balance.ahead(score) {
		*l = o.Balance.held(1-player, player, float64(score))
		leads = true
	}
	switch {
	case leads && score < band[0]:
		return t, only(1), nil
	case !leads || score <= band[1]:
		return t, c, nil
	}
	if t.list[len(t.list)-1].score > band[1] && len(t.list) < len(b.Moves(nil)) {
		less := max(1, depth-1)
		r, list, err := s.search(ctx, player, b, less, max(lines, holdLines), fresh)
		switch {
		case errors.Is(err, engine.ErrLimits): // an engine of one line
		case err != nil:
			return t, c, err
		default:
			t = thought{r, list, less}
		}
	}
	return t, only(nearest(t.list, band[1]) + 1), nil
}

// balanceOf writes into a decision what strength adjustment did: the evaluations of the
// check, if one was due, and the plies between the depths used and those drawn.
func (d *decision) balanceOf(l leaning, evals []float64, c choice, player int, depths, drawn []int) {
	if evals != nil {
		d.Lean, d.Evals = &l, evals
	}
	d.Offsets = make([]int, len(depths))
	for i := range depths {
		d.Offsets[i] = depths[i] - drawn[i]
	}
	d.Adjusted = c.adjusted || d.Offsets[player] != 0
}
