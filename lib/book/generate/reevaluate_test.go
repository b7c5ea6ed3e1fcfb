package generate

import (
	"path/filepath"
	"strings"
	"testing"

	"qikit.dev/qikit/internal/booktest"
	"qikit.dev/qikit/lib/book"
)

// A fresh search goes two plies deeper than was drawn for the position, or for the last
// one searched before it.
func TestReevaluate_deeper(t *testing.T) {
	o := fakeOptions(t, "mnk")
	o.Games, o.MaxPlies, o.Dedupe, o.Reevaluate = 6, 5, false, DefaultReevaluate()
	b, _ := generated(t, o)
	drawn, depths := 0, map[int]bool{}
	for _, r := range booktest.Records(t, b) {
		switch {
		case r.Move != nil:
			drawn = *r.Depth
		case r.Ply < o.MaxPlies:
			continue // the game is over there
		}
		if r.Search == nil || r.Search.Depth != drawn+2 {
			t.Errorf("%s, want a fresh search of %d plies", r.JSON(), drawn+2)
		}
		depths[drawn+2] = true
	}
	if len(depths) < 3 {
		t.Errorf("depths %v, want several", depths)
	}
}

// What strength adjustment adds to a depth, or takes from it, is no reason for another
// label.
func TestReevaluate_deeperThanDrawn(t *testing.T) {
	o := fakeOptions(t, "mnk")
	o.Games, o.Dedupe, o.Reevaluate, o.Balance = 6, false, DefaultReevaluate(), DefaultBalance()
	o.Balance.Depth, o.Balance.Threshold, o.Balance.Evaluator = AdjustBoth, new(1), EvaluatorSearch
	b, _ := generated(t, o)
	adjusted := 0
	for _, r := range booktest.Records(t, b) {
		if r.Move == nil || r.Balance == nil {
			continue
		}
		if r.Balance.Offsets[0] != 0 {
			adjusted++
		}
		if want := *r.Depth - r.Balance.Offsets[0] + 2; r.Search == nil || r.Search.Depth != want {
			t.Errorf("%s, want a fresh search of %d plies", r.JSON(), want)
		}
	}
	if adjusted == 0 {
		t.Error("no depth was adjusted")
	}
}

// Where nothing was searched in the game, the mean of the depths counts.
func TestReevaluate_nothingDrawn(t *testing.T) {
	for _, c := range []struct {
		name  string
		depth Depth
		want  int
	}{
		{"normal", Depth{Distribution: DistributionNormal, Mean: 5.4, SD: 1.5}, 5},
		{"uniform", Depth{Distribution: DistributionUniform, Min: 2, Max: 6}, 4},
		{"list", Depth{Distribution: DistributionList, Depths: []int{2, 9}}, 6},
		{"weighted list", Depth{Distribution: DistributionList, Depths: []int{2, 10}, Weights: []float64{3, 1}}, 4},
	} {
		p := &plan{options: Options{Depth: c.depth, Reevaluate: &Reevaluate{Deeper: 3}}}
		if got := p.freshDepth(0); got != c.want+3 {
			t.Errorf("%s: freshDepth(0) = %d, want %d", c.name, got, c.want+3)
		}
	}
}

// A job of before, whose fresh searches all went to depth 8, goes on so.
func TestResume_freshSearchesOfBefore(t *testing.T) {
	o := fakeOptions(t, "mnk")
	o.Reevaluate = DefaultReevaluate()
	o.Reevaluate.Depth = 8
	o.Out = filepath.Join(t.TempDir(), "old.qkb")
	p, err := newPlan(o)
	if err != nil {
		t.Fatal(err)
	}
	job := p.job
	job.Options = strings.Replace(job.Options, `"deeper":2,`, "", 1)
	if job.Options == p.job.Options {
		t.Fatalf("no deeper in %s", job.Options)
	}
	w, err := book.NewWriter(o.Out, job, p.initials)
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	o.Resume, o.Reevaluate = true, DefaultReevaluate()
	b, _ := generated(t, o)
	for _, r := range booktest.Records(t, b) {
		if r.Move != nil && (r.Search == nil || r.Search.Depth != 8) {
			t.Errorf("%s, want a fresh search of 8 plies", r.JSON())
		}
	}
	o.Reevaluate = DefaultReevaluate()
	o.Reevaluate.Deeper = 3
	if _, err := Book(t.Context(), o, nil); err == nil || !strings.Contains(err.Error(), `reevaluate is`) {
		t.Errorf("with another deeper: %v, want the difference", err)
	}
}
