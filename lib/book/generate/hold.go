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

// think searches for a player's candidates and says among which it chooses. With
// AdjustHold a player who leads keeps its lead in the band [158]. Below the band it
// plays its best move, in games after a search a ply deeper; within it, none that gives the
// band up. Above the band it plays the move whose score is nearest: it searches again for
// more moves, a ply less deep. Where a check is due, think changes l when the player's own
// search finds a lead: the search sees captures and mates that static evaluations do not
// see.
func (s *seats) think(ctx context.Context, player int, b game.Board, l *leaning, due bool, depth, lines int, fresh bool) (t thought, c choice, err error) {
	o := &s.plan.options
	c = o.choice(*l, player)
	_, _, ranked := o.Balance.ranks(*l, player)
	holds := o.Balance.holds() && !ranked
	leads := holds && l.Unbalanced && player == l.Stronger
	first := lines
	if leads && o.Breadth == nil {
		first = 1 // only within the band it chooses among several
	}
	if t, err = s.seek(ctx, player, b, depth, first, o.within(c), fresh); err != nil || !holds {
		return t, c, err
	}
	band := o.Balance.Band
	if score := t.list[0].score; !leads && due && len(s.plan.sides) == 2 && o.Balance.ahead(score) {
		*l = o.Balance.held(1-player, player, float64(score))
		leads = true
	}
	if !leads {
		return t, c, nil
	}
	if score := t.list[0].score; score >= band[0] && score <= band[1] && first < lines {
		if t, err = s.seek(ctx, player, b, depth, lines, o.within(c), fresh); err != nil {
			return t, c, err
		}
	}
	switch score := t.list[0].score; {
	case score < band[0]:
		if o.Breadth == nil {
			t, err = s.seek(ctx, player, b, min(depth+1, s.plan.deepest), 1, engine.NoLimit, fresh)
		}
		return t, only(1), err
	case score <= band[1]:
		return t, c.losing(score - band[0]), nil
	}
	if t.list[len(t.list)-1].score > band[1] && len(t.list) < len(b.Moves(nil)) {
		more, err := s.seek(ctx, player, b, max(1, depth-1), max(lines, holdLines), engine.NoLimit, fresh)
		switch {
		case errors.Is(err, engine.ErrLimits): // an engine of one line
		case err != nil:
			return t, c, err
		default:
			t = more
		}
	}
	return t, only(t.nearest(band[1])), nil
}

// seek is one search of a player.
func (s *seats) seek(ctx context.Context, player int, b game.Board, depth, lines, within int, fresh bool) (t thought, err error) {
	t, err = s.search(ctx, player, b, depth, lines, within, fresh)
	t.depth = depth
	return t, err
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
