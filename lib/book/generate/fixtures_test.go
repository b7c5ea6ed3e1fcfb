package generate

import (
	"path/filepath"
	"testing"

	"qikit.dev/qikit/internal/booktest"
	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/engine"
)

// fakeOptions are a job of the test game played by fakes.
func fakeOptions(t *testing.T, name string) Options {
	t.Helper()
	o := DefaultOptions()
	o.Game, o.Out = name, filepath.Join(t.TempDir(), "book.qkb")
	seed := uint64(7)
	o.Seed, o.Workers, o.Games = &seed, 1, 5
	o.Reevaluate = nil
	o.Engines = func(int) (engine.Engine, error) { return &booktest.Fake{Label: "fake"}, nil }
	return o
}

// generated runs a job that must succeed and opens its book.
func generated(t *testing.T, o Options) (*book.Book, book.Summary) {
	t.Helper()
	s, err := Book(t.Context(), o, nil)
	if err != nil {
		t.Fatal(err)
	}
	return booktest.Open(t, o.Out), s
}

func breadth(width, plies int, merge bool) *Breadth {
	b := DefaultBreadth()
	b.Width, b.Plies, b.Merge = width, plies, merge
	return b
}
