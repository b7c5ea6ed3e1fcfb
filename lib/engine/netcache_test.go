package engine

import (
	"context"
	"reflect"
	"slices"
	"sync"
	"testing"

	"qikit.dev/qikit/internal/captureplanes"
	"qikit.dev/qikit/internal/nnkern"
	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/capturego"
	"qikit.dev/qikit/lib/goban"
)

// What the cache finds under a key is what was put there last, whole, however many others
// have been put in its place.
func TestNetCache_findsTheLatest(t *testing.T) {
	var c netCache
	c.grow(1 << 8)
	if c.get(1, make([]float32, 5)) {
		t.Error("an empty cache finds something")
	}
	source := rng.New(1)
	put := map[uint64][]float32{}
	found, gone := 0, 0
	for i := range 20_000 {
		at := uint64(source.IntN(400))
		key := source.Uint64()>>32 | at<<32 // many keys at few places
		if i%2 == 0 {
			key = uint64(source.IntN(40))<<32 | at
		}
		size := 2 + int(key%(goban.SizeMax-1))
		values := make([]float32, 1+size*size)
		for j := range values {
			values[j] = float32(source.Float64())
		}
		c.put(key, values)
		put[key] = values
		for _, k := range []uint64{key, uint64(source.IntN(40))<<32 | uint64(source.IntN(400))} {
			want, got := put[k], make([]float32, len(put[k]))
			switch {
			case want == nil:
			case !c.get(k, got):
				if gone++; k == key {
					t.Fatalf("the key %x is gone at once", k)
				}
			case !slices.Equal(got, want):
				t.Fatalf("the key %x finds other values than were put", k)
			case k != key:
				found++
			}
		}
	}
	if found == 0 || gone == 0 {
		t.Errorf("%d older keys found and %d gone, want some of each", found, gone)
	}
}

// A search finds the same whatever the cache holds: nothing, the same position, what another
// network or other kernels said of it, or what was said of it after moves in another order.
func TestNetCache_changesNoSearch(t *testing.T) {
	path := netOf(t, captureplanes.Planes)
	type trial struct {
		name   string
		board  *capturego.Board
		change func(*Options)
	}
	after := func(moves ...string) *capturego.Board {
		b := captureGoBoard(t, "", `{"target": 2}`)
		for _, text := range moves {
			m, err := b.Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			b.Play(m)
		}
		return b
	}
	one, two := after("E5", "D4", "F3"), after("F3", "D4", "E5")
	trials := []trial{
		{"this machine's kernels", one, func(*Options) {}},
		{"moves in another order", two, func(*Options) {}},
		{"plain kernels", one, func(o *Options) { o.Deterministic = true }},
		{"another network", one, func(o *Options) { o.Net = path }},
	}
	search := func(by trial) TreeResult {
		o := DefaultOptions()
		o.TableMB = 4
		by.change(&o)
		tree, err := NewTree("capturego", o)
		if err != nil {
			t.Error(err)
			return TreeResult{}
		}
		r, err := tree.Search(context.Background(), by.board, TreeLimits{Visits: 80, Width: 0.1})
		if err != nil {
			t.Error(err)
		}
		r.Time = 0
		return r
	}
	var cold []TreeResult
	for _, by := range trials {
		clear(treeCache.lines)
		cold = append(cold, search(by))
	}
	for i, by := range trials[1:] {
		if reflect.DeepEqual(cold[1+i], cold[0]) && (by.name != "plain kernels" || nnkern.Current() != nnkern.Generic) {
			t.Errorf("%s: the search finds the same as the first, which cannot show a mistake", by.name)
		}
	}
	for i, by := range trials {
		if warm := search(by); !reflect.DeepEqual(warm, cold[i]) {
			t.Errorf("%s: %+v, with an empty cache %+v", by.name, warm, cold[i])
		}
	}
	var all sync.WaitGroup
	for range 2 {
		for i, by := range trials {
			all.Go(func() {
				if r := search(by); !reflect.DeepEqual(r, cold[i]) {
					t.Errorf("%s: %+v beside others, alone %+v", by.name, r, cold[i])
				}
			})
		}
	}
	all.Wait()
}
