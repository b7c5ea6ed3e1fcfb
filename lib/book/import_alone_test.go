package book_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"qikit.dev/qikit/internal/booktest"
	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/book/generate"
	"qikit.dev/qikit/lib/game"
)

// endingsBook is a book whose games end in every way.
func endingsBook(t *testing.T) *book.Book {
	b, _ := xiangqiBook(t, func(o *generate.Options) {
		o.TopK = 3
		o.Initial.Positions = []string{"", "3k5/9/9/9/9/9/9/1R7/R8/4K4 w - - 0 1", "3k5/9/9/9/9/9/9/1R7/R8/4K4 b - - 0 1",
			"3k5/9/9/9/9/9/9/9/4A4/4K4 w - - 110 60"}
	})
	return b
}

// label is what training data says of a record.
func label(r book.Record) string {
	return fmt.Sprint(r.FEN, " best ", book.Optional(r.Best), " score ", book.Optional(r.Score), " ply ", r.Ply, " result ", book.Optional(r.Result), " count ", r.Count)
}

// What is written for trainers and imported again says the same of each position.
func TestAddGames_trainingDataAndBack(t *testing.T) {
	mnk, _ := made(t, fakeOptions(t, "mnk"))
	for _, b := range []*book.Book{endingsBook(t), mnk} {
		for _, name := range []string{"x.plain", "x.PLAIN.gz", "x.plain.zst", "x.bin", "x.bin.gz"} {
			format := strings.Split(name, ".")[1]
			if format == "bin" && b == mnk {
				continue
			}
			path := filepath.Join(t.TempDir(), name)
			e, err := b.Export(t.Context(), path, strings.ToLower(format), book.ExportOptions{}, nil)
			if err != nil {
				t.Fatal(err)
			}
			again := emptyBook(t, b.Game())
			i, err := again.AddGames(t.Context(), path, nil)
			if err != nil || i.Positions != e.Records || i.Candidates != e.Records || i.Games != 0 || i.Faults != 0 || e.Records == 0 {
				t.Fatalf("%s: imported %+v, %v, want %d positions", name, i, err, e.Records)
			}
			for _, format := range []string{"plain", "bin"} {
				if format == "bin" && b == mnk {
					continue
				}
				if booktest.Export(t, again, format) != booktest.Export(t, b, format) {
					t.Errorf("%s: exported again as %s it differs", name, format)
				}
			}
			var want, got []string
			for _, r := range booktest.Records(t, b) {
				if r.Best != nil && r.Score != nil && r.Result != nil {
					r.Count = 1
					want = append(want, label(r))
				}
			}
			for _, r := range booktest.Records(t, again) {
				got = append(got, label(r))
				if r.Reason != book.ReasonSample || len(r.Moves) != 0 || r.Move != nil || r.Wins+r.Draws+r.Losses != 1 {
					t.Errorf("%s: %s", name, r.JSON())
				}
			}
			if strings.Join(got, "\n") != strings.Join(want, "\n") {
				t.Errorf("%s: records\n%q, want\n%q", name, got, want)
			}
			stats, err := again.Stats(t.Context())
			if err != nil || stats.Games != 0 || stats.Repeatable || len(stats.Lengths) != 0 {
				t.Errorf("%s: %+v, %v: its games are not known", name, stats, err)
			}
		}
	}
}

// A position that the book has keeps the score of its search; a look-up has the best move
// and counts no move that nobody says was played.
func TestAddGames_plainIntoABook(t *testing.T) {
	b := emptyBook(t, "xiangqi")
	pgn := "[Red \"Ann\"]\n\n1. h2e2 {+0.12/8} h9g7 1-0\n\n[Red \"Ann\"]\n\n1. b2d2 h9g7 0-1\n"
	if _, err := b.AddGamesFrom(t.Context(), strings.NewReader(pgn), nil); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "x.plain")
	fen := "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
	after := "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1"
	text := "fen " + fen + "\nmove b3e3\nscore 99\nply 0\nresult 1\ne\n" + "fen " + after + "\nmove h10g8\nscore -7\nply 1\nresult -1\ne\n"
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if i, err := b.AddGames(t.Context(), path, nil); err != nil || i.Candidates != 2 || i.Positions != 0 {
		t.Fatalf("imported %+v, %v", i, err)
	}
	e, err := b.Lookup(fen)
	if err != nil || e.Count != 3 || e.Wins != 2 || e.Losses != 1 || *e.Eval != 12 || *e.Best != "h2e2" {
		t.Errorf("%s, %v", e.JSON(), err)
	}
	if last := e.Moves[len(e.Moves)-1]; len(e.Moves) != 3 || last.Move != "b2e2" || last.Count != 0 || *last.Eval != 99 {
		t.Errorf("the move of the training text: %+v", last)
	}
	e, err = b.Lookup(after)
	if err != nil || e.Count != 2 || e.Losses != 2 || *e.Eval != -7 || *e.Best != "h9g7" || e.Moves[0].Count != 1 {
		t.Errorf("%s, %v", e.JSON(), err)
	}
	if text := booktest.Export(t, b, "pgn"); strings.Count(text, "[Result ") != 2 {
		t.Errorf("the games are\n%s", text)
	}
}

