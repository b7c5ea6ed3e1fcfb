package main

import (
	"fmt"
	"strings"

	"qikit.dev/qikit/internal/pointworth"
	"qikit.dev/qikit/internal/tools/must"
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/surakarta"
)

func surakartaTuned() tuned {
	from := make([]float64, 2*pointworth.Features)
	for f := range 2 * pointworth.InnerHeld {
		from[f] = 0.5
	}
	return tuned{
		table: 8,
		games: games{openingMin: 4, openingMax: 12, pliesMax: never, unfairAtMost: never, resignScore: never},
		fitting: fitting{
			from: from, unit: -1,
			scale: 1, scores: 180, results: 0.6, heldRun: 1000, epochs: 400, rate: 0.02, loss: crossEntropy,
		},
		quiet: func(_ engine.Engine, _ game.Board, r engine.Result) bool {
			const decided = 800 // positions with a larger score teach nothing
			return !surakarta.IsCapture(r.Best) && abs(r.Score) <= decided
		},
		text:   game.Board.Position,
		sample: sampleSurakarta,
		source: sourceSurakarta,
	}
}

func sampleSurakarta(text string, target float64) sample {
	b := must.Get(surakarta.New(text, surakarta.DefaultOptions(), false))
	var counts [pointworth.Features]int8
	for f, n := range pointworth.Count(b) {
		counts[f] = int8(n)
	}
	return sparse(counts[:], pointworth.Phase(b.Count(surakarta.Black)+b.Count(surakarta.White)), target)
}

// unitOf is the mean worth of a piece over the points of the board, at the phases
// that occur in samples.
func unitOf(samples []sample, w []float64) float64 {
	pointsOf := [...]float64{pointworth.Corner: 4, pointworth.InnerEnd: 8, pointworth.OuterEnd: 8,
		pointworth.InnerCross: 4, pointworth.MixedCross: 8, pointworth.OuterCross: 4}
	sum := 0.0
	for _, s := range samples {
		for f, n := range pointsOf {
			sum += n / 36 * (w[2*f]*s.phase + w[2*f+1]*(1-s.phase))
		}
	}
	return sum / float64(len(samples))
}

var names = [pointworth.Features]string{"Corner", "InnerEnd", "OuterEnd", "InnerCross", "MixedCross", "OuterCross",
	"InnerHeld", "OuterHeld", "InnerFacing", "OuterFacing", "Tempo"}

// sourceSurakarta writes weights.go of pointworth, scaled so that a piece is worth
// 100 on average.
func sourceSurakarta(w []float64, samples []sample) []byte {
	unit := unitOf(samples, w)
	var s strings.Builder
	fmt.Fprintf(&s, `package pointworth

// weights are worths with all pieces on the board and with none.
type weights [Features][2]float64

// fitted to %d positions of the project's own games by
// internal/tools/tune; a piece is %.4f of log odds.
var fitted = weights{
`, len(samples), unit)
	for f, name := range names {
		fmt.Fprintf(&s, "%s: {%.0f, %.0f},\n", name, 100/unit*w[2*f], 100/unit*w[2*f+1])
	}
	s.WriteString("}\n")
	return []byte(s.String())
}
