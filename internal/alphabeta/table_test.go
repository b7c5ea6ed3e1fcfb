package alphabeta

import (
	"runtime"
	"sync/atomic"
	"testing"

	"qikit.dev/qikit/internal/pool"
	"qikit.dev/qikit/internal/rng"
)

func TestTable_keeps(t *testing.T) {
	table := NewTable(1, false)
	for _, e := range []entry{
		{score: 0, depth: 0, move: 0, bound: boundUpper},
		{score: -31999, depth: 100, move: 0xffff, bound: boundExact},
		{score: 31999, depth: -1, move: 1, bound: boundLower},
	} {
		table.store(42, e)
		if got, ok := table.probe(42); !ok || got != e {
			if e.move == 0 {
				continue
			}
			t.Errorf("stored %+v, found %+v, %v", e, got, ok)
		}
		table.Clear()
		if got, ok := table.probe(42); ok {
			t.Errorf("cleared, found %+v", got)
		}
	}
}

// A bound without a move leaves the move known before.
func TestTable_keepsTheMove(t *testing.T) {
	table := NewTable(1, false)
	table.store(7, entry{depth: 3, move: 9, bound: boundExact})
	table.store(7, entry{depth: 4, bound: boundUpper})
	if e, ok := table.probe(7); !ok || e.move != 9 || e.depth != 4 {
		t.Errorf("found %+v, %v; want depth 4 and move 9", e, ok)
	}
}

// Old and shallow entries make way, deep new ones stay.
func TestTable_replaces(t *testing.T) {
	table := NewTable(1, false)
	step := uint64(len(table.buckets)) // keys of one bucket, as long as they are below 1<<32
	key := func(i int) uint64 { return uint64(i+1) * step }
	for i := range 4 {
		table.store(key(i), entry{depth: 10 + i, bound: boundExact})
	}
	table.store(key(4), entry{depth: 5, bound: boundExact})
	if _, ok := table.probe(key(0)); ok {
		t.Error("the shallowest of four stayed")
	}
	for range 8 {
		table.Age()
	}
	table.store(key(5), entry{depth: 1, bound: boundExact})
	table.store(key(6), entry{depth: 1, bound: boundExact})
	if _, ok := table.probe(key(3)); !ok {
		t.Error("the deepest old entry left before shallower ones")
	}
	if _, ok := table.probe(key(6)); !ok {
		t.Error("what was stored last is gone")
	}
}

func TestTable_generationsEnd(t *testing.T) {
	table := NewTable(1, false)
	for range 3 * generationsMax {
		table.store(3, entry{depth: 1, move: 5, bound: boundExact})
		if _, ok := table.probe(3); !ok {
			t.Fatalf("generation %d: what was stored is gone", table.now)
		}
		table.Clear()
		if e, ok := table.probe(3); ok {
			t.Fatalf("generation %d: cleared, found %+v", table.now, e)
		}
	}
	// Without a Clear between, the table is wiped once in generationsMax searches.
	table.store(3, entry{depth: 1, move: 5, bound: boundExact})
	lost := 0
	for n := range 2 * generationsMax {
		if table.Age(); lost == 0 {
			if _, ok := table.probe(3); !ok {
				lost = n + 1
			}
		}
	}
	if lost != generationsMax {
		t.Errorf("wiped after %d searches, want %d", lost, generationsMax)
	}
}

// Whatever workers write over each other, what is found is what was stored
// under that key.
func TestTable_shared(t *testing.T) {
	table := NewTable(1, true)
	tasks := make([]*pool.Task, 4)
	for i := range tasks {
		tasks[i] = pool.Go(func() error {
			r := rng.New(uint64(i))
			for range 20000 {
				key := uint64(r.IntN(64)) * uint64(len(table.buckets)) // a few buckets only
				if e, ok := table.probe(key); ok && e.score != int(key%1000) {
					t.Errorf("key %d: score %d", key, e.score)
				}
				table.store(key, entry{score: int(key % 1000), depth: r.IntN(60), move: uint16(r.IntN(1 << 16)), bound: boundExact})
			}
			return nil
		})
	}
	for _, task := range tasks {
		if err := task.Wait(); err != nil {
			t.Error(err)
		}
	}
}

func TestScore_throughTheTable(t *testing.T) {
	for _, row := range []struct{ atNode, ply, atOther, want int }{
		{Mate - 7, 3, 5, Mate - 9}, // four plies from the node, wherever that is
		{-(Mate - 7), 3, 0, 4 - Mate},
		{Claim - 7, 3, 5, Claim - 9},
		{250, 3, 5, 250},
		{-Limit, 9, 1, -Limit},
	} {
		if got := fromTable(toTable(row.atNode, row.ply), row.atOther); got != row.want {
			t.Errorf("%d at ply %d is %d at ply %d, want %d", row.atNode, row.ply, got, row.atOther, row.want)
		}
	}
	if plies, ok := Proven(Mate - 3); !ok || plies != 3 {
		t.Errorf("Proven(Mate-3) = %d, %v", plies, ok)
	}
	if plies, ok := Proven(4 - Mate); !ok || plies != 4 {
		t.Errorf("Proven(4-Mate) = %d, %v", plies, ok)
	}
	if _, ok := Proven(Claim); ok {
		t.Error("a claim passes for a proof")
	}
}

func TestTable_room(t *testing.T) {
	for _, shared := range []bool{false, true} {
		table := NewTable(4, shared)
		var shown atomic.Pointer[growth]
		var over atomic.Bool
		helper := pool.Go(func() error {
			for shared && !over.Load() {
				if g := shown.Load(); g != nil {
					g.help()
				}
				runtime.Gosched()
			}
			return nil
		})
		r := rng.New(3)
		keys := make([]uint64, 0, 5000)
		for n := range cap(keys) {
			table.room(2*n, &shown)
			keys = append(keys, r.Uint64())
			table.store(keys[n], entry{score: n, depth: 3, move: uint16(n), bound: boundExact})
		}
		if got := table.mask + 1; got != 1<<14 {
			t.Errorf("%d buckets in use, want %d", got, 1<<14)
		}
		table.room(1<<40, &shown)
		if got := int(table.mask + 1); got != len(table.buckets) {
			t.Errorf("%d buckets in use, want all %d", got, len(table.buckets))
		}
		for n, key := range keys {
			if e, ok := table.probe(key); !ok || e.score != n {
				t.Fatalf("shared %v: entry %d is %+v, %v once the table has grown", shared, n, e, ok)
			}
		}
		table.Clear()
		if got := table.mask + 1; got != firstBuckets {
			t.Errorf("cleared, %d buckets in use, want %d", got, firstBuckets)
		}
		over.Store(true)
		if err := helper.Wait(); err != nil {
			t.Error(err)
		}
	}
}
