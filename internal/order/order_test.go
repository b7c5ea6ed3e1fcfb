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

func TestLong(t *testing.T) {
	r := rng.New(2)
	for n := range 200 {
		list := make([]int, n)
		for i := range list {
			list[i] = r.IntN(1 + n)
		}
		want := slices.Sorted(slices.Values(list))
		if order.Long(list, func(a, b int) int { return a - b }); !slices.Equal(list, want) {
			t.Fatalf("%v, want %v", list, want)
		}
	}
}

func BenchmarkLong(b *testing.B) {
	r := rng.New(3)
	list := make([]int, 10_000)
	for _, way := range []struct {
		name string
		sort func([]int, func(a, b int) int)
	}{{"order", order.Long[int]}, {"slices", slices.SortFunc[[]int]}} {
		b.Run(way.name, func(b *testing.B) {
			for b.Loop() {
				for i := range list {
					list[i] = r.IntN(1 << 30)
				}
				way.sort(list, func(a, b int) int { return a - b })
			}
		})
	}
}