// rowsOfXQB are the rows of an opening book in order.
func rowsOfXQB(t *testing.T, path string) (rows []string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	list, err := db.Query("SELECT hex(Key) || ' ' || Move || ' ' || Score || ' ' || Win || ' ' || Draw || ' ' || Lost || ' ' || Valid || ' ' || coalesce(Memo, '') FROM book ORDER BY Key, Move")
	if err != nil {
		t.Fatal(err)
	}
	defer list.Close()
	var row string
	for list.Next() {
		if err := list.Scan(&row); err != nil {
			t.Fatal(err)
		}
		rows = append(rows, row)
	}
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	return rows
}

func TestAddGames_xqbAndBack(t *testing.T) {
	for _, mirror := range []bool{false, true} {
		b, _ := xiangqiBook(t, func(o *generate.Options) {
			o.Games, o.TopK, o.Mirror = 8, 3, mirror
			o.Initial.Positions = []string{"", "3k5/9/9/9/9/9/9/1R7/R8/4K4 b - - 0 1"}
		})
		dir := t.TempDir()
		path, second := filepath.Join(dir, "a.xqb"), filepath.Join(dir, "b.xqb")
		e, err := b.Export(t.Context(), path, "xqb", book.ExportOptions{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		o := book.DefaultCreate()
		o.Game, o.Mirror = "xiangqi", mirror
		again, err := book.Create(filepath.Join(dir, "again.qkb"), o)
		if err != nil {
			t.Fatal(err)
		}
		defer again.Close()
		i, err := again.AddGames(t.Context(), path, nil)
		if err != nil || i.Positions == 0 || i.Faults != 0 || i.Games != 0 {
			t.Fatalf("imported %+v, %v", i, err)
		}
		for _, r := range booktest.Records(t, b) {
			compareMoves(t, b, again, r.FEN)
		}
		if _, err := again.Export(t.Context(), second, "xqb", book.ExportOptions{}, nil); err != nil {
			t.Fatal(err)
		}
		got, want := rowsOfXQB(t, second), rowsOfXQB(t, path)
		if int64(len(want)) != e.Records || strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Errorf("mirror %t: exported again as\n%q, want\n%q", mirror, got, want)
		}
		if left, err := filepath.Glob(filepath.Join(dir, "a.xqb?*")); err != nil || len(left) > 0 {
			t.Errorf("beside the file: %v, %v", left, err)
		}
	}
}

// compareMoves compares what two books say of the moves of a position.
func compareMoves(t *testing.T, b, again *book.Book, fen string) {
	t.Helper()
	want, err := b.Lookup(fen)
	if err != nil || len(want.Moves) == 0 {
		return
	}
	got, err := again.Lookup(fen)
	if err != nil || len(got.Moves) != len(want.Moves) {
		t.Fatalf("%s: %s, %v, want %s", fen, got.JSON(), err, want.JSON())
	}
	best := want.Moves[0]
	for i, m := range want.Moves {
		g := got.Moves[i]
		if g.Move != m.Move || g.Count != m.Count || g.Wins != m.Wins || g.Draws != m.Draws || g.Losses != m.Losses || g.Unknown != m.Unknown || *g.Eval != *m.Eval {
			t.Errorf("%s: %+v, want %+v", fen, g, m)
		}
		if *m.Eval > *best.Eval {
			best = m
		}
	}
	chosen := slices.IndexFunc(want.Moves, func(m book.Played) bool { return m.Move == *got.Best })
	if *got.Eval != *best.Eval || *want.Moves[chosen].Eval != *best.Eval {
		t.Errorf("%s: %s, want %s", fen, got.JSON(), best.Move)
	}
}

// startKey is the start position's key in an .xqb book.
const startKey = "x'ceb7cef37ac801e079f7df7df00002ebaebaeb02c004653a56939440'"

// xqbTable is the table of an opening book without its index.
const xqbTable = "CREATE TABLE book (Id INTEGER PRIMARY KEY, Key BLOB, Move INTEGER, Score INTEGER, Win INTEGER, Draw INTEGER, Lost INTEGER, Valid INTEGER, Memo TEXT)"

// xqbFile is an SQLite file.
func xqbFile(t *testing.T, statements ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "x.xqb")
	for _, s := range statements {
		change(t, path, s)
	}
	return path
}

