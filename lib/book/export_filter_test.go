package book_test

import (
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"qikit.dev/qikit/internal/booktest"
	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/book/generate"
	"qikit.dev/qikit/lib/xiangqi"
)

// trainingBook has positions in check, captures and games with and without a result.
func trainingBook(t *testing.T) *book.Book {
	t.Helper()
	b, _ := xiangqiBook(t, func(o *generate.Options) {
		o.Games, o.MaxPlies = 8, 24
		o.Initial.Positions = []string{"", "3k5/9/9/9/9/9/9/1R7/R8/4K4 w - - 0 1", "4k4/4a4/9/9/4p4/4P4/9/4R4/4A4/4K4 b - - 0 1"}
	})
	return b
}

// kept says by the record alone whether it passes the filter.
func kept(t *testing.T, o book.ExportOptions, r *book.Record) bool {
	t.Helper()
	board, err := xiangqi.New(r.FEN, xiangqi.DefaultOptions(), true)
	if err != nil {
		t.Fatal(err)
	}
	takes := false
	if r.Best != nil {
		m, err := board.Parse(*r.Best)
		if err != nil {
			t.Fatal(err)
		}
		after := board.Copy()
		after.Play(m)
		takes = men(after.Position()) < men(board.Position())
	}
	size := 0
	if r.Score != nil {
		size = max(*r.Score, -*r.Score)
	}
	return !(o.SkipUnknown && r.Result == nil || o.SkipCheck && board.InCheck() || o.SkipCaptures && takes ||
		o.MinScore != nil && (r.Score == nil || size < *o.MinScore) || o.MaxScore != nil && (r.Score == nil || size > *o.MaxScore) ||
		o.MinPly != nil && r.Ply < *o.MinPly || o.MaxPly != nil && r.Ply > *o.MaxPly)
}

// men counts the men of a position.
func men(position string) int {
	placement, _, _ := strings.Cut(position, " ")
	return len(strings.Trim(strings.Map(func(r rune) rune {
		if r == '/' || r >= '0' && r <= '9' {
			return -1
		}
		return r
	}, placement), " "))
}

// Each filter leaves out what a look at the records says, and something of this book.
func TestExport_filters(t *testing.T) {
	b := trainingBook(t)
	all := booktest.Records(t, b)
	for name, o := range map[string]book.ExportOptions{
		"nothing":       {},
		"skip_unknown":  {SkipUnknown: true},
		"skip_check":    {SkipCheck: true},
		"skip_captures": {SkipCaptures: true},
		"min_score":     {MinScore: new(10)},
		"max_score":     {MaxScore: new(40)},
		"min_ply":       {MinPly: new(4)},
		"max_ply":       {MaxPly: new(9)},
		"several":       {MinPly: new(2), MaxPly: new(20), MaxScore: new(60), SkipCheck: true, SkipCaptures: true},
	} {
		var want []string
		for _, r := range all {
			if kept(t, o, &r) {
				want = append(want, string(r.JSON()))
			}
		}
		if len(want) == 0 || name != "nothing" && len(want) == len(all) {
			t.Errorf("%s: keeps %d of %d records, which tests nothing", name, len(want), len(all))
		}
		got := strings.Split(strings.TrimSuffix(booktest.ExportAs(t, b, "jsonl", o), "\n"), "\n")
		if strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Errorf("%s: %d records, want %d", name, len(got), len(want))
		}
		for _, format := range []string{"epd", "csv"} {
			lines := strings.Count(booktest.ExportAs(t, b, format, o), "\n")
			if format == "csv" {
				lines--
			}
			if lines != len(want) {
				t.Errorf("%s: %d records in %s, want %d", name, lines, format, len(want))
			}
		}
	}
}

// An opening book has the moves of the positions that pass, and only these.
func TestExport_filteredXQB(t *testing.T) {
	b := trainingBook(t)
	rows := func(o book.ExportOptions) int64 {
		e, err := b.Export(t.Context(), filepath.Join(t.TempDir(), "x.xqb"), "xqb", o, nil)
		if err != nil {
			t.Fatal(err)
		}
		return e.Records
	}
	all, some := rows(book.ExportOptions{}), rows(book.ExportOptions{MaxPly: new(3)})
	moves := map[string]bool{}
	for _, r := range booktest.Records(t, b) {
		if r.Ply <= 3 && r.Move != nil {
			e, err := b.Lookup(r.FEN)
			if err != nil {
				t.Fatal(err)
			}
			board, err := xiangqi.New(r.FEN, xiangqi.DefaultOptions(), true)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range e.Moves {
				moves[string(board.BookKey())+m.Move] = true
			}
		}
	}
	if some == 0 || some >= all || some > int64(len(moves)) {
		t.Errorf("%d rows, %d with a filter, expected fewer and at most %d", all, some, len(moves))
	}
}

