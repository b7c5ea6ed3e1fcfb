package convnet

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"

	"qikit.dev/qikit/internal/nnkern"
)

// golden.json has boards and what onnxruntime makes of them with the random
// network golden.qnet: the source is in the file, internal/tools/netoracle
// makes both.
type golden struct {
	Source    string
	Positions []struct {
		Size    int
		Eighths []float32 // the planes, times 8
		Logits  []float64
		Value   float64
	}
}

func TestRun_againstONNXRuntime(t *testing.T) {
	file, err := os.ReadFile(filepath.Join("testdata", "golden.qnet"))
	if err != nil {
		t.Fatal(err)
	}
	net, err := Load(file)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join("testdata", "golden.json"))
	if err != nil {
		t.Fatal(err)
	}
	var g golden
	if err := json.Unmarshal(text, &g); err != nil {
		t.Fatal(err)
	}
	if len(g.Positions) != 32 {
		t.Fatalf("%d positions, want 32", len(g.Positions))
	}
	s := net.NewScratch(MaxSize)
	for _, tier := range nnkern.Tiers() {
		n, err := net.On(tier)
		if err != nil {
			t.Fatal(err)
		}
		most := 0.0
		for i, p := range g.Positions {
			planes := make([]float32, len(p.Eighths))
			for k, x := range p.Eighths {
				planes[k] = x / 8
			}
			logits := make([]float32, p.Size*p.Size)
			value := n.Run(s, p.Size, planes, logits)
			d := distance(logits, value, p.Logits, p.Value)
			if most = max(most, d); !(d <= 1e-4) {
				t.Errorf("%v, position %d, size %d: %g away from %s", tier, i, p.Size, d, g.Source)
			}
			if a, b := greatest(logits), greatest(p.Logits); a != b {
				t.Errorf("%v, position %d: the best point is %d, expected %d", tier, i, a, b)
			}
		}
		t.Logf("%v: at most %.1e away", tier, most)
	}
}

func greatest[T float32 | float64](v []T) int {
	at, most := 0, math.Inf(-1)
	for i, x := range v {
		if float64(x) > most {
			at, most = i, float64(x)
		}
	}
	return at
}
