package engine

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"qikit.dev/qikit/internal/netfile"
	"qikit.dev/qikit/internal/nets"
	"qikit.dev/qikit/internal/nnue"
	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/xiangqi"
)

// materialNet is a small network that counts men, and a little noise.
func materialNet(t testing.TB, noise int) string { return noisyNet(t, 16, noise) }

func noisyNet(t testing.TB, width, noise int) string {
	t.Helper()
	l, err := nnue.NewLayout(nnue.Xiangqi, true)
	if err != nil {
		t.Fatal(err)
	}
	w := nnue.Weights{Layout: l, Width: width, Outputs: 1, Scale: 380, Rows: make([]int16, l.Kings*l.Inputs*width), Bias: make([]int16, width), Out: make([]int8, 2*width), OutBias: make([]int32, 1)}
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
	content, err := f.Encode(true)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "a.qnet")
	if err := os.WriteFile(path, content, 0o600); err != nil {
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
	whole, err := os.ReadFile(sound)
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
		"cut":          {put(whole[:len(whole)/2]), "SHA-256"},
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

// Evaluator chooses between the terms and a network, where there are both.
func TestEvaluator(t *testing.T) {
	net := materialNet(t, 0)
	for _, c := range []struct {
		game, kind, evaluator, net string
		is                         error
		text                       string
	}{
		{"xiangqi", "alphabeta", "terms", "", nil, ""},
		{"xiangqi", "alphabeta", "nnue", net, nil, ""},
		{"xiangqi", "mcts", "terms", "", nil, ""},
		{"xiangqi", "mcts", "nnue", net, nil, ""},
		{"xiangqi", "alphabeta", "nnue", "", nil, ""},
		{"xiangqi", "mcts", "nnue", "", nil, ""},
		{"xiangqi", "", "terms", net, ErrOptions, `evaluator is "terms" with a net, expected "nnue", or no net`},
		{"xiangqi", "", "NNUE", net, ErrOptions, `evaluator is "NNUE", expected one of "terms", "nnue"`},
		{"xiangqi", "uci", "terms", "", ErrUnsupported, `uci for xiangqi with evaluator "terms"`},
		{"surakarta", "", "nnue", "", nil, ""},
		{"surakarta", "", "terms", "", nil, ""},
		{"gomoku", "", "nnue", "", ErrUnsupported, `alphabeta for gomoku with evaluator "nnue"`},
		{"capturego", "", "terms", "", ErrUnsupported, `mcts for capturego with evaluator "terms"`},
		{"go", "", "nnue", "", ErrUnsupported, `mcts for go with evaluator "nnue"`},
	} {
		o := DefaultOptions()
		o.Kind, o.Evaluator, o.Net, o.TableMB = c.kind, c.evaluator, c.net, 1
		e, err := New(c.game, o)
		if !errors.Is(err, c.is) || err != nil && !strings.Contains(err.Error(), c.text) {
			t.Errorf("%s with %q, %q: error %v, want %q", c.game, c.kind, c.evaluator, err, c.text)
		}
		if err == nil {
			e.Close()
		}
	}
	o := DefaultOptions()
	o.Evaluator, o.Net = "terms", net
	if _, err := NewTree("xiangqi", o); !errors.Is(err, ErrOptions) {
		t.Errorf("a tree by terms with a network: %v", err)
	}
}

// Evaluate tells the terms as ever and what the network says, even while a search uses it.
func TestEvaluate_tellsTheNetwork(t *testing.T) {
	o := DefaultOptions()
	o.Evaluator = "terms"
	plain, err := New("xiangqi", o)
	if err != nil {
		t.Fatal(err)
	}
	defer plain.Close()
	o.Evaluator, o.Net = "", "testdata/men.qnet"
	for _, kind := range []string{"alphabeta", "mcts"} {
		o.Kind = kind
		e, err := New("xiangqi", o)
		if err != nil {
			t.Fatal(err)
		}
		tellsTheNetwork(t, plain, e)
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	}
}

func tellsTheNetwork(t *testing.T, plain, e Engine) {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error)
	go func() {
		_, err := e.Search(ctx, xiangqiBoard(t, ""), Limits{Lines: 1})
		done <- err
	}()
	for position, want := range map[string]int{
		"": 0,
		"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABN1 w": -950,
		"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABN1 b": 950,
	} {
		b := xiangqiBoard(t, position)
		terms, err := Evaluate(plain, b)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := Evaluate(e, b); err != nil || !slices.Equal(got, append(terms, Term{Name: "network", Value: want})) {
			t.Errorf("%s, %q: %v, %v, want %v and a network that says %d", e.Name(), position, got, err, terms, want)
		}
		if got, ok := NetworkValue(e, b); !ok || got != want {
			t.Errorf("%s, %q: the network says %d, %t, want %d", e.Name(), position, got, ok, want)
		}
	}
	stop()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("the search: %v", err)
	}
}

