package main

import (
	"bufio"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"qikit.dev/qikit/internal/tools/must"
)

// fitting says how weights are fitted.
type fitting struct {
	from    []float64 // starting weights: two for each feature, for the opening and the endgame
	unit    int       // a feature whose weights are fixed, -1 for none
	scale   float64   // the sum of weights at which a game is won at odds of e to 1
	scores  float64   // the same of the search's scores
	results float64   // share of the game's result in a position's target; the rest is the search's score
	heldRun int       // length of runs of positions; one run in ten is held out, to detect overfitting
	epochs  int
	rate    float64
	anneals bool    // the learning rate falls to a tenth
	pull    float64 // towards the starting weights, against overfitting of rare features
	// loss is the error of a prediction and its derivative by the prediction.
	loss func(p, target float64) (loss, slope float64)
}

// sample is one position of the fit.
type sample struct {
	features []uint16 // that it has
	counts   []int8   // how often, minus the other side's
	phase    float64  // of the opening left, 0 to 1
	target   float64  // share of the game, 0 to 1
}

func (t *tuned) fitFiles(paths []string, out string) {
	samples := t.read(paths)
	// Neighbours in the file come from one game, so whole runs are held out.
	var train, held []sample
	for i, s := range samples {
		if i/t.heldRun%10 == 9 {
			held = append(held, s)
		} else {
			train = append(train, s)
		}
	}
	w, before, after := t.fit(train, held)
	fmt.Fprintf(os.Stderr, "%d positions: error %.5f, before %.5f\n", len(samples), after, before)
	t.write(out, w, samples)
}

// read reads the positions of the files.
func (t *tuned) read(paths []string) (samples []sample) {
	seen := map[string]bool{}
	for _, path := range paths {
		f := must.Get(os.Open(path))
		lines := bufio.NewScanner(f)
		for lines.Scan() {
			fields := strings.Split(lines.Text(), "\t")
			if t.once && seen[fields[0]] {
				continue
			}
			seen[fields[0]] = true
			samples = append(samples, t.parse(path, fields))
		}
		must.Do(errors.Join(lines.Err(), f.Close()))
	}
	if len(samples) == 0 {
		must.Fail("no positions to fit to")
	}
	return samples
}

func (t *tuned) parse(path string, fields []string) sample {
	if len(fields) != 3 {
		must.Fail("%s: %q has %d fields, expected 3", path, fields, len(fields))
	}
	result := must.Get(strconv.ParseFloat(fields[1], 64))
	score := must.Get(strconv.ParseFloat(fields[2], 64))
	return t.sample(fields[0], t.results*result+(1-t.results)*chance(score/t.scores))
}

func chance(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// fit minimises the error of the predicted results by Adam (D. Kingma, J. Ba,
// 2014), with all positions in one batch.
func (t *fitting) fit(samples, held []sample) (w []float64, before, after float64) {
	const decay1, decay2 = 0.9, 0.999
	w = slices.Clone(t.from)
	mean, square := make([]float64, len(w)), make([]float64, len(w))
	for epoch := 1; epoch <= t.epochs; epoch++ {
		loss, grad := t.descend(samples, w)
		if epoch == 1 {
			before = loss
		}
		after = loss
		if epoch%20 == 0 {
			remembered, _ := t.descend(held, w)
			fmt.Fprintf(os.Stderr, "epoch %d error %.5f, held back %.5f\n", epoch, loss, remembered)
		}
		step := t.rate * math.Sqrt(1-math.Pow(decay2, float64(epoch))) / (1 - math.Pow(decay1, float64(epoch)))
		if t.anneals {
			step *= 1 - 0.9*float64(epoch)/float64(t.epochs)
		}
		for i := range w {
			if i/2 == t.unit {
				continue
			}
			g := grad[i] + t.pull*(w[i]-t.from[i])
			mean[i] = decay1*mean[i] + (1-decay1)*g
			square[i] = decay2*square[i] + (1-decay2)*g*g
			w[i] -= step * mean[i] / (math.Sqrt(square[i]) + 1e-9)
		}
	}
	return w, before, after
}

// descend returns the mean error over samples and its gradient.
func (t *fitting) descend(samples []sample, w []float64) (loss float64, grad []float64) {
	grad = make([]float64, len(w))
	n := float64(max(len(samples), 1))
	for i := range samples {
		s := &samples[i]
		opening, endgame := 0.0, 0.0
		for k, f := range s.features {
			opening += float64(s.counts[k]) * w[2*f]
			endgame += float64(s.counts[k]) * w[2*f+1]
		}
		p := chance((opening*s.phase + endgame*(1-s.phase)) / t.scale)
		miss, slope := t.loss(p, s.target)
		loss += miss
		slope *= p * (1 - p) / t.scale / n
		for k, f := range s.features {
			grad[2*f] += float64(s.counts[k]) * slope * s.phase
			grad[2*f+1] += float64(s.counts[k]) * slope * (1 - s.phase)
		}
	}
	return loss / n, grad
}

func squared(p, target float64) (loss, slope float64) {
	return (p - target) * (p - target), 2 * (p - target)
}

func crossEntropy(p, target float64) (loss, slope float64) {
	p = min(max(p, 1e-6), 1-1e-6)
	return -target*math.Log(p) - (1-target)*math.Log(1-p), (p - target) / (p * (1 - p))
}
