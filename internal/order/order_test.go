package order_test

import (
	"slices"
	"testing"

	"qikit.dev/qikit/internal/order"
	"qikit.dev/qikit/internal/rng"
)

// A list is sorted as package slices sorts it, equal ones in their order.
func TestStable(t *testing.T) {
	type item struct{ rank, place int }
	r := rng.New(1)
	for n := range 60 {
		list := make([]item, n)
		for i := range list {
			list[i] = item{r.IntN(8), i}
		}
		want := slices.Clone(list)
		byRank := func(a, b item) int { return a.rank - b.rank }
		slices.SortStableFunc(want, byRank)
		if order.Stable(list, byRank); !slices.Equal(list, want) {
			t.Fatalf("%v, want %v", list, want)
		}
	}
}
