package book

import (
	"encoding/binary"
	"slices"
	"testing"
)

// numbered is a spool of so many records of four to seven bytes, with a window of so many
// bytes.
func numbered(t *testing.T, records, window int) *spool {
	t.Helper()
	s, err := newSpool(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.close)
	s.window = window
	for i := range records {
		if err := s.add(append(binary.LittleEndian.AppendUint32(nil, uint32(i)), make([]byte, i%4)...)); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.flush(); err != nil {
		t.Fatal(err)
	}
	return s
}

// drained is the order in which a reader gives numbered records.
func drained(t *testing.T, s *spool, seed *uint64) (order []int) {
	t.Helper()
	r := s.reader(seed)
	for {
		record, err := r.next()
		if err != nil {
			t.Fatal(err)
		}
		if record == nil {
			return order
		}
		n := int(binary.LittleEndian.Uint32(record))
		if len(record) != 4+n%4 {
			t.Fatalf("record %d has %d bytes", n, len(record))
		}
		order = append(order, n)
	}
}

func TestSpool_orders(t *testing.T) {
	const records = 50_000
	in := make([]int, records)
	for i := range in {
		in[i] = i
	}
	for name, window := range map[string]int{"larger than the records": 1 << 20, "smaller": 1 << 14} {
		s := numbered(t, records, window)
		if !slices.Equal(drained(t, s, nil), in) {
			t.Errorf("%s: without a seed the order is another", name)
		}
		one, again, two := drained(t, s, new(uint64(1))), drained(t, s, new(uint64(1))), drained(t, s, new(uint64(2)))
		if !slices.Equal(one, again) || slices.Equal(one, two) || slices.Equal(one, in) {
			t.Errorf("%s: one seed gives one order, another seed another: not so", name)
		}
		if !slices.Equal(slices.Sorted(slices.Values(one)), in) {
			t.Errorf("%s: a record is missing or there twice", name)
		}
	}
}

// Where the window holds all records, each is as likely at each place.
func TestSpool_even(t *testing.T) {
	s := numbered(t, 4, shuffleWindow)
	var counts [4][4]int
	const rounds = 8000
	for seed := range uint64(rounds) {
		for place, n := range drained(t, s, &seed) {
			counts[place][n]++
		}
	}
	for place := range counts {
		for n, count := range counts[place] {
			if count < rounds/4*9/10 || count > rounds/4*11/10 {
				t.Errorf("record %d is %d of %d times at place %d", n, count, rounds, place)
			}
		}
	}
}

// A window far smaller than the file brings what stood together far apart.
func TestSpool_apart(t *testing.T) {
	const records = 200_000
	order := drained(t, numbered(t, records, 1<<16), new(uint64(3)))
	near := 0
	for i := 1; i < len(order); i++ {
		if d := order[i] - order[i-1]; d > -1000 && d < 1000 {
			near++
		}
	}
	if near > records/3 {
		t.Errorf("%d of %d neighbours were near each other before", near, records)
	}
}

func TestSpool_empty(t *testing.T) {
	if order := drained(t, numbered(t, 0, 100), new(uint64(1))); len(order) != 0 {
		t.Errorf("%d records of none", len(order))
	}
}
