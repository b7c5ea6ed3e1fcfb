package main

import (
	"bufio"
	"errors"
	"fmt"
	"go/format"
	"math"
	"os"
	"strconv"
	"strings"

	"qikit.dev/qikit/internal/pointworth"
	"qikit.dev/qikit/lib/surakarta"
)

const (
	// resultShare is how much of a position's target is its game's result, the
	// rest being the search's score.
	resultShare = 0.6
	// scoreScale is the score at which a search counts as won at odds of e to 1.
	scoreScale = 180
	heldRun    = 1000 // positions in a row held back, one run in ten
	epochs     = 400
)

// sample is a position as the fit sees it.
type sample struct {
	counts pointworth.Counts
	phase  float64
	target float64 // of the side to move, 0 to 1
}

func read(paths []string) (samples []sample, err error) {
	for _, path := range paths {
		f, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		lines := bufio.NewScanner(f)
		for lines.Scan() {
			s, err := parse(lines.Text())
			if err != nil {
				return nil, fmt.Errorf("%s: %w", path, err)
			}
			samples = append(samples, s)
		}
		if err := errors.Join(lines.Err(), f.Close()); err != nil {
			return nil, err
		}
	}
	if len(samples) == 0 {
		return nil, errors.New("no positions to fit to")
	}
	return samples, nil
}

func parse(line string) (s sample, err error) {
	fields := strings.Split(line, "\t")
	if len(fields) != 3 {
		return s, fmt.Errorf("%q has %d fields, expected 3", line, len(fields))
	}
	b, err := surakarta.New(fields[0], surakarta.DefaultOptions(), false)
	if err != nil {
		return s, err
	}
	result, err := strconv.ParseFloat(fields[1], 64)
	if err != nil {
		return s, err
	}
	score, err := strconv.ParseFloat(fields[2], 64)
	if err != nil {
		return s, err
	}
	return sample{
		counts: pointworth.Count(b),
		phase:  pointworth.Phase(b.Count(surakarta.Black) + b.Count(surakarta.White)),
		target: resultShare*result + (1-resultShare)*chance(score/scoreScale),
	}, nil
}

func chance(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

type params [pointworth.Features][2]float64

// fit is a logistic regression: cross entropy, least by Adam (D. Kingma, J. Ba,
// 2014) over all positions at once. What a piece is worth on average comes out
// as 100.
func fit(samples []sample, out string) error {
	var train, held []sample
	for i, s := range samples {
		if i/heldRun%10 == 9 {
			held = append(held, s)
		} else {
			train = append(train, s)
		}
	}
	var theta, mean, square params
	for f := range pointworth.InnerHeld {
		theta[f] = [2]float64{0.5, 0.5}
	}
	const rate, decay1, decay2 = 0.02, 0.9, 0.999
	for epoch := 1; epoch <= epochs; epoch++ {
		var grad params
		loss := 0.0
		for i := range train {
			loss += train[i].descend(&theta, &grad)
		}
		if epoch%100 == 0 || epoch == 1 {
			fmt.Fprintf(os.Stderr, "epoch %d: error %.5f, held back %.5f\n", epoch, loss/float64(len(train)), lossOf(held, &theta))
		}
		step := rate * math.Sqrt(1-math.Pow(decay2, float64(epoch))) / (1 - math.Pow(decay1, float64(epoch)))
		for f := range theta {
			for k := range theta[f] {
				g := grad[f][k] / float64(len(train))
				mean[f][k] = decay1*mean[f][k] + (1-decay1)*g
				square[f][k] = decay2*square[f][k] + (1-decay2)*g*g
				theta[f][k] -= step * mean[f][k] / (math.Sqrt(square[f][k]) + 1e-9)
			}
		}
	}
	unit := unitOf(train, &theta)
	fmt.Fprintf(os.Stderr, "%d positions; a piece is %.4f of log odds\n", len(samples), unit)
	text, err := source(&theta, unit, len(samples))
	if err != nil {
		return err
	}
	return os.WriteFile(out, text, 0o644)
}

// descend adds a position's gradient and returns its error.
func (s *sample) descend(theta, grad *params) float64 {
	x := 0.0
	for f, n := range s.counts {
		x += float64(n) * (theta[f][0]*s.phase + theta[f][1]*(1-s.phase))
	}
	p := chance(x)
	for f, n := range s.counts {
		g := float64(n) * (p - s.target)
		grad[f][0] += g * s.phase
		grad[f][1] += g * (1 - s.phase)
	}
	p = min(max(p, 1e-6), 1-1e-6)
	return -s.target*math.Log(p) - (1-s.target)*math.Log(1-p)
}

func lossOf(samples []sample, theta *params) (loss float64) {
	var unused params
	for i := range samples {
		loss += samples[i].descend(theta, &unused)
	}
	return loss / float64(max(len(samples), 1))
}

// unitOf is the mean worth of a piece, at the phases that occurred, over the
// points of the board.
func unitOf(samples []sample, theta *params) float64 {
	pointsOf := [...]float64{pointworth.Corner: 4, pointworth.InnerEnd: 8, pointworth.OuterEnd: 8,
		pointworth.InnerCross: 4, pointworth.MixedCross: 8, pointworth.OuterCross: 4}
	sum := 0.0
	for _, s := range samples {
		for f, n := range pointsOf {
			sum += n / 36 * (theta[f][0]*s.phase + theta[f][1]*(1-s.phase))
		}
	}
	return sum / float64(len(samples))
}

var names = [pointworth.Features]string{"Corner", "InnerEnd", "OuterEnd", "InnerCross", "MixedCross", "OuterCross",
	"InnerHeld", "OuterHeld", "InnerFacing", "OuterFacing", "Tempo"}

// source is weights.go.
func source(theta *params, unit float64, positions int) ([]byte, error) {
	var s strings.Builder
	fmt.Fprintf(&s, `package pointworth

// weights are worths with all pieces on the board and with none.
type weights [Features][2]float64

// fitted to %d positions of the project's own games by
// internal/tools/tunesurakarta.
var fitted = weights{
`, positions)
	for f, name := range names {
		fmt.Fprintf(&s, "%s: {%.0f, %.0f},\n", name, 100/unit*theta[f][0], 100/unit*theta[f][1])
	}
	s.WriteString("}\n")
	return format.Source([]byte(s.String()))
}
