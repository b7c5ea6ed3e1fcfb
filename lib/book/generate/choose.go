package generate

import (
	"math"
	"slices"

	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
)

// candidate is a move as a search weighed it, for the side to move.
type candidate struct {
	move    game.Move
	score   int // hundredths; from a tree search what book.ScoreOf makes of the win rate
	winRate float64
}

// candidates lists what a search found, best first. What the engine chose comes before
// all: below its full level that is not the best of its lines, and may be none of them.
func candidates(r engine.Result) []candidate {
	list := make([]candidate, 0, max(1, len(r.Lines)))
	for _, line := range r.Lines {
		if len(line.Moves) > 0 {
			list = append(list, candidate{line.Moves[0], value(r.Scored, line.Score, line.WinRate), line.WinRate})
		}
	}
	if r.Best == game.NoMove {
		return list
	}
	chosen := candidate{r.Best, value(r.Scored, r.Score, r.WinRate), r.WinRate}
	at := slices.IndexFunc(list, func(c candidate) bool { return c.move == r.Best })
	switch {
	case at >= 0:
		chosen = list[at]
	case len(list) > 0:
		at = len(list) - 1 // as many as asked for
	default:
		return append(list, chosen)
	}
	return slices.Insert(slices.Delete(list, at, at+1), 0, chosen)
}

func value(scored bool, score int, winRate float64) int {
	if scored {
		return score
	}
	return book.ScoreOf(winRate)
}

// choice says from which of the best moves one is drawn.
type choice struct {
	low, high int  // ranks from 1, both included
	maxLoss   *int // nil for any
	adjusted  bool // it is not the usual choice
}

// choice is that of the player at this point of the game; an adjusted rank
// replaces the top-K choice [167].
func (o *Options) choice(l leaning, player int) choice {
	if low, high, ok := o.Balance.ranks(l, player); ok {
		return choice{low: low, high: high, adjusted: true}
	}
	if o.Balance.holds() && l.Offset > 0 && player == l.Weaker {
		return only(1)
	}
	return choice{low: 1, high: o.TopK, maxLoss: o.MaxLoss}
}

// within is how much the moves may lose that a search has to tell of: a game never plays
// what loses more, so nobody has to know how much more. A tree and the document's variants
// look at all.
func (o *Options) within(c choice) int {
	if c.maxLoss == nil || o.Breadth != nil || o.Balance != nil && !o.Balance.holds() {
		return engine.NoLimit
	}
	return *c.maxLoss
}

// losing is the choice less the moves that lose more.
func (c choice) losing(most int) choice {
	if c.maxLoss == nil || most < *c.maxLoss {
		c.maxLoss, c.adjusted = &most, true
	}
	return c
}

// only is the choice of one rank.
func only(rank int) choice { return choice{low: rank, high: rank, adjusted: true} }

// nearest is the index of the candidate whose score is nearest that one.
func nearest(list []candidate, score int) int {
	at, least := 0, math.MaxInt
	for i, c := range list {
		if distance := max(c.score-score, score-c.score); distance < least {
			at, least = i, distance
		}
	}
	return at
}

// pick draws one of the list, which is best first and not empty, and returns its
// index. Where fewer moves are legal than the ranks ask for, it draws among the
// last ones.
func (c choice) pick(list []candidate, r *rng.Source) int {
	low, high := min(c.low, len(list)), min(c.high, len(list))
	if c.maxLoss != nil {
		for high > low && list[0].score-list[high-1].score > *c.maxLoss {
			high--
		}
	}
	return low - 1 + r.IntN(high-low+1)
}

// proofOf says how a result is proven.
func proofOf(r engine.Result) book.Reason {
	switch {
	case r.Table:
		return book.ReasonTable
	case r.Scored && isMate(r.Score):
		return book.ReasonMate
	}
	return book.ReasonProven
}

// isMate says whether a score is that of an end found by force.
func isMate(score int) bool { return max(score, -score) >= engine.Mate-engine.MatePlies }
