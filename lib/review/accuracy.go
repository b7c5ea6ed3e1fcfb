package review

import (
	"math"
	"slices"
)

// accuracy of a move by its loss in points, 0 to 100.
//
// Source: lichess, modules/analyse/src/main/AccuracyPercent.scala.
func accuracy(loss float64) float64 {
	return hundredth(min(max(103.1668*math.Exp(-0.04354*loss)-3.1669+1, 0), 100))
}

// The weight of a move in the accuracy of a game is how much the win rate moves around
// it, in points: the standard deviation over a window of a tenth of the plies.
const (
	windowShare, windowLeast, windowMost = 10, 2, 8

	weightLeast, weightMost = 0.5, 12
)

// overall is the accuracy of the analysed moves, nil for none: half of it the mean
// weighted by what was at stake, so that moves in a game long decided count for little,
// half of it the harmonic mean, in which few bad moves count for much.
//
// Source: gameAccuracy in lichess, modules/analyse/src/main/AccuracyPercent.scala.
func overall(moves []Move, graph []GraphPoint) *float64 {
	size := min(max(len(graph)/windowShare, windowLeast), windowMost)
	sum, weights, inverse, n := 0.0, 0.0, 0.0, 0.0
	for _, m := range moves {
		if !m.Analysed {
			continue
		}
		at := slices.IndexFunc(graph, func(g GraphPoint) bool { return g.Ply == m.Ply })
		first := max(at+1-size, 0)
		weight := min(max(deviation(graph[first:min(first+size, len(graph))]), weightLeast), weightMost)
		sum, weights = sum+weight*m.Accuracy, weights+weight
		inverse, n = inverse+1/max(m.Accuracy, 1), n+1
	}
	if n == 0 {
		return nil
	}
	game := hundredth((sum/weights + n/inverse) / 2)
	return &game
}

// deviation is the standard deviation of win rates, in points.
func deviation(graph []GraphPoint) float64 {
	sum, squares := 0.0, 0.0
	for _, g := range graph {
		rate := 100 * g.User
		sum, squares = sum+rate, squares+rate*rate
	}
	n := float64(len(graph))
	return math.Sqrt(max(squares/n-sum/n*sum/n, 0))
}

func hundredth(x float64) float64 { return math.Round(100*x) / 100 }
