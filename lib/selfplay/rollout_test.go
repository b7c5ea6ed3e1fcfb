package selfplay

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	nets "qikit.dev/qikit/internal/nets/capturego"
	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/internal/rollout"
	"qikit.dev/qikit/lib/goban"
)

// Weights learnt from games foretell the moves of other games better than those
// set by hand, and the file is one that package rollout loads.
func TestRolloutWork_learns(t *testing.T) {
	o := small(t)
	o.Games, o.Visits, o.Full = 40, 20, 1
	played(t, o)
	r := DefaultRollout()
	r.Samples, r.Out = []string{o.Out}, filepath.Join(t.TempDir(), "weights.qnet")
	sum, err := learnRollout(context.Background(), r, reporter(t))
	if err != nil {
		t.Fatal(err)
	}
	if sum.Positions < 400 || sum.HeldOut < 20 || !(sum.Trained.Loss < sum.Before.Loss-0.05) {
		t.Errorf("%+v", sum)
	}
	data, err := os.ReadFile(r.Out)
	if err != nil {
		t.Fatal(err)
	}
	p, err := rollout.Load(data)
	if err != nil {
		t.Fatal(err)
	}
	if w := p.Weights(); w[rollout.SelfAtari] > 0 || w[rollout.CaptureOne] < 0 {
		t.Errorf("self-atari weighs %v, a capture %v", w[rollout.SelfAtari], w[rollout.CaptureOne])
	}
	again, err := learnRollout(context.Background(), r, reporter(t))
	if err != nil || again != sum {
		t.Errorf("learnt again: %+v, %v; before %+v", again, err, sum)
	}
}

// A lesson has the moves and features of the position that its sample shows.
func TestLessonOf_position(t *testing.T) {
	r := rng.New(4)
	for i := range 200 {
		o := DefaultStarts()
		from := o.deal(r)
		for range r.IntN(12) {
			if p := from.stones.Random(r); p != goban.NoPoint && from.killing() == goban.NoPoint {
				from.play(p)
			}
		}
		if from.need(goban.Black) < 1 || from.need(goban.White) < 1 || !from.stones.CanPlay() {
			continue
		}
		size := from.stones.Size()
		f := found{}
		for at := range size * size {
			if p := goban.PointAt(at%size, at/size); from.stones.Legal(p) {
				f.moves, f.shares = append(f.moves, p), append(f.shares, float64(1+len(f.moves)))
			}
		}
		f.move = f.moves[0]
		var p player
		s := p.note(from, &f, 1, 1)
		l, err := lessonOf(s.append(nil))
		if err != nil {
			t.Fatal(err)
		}
		if len(l.shares) != len(f.moves) {
			t.Fatalf("position %d: %d moves, want %d", i, len(l.shares), len(f.moves))
		}
		first := uint16(0)
		for n, m := range f.moves {
			want := rollout.Features(&from.stones, rollout.Rules{Target: from.target}, m, from.last[0], from.last[1], nil)
			got := l.features[first:l.ends[n]]
			first = l.ends[n]
			if len(got) != len(want) {
				t.Fatalf("position %d, %v: features %v, want %v", i, m, got, want)
			}
			for k := range got {
				if int(got[k]) != want[k] {
					t.Fatalf("position %d, %v: features %v, want %v", i, m, got, want)
				}
			}
			total := float64(len(f.moves)*(len(f.moves)+1)) / 2
			if math.Abs(float64(l.shares[n])-f.shares[n]/total) > 0.01 {
				t.Errorf("position %d, %v: share %v, want %v", i, m, l.shares[n], f.shares[n]/total)
			}
		}
	}
}

func TestRolloutWork_refuses(t *testing.T) {
	for text, want := range map[string]string{
		`{}`:                                      "samples is [], expected paths",
		`{"samples":["a"]}`:                       `out is "", expected`,
		`{"samples":["a"],"out":"b","passes":0}`:  "passes",
		`{"samples":["a"],"out":"b","rate":0}`:    "rate",
		`{"samples":["a"],"out":"b","pases":1}`:   "pases",
		`{"samples":"a","out":"b"}`:               "samples",
		`{"samples":["a"],"out":"b","rate":10.5}`: "rate",
	} {
		if _, err := ParseRollout([]byte(text)); !errors.Is(err, ErrOptions) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want it to name %q", text, err, want)
		}
	}
	o := small(t)
	_, data := played(t, o)
	r := DefaultRollout()
	r.Samples, r.Out = []string{o.Out}, filepath.Join(t.TempDir(), "weights.qnet")
	for name, change := range map[string]func() []byte{
		"not a file of samples": func() []byte { return data[1:] },
		"a damaged record":      func() []byte { d := append([]byte(nil), data...); d[HeadBytes+7] ^= 1; return d },
	} {
		if err := os.WriteFile(o.Out, change(), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := learnRollout(context.Background(), r, reporter(t)); !errors.Is(err, ErrFile) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := os.Stat(r.Out); err == nil {
		t.Error("weights were written all the same")
	}
	r.Samples = []string{o.Out + ".not"}
	if _, err := learnRollout(context.Background(), r, reporter(t)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
}

// The weights inside the library are such a table, and trained: to capture three stones is good, to put oneself into atari is not.
func TestRollout_shipped(t *testing.T) {
	p, err := rollout.Load(nets.Rollout())
	if err != nil {
		t.Fatal(err)
	}
	if w := p.Weights(); w[rollout.CaptureMore] <= 0 || w[rollout.SelfAtari] >= 0 {
		t.Errorf("a capture of three weighs %v, a self-atari %v", w[rollout.CaptureMore], w[rollout.SelfAtari])
	}
}
