package main

import (
	"go/format"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"qikit.dev/qikit/internal/fiveterms"
	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/internal/tools/must"
	"qikit.dev/qikit/lib/xiangqi"
)

// The fit finds the worth of the two features from which the results were made.
func TestFit_findsTheWeights(t *testing.T) {
	for name, tune := range tunes {
		f := tune().fitting
		f.pull, f.epochs, f.unit = 0, 400, -1
		const first, second = 3, 5 // features
		want := map[int]float64{first: 0.6 * f.scale, second: 0.3 * f.scale}
		r := rng.New(1)
		var samples []sample
		for range 4000 {
			a, b := r.IntN(3)-1, r.IntN(3)-1
			samples = append(samples, sample{
				features: []uint16{first, second}, counts: []int8{int8(a), int8(b)}, phase: r.Float64(),
				target: chance((want[first]*float64(a) + want[second]*float64(b)) / f.scale),
			})
		}
		f.from = make([]float64, len(f.from))
		for feature, v := range want {
			f.from[2*feature], f.from[2*feature+1] = v*1.4, v*0.7
		}
		w, before, after := f.fit(samples, nil)
		for feature, v := range want {
			for phase := range 2 {
				if got := w[2*feature+phase]; math.Abs(got-v) > 0.02*f.scale {
					t.Errorf("%s: feature %d is worth %g, want %g", name, feature, got, v)
				}
			}
		}
		if after >= before {
			t.Errorf("%s: the error fell from %g to %g", name, before, after)
		}
	}
}

// Writing the weights gives back their source.
func TestSource_ofTheWeights(t *testing.T) {
	text, err := format.Source(sourceXiangqi(flat(fiveterms.DefaultWeights), "NOTE"))
	if err != nil {
		t.Fatal(err)
	}
	kept, err := os.ReadFile(filepath.Join("..", "..", "fiveterms", "weights.go"))
	if err != nil {
		t.Fatal(err)
	}
	body := func(text string) string { return text[strings.Index(text, "var DefaultWeights"):] }
	if body(string(text)) != body(string(kept)) {
		t.Error("weights.go is not as tune writes it")
	}
}

// For every game, tune plays games, reads them, fits weights and writes the source.
func TestTune_fromGamesToSource(t *testing.T) {
	for name, tune := range tunes {
		dir := t.TempDir()
		positions, source := filepath.Join(dir, "positions"), filepath.Join(dir, "weights.go")
		if err := must.Run(func() {
			run([]string{"play", "-game", name, "-games", "2", "-nodes", "100", "-seed", "5", "-out", positions})
		}); err != nil {
			t.Fatal(err)
		}
		tuned := tune()
		samples := tuned.read([]string{positions})
		if len(samples) < 5 {
			t.Errorf("%s: %d positions of two games, want a few", name, len(samples))
		}
		for i, s := range samples {
			if s.target < 0 || s.target > 1 || len(s.features) == 0 {
				t.Errorf("%s: position %d: %+v", name, i, s)
			}
		}
		if err := must.Run(func() { run([]string{"fit", "-game", name, "-epochs", "3", "-out", source, positions}) }); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(source)
		if err != nil || !strings.Contains(string(text), "internal/tools/tune") {
			t.Errorf("%s: %.300s, %v", name, text, err)
		}
	}
}

// The hand-set weights agree with what every player knows.
func TestStart_pricesThePieces(t *testing.T) {
	w := start()
	rook, horse := w[fiveterms.FeatValue+int(xiangqi.Rook)], w[fiveterms.FeatValue+int(xiangqi.Horse)]
	if rook[0] < 2*horse[0] || w[fiveterms.FeatValue+int(xiangqi.Soldier)] != [2]int16{100, 100} {
		t.Errorf("rook %v, horse %v", rook, horse)
	}
}
