package main

import (
	"bufio"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"

	"qikit.dev/qikit/internal/fiveterms"
	"qikit.dev/qikit/lib/xiangqi"
)

// scale is the advantage, in hundredths of a soldier, at which a game is won
// at odds of e to 1.
const scale = 260

// pullStart draws the weights towards those the fit began with, against chance
// in features that are rarely met.
var pullStart = 1e-8

// heldRun is how many positions in a row are held back from the fit, one run in
// ten, to see whether it learns or merely remembers.
const heldRun = 2000

// resultShare is how much of a position's target is its game's result, the
// rest being the search's score.
const resultShare = 0.5

// sample is a position as the fit sees it: how often red has each feature more
// than black.
type sample struct {
	features []uint16
	counts   []int8
	phase    float64 // of the opening left, 0 to 1
	target   float64 // red's share of the game, 0 to 1
}

func fitFile(path, out string, epochs int, afresh bool) error {
	samples, err := read(path)
	if err != nil {
		return err
	}
	from := fiveterms.DefaultWeights
	if afresh {
		from = start()
	}
	// Neighbours in the file are of one game, so whole runs are held back.
	var train, held []sample
	for i, s := range samples {
		if i/heldRun%10 == 9 {
			held = append(held, s)
		} else {
			train = append(train, s)
		}
	}
	w, before, after := fit(train, held, from, epochs)
	fmt.Fprintf(os.Stderr, "%d positions: error %.5f, before %.5f\n", len(samples), after, before)
	return write(out, w, fmt.Sprintf("fitted to %d positions of self-play", len(samples)))
}

func write(path string, w fiveterms.Weights, note string) error {
	text, err := source(w, note)
	if err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o644)
}

func read(path string) ([]sample, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var samples []sample
	var tally fiveterms.Tally
	seen := map[string]bool{}
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		fields := strings.Split(lines.Text(), "\t")
		if len(fields) != 3 || seen[fields[0]] {
			continue
		}
		seen[fields[0]] = true
		b, err := xiangqi.New(fields[0]+" - - 0 1", xiangqi.DefaultOptions(), false)
		if err != nil {
			return nil, err
		}
		result, _ := strconv.ParseFloat(fields[1], 64)
		score, _ := strconv.ParseFloat(fields[2], 64)
		target := resultShare*result + (1-resultShare)*sigmoid(score)
		if b.Side() == xiangqi.Black {
			target = 1 - target
		}
		s := sample{target: target}
		s.take(&tally, b)
		samples = append(samples, s)
	}
	return samples, lines.Err()
}

// take counts a position's features.
func (s *sample) take(t *fiveterms.Tally, b *xiangqi.Board) {
	var counts [fiveterms.Features]int8
	for _, n := range t.Notes(b) {
		counts[n.Feature] += 1 - 2*int8(n.Color)
	}
	counts[fiveterms.FeatTempo] = 1 - 2*int8(b.Side())
	for f, n := range counts {
		if n != 0 {
			s.features = append(s.features, uint16(f))
			s.counts = append(s.counts, n)
		}
	}
	s.phase = t.Phase()
}

func sigmoid(score float64) float64 { return 1 / (1 + math.Exp(-score/scale)) }

// fit minimises the squared error of the predicted results by Adam (D. Kingma,
// J. Ba, 2014) over all positions at once, with a pull towards the start.
func fit(samples, held []sample, start fiveterms.Weights, epochs int) (w fiveterms.Weights, before, after float64) {
	const params = 2 * fiveterms.Features
	var theta, origin, grad, mean, square [params]float64
	for f, v := range start {
		origin[2*f], origin[2*f+1] = float64(v[0]), float64(v[1])
	}
	theta = origin
	// The soldier is the unit: what it is worth less at home is its position.
	const unit = fiveterms.FeatValue + int(xiangqi.Soldier)
	const rate, decay1, decay2 = 2.0, 0.9, 0.999
	for epoch := 1; epoch <= epochs; epoch++ {
		clear(grad[:])
		loss := 0.0
		for i := range samples {
			loss += samples[i].descend(&theta, &grad)
		}
		loss /= float64(len(samples))
		if epoch == 1 {
			before = loss
		}
		after = loss
		if epoch%20 == 0 {
			fmt.Fprintf(os.Stderr, "epoch %d error %.5f, held back %.5f\n", epoch, loss, score(held, &theta))
		}
		step := rate * math.Sqrt(1-math.Pow(decay2, float64(epoch))) / (1 - math.Pow(decay1, float64(epoch)))
		step *= 1 - 0.9*float64(epoch)/float64(epochs)
		for p := range theta {
			if p/2 == unit {
				continue
			}
			g := grad[p]/float64(len(samples)) + pullStart*(theta[p]-origin[p])
			mean[p] = decay1*mean[p] + (1-decay1)*g
			square[p] = decay2*square[p] + (1-decay2)*g*g
			theta[p] -= step * mean[p] / (math.Sqrt(square[p]) + 1e-9)
		}
	}
	for f := range w {
		w[f] = [2]int16{int16(math.Round(theta[2*f])), int16(math.Round(theta[2*f+1]))}
	}
	return w, before, after
}

// score is the mean error over samples.
func score(samples []sample, theta *[2 * fiveterms.Features]float64) (loss float64) {
	var unused [2 * fiveterms.Features]float64
	for i := range samples {
		loss += samples[i].descend(theta, &unused)
	}
	return loss / float64(max(len(samples), 1))
}

// descend adds a position's gradient and returns its error.
func (s *sample) descend(theta, grad *[2 * fiveterms.Features]float64) float64 {
	opening, endgame := 0.0, 0.0
	for i, f := range s.features {
		n := float64(s.counts[i])
		opening += n * theta[2*f]
		endgame += n * theta[2*f+1]
	}
	p := sigmoid(opening*s.phase + endgame*(1-s.phase))
	miss := p - s.target
	slope := 2 * miss * p * (1 - p) / scale
	for i, f := range s.features {
		n := float64(s.counts[i]) * slope
		grad[2*f] += n * s.phase
		grad[2*f+1] += n * (1 - s.phase)
	}
	return miss * miss
}
