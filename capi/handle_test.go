package main

import (
	"errors"
	"sync"
	"testing"
)

func TestTable_staleNeverMatches(t *testing.T) {
	tab := table[int]{name: "board", tag: typeBoard, most: 1000}
	seen := map[uint64]bool{}
	for i := range 5000 {
		id, err := tab.put(i)
		if err != nil {
			t.Fatal(err)
		}
		if seen[id] || id == 0 || id>>63 != 0 {
			t.Fatalf("handle %#x was given out before, is 0 or has its top bit set", id)
		}
		seen[id] = true
		if it, err := tab.get(id); err != nil || it.value != i {
			t.Fatalf("get(%#x) = %v, %v; want %d", id, it, err, i)
		}
		if _, err := tab.take(id); err != nil {
			t.Fatal(err)
		}
		if _, err := tab.take(id); err == nil {
			t.Fatalf("%#x was taken twice", id)
		}
	}
	for id := range seen {
		if _, err := tab.get(id); statusName(statusOf(err)) != "QK_ERR_HANDLE" {
			t.Fatalf("get of the stale %#x: %v, want QK_ERR_HANDLE", id, err)
		}
	}
	if n := tab.live.Load(); n != 0 {
		t.Errorf("%d handles live, want 0", n)
	}
}

func TestTable_limitAndLastGeneration(t *testing.T) {
	tab := table[string]{name: "board", tag: typeBoard, most: 2}
	a, _ := tab.put("a")
	tab.put("b")
	if _, err := tab.put("c"); statusName(statusOf(err)) != "QK_ERR_LIMIT" {
		t.Errorf("put over the limit: %v, want QK_ERR_LIMIT", err)
	}
	// A slot whose generations are used up is retired.
	slot := uint32(a)
	tab.take(a)
	tab.generation[slot] = generationMax - 1
	last, err := tab.put("last")
	if err != nil || uint32(last) != slot {
		t.Fatalf("put = %#x, %v; want slot %d again", last, err, slot)
	}
	tab.take(last)
	if next, err := tab.put("next"); err != nil || uint32(next) == slot {
		t.Errorf("put = %#x, %v; want another slot than the worn-out %d", next, err, slot)
	}
}

func TestTable_oneTakerOfMany(t *testing.T) {
	tab := table[int]{name: "board", tag: typeBoard, most: 1000, retire: func(uint64, int) {}}
	for range 200 {
		id, err := tab.put(1)
		if err != nil {
			t.Fatal(err)
		}
		var wg sync.WaitGroup
		var mu sync.Mutex
		taken := 0
		for range 4 {
			wg.Go(func() {
				if _, err := tab.take(id); err == nil {
					mu.Lock()
					taken++
					mu.Unlock()
				}
			})
		}
		wg.Wait()
		if taken != 1 {
			t.Fatalf("%d of 4 took the handle, want 1", taken)
		}
	}
}

func TestOn_poisons(t *testing.T) {
	tab := table[int]{name: "board", tag: typeBoard, most: 10, serial: true}
	id, _ := tab.put(1)
	fine := errors.New("an ordinary error")
	if err := on(&tab, id, func(int) error { return fine }); err != fine {
		t.Errorf("on = %v, want the error of the call", err)
	}
	if status := with(&tab, id, nil, func(int) error { panic("oops") }); statusName(status) != "QK_ERR_PANIC" {
		t.Errorf("a panic gave %s, want QK_ERR_PANIC", statusName(status))
	}
	if err := on(&tab, id, func(int) error { return nil }); err != errPoisoned {
		t.Errorf("on after a panic = %v, want errPoisoned", err)
	}
	if _, err := tab.take(id); err != nil {
		t.Errorf("a poisoned handle cannot be freed: %v", err)
	}
}
