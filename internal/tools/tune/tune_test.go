package main

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"qikit.dev/qikit/internal/fiveterms"
	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/xiangqi"
)

// The fit finds the worth of two features that made up the results.
func TestFit_findsTheWeights(t *testing.T) {
	r := rng.New(1)
	rook, horse := fiveterms.FeatValue+int(xiangqi.Rook), fiveterms.FeatValue+int(xiangqi.Horse)
	var samples []sample
	for range 4000 {
		rooks, horses := r.IntN(3)-1, r.IntN(3)-1
		samples = append(samples, sample{
			features: []uint16{uint16(rook), uint16(horse)}, counts: []int8{int8(rooks), int8(horses)},
			phase: r.Float64(), target: sigmoid(float64(150*rooks + 70*horses)),
		})
	}
	var from fiveterms.Weights
	from[rook], from[horse] = [2]int16{100, 100}, [2]int16{100, 100}
	defer func(pull float64) { pullStart = pull }(pullStart)
	pullStart = 0
	w, before, after := fit(samples, nil, from, 400)
	for phase := range 2 {
		if math.Abs(float64(w[rook][phase])-150) > 3 || math.Abs(float64(w[horse][phase])-70) > 3 {
			t.Errorf("rook %v, horse %v; want 150 and 70", w[rook], w[horse])
		}
	}
	if after >= before/10 {
		t.Errorf("the error fell from %g to %g only", before, after)
	}
}

// What is written is the source that it was read from.
func TestSource_ofTheWeights(t *testing.T) {
	text, err := source(fiveterms.DefaultWeights, "NOTE")
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

func TestPlayGame_keepsQuietPositions(t *testing.T) {
	path := filepath.Join(t.TempDir(), "positions")
	if err := play(path, 5, 100, 1); err != nil { // a nanosecond: one game
		t.Fatal(err)
	}
	samples, err := read(path)
	if err != nil {
		t.Fatal(err)
	}
	if len(samples) < 5 {
		t.Errorf("%d positions of a game, want a few", len(samples))
	}
	for i, s := range samples {
		if s.target < 0 || s.target > 1 || len(s.features) == 0 {
			t.Errorf("position %d: %+v", i, s)
		}
	}
}
