package book_test

import (
	"database/sql"
	"errors"
	"path/filepath"
	"testing"

	"qikit.dev/qikit/internal/booktest"
	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/book/generate"
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
)

var errAway = errors.New("nobody waits any more")

// fakeOptions are a job of the test game played by fakes.
func fakeOptions(t *testing.T, name string) generate.Options {
	t.Helper()
	o := generate.DefaultOptions()
	o.Game, o.Out = name, filepath.Join(t.TempDir(), "book.qkb")
	seed := uint64(7)
	o.Seed, o.Workers, o.Games = &seed, 1, 5
	o.Reevaluate = nil
	o.Engines = func(int) (engine.Engine, error) { return &booktest.Fake{Label: "fake"}, nil }
	return o
}

// made runs a job that must succeed and opens its book.
func made(t *testing.T, o generate.Options) (*book.Book, book.Summary) {
	t.Helper()
	s, err := generate.Book(t.Context(), o, nil)
	if err != nil {
		t.Fatal(err)
	}
	return booktest.Open(t, o.Out), s
}

// change writes into a book file behind its back.
func change(t *testing.T, path, statement string, args ...any) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(statement, args...); err != nil {
		t.Fatal(err)
	}
}

// turnTo is the view in which a player is to move.
func turnTo(b game.Board, player int) game.View {
	n := len(b.Sides())
	return game.View{Turn: ((player-b.Turn())%n + n) % n}
}

// identities are those of a position through every symmetry of the board, with
// the first player to move.
func identities(b game.Board) []string {
	v := turnTo(b, 0)
	var list []string
	for v.Symmetry = range b.Symmetries() {
		list = append(list, b.Identity(v))
	}
	return list
}

func breadth(width, plies int) *generate.Breadth {
	b := generate.DefaultBreadth()
	b.Width, b.Plies = width, plies
	return b
}
