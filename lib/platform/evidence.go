package platform

import (
	"maps"
	"slices"

	"qikit.dev/qikit/lib/game"
)

// Tried says how a move did in playouts, for the side that makes it.
type Tried struct {
	Visits float64 // playouts
	Wins   float64 // of these; a draw counts a half
}

// evidence is what playouts found out about a position's moves. The evidence of two
// searches adds up.
type evidence map[game.Move]Tried

func (e evidence) all() (sum Tried) {
	for _, m := range e.order() { // a sum of floats depends on the order
		sum.Visits += e[m].Visits
		sum.Wins += e[m].Wins
	}
	return sum
}

// Visits returns the number of all playouts.
func (e evidence) Visits() float64 { return e.all().Visits }

// Rate returns the win rate of the side to move over all playouts; 0.5 without any.
func (e evidence) Rate() float64 {
	all := e.all()
	if all.Visits == 0 {
		return 0.5
	}
	return all.Wins / all.Visits
}

// Best returns the move with the most playouts; NoMove for none.
func (e evidence) Best() game.Move {
	best := game.NoMove
	for _, m := range e.order() {
		if best == game.NoMove || e[m].Visits > e[best].Visits {
			best = m
		}
	}
	return best
}

// count adds weighted playouts to a move's.
func (e evidence) count(m game.Move, t Tried, weight float64) {
	s := e[m]
	e[m] = Tried{s.Visits + weight*t.Visits, s.Wins + weight*t.Wins}
}

// add returns e plus the weighted other, and changes neither.
func (e evidence) add(other evidence, weight float64) evidence {
	sum := maps.Clone(e)
	if sum == nil {
		sum = evidence{}
	}
	for m, t := range other {
		sum.count(m, t, weight)
	}
	return sum
}

// atMost scales e down to so many playouts when it has more; 0 is no limit.
func (e evidence) atMost(most float64) evidence {
	if all := e.Visits(); most > 0 && all > most {
		return evidence{}.add(e, most/all)
	}
	return e
}

// opinions scores the moves by their share of the playouts.
func (e evidence) opinions() opinions {
	all := make(opinions, len(e))
	for m, t := range e {
		if t.Visits > 0 {
			all[m] = opinion{Score: t.Visits}
		}
	}
	return all.scaled()
}

// order returns the moves in rising order, since maps have no order.
func (e evidence) order() []game.Move {
	return slices.Sorted(maps.Keys(e))
}