// The file that the tests of all languages read is the network that counts men.
func TestXiangqiNet_file(t *testing.T) {
	var plain [2][]byte
	for i, path := range []string{"testdata/men.qnet", materialNet(t, 0)} {
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		f, err := netfile.Decode(content)
		if err != nil {
			t.Fatal(err)
		}
		if plain[i], err = f.Encode(false); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(plain[0], plain[1]) {
		t.Error("testdata/men.qnet is another network")
	}
}

// BenchmarkXiangqiSearch searches by the terms, and by a network of width 64.
func BenchmarkXiangqiSearch(b *testing.B) {
	for _, name := range []string{"terms", "net"} {
		b.Run(name, func(b *testing.B) {
			o := DefaultOptions()
			if name == "net" {
				o.Net = noisyNet(b, 64, 30)
			}
			e, err := New("xiangqi", o)
			if err != nil {
				b.Fatal(err)
			}
			defer e.Close()
			board, nodes := xiangqiBoard(b, ""), 0
			for b.Loop() {
				r, err := e.Search(context.Background(), board, Limits{Nodes: 200_000, Lines: 1, Fresh: true})
				if err != nil {
					b.Fatal(err)
				}
				nodes += r.Nodes
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}

// Without options the library's own network values, with the terms it does not.
func TestXiangqi_usesItsNetwork(t *testing.T) {
	own, err := nets.Xiangqi()
	if err != nil {
		t.Fatal(err)
	}
	b := xiangqiBoard(t, "")
	for _, kind := range []string{"alphabeta", "mcts"} {
		for _, evaluator := range []string{"", "nnue", "terms"} {
			o := DefaultOptions()
			o.Kind, o.Evaluator, o.Workers, o.TableMB = kind, evaluator, 2, 1
			e, err := New("xiangqi", o)
			if err != nil {
				t.Fatal(err)
			}
			defer e.Close()
			value, ok := NetworkValue(e, b)
			if ok != (evaluator != "terms") {
				t.Errorf("%q by %q: a network says %d, %v", kind, evaluator, value, ok)
			}
		}
	}
	// Jobs that another network's searches began must not go on: who changes one raises both.
	if own.ID != "44f7151911584685" || Searches != 14 {
		t.Errorf("network %s in version %d of the searches", own.ID, Searches)
	}
}

// Shallow searches are shorter by the network alone: with the terms nobody measured what they lose.
func TestXiangqi_glancesByItsNetwork(t *testing.T) {
	for evaluator, want := range map[string]int{"nnue": xiangqiGlance, "terms": 0} {
		o := DefaultOptions()
		o.Evaluator = evaluator
		a, err := newXiangqi(o)
		if err != nil {
			t.Fatal(err)
		}
		if got := a.at(xiangqiBoard(t, "")).Glance; got != want {
			t.Errorf("%s: glance %d, want %d", evaluator, got, want)
		}
	}
}

// A position without both kings, or with more men than a game begins with, is valued by the terms.
func TestXiangqi_oddBoardsByTerms(t *testing.T) {
	e := newAlpha(t, nil)
	for position, fits := range map[string]bool{
		"4k4/9/9/9/9/9/9/9/9/4K4 w": true,
		"4k4/9/9/9/9/9/9/9/9/4R4 w": false,
		"rnbakabnr/rrrrrrrrr/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w": false,
	} {
		b, err := game.New("xiangqi", game.Setup{Position: position, Lenient: true})
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := NetworkValue(e, b); ok != fits {
			t.Errorf("%s: the network serves: %v, want %v", position, ok, fits)
		}
		if terms, err := Evaluate(e, b); err != nil || len(terms) != 6 && !fits {
			t.Errorf("%s: %v, %v", position, terms, err)
		}
	}
}
