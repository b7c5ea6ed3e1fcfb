package book_test

import (
	"testing"

	"qikit.dev/qikit/lib/book"
)

func TestScoreOf(t *testing.T) {
	for _, c := range []struct {
		rate float64
		want int
	}{{0.5, 0}, {0.75, 191}, {0.25, -191}, {10.0 / 11, 400}, {1, 2000}, {0, -2000}, {0.9999999, 2000}} {
		if got := book.ScoreOf(c.rate); got != c.want {
			t.Errorf("ScoreOf(%v) = %d, want %d", c.rate, got, c.want)
		}
	}
}
