package book_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"qikit.dev/qikit/internal/booktest"
	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/book/generate"
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
)

// A game without an end has no result, whoever asks.
func TestResult_ofAGameCutOff(t *testing.T) {
	b, s := xiangqiBook(t, func(o *generate.Options) { o.MaxPlies = 4 })
	if s.Unknown != 4 || s.Draws != 0 || s.Reasons[book.ReasonCap] != 4 {
		t.Errorf("summary = %s, want four games without a result", s.JSON())
	}
	stats, err := b.Stats(t.Context())
	if err != nil || stats.Unknown != 4 || stats.Draws != 0 {
		t.Errorf("statistics = %s, %v", stats.JSON(), err)
	}
	e, err := b.Lookup("")
	if err != nil || e.Count != 4 || e.Unknown != 4 || e.Draws != 0 {
		t.Errorf("start = %s, %v", e.JSON(), err)
	}
	for _, m := range e.Moves {
		if m.Unknown != m.Count || m.Draws != 0 {
			t.Errorf("move = %+v", m)
		}
	}
	for line := range strings.Lines(booktest.Export(t, b, "jsonl")) {
		if !strings.Contains(line, `"result":null,"reason":"ply cap"`) || !strings.Contains(line, `"draws":0`) {
			t.Errorf("line %s", line)
		}
	}
	if text := booktest.Export(t, b, "plain"); text != "" {
		t.Errorf("plain text has %d bytes of records without a result", len(text))
	}
	if text := booktest.Export(t, b, "pgn"); strings.Count(text, `[Result "*"]`) != 4 {
		t.Errorf("PGN: %s", text)
	}
}

// What is proven at the end of a game that was cut off is its result, for all its
// positions.
func TestResult_proven(t *testing.T) {
	// The white side mates with two chariots whatever is played.
	const won = "3ak4/9/9/9/9/9/9/9/R3A4/1R2K4 w - - 0 1"
	for _, c := range []struct {
		name   string
		change func(o *generate.Options)
	}{
		{"a breadth book, by its fresh searches", func(o *generate.Options) {
			o.Breadth = breadth(2, 3)
			o.Games, o.MaxPlies, o.TopK = 1, 200, 3
		}},
		{"a breadth book, by the searches of its tree", func(o *generate.Options) {
			o.Breadth = breadth(2, 3)
			o.Games, o.MaxPlies, o.TopK = 1, 200, 3
			o.Depth = generate.Depth{Scope: "ply", Distribution: "uniform", Min: 8, Max: 9}
			o.Reevaluate = nil
		}},
		{"games, by their own searches", func(o *generate.Options) {
			o.MaxPlies, o.Reevaluate, o.TopK = 2, nil, 1
			o.Depth = generate.Depth{Scope: "ply", Distribution: "uniform", Min: 8, Max: 9}
		}},
		{"ends of games", func(o *generate.Options) {
			o.Record, o.Distance, o.TopK = generate.RecordEnd, &generate.Span{Min: 1, Max: 2}, 1
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := fakeOptions(t, "xiangqi")
			o.Engines, o.Games, o.Initial.Positions = nil, 2, []string{won}
			o.Depth = generate.Depth{Scope: "ply", Distribution: "uniform", Min: 1, Max: 2}
			o.Reevaluate = &generate.Reevaluate{Depth: 8, Lines: 1}
			c.change(&o)
			b, s := made(t, o)
			if s.Unknown+s.Draws == s.Games || s.Wins[0] == 0 || s.Reasons[book.ReasonMate] == 0 {
				t.Errorf("summary = %s, want games that are proven to be won", s.JSON())
			}
			for _, r := range booktest.Records(t, b) {
				if r.Count != r.Wins+r.Draws+r.Losses+r.Unknown || r.Reason == book.ReasonMate && r.Result == nil {
					t.Errorf("record %s", r.JSON())
				}
			}
		})
	}
}

// The tables decide, too.
func TestResult_ofATable(t *testing.T) {
	o := fakeOptions(t, "mnk")
	o.MaxPlies, o.TopK = 3, 1
	o.Engines = func(int) (engine.Engine, error) { return knowing{&booktest.Fake{Label: "fake"}}, nil }
	_, s := made(t, o)
	if s.Reasons[book.ReasonTable] != s.Games || s.Draws != s.Games {
		t.Errorf("summary = %s, want draws by the table", s.JSON())
	}
}

// knowing is an engine whose tables say that every position is drawn.
type knowing struct{ *booktest.Fake }

func (k knowing) Search(ctx context.Context, b game.Board, l engine.Limits) (engine.Result, error) {
	r, err := k.Fake.Search(ctx, b, l)
	r.Proven, r.Table = "draw", true
	return r, err
}

// ofVersion is a file of an earlier version, made by the release that had it.
func ofVersion(t *testing.T, version int) string {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("testdata/version%d.sql", version))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "old.qkb")
	change(t, path, fmt.Sprintf("%sPRAGMA application_id = 0x514B424B; PRAGMA user_version = %d; PRAGMA journal_mode = WAL", text, version))
	return path
}

