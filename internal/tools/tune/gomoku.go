package main

import (
	"fmt"
	"strings"

	"qikit.dev/qikit/internal/fives"
	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/internal/tools/must"
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/gomoku"
)

// gomokuScale is the sum of Gomoku's weights at which a game is won at odds of e to 1.
const gomokuScale = 400

func gomokuTuned() tuned {
	return tuned{
		table: 8,
		games: games{openingMin: 3, openingMax: 7, pliesMax: 120, unfairAtMost: 400, resignScore: engine.Mate - engine.MatePlies, jitter: true, draw: drawGomoku},
		fitting: fitting{
			from: startGomoku(), unit: -1,
			scale: gomokuScale, scores: gomokuScale, results: 0.7, heldRun: 1000, epochs: 300, rate: 2, anneals: true, pull: 1e-10, loss: crossEntropy,
		},
		once: true,
		quiet: func(_ engine.Engine, b game.Board, r engine.Result) bool {
			p := fives.New(any(b.Copy()).(*gomoku.Board))
			return !p.Threatened() && p.Decided(fivesNodes) == 0
		},
		text:   game.Board.Position,
		start:  startGomoku,
		sample: sampleGomoku,
		source: sourceGomoku,
	}
}

// fivesNodes is how far continuous fours are looked for in a position that may be kept.
const fivesNodes = 200

// drawGomoku draws a stone of an opening, near the middle.
func drawGomoku(b game.Board, r *rng.Source) game.Move {
	for {
		at := goban.PointAt(4+r.IntN(7), 4+r.IntN(7))
		if any(b).(*gomoku.Board).At(at) == goban.Empty {
			return game.Move(at)
		}
	}
}

// startGomoku returns the weights before any fit; there is no endgame.
func startGomoku() (from []float64) {
	for _, w := range fives.StartWeights() {
		from = append(from, w, w)
	}
	return from
}

func sampleGomoku(text string, target float64) sample {
	b := must.Get(gomoku.New(text, gomoku.DefaultOptions(), true))
	counts := fives.New(b).Counts()
	return sparse(counts[:], 1, target)
}

// sourceGomoku writes weights.go of fives.
func sourceGomoku(w []float64, samples []sample) []byte {
	var s strings.Builder
	fmt.Fprintf(&s, `package fives

// weights of the features, fitted to %d positions of the project's own games by
// internal/tools/tune; %d are log odds of 1.
var weights = [Features]int16{`, len(samples), gomokuScale)
	for f := range fives.Features {
		if f%16 == 0 {
			s.WriteString("\n")
		}
		fmt.Fprintf(&s, "%.0f,", w[2*f])
	}
	s.WriteString("\n}\n")
	return []byte(s.String())
}
