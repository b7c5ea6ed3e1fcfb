package capturego

import (
	"fmt"
	"slices"
	"testing"

	"qikit.dev/qikit/internal/gobantest"
	"qikit.dev/qikit/lib/game"
)

func endText(b *Board) string {
	if o, over := b.Outcome(); over {
		return fmt.Sprint(o.Winner, " ", o.Reason)
	}
	return ""
}

// compare holds everything that a board says of its position against the slow
// one.
func compare(t *testing.T, b *Board, s *gobantest.Slow) {
	t.Helper()
	if got, want := b.Position(), s.Text(); got != want {
		t.Fatalf("position %q, want %q", got, want)
	}
	moves := s.Moves()
	want := make([]string, 0, len(moves))
	for m := range moves {
		want = append(want, m)
	}
	slices.Sort(want)
	if got := game.MoveTexts(b); !slices.Equal(got, want) {
		t.Fatalf("%s: moves %q, want %q", b.Position(), got, want)
	}
	if got, want := endText(b), s.End(); got != want {
		t.Fatalf("%s: end %q, want %q", b.Position(), got, want)
	}
	gobantest.CompareChains(t, b.Stones(), s)
}
