package book_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"qikit.dev/qikit/internal/booktest"
	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/chess"
	"qikit.dev/qikit/lib/game"
	_ "qikit.dev/qikit/lib/gomoku"
	_ "qikit.dev/qikit/lib/weiqi"
)

// underRules makes an empty book of a game by its rules.
func underRules(t *testing.T, name, rules string) *book.Book {
	t.Helper()
	o := book.DefaultCreate()
	o.Game, o.Rules = name, []byte(rules)
	b, err := book.Create(filepath.Join(t.TempDir(), "b.qkb"), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	return b
}

// stored lists where the games of a book began, with their moves.
func stored(t *testing.T, b *book.Book) (list []string) {
	t.Helper()
	for g, err := range b.Games(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, g.Initial+" "+g.Moves)
	}
	return list
}

// A record begins where its file says, not where the rules of the book begin.
func TestAddGames_startOfTheRecord(t *testing.T) {
	b := underRules(t, "chess", `{"chess960":true,"arrangement":100}`)
	i := added(t, b, "[White \"a\"]\n[Black \"b\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. d4 d5 1-0\n")
	got, want := stored(t, b), []string{chess.StartFEN + " e2e4 e7e5 d2d4 d7d5"}
	if i.Games != 1 || i.Faults != 0 || !slices.Equal(got, want) {
		t.Errorf("%s, %q, want %q", i.JSON(), got, want)
	}
}

// A record whose moves are not legal by the rules of the book is left out.
func TestAddRecords_illegalMoves(t *testing.T) {
	standard, err := game.New("chess", game.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"e4", "e5", "Nf3"} {
		m, err := standard.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		standard.Play(m)
	}
	moves := standard.Played(nil)
	b := underRules(t, "chess", `{"chess960":true,"arrangement":0}`)
	i, err := b.AddRecords(t.Context(), func(yield func(game.Record, error) bool) {
		_ = yield(game.Record{Moves: moves}, nil) && yield(game.Record{Moves: moves[:2]}, nil)
	}, nil)
	if err != nil || i.Games != 1 || i.Faults != 1 || len(stored(t, b)) != 1 {
		t.Errorf("%s, %v, want one game and one fault", i.JSON(), err)
	}
	if len(i.First) != 1 || !strings.Contains(i.First[0], "game 0, ply 3: g1f3 is no legal move") {
		t.Errorf("%q, want it to name the move", i.First)
	}
}

// A game that the rules end, and whose record states other rules than the book's, has no
// result but what its record names. Its moves are held against the book's rules.
func TestAddGames_rulesOfTheRecord(t *testing.T) {
	const passes, five = "B[ee];W[tt];B[tt]", "B[hh];W[aa];B[ih];W[oa];B[jh];W[ao];B[kh];W[oo];B[lh]"
	const threes = "B[hg];W[aa];B[hf];W[oa];B[gh];W[ao];B[fh];W[oo];B[hh];W[oc]"
	for _, row := range []struct {
		name, rules, record string
		want                book.Reason // why the game has its result; none is a fault
	}{
		{"go", `{"size":9,"komi":7.5}`, "SZ[9];" + passes, "two passes"},
		{"go", `{"size":9,"komi":7.5}`, "SZ[9]KM[7.50]RU[chinese];" + passes, "two passes"},
		{"go", `{"size":9,"komi":7.5}`, "SZ[9]KM[100];" + passes, book.ReasonUnknown},
		{"go", `{"size":9,"komi":7.5}`, "SZ[9]RU[Seed];" + passes, book.ReasonUnknown},
		{"go", `{"size":9,"komi":7.5}`, "SZ[9]KM[100]RE[W+19];" + passes, book.ReasonRecord},
		{"gomoku", "", "GM[4]SZ[15];" + five, "five in a row"},
		{"gomoku", "", "GM[4]SZ[15]RU[Freestyle];" + five, "five in a row"},
		{"gomoku", "", "GM[4]SZ[15]RU[house];" + five, "five in a row"},
		{"gomoku", "", "GM[4]SZ[15]RU[Standard];" + five, book.ReasonUnknown},
		{"gomoku", `{"rule":"renju"}`, "GM[4]SZ[15]RU[Freestyle];" + threes, ""},
		{"gomoku", `{"rule":"renju"}`, "GM[4]SZ[15]RU[Freestyle];B[hh];W[aa]", book.ReasonUnknown},
	} {
		b := underRules(t, row.name, row.rules)
		// The game behind it is added in any case.
		i := added(t, b, "(;"+row.record+")(;"+strings.Split(row.record, ";")[0]+")")
		var reasons []book.Reason
		for g, err := range b.Games(t.Context()) {
			if err != nil {
				t.Fatal(err)
			}
			reasons = append(reasons, g.Reason)
		}
		want := []book.Reason{row.want, book.ReasonUnknown}
		if strings.Contains(row.record, "RE[") {
			want[1] = book.ReasonRecord
		}
		if row.want == "" {
			want = want[1:]
		}
		if !slices.Equal(reasons, want) {
			t.Errorf("%s %s, %s: %v, %s; want %v", row.name, row.rules, row.record, reasons, i.JSON(), want)
		}
	}
}

// What a book writes it reads again: the rules that it states are its own.
func TestAddGames_ownExport(t *testing.T) {
	for name, rules := range map[string]string{"go": `{"size":9,"komi":0.5,"scoring":"seed+komi"}`, "gomoku": `{"rule":"standard"}`} {
		b := underRules(t, name, rules)
		record := map[string]string{"go": "(;SZ[9];B[ee];W[cc])", "gomoku": "(;GM[4]SZ[15];B[hh];W[aa])"}[name]
		added(t, b, record)
		if i := added(t, b, booktest.Export(t, b, "sgf")); i.Games != 1 || i.Faults != 0 {
			t.Errorf("%s: %s, want the game once more", name, i.JSON())
		}
	}
}