// A file of the first version counts games without an end as draws. Its games tell
// which draws are true: while it is only read, and after it has been changed.
func TestVersion1_draws(t *testing.T) {
	path := ofVersion(t, 1)
	b := booktest.Open(t, path)
	look := func(b *book.Book) string {
		t.Helper()
		var s strings.Builder
		for _, r := range booktest.Records(t, b) {
			e, err := b.Lookup(r.FEN)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&s, "%s, %d of %d: %s; ", r.Reason, r.Ply, r.Game, book.Optional(r.Result))
			fmt.Fprintf(&s, "%d = %d %d %d %d; %d = %d %d %d %d", r.Count, r.Wins, r.Draws, r.Losses, r.Unknown, e.Count, e.Wins, e.Draws, e.Losses, e.Unknown)
			for _, m := range e.Moves {
				fmt.Fprintf(&s, "; %s %d = %d %d %d %d", m.Move, m.Count, m.Wins, m.Draws, m.Losses, m.Unknown)
			}
			s.WriteString("\n")
		}
		return s.String()
	}
	const want = `ply cap, 0 of 0: ; 2 = 0 0 0 2; 2 = 0 0 0 2; b2e2 2 = 0 0 0 2
ply cap, 1 of 0: ; 2 = 0 0 0 2; 2 = 0 0 0 2; h2e2 2 = 0 0 0 2
ply cap, 2 of 0: ; 2 = 0 0 0 2; 2 = 0 0 0 2; h0g2 2 = 0 0 0 2
ply cap, 3 of 0: ; 2 = 0 0 0 2; 2 = 0 0 0 2; b0c2 1 = 0 0 0 1; h0g2 1 = 0 0 0 1
ply cap, 4 of 0: ; 1 = 0 0 0 1; 1 = 0 0 0 1
ply cap, 4 of 1: ; 1 = 0 0 0 1; 1 = 0 0 0 1
natural limit, 0 of 2: 0.5; 2 = 0 2 0 0; 2 = 0 2 0 0; e1d2 2 = 0 2 0 0
natural limit, 1 of 2: 0.5; 2 = 0 2 0 0; 2 = 0 2 0 0; f0f1 2 = 0 2 0 0
natural limit, 2 of 2: 0.5; 2 = 0 2 0 0; 2 = 0 2 0 0
checkmate, 0 of 4: 1; 2 = 2 0 0 0; 2 = 2 0 0 0; a1d1 2 = 2 0 0 0
checkmate, 1 of 4: 0; 2 = 0 0 2 0; 2 = 0 0 2 0
`
	if got := look(b); got != want {
		t.Errorf("read:\n%swant\n%s", got, want)
	}
	if s, err := b.Stats(t.Context()); err != nil || s.Draws != 2 || s.Unknown != 2 || s.Wins[0] != 2 {
		t.Errorf("statistics = %s, %v", s.JSON(), err)
	}
	if v := version(t, path); v != 1 {
		t.Errorf("version %d after reading, want 1", v)
	}
	if _, err := b.Prune(t.Context(), book.DefaultPrune()); err != nil {
		t.Fatal(err)
	}
	if v := version(t, path); v != 5 {
		t.Errorf("version %d after a change, want 5", v)
	}
	for name, b := range map[string]*book.Book{"the open book": b, "a new one": booktest.Open(t, path)} {
		if got := look(b); got != want {
			t.Errorf("%s, after a change:\n%swant\n%s", name, got, want)
		}
	}
	// The other way round: merged into a book of this version.
	o := book.DefaultCreate()
	o.Game = "xiangqi"
	to, err := book.Create(filepath.Join(t.TempDir(), "new.qkb"), o)
	if err != nil {
		t.Fatal(err)
	}
	defer to.Close()
	if _, err := to.Merge(t.Context(), ofVersion(t, 1), nil); err != nil {
		t.Fatal(err)
	}
	if got := look(to); got != want {
		t.Errorf("merged:\n%swant\n%s", got, want)
	}
}

func version(t *testing.T, path string) (v int) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err == nil {
		defer db.Close()
		err = db.QueryRow("PRAGMA user_version").Scan(&v)
	}
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// A job that another version of the engines began is not continued with this one's
// searches; a complete book needs none.
func TestResume_otherSearches(t *testing.T) {
	o := fakeOptions(t, "mnk")
	made(t, o)
	o.Resume = true
	change(t, o.Out, `UPDATE job SET options = json_remove(options, '$.searches')`)
	if _, err := generate.Book(t.Context(), o, nil); err != nil {
		t.Errorf("a complete book of another version: %v", err)
	}
	change(t, o.Out, `UPDATE job SET complete = 0`)
	_, err := generate.Book(t.Context(), o, nil)
	if !errors.Is(err, generate.ErrResume) || !strings.Contains(err.Error(), "search differently") || !strings.Contains(err.Error(), "by a merge") {
		t.Fatalf("a job begun by another version: %v, want ErrResume that says so and what to do", err)
	}
	// It can be done: a new book takes in what the old one has.
	old := o.Out
	o.Out, o.Resume = filepath.Join(t.TempDir(), "new.qkb"), false
	b, _ := made(t, o)
	if i, err := b.Merge(t.Context(), old, nil); err != nil || i.Games+i.Duplicates == 0 {
		t.Errorf("merged %+v, %v", i, err)
	}
}
