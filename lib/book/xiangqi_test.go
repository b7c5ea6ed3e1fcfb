package book_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"qikit.dev/qikit/internal/booktest"
	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/book/generate"
	"qikit.dev/qikit/lib/game"
)

// realOptions are a small Xiangqi job with the built-in engines.
func realOptions(t *testing.T) generate.Options {
	o := generate.DefaultOptions()
	o.Game, o.Out = "xiangqi", filepath.Join(t.TempDir(), "book.qkb")
	o.Depth = generate.Depth{Scope: generate.ScopePly, Distribution: generate.DistributionUniform, Min: 1, Max: 3}
	seed := uint64(3)
	o.Seed, o.MaxPlies, o.Games, o.Reevaluate = &seed, 10, 2, &generate.Reevaluate{Depth: 3, Lines: 2}
	if testing.Short() {
		o.MaxPlies = 5
	}
	return o
}

func TestXiangqi_builtInEngines(t *testing.T) {
	var want string
	for _, workers := range []int{1, 2} {
		o := realOptions(t)
		o.Workers = workers
		o.Players = []generate.Player{{}, {Engine: []byte(`{"kind":"mcts"}`)}}
		o.Balance = generate.DefaultBalance()
		b, s := made(t, o)
		if s.Games != 2 || s.Failed != 0 || s.Positions < int64(o.MaxPlies) || s.Evaluated != s.Positions {
			t.Fatalf("summary = %+v", s)
		}
		got := booktest.Export(t, b, "jsonl")
		if want == "" {
			want = got
		}
		if got != want {
			t.Errorf("%d workers give another book than one", workers)
		}
		engines := map[string]bool{}
		for _, r := range booktest.Records(t, b) {
			if strings.Fields(r.FEN)[1] != "w" || r.Flipped != (r.Ply%2 == 1) {
				t.Errorf("%+v, want the red view", r)
			}
			if r.Engine != nil && r.Move != nil {
				engines[*r.Engine] = true
			}
			if r.Eval == nil || r.Score == nil || r.Eval.Mover-r.Eval.Opponent != float64(*r.Score) {
				t.Errorf("%s: no evaluation", r.FEN)
			}
		}
		if len(engines) != 2 {
			t.Errorf("engines %v, want two", engines)
		}
	}
}

// The default preset needs a game and a file only.
func TestXiangqi_defaultPreset(t *testing.T) {
	o := generate.DefaultOptions()
	o.Game, o.Out, o.MaxPlies = "xiangqi", filepath.Join(t.TempDir(), "book.qkb"), 1
	b, s := made(t, o)
	if s.Games != 1 || s.Positions != 2 || !s.Complete {
		t.Errorf("summary = %+v", s)
	}
	start, err := b.Lookup("")
	if err != nil {
		t.Fatal(err)
	}
	if start.Count != 1 || len(start.Moves) != 1 || start.Eval == nil {
		t.Errorf("start = %s", start.JSON())
	}
}

// Black to move, its red twin and their mirror images are asked for in one go.
func TestXiangqi_lookupInAnyView(t *testing.T) {
	o := realOptions(t)
	o.Reevaluate = nil
	b, _ := made(t, o)
	for _, r := range booktest.Records(t, b) {
		if r.Move == nil {
			continue
		}
		board, err := b.Board(r.FEN)
		if err != nil {
			t.Fatal(err)
		}
		want, err := b.LookupBoard(board)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range []game.View{{Turn: 1}, {Symmetry: 1}, {Turn: 1, Symmetry: 1}} {
			e, err := b.Lookup(board.View(v))
			if err != nil {
				t.Fatal(err)
			}
			var moves []string
			for _, m := range want.Moves {
				move, err := board.Parse(m.Move)
				if err != nil {
					t.Fatal(err)
				}
				moves = append(moves, board.ViewText(v, move))
			}
			for _, m := range e.Moves {
				if e.Count != want.Count || len(e.Moves) != len(moves) || len(identitySet(board)) == 2 && !slices.Contains(moves, m.Move) {
					t.Errorf("%s seen through %+v: %s, want moves %v", r.FEN, v, e.JSON(), moves)
				}
			}
		}
	}
}

