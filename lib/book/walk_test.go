package book_test

import (
	"fmt"
	"testing"

	"qikit.dev/qikit/internal/booktest"
	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/book/generate"
)

// Moves that are read for many positions at once are those of a look-up: in files of every
// version, beside repeats, after positions were taken out and after Minimax.
func TestWalk_movesByStretches(t *testing.T) {
	both := func(name string, b *book.Book) {
		t.Helper()
		if n, err := book.PlayedTwice(b); err != nil || n == 0 {
			t.Errorf("%s: %d moves, %v", name, n, err)
		}
	}
	for version := range 4 {
		both(fmt.Sprint("version ", version+1), booktest.Open(t, ofVersion(t, version+1)))
	}
	o := fakeOptions(t, "mnk")
	o.Games = 300 // more positions than a walk reads at once
	o.Reevaluate = &generate.Reevaluate{Depth: 9, Lines: 1}
	made(t, o)
	other := fakeOptions(t, "mnk")
	other.Seed = new(uint64(8))
	made(t, other)
	b := booktest.Open(t, o.Out)
	both("after Minimax", b)
	if _, err := b.Merge(t.Context(), other.Out, nil); err != nil {
		t.Fatal(err)
	}
	both("merged", b)
	if _, err := b.Prune(t.Context(), book.PruneOptions{MinCount: 2, MinMoveCount: 2}); err != nil {
		t.Fatal(err)
	}
	both("pruned", b)
}
