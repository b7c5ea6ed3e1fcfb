package generate

import (
	"errors"
	"strings"
	"testing"

	"qikit.dev/qikit/internal/booktest"
	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/game"
)

// A book of a game with dice is re-evaluated, looked up, counted and exported by the players'
// positions; what it has no form for is refused.
func TestBook_ofDice(t *testing.T) {
	o := severalOptions(t, "ludo", `{"players": 2}`)
	o.Reevaluate = &Reevaluate{Depth: 1, Lines: 2}
	b, s := generated(t, o)
	if s.Positions == 0 || s.Evaluated != s.Positions {
		t.Fatalf("%d positions, %d evaluated", s.Positions, s.Evaluated)
	}
	met := int64(0)
	for r, err := range b.Records() {
		if err != nil {
			t.Fatal(err)
		}
		e, err := b.Lookup(r.FEN)
		if err != nil || e.Count != r.Count {
			t.Fatalf("%s: count %d, want %d (%v)", r.FEN, e.Count, r.Count, err)
		}
		met += r.Count
	}
	if stats, err := b.Stats(t.Context()); err != nil || stats.Positions != s.Positions || met < s.Positions {
		t.Errorf("%+v, %v", stats, err)
	}
	if _, err := b.Lookup("b,b,b,b/b,b,b,b red -"); !errors.Is(err, book.ErrNotFound) {
		t.Errorf("look-up before a roll: %v", err)
	}
	if m, err := b.Minimax(t.Context(), nil); !errors.Is(err, book.ErrOtherGame) || !strings.Contains(err.Error(), "ludo") || m.Positions != 0 {
		t.Errorf("minimax: %+v, %v", m, err)
	}
	if _, err := b.Samples(book.ExportOptions{}); !errors.Is(err, book.ErrFormat) || !strings.Contains(err.Error(), "ludo") {
		t.Errorf("samples: %v", err)
	}
	if text := booktest.Export(t, b, "jsonl"); int64(strings.Count(text, "\n")) != s.Positions {
		t.Errorf("%d lines of %d positions", strings.Count(text, "\n"), s.Positions)
	}
	if page := booktest.Export(t, b, "html"); !strings.Contains(page, "ludo") {
		t.Error("the page does not name the game")
	}
	if _, err := b.Export(t.Context(), t.TempDir()+"/book", "xqb", book.ExportOptions{}, nil); !errors.Is(err, book.ErrFormat) {
		t.Errorf("xqb: %v", err)
	}
	if _, err := b.Export(t.Context(), t.TempDir()+"/book", "pgn", book.ExportOptions{}, nil); !errors.Is(err, game.ErrNoRecords) {
		t.Errorf("pgn: %v", err)
	}
	few := book.DefaultPrune()
	few.MinCount = 2
	if p, err := b.Prune(t.Context(), few); err != nil || p.Positions == 0 || p.Left != s.Positions-p.Positions {
		t.Errorf("prune: %+v, %v", p, err)
	}
}