func TestXiangqi_positionFiles(t *testing.T) {
	const (
		fen  = "3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1"
		fen2 = "5k3/9/9/9/9/9/9/9/4R4/4K4 b - - 3 2"
	)
	dir := t.TempDir()
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"a.fen": {"# two\n" + fen + "\n\n" + fen2 + "\r\n", []string{fen, fen2}},
		"b.epd": {fen[:len(fen)-4] + " bm e1e5; ce 30; id \"x; y\";\n5k3/9/9/9/9/9/9/9/4R4/4K4 b - - acd 3;\n",
			[]string{fen, "5k3/9/9/9/9/9/9/9/4R4/4K4 b - - 0 1"}},
		"c.pgn": {"[Game \"Chinese Chess\"]\n[FEN \"" + fen + "\"]\n[Format \"ICCS\"]\n\n1. E1-F1 D9-D8 *\n",
			[]string{fen + " e1f1 d9d8"}},
	} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(c.text), 0o644); err != nil {
			t.Fatal(err)
		}
		o := realOptions(t)
		o.Initial.File, o.MaxPlies, o.Games, o.Reevaluate = path, 2, 1, nil
		b, _ := made(t, o)
		var got []string
		for g, err := range b.Games(t.Context()) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, g.Initial+" "+g.Moves)
		}
		if !slices.EqualFunc(got, c.want, strings.HasPrefix) {
			t.Errorf("%s: games from %q, want %q", name, got, c.want)
		}
	}
	o := realOptions(t)
	o.Initial.File, o.MaxPlies, o.Games, o.Reevaluate = fen, 2, 1, nil // a position in place of a file
	if _, s := made(t, o); s.Games != 1 {
		t.Errorf("summary = %+v", s)
	}
	if err := os.WriteFile(filepath.Join(dir, "d.fen"), []byte(fen+"\nnot a position\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	o = realOptions(t)
	o.Initial.File = filepath.Join(dir, "d.fen")
	if _, err := generate.Book(t.Context(), o, nil); err == nil || !strings.Contains(err.Error(), "position 1") {
		t.Errorf("err = %v, want one that names position 1", err)
	}
}

func TestXiangqi_brokenGamesAreCounted(t *testing.T) {
	o := book.DefaultCreate()
	o.Game = "xiangqi"
	b, err := book.Create(filepath.Join(t.TempDir(), "b.qkb"), o)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	pgn := `[Game "Chinese Chess"]
[Red "甲"]
[Black "乙"]
[Result "1-0"]

1. 炮二平五 马８进７ 2. 马二进三 1-0

[Game "Chinese Chess"]
[Result "0-1"]

1. 炮二平五 帅五进九 0-1

[Game "Chinese Chess"]
[Result "0-1"]

1. H2-E2 H9-G7 0-1
`
	report, err := b.AddGamesFrom(t.Context(), strings.NewReader(pgn), nil)
	if err != nil || report.Games != 2 || report.Faults != 1 || len(report.First) != 1 {
		t.Fatalf("report = %+v, %v, want two games and a fault", report, err)
	}
	e, err := b.Lookup("")
	if err != nil {
		t.Fatal(err)
	}
	if e.Count != 2 || e.Wins != 1 || e.Losses != 1 || len(e.Moves) != 1 || e.Moves[0].Move != "h2e2" || e.Moves[0].Count != 2 {
		t.Errorf("start = %s", e.JSON())
	}
	text := booktest.Export(t, b, "pgn")
	if !strings.Contains(text, `[Red "甲"]`) {
		t.Errorf("the tags are lost:\n%s", text)
	}
}
