package platform

import (
	"cmp"
	"maps"
	"slices"

	"qikit.dev/qikit/lib/game"
)

// Tried is how a move did in playouts, for the side that makes it.
type Tried struct {
	Visits float64 // playouts
	Wins   float64 // of these; a draw counts a half
}

// Evidence is what playouts said of a position's moves. It adds up: that of two
// searches together is their sum.
type Evidence map[game.Move]Tried

// Visits are all playouts together.
func (e Evidence) Visits() float64 {
	sum := 0.0
	for _, m := range e.order() { // a sum of floats depends on the order
		sum += e[m].Visits
	}
	return sum
}

// Rate is the win rate of the side to move, as the playouts chose; 0.5 without.
func (e Evidence) Rate() float64 {
	visits, wins := 0.0, 0.0
	for _, m := range e.order() {
		visits += e[m].Visits
		wins += e[m].Wins
	}
	if visits == 0 {
		return 0.5
	}
	return wins / visits
}

// Best is the move with the most playouts, NoMove for none.
func (e Evidence) Best() game.Move {
	best := game.NoMove
	for _, m := range e.order() {
		if best == game.NoMove || e[m].Visits > e[best].Visits {
			best = m
		}
	}
	return best
}

// add is the sum, weighted; neither summand changes.
func (e Evidence) add(other Evidence, weight float64) Evidence {
	sum := maps.Clone(e)
	if sum == nil {
		sum = Evidence{}
	}
	for m, t := range other {
		s := sum[m]
		sum[m] = Tried{s.Visits + weight*t.Visits, s.Wins + weight*t.Wins}
	}
	return sum
}

// atMost is the same with fewer playouts, if there are more; 0 is no limit.
func (e Evidence) atMost(most float64) Evidence {
	if all := e.Visits(); most > 0 && all > most {
		return Evidence{}.add(e, most/all)
	}
	return e
}

// opinions are the moves by their share of the playouts.
func (e Evidence) opinions() Opinions {
	all := make(Opinions, len(e))
	for m, t := range e {
		if t.Visits > 0 {
			all[m] = Opinion{Score: t.Visits}
		}
	}
	return all.scaled()
}

// order is the moves, rising: maps have none of their own.
func (e Evidence) order() []game.Move {
	return slices.SortedFunc(maps.Keys(e), cmp.Compare[game.Move])
}
