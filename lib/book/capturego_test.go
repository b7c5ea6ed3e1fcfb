package book_test

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"qikit.dev/qikit/internal/booktest"
	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/book/generate"
	"qikit.dev/qikit/lib/game"

	_ "qikit.dev/qikit/lib/capturego" // registers "capturego"
)

// captureGoOptions are a small Capture Go job whose players search trees of two
// sizes.
func captureGoOptions(t *testing.T) generate.Options {
	o := realOptions(t)
	o.Game, o.Rules = "capturego", []byte(`{"size": 5, "target": 2, "start": "cross-cut"}`)
	o.Players = []generate.Player{{Engine: []byte(`{"visits_base": 20}`)}, {Engine: []byte(`{"visits_base": 60}`)}}
	return o
}

func TestCaptureGo_twoVisitCounts(t *testing.T) {
	var want string
	for _, workers := range []int{1, 2} {
		o := captureGoOptions(t)
		o.Workers, o.Games, o.Mirror, o.MaxPlies = workers, 3, true, 60
		b, s := made(t, o)
		if s.Games != 3 || s.Failed != 0 || s.Positions < 6 || s.Evaluated != s.Positions {
			t.Fatalf("summary = %+v", s)
		}
		got := booktest.Export(t, b, "jsonl")
		if want == "" {
			want = got
		}
		if got != want {
			t.Errorf("%d workers give another book than one", workers)
		}
		moves := 0
		for _, r := range booktest.Records(t, b) {
			board, err := b.Board(r.FEN)
			if err != nil || board.Turn() != 0 || !strings.Contains(r.FEN, " X 2 2 ") {
				t.Fatalf("%s, %v; want black's view", r.FEN, err)
			}
			if r.Move == nil {
				continue
			}
			moves++
			if _, err := board.Parse(*r.Move); err != nil {
				t.Errorf("%s: %v", r.FEN, err)
			}
		}
		if moves == 0 {
			t.Error("no record has a move")
		}
	}
}

// A book of a game of Go has its games as SGF, and says so when asked for PGN.
func TestCaptureGo_gamesAreSGF(t *testing.T) {
	o := captureGoOptions(t)
	o.Reevaluate, o.Games, o.MaxPlies = nil, 2, 20
	b, s := made(t, o)
	path := filepath.Join(t.TempDir(), "x.sgf")
	if _, err := b.Export(t.Context(), path, "pgn", book.ExportOptions{}, nil); !errors.Is(err, book.ErrFormat) || !strings.Contains(err.Error(), "expected sgf") {
		t.Errorf("as pgn: %v, want ErrFormat that says sgf", err)
	}
	if e, err := b.Export(t.Context(), path, "sgf", book.ExportOptions{}, nil); err != nil || e.Records != s.Games {
		t.Fatalf("as sgf: %+v, %v, want %d games", e, err, s.Games)
	}
	for _, o := range []book.ExportOptions{{MinPly: new(1)}, {MaxPly: new(9)}, {MinScore: new(1)}, {MaxScore: new(9)}} {
		if _, err := b.Export(t.Context(), filepath.Join(t.TempDir(), "y.sgf"), "sgf", o, nil); !errors.Is(err, book.ErrOptions) || !strings.Contains(err.Error(), "sgf has whole games") {
			t.Errorf("%+v: %v, want ErrOptions: sgf has whole games", o, err)
		}
	}
	create := book.DefaultCreate()
	create.Game, create.Rules = o.Game, o.Rules
	again, err := book.Create(filepath.Join(t.TempDir(), "again.qkb"), create)
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if i, err := again.AddGames(t.Context(), path, nil); err != nil || i.Games != s.Games || i.Faults != 0 {
		t.Errorf("imported %+v, %v", i, err)
	}
	x, _ := xiangqiBook(t, nil)
	if _, err := x.Export(t.Context(), path, "sgf", book.ExportOptions{}, nil); !errors.Is(err, book.ErrFormat) || !strings.Contains(err.Error(), "expected pgn") {
		t.Errorf("Xiangqi as sgf: %v, want ErrFormat that says pgn", err)
	}
}

// Every one of the sixteen views of a position finds it.
func TestCaptureGo_lookupInAnyView(t *testing.T) {
	o := captureGoOptions(t)
	o.Reevaluate, o.Mirror = nil, true
	b, _ := made(t, o)
	for _, r := range booktest.Records(t, b)[:4] {
		board, err := b.Board(r.FEN)
		if err != nil {
			t.Fatal(err)
		}
		for turn := range 2 {
			for symmetry := range board.Symmetries() {
				if _, err := b.Lookup(board.View(game.View{Turn: turn, Symmetry: symmetry})); err != nil {
					t.Errorf("%s, turn %d, symmetry %d: %v", r.FEN, turn, symmetry, err)
				}
			}
		}
	}
}
