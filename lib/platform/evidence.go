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

// evidence is what playouts said of a position's moves. It adds up: that of two
// searches together is their sum.
type evidence map[game.Move]Tried

// Visits are all playouts together.
func (e evidence) Visits() float64 {
	sum := 0.0
	for _, m := range e.order() { // a sum of floats depends on the order
		sum += e[m].Visits
	}
	return sum
}

// Rate is the win rate of the side to move, as the playouts chose; 0.5 without.
func (e evidence) Rate() float64 {
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
func (e evidence) Best() game.Move {
	best := game.NoMove
	for _, m := range e.order() {
		if best == game.NoMove || e[m].Visits > e[best].Visits {
			best = m
		}
	}
	return best
}

// add is the sum, weighted; neither summand changes.
func (e evidence) add(other evidence, weight float64) evidence {
	sum := maps.Clone(e)
	if sum == nil {
		sum = evidence{}
	}
	for m, t := range other {
		s := sum[m]
		sum[m] = Tried{s.Visits + weight*t.Visits, s.Wins + weight*t.Wins}
	}
	return sum
}

// atMost is the same with fewer playouts, if there are more; 0 is no limit.
func (e evidence) atMost(most float64) evidence {
	if all := e.Visits(); most > 0 && all > most {
		return evidence{}.add(e, most/all)
	}
	return e
}

// opinions are the moves by their share of the playouts.
func (e evidence) opinions() opinions {
	all := make(opinions, len(e))
	for m, t := range e {
		if t.Visits > 0 {
			all[m] = opinion{Score: t.Visits}
		}
	}
	return all.scaled()
}

// order is the moves, rising: maps have none of their own.
func (e evidence) order() []game.Move {
	return slices.SortedFunc(maps.Keys(e), cmp.Compare[game.Move])
}