// Games are filtered by their result only.
func TestExport_filteredPGN(t *testing.T) {
	b := trainingBook(t)
	var ended, all int64
	for g, err := range b.Games(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		all++
		if g.Ended() {
			ended++
		}
	}
	path := filepath.Join(t.TempDir(), "x.pgn")
	e, err := b.Export(t.Context(), path, "pgn", book.ExportOptions{SkipUnknown: true}, nil)
	if err != nil || e.Records != ended || ended == 0 || ended == all {
		t.Errorf("%d games, %v, want %d of %d", e.Records, err, ended, all)
	}
	for _, o := range []book.ExportOptions{{SkipCheck: true}, {SkipCaptures: true}, {MinPly: new(1)}, {MaxScore: new(1)}} {
		if _, err := b.Export(t.Context(), path, "pgn", o, nil); !errors.Is(err, book.ErrOptions) {
			t.Errorf("%+v: %v, want ErrOptions", o, err)
		}
	}
}

func TestExport_badFilters(t *testing.T) {
	b := trainingBook(t)
	path := filepath.Join(t.TempDir(), "x")
	for text, want := range map[string]string{
		`{"min_ply": 3, "max_ply": 2}`:            "min_ply is 3, expected at most max_ply",
		`{"min_score": 3, "max_score": 2}`:        "min_score is 3, expected at most max_score",
		`{"min_ply": -1}`:                         "min_ply is -1",
		`{"unknown": true, "skip_unknown": true}`: "skip_unknown is true beside unknown",
	} {
		if _, err := book.ParseExportOptions([]byte(text)); !errors.Is(err, book.ErrOptions) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
		var o book.ExportOptions
		if err := json.Unmarshal([]byte(text), &o); err != nil {
			t.Fatal(err)
		}
		if _, err := b.Export(t.Context(), path, "jsonl", o, nil); !errors.Is(err, book.ErrOptions) || !strings.Contains(err.Error(), want) {
			t.Errorf("Export with %s: %v, want %q", text, err, want)
		}
	}
	other, _ := made(t, fakeOptions(t, "mnk"))
	for _, o := range []book.ExportOptions{{SkipCheck: true}, {SkipCaptures: true}} {
		if _, err := other.Export(t.Context(), path, "jsonl", o, nil); !errors.Is(err, book.ErrOptions) || !strings.Contains(err.Error(), "mnk") {
			t.Errorf("a game that cannot tell, %+v: %v, want ErrOptions", o, err)
		}
	}
	if booktest.Exists(path) {
		t.Error("a refused export left a file")
	}
}

// A book that is exported is not what it is exported to.
func TestExport_ontoItself(t *testing.T) {
	o := fakeOptions(t, "mnk")
	b, _ := made(t, o)
	path := o.Out
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(path, link); err != nil {
		t.Fatal(err)
	}
	for _, to := range []string{path, link} {
		if _, err := b.Export(t.Context(), to, "jsonl", book.ExportOptions{}, nil); !errors.Is(err, book.ErrOptions) {
			t.Errorf("to %s: %v, want %v", to, err, book.ErrOptions)
		}
	}
	again, err := book.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	again.Close()
}

// A name that ends in .gz or .zst says how the same bytes are compressed.
func TestExport_compressed(t *testing.T) {
	b := trainingBook(t)
	for _, format := range []string{"jsonl", "pgn", "csv", "xqb"} {
		want := booktest.Export(t, b, format)
		for _, suffix := range []string{".gz", ".ZST"} {
			path := filepath.Join(t.TempDir(), "x"+suffix)
			e, err := b.Export(t.Context(), path, format, book.ExportOptions{}, nil)
			if err != nil {
				t.Fatal(err)
			}
			text := expanded(t, path)
			if format == "xqb" { // SQLite does not promise equal bytes
				text, want = text[:16], want[:16]
			}
			if info, err := os.Stat(path); err != nil || info.Size() != e.Bytes {
				t.Errorf("%s%s: report says %d bytes, the file has %v, %v", format, suffix, e.Bytes, info.Size(), err)
			}
			if text != want {
				t.Errorf("%s%s expands to %d bytes, want %d", format, suffix, len(text), len(want))
			}
		}
	}
}

// expanded reads a compressed file.
func expanded(t *testing.T, path string) string {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var r io.Reader
	if filepath.Ext(path) == ".gz" {
		r, err = gzip.NewReader(f)
	} else {
		r, err = zstd.NewReader(f)
	}
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
