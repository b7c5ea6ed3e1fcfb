package main

import (
	"bytes"
	"fmt"
	"math"
	"strings"

	"qikit.dev/qikit/internal/fiveterms"
	"qikit.dev/qikit/internal/tools/must"
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/xiangqi"
)

func xiangqiTuned() tuned {
	var tally fiveterms.Tally
	return tuned{
		table: 16,
		games: games{openingMin: 4, openingMax: 14, pliesMax: 240, repeated: 3, unfairAtMost: 350, resignScore: 1500, jitter: true},
		fitting: fitting{
			from:  flat(fiveterms.DefaultWeights),
			unit:  fiveterms.FeatValue + int(xiangqi.Soldier), // its lower worth at home is in the position's weights
			scale: 260, scores: 260, results: 0.5, heldRun: 2000, epochs: 300, rate: 2, anneals: true, pull: 1e-8, loss: squared,
		},
		once:   true,
		quiet:  quietXiangqi,
		text:   func(b game.Board) string { return strings.Join(strings.Fields(b.Position())[:2], " ") },
		sample: func(text string, target float64) sample { return sampleXiangqi(&tally, text, target) },
		start:  func() []float64 { return flat(start()) },
		source: func(w []float64, samples []sample) []byte {
			note := "hand-set"
			if len(samples) > 0 {
				note = fmt.Sprintf("fitted to %d positions of self-play", len(samples))
			}
			return sourceXiangqi(w, note)
		},
	}
}

// quietXiangqi keeps positions whose best move captures nothing, and whose score
// agrees with the static one.
func quietXiangqi(e engine.Engine, board game.Board, r engine.Result) bool {
	const recordScore, quietAtMost = 1200, 150
	b := board.(*xiangqi.Board)
	if b.InCheck() || b.At(xiangqi.Target(r.Best)) != xiangqi.NoPiece || abs(r.Score) > recordScore {
		return false
	}
	terms := must.Get(engine.Evaluate(e, b))
	return abs(r.Score-terms[len(terms)-1].Value) <= quietAtMost
}

// sampleXiangqi counts how often red has each feature, minus how often black has it.
func sampleXiangqi(t *fiveterms.Tally, text string, target float64) sample {
	b := must.Get(xiangqi.New(text+" - - 0 1", xiangqi.DefaultOptions(), false))
	if b.Side() == xiangqi.Black {
		target = 1 - target
	}
	var counts [fiveterms.Features]int8
	for _, n := range t.Notes(b) {
		counts[n.Feature] += 1 - 2*int8(n.Color)
	}
	counts[fiveterms.FeatTempo] = 1 - 2*int8(b.Side())
	return sparse(counts[:], t.Phase(), target)
}

// sparse leaves out features that do not occur.
func sparse(counts []int8, phase, target float64) sample {
	s := sample{phase: phase, target: target}
	for f, n := range counts {
		if n != 0 {
			s.features = append(s.features, uint16(f))
			s.counts = append(s.counts, n)
		}
	}
	return s
}

func flat(w fiveterms.Weights) (all []float64) {
	for _, v := range w {
		all = append(all, float64(v[0]), float64(v[1]))
	}
	return all
}

// sourceXiangqi writes weights as the Go file that fiveterms compiles in.
func sourceXiangqi(w []float64, note string) []byte {
	var out bytes.Buffer
	fmt.Fprintf(&out, `package fiveterms

// DefaultWeights prices the features, opening and endgame, in hundredths of a
// soldier. Written by internal/tools/tune: %s.
var DefaultWeights = Weights{
`, note)
	for i, b := range fiveterms.Blocks {
		end := fiveterms.Features
		if i+1 < len(fiveterms.Blocks) {
			end = fiveterms.Blocks[i+1].First
		}
		fmt.Fprintf(&out, "\t// %s\n", b.Name)
		for f := b.First; f < end; f++ {
			sep := ", "
			if (f-b.First+1)%b.Width == 0 || f+1 == end {
				sep = ",\n"
			}
			if (f-b.First)%b.Width == 0 {
				out.WriteByte('\t')
			}
			fmt.Fprintf(&out, "{%.0f, %.0f}%s", math.Round(w[2*f]), math.Round(w[2*f+1]), sep)
		}
	}
	out.WriteString("}\n")
	return out.Bytes()
}
