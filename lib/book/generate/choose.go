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

// thought is what a player's search found.
type thought struct {
	result engine.Result
	list   []candidate // best first
	own    int         // the engine's choice among them: below its full level not always the best
	depth  int         // asked for
}

// thoughtOf is a search's result with its candidates. A choice that is none of the lines
// stands behind them, worth no more than the last: a weak player thinks better of it.
func thoughtOf(r engine.Result) thought {
	t := thought{result: r, list: make([]candidate, 0, len(r.Lines)+1)}
	for _, line := range r.Lines {
		if len(line.Moves) > 0 {
			t.list = append(t.list, candidate{line.Moves[0], value(r.Scored, line.Score, line.WinRate), line.WinRate})
		}
	}
	if r.Scored { // engines of others put their choice first
		slices.SortStableFunc(t.list, func(a, b candidate) int { return b.score - a.score })
	}
	if r.Best == game.NoMove {
		return t
	}
	if t.own = slices.IndexFunc(t.list, func(c candidate) bool { return c.move == r.Best }); t.own < 0 {
		t.own = len(t.list)
		chosen := candidate{r.Best, value(r.Scored, r.Score, r.WinRate), r.WinRate}
		if t.own > 0 {
			last := t.list[t.own-1]
			chosen.score, chosen.winRate = min(chosen.score, last.score), min(chosen.winRate, last.winRate)
		}
		t.list = append(t.list, chosen)
	}
	return t
}

// proven says what the search has proven of the best candidate.
func (t *thought) proven() string {
	switch best := t.list[0].score; {
	case !t.result.Scored || t.own == 0:
		return t.result.Proven
	case !isMate(best):
		return ""
	case best > 0:
		return "win"
	}
	return "loss"
}

// at is the index of the candidate of a rank from 1: the engine's choice first, then the
// others.
func (t *thought) at(rank int) int {
	switch {
	case rank == 1:
		return t.own
	case rank <= t.own+1:
		return rank - 2
	}
	return rank - 1
}

func value(scored bool, score int, winRate float64) int {
	if scored {
		return score
	}
	return book.ScoreOf(winRate)
}

// choice says from which of the best moves one is drawn. The first is the one that the
// engine itself chose.
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

// nearest is the rank of the candidate whose score is nearest that one.
func (t *thought) nearest(score int) int {
	rank, least := 0, math.MaxInt
	for r := range t.list {
		c := t.list[t.at(r+1)]
		if distance := max(c.score-score, score-c.score); distance < least {
			rank, least = r+1, distance
		}
	}
	return rank
}

// pick draws one of the candidates, of which there is one at least, and returns its
// index. Where fewer moves are legal than the ranks ask for, it draws among the
// last ones.
func (c choice) pick(t thought, r *rng.Source) int {
	low, high := min(c.low, len(t.list)), min(c.high, len(t.list))
	if c.maxLoss != nil {
		for high > low && t.list[0].score-t.list[t.at(high)].score > *c.maxLoss {
			high--
		}
	}
	return t.at(low + r.IntN(high-low+1))
}

// proof says how the result is proven.
func (t *thought) proof() book.Reason {
	switch {
	case t.result.Table:
		return book.ReasonTable
	case t.result.Scored && isMate(t.list[0].score):
		return book.ReasonMate
	}
	return book.ReasonProven
}

// isMate says whether a score is that of an end found by force.
func isMate(score int) bool { return max(score, -score) >= engine.Mate-engine.MatePlies }
