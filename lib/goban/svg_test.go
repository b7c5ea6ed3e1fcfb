package goban

import "testing"

func TestStars_byCustom(t *testing.T) {
	for size, want := range map[int]int{2: 0, 4: 0, 5: 1, 6: 0, 7: 5, 9: 5, 10: 4, 13: 5, 14: 4, 19: 9} {
		if got := len(stars(size)); got != want {
			t.Errorf("%d star points on size %d, want %d", got, size, want)
		}
	}
}
