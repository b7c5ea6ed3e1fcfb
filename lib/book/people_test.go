package book_test

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"qikit.dev/qikit/internal/booktest"
	"qikit.dev/qikit/lib/book"
	_ "qikit.dev/qikit/lib/surakarta" // registers "surakarta"
)

// people are three games: two with their players, and one without names.
const people = `[Game "Surakarta"]
[Black "Ann"]
[White "Bob"]
[Date "2025.01.01"]

1. b2-b3 {+0.10/4} b5-b4 {-0.20/5} 2. c2-c3 1-0

[Game "Surakarta"]
[Black "Bob"]
[White "Ann"]
[Date "2025.01.02"]

1. b2-b3 {+0.30/6} b5-b4 2. d2-d3 0-1

[Game "Surakarta"]

1. b2-b3 c5-c4 1/2-1/2
`

func created(t *testing.T) *book.Book {
	t.Helper()
	o := book.DefaultCreate()
	o.Game = "surakarta"
	b, err := book.Create(filepath.Join(t.TempDir(), "b.qkb"), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	return b
}

func added(t *testing.T, b *book.Book, games string) book.Imported {
	t.Helper()
	i, err := b.AddGamesFrom(t.Context(), strings.NewReader(games), nil)
	if err != nil {
		t.Fatal(err)
	}
	return i
}

// A file that is added twice counts once, except for games that nothing tells from
// others; a game that differs in its players, date or result is another one.
func TestAddGames_twice(t *testing.T) {
	b := created(t)
	for round, want := range []book.Imported{{Games: 3}, {Games: 1, Duplicates: 2}, {Games: 1, Duplicates: 2}} {
		if i := added(t, b, people); i.Games != want.Games || i.Duplicates != want.Duplicates {
			t.Errorf("time %d: %s, want %d games and %d duplicates", round+1, i.JSON(), want.Games, want.Duplicates)
		}
	}
	if i := added(t, b, people+"\n"+people); i.Games != 2 || i.Duplicates != 4 {
		t.Errorf("twice in a file: %s, want 2 games and 4 duplicates", i.JSON())
	}
	for _, c := range []struct{ old, new string }{{"2025.01.01", "2025.01.03"}, {"Ann", "Eve"}, {"2. c2-c3", "2. f2-f3"}, {"1-0", "0-1"}} {
		first, _, _ := strings.Cut(people, "\n\n[Game")
		other := strings.Replace(first, c.old, c.new, 1)
		if i := added(t, b, other); i.Games != 1 || i.Duplicates != 0 || i.Faults != 0 {
			t.Errorf("with %s in place of %s: %s, want a new game", c.new, c.old, i.JSON())
		}
	}
	e, err := b.Lookup("")
	if err != nil || e.Count != 3+1+1+2+4 {
		t.Errorf("the start position was there %d times, %v, want 11", e.Count, err)
	}
	if c := checked(t, b.Path()); !c.Sound {
		t.Errorf("Check = %s", c.JSON())
	}
	other := created(t)
	if _, err := other.Merge(t.Context(), b.Path(), nil); err != nil {
		t.Fatal(err)
	}
	if i := added(t, other, people); i.Games != 1 || i.Duplicates != 2 {
		t.Errorf("after a merge: %s, want the games of the other book known", i.JSON())
	}
}

// Whatever changes a book takes the values of Minimax out of use, and says so.
func TestImported_outdated(t *testing.T) {
	b, other := created(t), created(t)
	if i := added(t, b, people); i.Outdated {
		t.Error("a book without values has none to go out of use")
	}
	added(t, other, people)
	named, _, _ := strings.Cut(people, "\n[Game \"Surakarta\"]\n\n")
	for _, c := range []struct {
		name string
		add  func() (book.Imported, error)
		want bool
	}{
		{"games that are there", func() (book.Imported, error) { return added(t, b, named), nil }, false},
		{"games", func() (book.Imported, error) { return added(t, b, people), nil }, true},
		{"a book", func() (book.Imported, error) { return b.Merge(t.Context(), other.Path(), nil) }, true},
	} {
		if _, err := b.Minimax(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
		i, err := c.add()
		if err != nil || i.Outdated != c.want {
			t.Errorf("%s: %s, %v, want outdated %v", c.name, i.JSON(), err, c.want)
		}
	}
}

// A file of an earlier version is read as it is; what adds to it makes it one of this
// version, which says what a new book says that was made of the same.
func TestOpen_earlierVersions(t *testing.T) {
	for _, v := range []int{2, 3, 4} {
		path := ofVersion(t, v)
		b := booktest.Open(t, path)
		fresh := created(t)
		said := strings.NewReplacer("+0.10/4", "", "-0.20/5", "", "+0.30/6", "")
		games := people
		if v == 2 { // that release did not read evaluations
			games = said.Replace(people)
		}
		added(t, fresh, games)
		compare := func(when string) {
			t.Helper()
			got, want := booktest.Export(t, b, "jsonl"), booktest.Export(t, fresh, "jsonl")
			if got != want {
				t.Errorf("version %d, %s:\n%s\nwant\n%s", v, when, got, want)
			}
			for _, r := range booktest.Records(t, fresh) {
				e, err := b.Lookup(r.FEN)
				f, _ := fresh.Lookup(r.FEN)
				if err != nil || string(e.JSON()) != string(f.JSON()) {
					t.Errorf("version %d, %s: %s, %v, want %s", v, when, e.JSON(), err, f.JSON())
				}
			}
			s, err := b.Stats(t.Context())
			f, _ := fresh.Stats(t.Context())
			if s.Path, f.Path = "", ""; err != nil || string(s.JSON()) != string(f.JSON()) {
				t.Errorf("version %d, %s: %s, %v, want %s", v, when, s.JSON(), err, f.JSON())
			}
		}
		compare("as it is")
		if now := version(t, path); now != v {
			t.Errorf("version %d after reading, want %d", now, v)
		}
		for _, b := range []*book.Book{b, fresh} {
			if i := added(t, b, people); i.Games != 1 || i.Duplicates != 2 {
				t.Errorf("version %d: %s, want the games of before known", v, i.JSON())
			}
		}
		compare("grown")
		if now := version(t, path); now != 5 {
			t.Errorf("version %d after a change, want 5", now)
		}
		if c := checked(t, path); !c.Sound {
			t.Errorf("version %d: Check = %s", v, c.JSON())
		}
		out := filepath.Join(t.TempDir(), "copy.qkb")
		if r, err := book.Repair(t.Context(), ofVersion(t, v), out, nil); err != nil || !r.Complete || r.Positions != 6 {
			t.Errorf("version %d: Repair = %s, %v, want a copy", v, r.JSON(), err)
		}
	}
}

// A large book is read page by page: the report says which game is next.
func TestExport_someGames(t *testing.T) {
	b := created(t)
	added(t, b, people)
	for _, row := range []struct {
		first, most int
		want        string
		next        int64 // -1: none
	}{
		{0, 2, "c2-c3 d2-d3", 2}, {1, 1, "d2-d3", 2}, {2, 1, "c5-c4", -1}, {1, 7, "d2-d3 c5-c4", -1}, {3, 1, "", -1},
	} {
		path := filepath.Join(t.TempDir(), "b.pgn")
		e, err := b.Export(t.Context(), path, "", book.ExportOptions{FirstGame: row.first, Games: &row.most}, nil)
		if err != nil {
			t.Fatal(err)
		}
		next := int64(-1)
		if e.Next != nil {
			next = *e.Next
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		found := strings.Join(regexp.MustCompile(`c2-c3|d2-d3|c5-c4`).FindAllString(string(text), -1), " ")
		if found != row.want || next != row.next || e.Records != int64(strings.Count(row.want, "-")) {
			t.Errorf("%d games from %d: %q, next %d, %d records; want %q, next %d", row.most, row.first, found, next, e.Records, row.want, row.next)
		}
	}
	one := 1
	for _, o := range []book.ExportOptions{{FirstGame: 1}, {Games: &one}} {
		_, err := b.Export(t.Context(), filepath.Join(t.TempDir(), "b.csv"), "", o, nil)
		if !errors.Is(err, book.ErrOptions) || !strings.Contains(err.Error(), "only pgn and sgf have games") {
			t.Errorf("games of csv: %v, want ErrOptions", err)
		}
	}
}