// What other programs have in opening books: no index, moves switched off, remarks, scores alone.
func TestAddGames_xqbOfOthers(t *testing.T) {
	b := emptyBook(t, "xiangqi")
	path := xqbFile(t, xqbTable, "INSERT INTO book (Key, Move, Score, Win, Draw, Lost, Valid, Memo) VALUES "+strings.Join([]string{
		"(" + startKey + ", 30580, -20, 1, 2, 3, 1, 'a remark')", // h2e2
		"(" + startKey + ", 30580, 0, 10, 0, 0, NULL, NULL)",     // again
		"(" + startKey + ", 29044, 30, 0, 0, 0, 1, 'unknown 5')", // b2e2 in this view
		"(" + startKey + ", 30581, 10, 1, 1, 1, 0, '')",          // off
		"(" + startKey + ", 1, 10, 1, 1, 1, 1, '')",              // no move
		"(" + startKey + ", 30582, 10, -1, 1, 1, 1, '')",         // no count
		"(x'ff00', 1, 10, 1, 1, 1, 1, '')",                       // no position
	}, ", "))
	i, err := b.AddGames(t.Context(), path, nil)
	if err != nil || i.Positions != 1 || i.Candidates != 21 || i.Faults != 3 {
		t.Fatalf("imported %+v, %v", i, err)
	}
	e, err := b.Lookup("")
	if err != nil || e.Count != 21 || e.Wins != 11 || e.Unknown != 5 || *e.Eval != 30 || len(e.Moves) != 2 || e.Moves[0].Count != 16 || *e.Moves[0].Eval != -20 {
		t.Errorf("%s, %v", e.JSON(), err)
	}
	unscored := emptyBook(t, "xiangqi")
	path = xqbFile(t, xqbTable, "INSERT INTO book (Key, Move, Score, Win) VALUES ("+startKey+", 30580, 0, 4)")
	if _, err := unscored.AddGames(t.Context(), path, nil); err != nil {
		t.Fatal(err)
	}
	if e, err := unscored.Lookup(""); err != nil || e.Eval != nil || e.Moves[0].Eval != nil || e.Moves[0].Wins != 4 {
		t.Errorf("%s, %v, want no evaluation", e.JSON(), err)
	}
}

func gz(text string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write([]byte(text))
	w.Close()
	return b.String()
}

func zst(t *testing.T, text string) string {
	w, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	return string(w.EncodeAll([]byte(text), nil))
}

