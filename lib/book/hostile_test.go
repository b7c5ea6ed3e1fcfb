package book_test

import (
	"database/sql"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"qikit.dev/qikit/internal/dbfile"
	"qikit.dev/qikit/internal/pagesum"
	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/game"
)

// altered is a book of Xiangqi whose rows somebody has changed, sums of pages included.
func altered(t *testing.T, change string) string {
	t.Helper()
	b := underRules(t, "xiangqi", "")
	added(t, b, hostileGames)
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	name, err := dbfile.Name(b.Path(), "vfs="+pagesum.VFS)
	if err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", name)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(change); err != nil {
		t.Fatalf("%s: %v", change, err)
	}
	return b.Path()
}

const hostileGames = `[Red "a"]
[Black "b"]

1. h2e2 {+0.12/8} h9g7 2. h0g2 1-0

[Red "c"]
[Black "b"]

1. h2e2 h9g7 2. g3g4 0-1
`

// hostile are changes to rows, and the calls that must tell of the damage; others may work.
var hostile = []struct{ change, told string }{
	{"UPDATE keys SET entries = x''", "addgames"},
	{"UPDATE keys SET entries = x'00'", "addgames"},
	{"UPDATE filters SET bits = x''", ""},
	{"UPDATE filters SET bits = x'01'", ""},
	{"UPDATE runs SET blocks = 1000000000000, entries = 100000000000000", ""},
	{"UPDATE positions SET value = 5, value_depth = NULL; UPDATE moves SET value = 5, value_depth = NULL; UPDATE job SET backed = 1", "lookup pgn xqb html"},
	{"UPDATE moves SET value = NULL, value_rate = 9e999, value_depth = 3; UPDATE job SET backed = 1", "lookup pgn xqb"},
	{"UPDATE positions SET ply = -5", "records columns jsonl csv epd plain bin samples minimax"},
	{"UPDATE positions SET ply = 100000", "records columns jsonl"},
	{"UPDATE job SET preset = 77", "open"},
	{"UPDATE job SET preset = -3", "open"},
	{"UPDATE games SET winner = 9", ""},
	{"UPDATE games SET winner = -7", ""},
	{`UPDATE games SET decisions = '[{"rank":5,"depth":3,"candidates":[]},null,null]'`, ""},
	{`UPDATE games SET decisions = '[{"rank":-5,"depth":3,"candidates":[["h2e2",3]],"evals":[1],"offsets":[1]}]', engines = 'x'`, ""},
	{`UPDATE games SET decisions = '[{"win_rate":1e999,"depth":3,"candidates":[["h2e2",3]]},null,null]'`, ""},
	{`UPDATE games SET tags = '[[""]]'`, ""},
	{"UPDATE games SET initial = 'x'", ""},
	{`UPDATE positions SET candidates = '[["a"]]', evaluated = 1, engine = 'x', depth = 3`, ""},
	{"UPDATE positions SET identity = ''", ""},
	{"UPDATE positions SET count = -5", ""},
	{"UPDATE positions SET win_rate = 1e999", "records jsonl csv columns lookup samples"},
	{"UPDATE positions SET win_rate = -1e999", "records jsonl"},
	{"UPDATE positions SET score = 9223372036854775807, win_rate = 5", ""},
	{"UPDATE positions SET depth = -9223372036854775807", ""},
	{`UPDATE job SET rules = '{"natural_limit":1}'`, ""},
}

// Rows that no book has are told as damage by whoever reads them; none of them panics, and
// the file stays free for the next one.
func TestOpen_hostileRows(t *testing.T) {
	for _, row := range hostile {
		path := altered(t, row.change)
		try := func(name string, call func() error) (err error) {
			defer func() {
				if e := recover(); e != nil {
					t.Errorf("%s: %s panics: %v", row.change, name, e)
				}
				if told := strings.Contains(" "+row.told+" ", " "+name+" "); told && !errors.Is(err, book.ErrCorrupt) {
					t.Errorf("%s: %s: %v, want ErrCorrupt", row.change, name, err)
				}
			}()
			return call()
		}
		var b *book.Book
		if try("open", func() (err error) { b, err = book.Open(path); return err }) != nil {
			continue
		}
		file := filepath.Join(t.TempDir(), "out.")
		readAll(t, b, file, try)
		changeAll(t, b, try)
		if err := b.Close(); err != nil {
			t.Errorf("%s: Close: %v", row.change, err)
		}
		_ = try("check", func() error { c, err := book.Check(t.Context(), path, nil); c.JSON(); return err })
		_ = try("repair", func() error { r, err := book.Repair(t.Context(), path, file+"qkb", nil); r.JSON(); return err })
	}
}

// readAll tries all that reads a book; exports begin with that path.
func readAll(t *testing.T, b *book.Book, file string, try func(name string, call func() error) error) {
	_ = try("lookup", func() error {
		e, err := b.Lookup("")
		e.JSON()
		return err
	})
	_ = try("records", func() error {
		for r, err := range b.Records() {
			if err != nil {
				return err
			}
			r.JSON()
		}
		return nil
	})
	for _, format := range []string{"jsonl", "csv", "pgn", "xqb", "bin", "plain", "epd", "html"} {
		_ = try(format, func() error {
			_, err := b.Export(t.Context(), file+format, format, book.ExportOptions{}, nil)
			return err
		})
	}
	_ = try("columns", func() error { _, _, err := b.Columns(book.ExportOptions{}, 0, 100); return err })
	_ = try("samples", func() error {
		s, err := b.Samples(book.ExportOptions{})
		if err != nil {
			return err
		}
		defer s.Close()
		if _, err = s.Prepare(t.Context(), nil); err != nil {
			return err
		}
		_, err = s.Fill(make([]byte, s.Size(10)), 10)
		return err
	})
	_ = try("stats", func() error { s, err := b.Stats(t.Context()); s.JSON(); return err })
}

// changeAll tries all that changes a book, or another one by it.
func changeAll(t *testing.T, b *book.Book, try func(name string, call func() error) error) {
	_ = try("minimax", func() error { m, err := b.Minimax(t.Context(), nil); m.JSON(); return err })
	_ = try("addgames", func() error {
		_, err := b.AddGamesFrom(t.Context(), strings.NewReader(hostileGames), nil)
		return err
	})
	_ = try("merge", func() error {
		_, err := underRules(t, "xiangqi", "").Merge(t.Context(), b.Path(), nil)
		return err
	})
	_ = try("prune", func() error { _, err := b.Prune(t.Context(), book.DefaultPrune()); return err })
}

// A change that panics keeps nothing, and lets go of the file.
func TestChange_panic(t *testing.T) {
	b := underRules(t, "xiangqi", "")
	func() {
		defer func() {
			if recover() == nil {
				t.Error("the panic was swallowed")
			}
		}()
		_, _ = b.AddRecords(t.Context(), func(yield func(game.Record, error) bool) {
			yield(game.Record{}, nil)
			panic("somebody's own reader")
		}, nil)
	}()
	if left, err := filepath.Glob(b.Path() + "-lock"); err != nil || len(left) > 0 {
		t.Errorf("%v is left, %v", left, err)
	}
	if i := added(t, b, hostileGames); i.Games != 2 || len(stored(t, b)) != 2 {
		t.Errorf("after the panic: %s, want two games", i.JSON())
	}
}
