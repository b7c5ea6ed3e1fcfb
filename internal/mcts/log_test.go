package mcts

import (
	"math"
	"testing"
)

func TestLogOf(t *testing.T) {
	for n := uint64(1); n <= math.MaxUint32; n = n*5/4 + 1 {
		if got, want := logOf(uint32(n)), math.Log(float64(n)); math.Abs(got-want) > 1e-13*max(1, want) {
			t.Errorf("%d: %.17g, want %.17g", n, got, want)
		}
	}
}