// Files that are not what their names say, or are cut short, or unpack without an end.
func TestAddGames_refusesFiles(t *testing.T) {
	b := endingsBook(t)
	plain, packed := booktest.Export(t, b, "plain"), booktest.Export(t, b, "bin")
	opening := booktest.Export(t, b, "xqb")
	qkb, err := os.ReadFile(b.Path())
	if err != nil {
		t.Fatal(err)
	}
	record, _, _ := strings.Cut(plain, "e\n")
	for _, c := range []struct {
		name, text string
		is         error
		says       string
	}{
		{"pgn.plain", "[Red \"Ann\"]\n\n1. h2e2 1-0\n", game.ErrRecord, `line 1: "[Red`},
		{"elf.plain", "\x7fELF\x01\x02", game.ErrRecord, "line 1"},
		{"end.plain", "e\n", game.ErrRecord, "lines 1 to 1: "},
		{"cut.plain", plain[:len(plain)-2], game.ErrRecord, "ends within a record"},
		{"twice.plain", record + record, game.ErrRecord, "once a record"},
		{"long.plain", strings.Repeat("x", 1<<20), game.ErrRecord, "over 4096 bytes"},
		{"empty-lines.plain", strings.Repeat("\n", 1<<20), game.ErrRecord, "line 65"},
		{"ply.plain", strings.Replace(record, "ply ", "ply x", 1) + "e\n", game.ErrRecord, `ply "x`},
		{"cut.plain.gz", gz(plain)[:40], book.ErrFile, "cut.plain.gz"},
		{"none.plain.gz", plain, book.ErrFile, "none.plain.gz"},
		{"none.plain.zst", plain, book.ErrFile, "none.plain.zst"},
		{"swollen.pgn.zst", zst(t, strings.Repeat(strings.Repeat(" ", 1<<16)+"\n", 1100)), book.ErrFile, "at most 1000 times"},
		{"zeros.plain.zst", zst(t, strings.Repeat("\x00", 2<<20)), game.ErrRecord, "4096"},
		{"cut.bin", packed[:100], game.ErrRecord, "within a record"},
		{"cut.bin.gz", gz(packed[:100]), game.ErrRecord, "within a record"},
		{"text.bin", strings.Repeat("text", 36), game.ErrRecord, "record 1"},
		{"zeros.bin", strings.Repeat("\x00", 144), game.ErrRecord, "record 1"},
		{"text.xqb", plain, book.ErrNoBook, "does not begin as an SQLite file"},
		{"empty.xqb", "", book.ErrNoBook, "is empty"},
		{"book.xqb", string(qkb), book.ErrNoBook, "expected an opening book"},
		{"cut.xqb", opening[:len(opening)-4096], book.ErrCorrupt, "malformed"},
		{"packed.xqb.gz", gz(opening), book.ErrFormat, "compressed"},
	} {
		path := filepath.Join(t.TempDir(), c.name)
		if err := os.WriteFile(path, []byte(c.text), 0o644); err != nil {
			t.Fatal(err)
		}
		again := emptyBook(t, "xiangqi")
		i, err := again.AddGames(t.Context(), path, nil)
		if !errors.Is(err, c.is) || !strings.Contains(err.Error(), c.says) || !strings.Contains(err.Error(), c.name) {
			t.Errorf("%s: %+v, %v, want %v that says %q", c.name, i, err, c.is, c.says)
		}
		if n, err := again.Len(); err != nil || n != 0 {
			t.Errorf("%s: %d records, %v", c.name, n, err)
		}
	}
	path := filepath.Join(t.TempDir(), "x.plain")
	if err := os.WriteFile(path, []byte(plain), 0o644); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errAway)
	if _, err := emptyBook(t, "xiangqi").AddGames(ctx, path, nil); !errors.Is(err, errAway) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestAddGames_refusesOpeningBooks(t *testing.T) {
	for _, c := range []struct {
		name       string
		statements []string
	}{
		{"a view", []string{"CREATE VIEW book AS WITH RECURSIVE n(Key) AS (SELECT 1 UNION ALL SELECT Key + 1 FROM n) SELECT Key, 1 AS Move, 1 AS Score, 1 AS Win, 1 AS Draw, 1 AS Lost, 1 AS Valid, '' AS Memo FROM n"}},
		{"a computed column", []string{strings.Replace(xqbTable, "Memo TEXT", "Memo TEXT AS (hex(zeroblob(100000000)))", 1)}},
		{"no such columns", []string{"CREATE TABLE book (Key BLOB)"}},
		{"another game's keys", []string{xqbTable, "INSERT INTO book (Key, Move) VALUES (x'00', 1)"}},
	} {
		b := emptyBook(t, "xiangqi")
		if i, err := b.AddGames(t.Context(), xqbFile(t, c.statements...), nil); !errors.Is(err, book.ErrNoBook) {
			t.Errorf("%s: %+v, %v, want ErrNoBook", c.name, i, err)
		}
	}
	b := emptyBook(t, "mnk")
	for _, name := range []string{"x.xqb", "x.bin"} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte("SQLite format 3\x00"), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := b.AddGames(t.Context(), path, nil); !errors.Is(err, book.ErrFormat) || !strings.Contains(err.Error(), "mnk") {
			t.Errorf("%s of another game: %v, want ErrFormat", name, err)
		}
	}
}
