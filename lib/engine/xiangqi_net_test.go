package engine

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"qikit.dev/qikit/internal/netfile"
	"qikit.dev/qikit/internal/nnue"
	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/xiangqi"
)

// materialNet is a small network that counts men, and a little noise.
func materialNet(t testing.TB, noise int) string {
	t.Helper()
	l, err := nnue.NewLayout(nnue.Xiangqi, true)
	if err != nil {
		t.Fatal(err)
	}
	w := nnue.Weights{Layout: l, Width: 16, Outputs: 1, Scale: 380, Rows: make([]int16, l.Kings*l.Inputs*16), Bias: make([]int16, 16), Out: make([]int8, 32), OutBias: make([]int32, 1)}
	random := rng.New(5)
	for range l.Kings {
		for i := range l.Inputs {
			owner, kind := l.Man(i)
			w.Material = append(w.Material, int32(nnue.Xiangqi.Men[kind].Worth*(1-2*owner))*64)
		}
	}
	for i := range w.Rows {
		w.Rows[i] = int16(random.IntN(2*noise+1) - noise)
	}
	for i := range w.Out {
		w.Out[i] = int8(random.IntN(2*noise+1) - noise)
	}
	return written(t, func() (*netfile.File, error) { return w.File(map[string]string{"name": "men"}) })
}

func written(t testing.TB, file func() (*netfile.File, error)) string {
	t.Helper()
	f, err := file()
	if err != nil {
		t.Fatal(err)
	}
	bytes, err := f.Encode(true)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "a.qnet")
	if err := os.WriteFile(path, bytes, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// What the network says of a board is what its men are worth, for whoever is to move.
func TestXiangqiNet_seesTheMen(t *testing.T) {
	o := DefaultOptions()
	o.Net = materialNet(t, 0)
	a, err := newXiangqi(o)
	if err != nil {
		t.Fatal(err)
	}
	for position, want := range map[string]int{
		"": 0,
		"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABN1 w": -950,
		"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABN1 b": 950,
		"1nbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w": 950,
		"3k5/9/9/9/9/9/9/4C4/4K4/9 b":                                   -440,
		"3k2b2/9/9/9/9/2n6/9/9/4K4/9 w":                                 -620,
		"3k1a3/9/9/p8/9/9/9/9/4K4/9 b":                                  330,
	} {
		b := xiangqiBoard(t, position)
		if got := a.at(b).Eval.Score(); got != want {
			t.Errorf("%q: %d, want %d", position, got, want)
		}
	}
}

// In a search the network values each position as it would value it anew.
func TestXiangqiNet_followsTheSearch(t *testing.T) {
	o := DefaultOptions()
	o.Net = materialNet(t, 90)
	a, err := newXiangqi(o)
	if err != nil {
		t.Fatal(err)
	}
	random := rng.New(6)
	for range 20 {
		b := xiangqiBoard(t, "")
		p := a.at(b)
		for ply := 0; ply < 60; ply++ {
			moves := p.Game.Moves(nil)
			if len(moves) == 0 {
				break
			}
			m := moves[random.IntN(len(moves))]
			if ply%7 == 3 {
				p.Game.Play(m)
				p.Eval.Score()
				p.Game.Undo()
				continue
			}
			p.Game.Play(m)
			fresh := a.(*xiangqiAnalyst).another()
			if got, want := p.Eval.Score(), fresh.at(b).Eval.Score(); got != want {
				t.Fatalf("ply %d, %s: %d, anew %d", ply, b.(*xiangqi.Board).Position(), got, want)
			}
		}
	}
}

// Both kinds of engines play with it, and take its word.
func TestXiangqiNet_plays(t *testing.T) {
	net := materialNet(t, 40)
	b := xiangqiBoard(t, "3k5/9/9/9/4r4/9/9/4R4/9/5K3 w")
	for _, kind := range []string{"alphabeta", "mcts"} {
		for _, workers := range []int{1, 2} {
			o := DefaultOptions()
			o.Kind, o.Net, o.Workers = kind, net, workers
			e, err := New("xiangqi", o)
			if err != nil {
				t.Fatal(err)
			}
			r := search(t, e, b, Limits{Nodes: 3000, Visits: 300, Lines: 1})
			if got := b.Text(r.Best); got != "e2e5" {
				t.Errorf("%s with %d workers plays %s, want e2e5", kind, workers, got)
			}
			e.Close()
		}
	}
}

func TestXiangqiNet_refuses(t *testing.T) {
	sound := materialNet(t, 1)
	bytes, err := os.ReadFile(sound)
	if err != nil {
		t.Fatal(err)
	}
	put := func(content []byte) string {
		path := filepath.Join(t.TempDir(), "b.qnet")
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for name, c := range map[string]struct{ path, text string }{
		"no file":      {"/nowhere/x.qnet", "nowhere"},
		"a folder":     {t.TempDir(), "directory"},
		"a device":     {"/dev/zero", "device"},
		"foreign":      {put([]byte("NNUE of another program, with more than 48 bytes")), "QNET"},
		"cut":          {put(bytes[:len(bytes)/2]), "SHA-256"},
		"another kind": {"../../internal/nets/capturego/capturego.qnet", "convnet/1"},
	} {
		for _, kind := range []string{"alphabeta", "mcts"} {
			o := DefaultOptions()
			o.Kind, o.Net = kind, c.path
			if _, err := New("xiangqi", o); !errors.Is(err, ErrOptions) || !strings.Contains(err.Error(), c.text) || !strings.Contains(err.Error(), c.path) {
				t.Errorf("%s with %s: %v, want ErrOptions with %q", name, kind, err, c.text)
			}
		}
	}
}
