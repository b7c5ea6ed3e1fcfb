package xiangqi

import (
	"errors"
	"slices"
	"testing"

	"qikit.dev/qikit/lib/game"
)

func TestTargetTexts_ofThePieces(t *testing.T) {
	b, err := New("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1", DefaultOptions(), false)
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		point           string
		steps, captures []string
	}{
		{"h0", []string{"g2", "i2"}, nil},
		{"h2", []string{"h1", "c2", "d2", "e2", "f2", "g2", "i2", "h3", "h4", "h5", "h6"}, []string{"h9"}},
		{"a0", []string{"a1", "a2"}, nil},
		{"e5", nil, nil}, // empty
		{"h9", nil, nil}, // not red's
	}
	for _, test := range tests {
		steps, captures, err := b.TargetTexts(test.point)
		if err != nil || !slices.Equal(steps, test.steps) || !slices.Equal(captures, test.captures) {
			t.Errorf("TargetTexts(%s) = %v, %v, %v; want %v, %v", test.point, steps, captures, err, test.steps, test.captures)
		}
	}
	for _, point := range []string{"", "h", "j0", "h10", "0h", "\x00\x00"} {
		if _, _, err := b.TargetTexts(point); !errors.Is(err, game.ErrMoveText) {
			t.Errorf("TargetTexts(%q): %v, want ErrMoveText", point, err)
		}
	}
}
