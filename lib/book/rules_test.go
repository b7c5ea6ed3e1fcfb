package book_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/chess"
	"qikit.dev/qikit/lib/game"
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
