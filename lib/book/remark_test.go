package book_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"qikit.dev/qikit/internal/booktest"
	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/book/generate"
)

// emptyBook is a new book for games of people.
func emptyBook(t *testing.T, name string) *book.Book {
	t.Helper()
	o := book.DefaultCreate()
	o.Game = name
	b, err := book.Create(filepath.Join(t.TempDir(), "people.qkb"), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	return b
}

// opinion is what a record says of its searches.
func opinion(r book.Record) string {
	return fmt.Sprint(r.FEN, " score ", book.Optional(r.Score), " best ", book.Optional(r.Best), " depth ", book.Optional(r.Depth),
		" engine ", book.Optional(r.Engine), " proven ", book.Optional(r.Proven))
}

// Whatever the notation and the encoding, evaluations come back: of the positions, and of the moves.
func TestExport_pgnKeepsEvaluations(t *testing.T) {
	b, s := xiangqiBook(t, func(o *generate.Options) {
		o.TopK, o.Reevaluate, o.Mirror = 4, nil, false
		o.Initial.Positions = []string{"", "3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1"}
	})
	records := booktest.Records(t, b)
	others := 0
	for _, o := range []book.ExportOptions{{}, {Notation: "wxf"}, {Notation: "chinese"}, {Notation: "chinese-traditional", Encoding: "utf-8"},
		{Notation: "chinese", Encoding: "gb18030"}, {Notation: "uci10", Encoding: "gb18030"}} {
		text := booktest.ExportAs(t, b, "pgn", o)
		if chinese := o.Notation == "chinese" && o.Encoding == "gb18030"; utf8.ValidString(text) == chinese {
			t.Errorf("%+v: valid UTF-8 %t", o, !chinese)
		}
		if o.Notation == "chinese" && o.Encoding == "" && !strings.ContainsAny(text, "炮马车兵相") {
			t.Errorf("%+v: no moves in Chinese", o)
		}
		others += strings.Count(text, ", best ")
		again := emptyBook(t, "xiangqi")
		if i, err := again.AddGamesFrom(t.Context(), strings.NewReader(text), nil); err != nil || i.Games != s.Games || i.Faults > 0 {
			t.Fatalf("%+v: imported %+v, %v", o, i, err)
		}
		back := booktest.Records(t, again)
		if len(back) != len(records) {
			t.Fatalf("%+v: %d records, want %d", o, len(back), len(records))
		}
		for i, r := range records {
			if got, want := opinion(back[i]), opinion(r); got != want {
				t.Errorf("%+v: record %d: %s, want %s", o, i, got, want)
			}
			got, err := again.Lookup(r.FEN)
			if err != nil {
				t.Fatal(err)
			}
			want, err := b.Lookup(r.FEN)
			if err != nil {
				t.Fatal(err)
			}
			if string(got.JSON()) != string(want.JSON()) {
				t.Errorf("%+v: %s, want %s", o, got.JSON(), want.JSON())
			}
		}
		if second := booktest.ExportAs(t, again, "pgn", o); second != text {
			t.Errorf("%+v: exported again as\n%s\nwant\n%s", o, second, text)
		}
	}
	if others == 0 {
		t.Error("no move other than the best was played: the test tests too little")
	}
}

func TestAddGames_evaluationsOfOtherPrograms(t *testing.T) {
	for _, row := range []struct{ comment, score, depth string }{
		{"+0.12/8", "12", "8"},
		{"-1.05/21 0.53s", "-105", "21"},
		{"0.00/1, a draw", "0", "1"},
		{"+M3/12", "31995", "12"},
		{"-M2/9", "-31996", "9"},
		{"-0.50/8, best b2e2 +0.25", "25", "8"},
		{"-0.50/8, best h2h2 +0.25", "", ""},
		{"book", "", ""},
		{"+0.12", "", ""},
		{"+0.12/8x", "", ""},
		{"+999.99/8", "", ""},
	} {
		b := emptyBook(t, "xiangqi")
		pgn := "[Red \"Ann\"]\n[Black \"Bob\"]\n\n1. h2e2 {" + row.comment + "} h9g7 1-0\n"
		if i, err := b.AddGamesFrom(t.Context(), strings.NewReader(pgn), nil); err != nil || i.Games != 1 {
			t.Fatalf("%q: %+v, %v", row.comment, i, err)
		}
		r := booktest.Records(t, b)[0]
		engine := ""
		if row.score != "" {
			engine = "Ann"
		}
		if book.Optional(r.Score) != row.score || book.Optional(r.Depth) != row.depth || book.Optional(r.Engine) != engine {
			t.Errorf("%q: %s, want score %q, depth %q", row.comment, opinion(r), row.score, row.depth)
		}
	}
}

func TestExport_pgnRefusesNotationsAndEncodings(t *testing.T) {
	b, _ := xiangqiBook(t, nil)
	o := surakartaOptions(t)
	other, _ := made(t, o)
	for _, row := range []struct {
		b    *book.Book
		o    book.ExportOptions
		says string
	}{
		{b, book.ExportOptions{Notation: "san"}, `no such notation: "san", expected one of uci`},
		{b, book.ExportOptions{Encoding: "big5"}, `no such encoding of records: "big5", expected one of utf-8, gb18030 for xiangqi`},
		{other, book.ExportOptions{Encoding: "gb18030"}, `no such encoding of records: "gb18030", expected one of utf-8 for surakarta`},
	} {
		path := filepath.Join(t.TempDir(), "x.pgn")
		if _, err := row.b.Export(t.Context(), path, "pgn", row.o, nil); err == nil || !strings.Contains(err.Error(), row.says) {
			t.Errorf("%+v: %v, want %s", row.o, err, row.says)
		}
		if _, err := os.Stat(path); err == nil {
			t.Errorf("%+v: a file was left", row.o)
		}
	}
	if _, err := book.ParseExportOptions([]byte(`{"notation":"wxf","encoding":"gbk"}`)); err == nil || !strings.Contains(err.Error(), `encoding is "gbk"`) {
		t.Errorf("an encoding that does not exist: %v", err)
	}
}
