package capturesolver

import (
	"testing"

	"qikit.dev/qikit/lib/goban"
)

// A memo that was cleared answers like a new one, where two ladders fit, too: what a review
// says must not depend on which positions its worker had before.
func TestMemo_clearForgetsAll(t *testing.T) {
	var stones [2]goban.PointSet
	ladders := [2]ladder{{chain: 9, first: 1}, {chain: 9, first: 2}} // both fit: their zones are empty
	for used := range memoWays {
		m := newMemo()
		for range used {
			m.put(&ladder{}, &stones)
		}
		m.clear()
		for i := range ladders {
			m.put(&ladders[i], &stones)
		}
		got := ladder{chain: 9}
		if !m.find(&got, &stones) || got.first != ladders[0].first {
			t.Errorf("after %d ladders: the one that begins at %d is found, want %d", used, got.first, ladders[0].first)
		}
	}
}
