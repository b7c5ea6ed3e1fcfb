package keyfilter_test

import (
	"database/sql"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"qikit.dev/qikit/internal/dbfile"
	"qikit.dev/qikit/internal/keyfilter"
	_ "qikit.dev/qikit/internal/sqlite"
)

// A filter lets every key of its own pass, and few others.
func TestFilter(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 9))
	for _, size := range []int{1, 7, 500, 1773} {
		keys := []int64{-1 << 63, -1, 0, 1}[:min(size, 4)]
		for len(keys) < size {
			keys = append(keys, int64(r.Uint64()))
		}
		f := keyfilter.New(keys, 18)
		for _, key := range keys {
			if !f.Has(key) {
				t.Fatalf("of %d keys, %d does not pass", size, key)
			}
		}
		passed := 0
		for range 20_000 {
			if f.Has(int64(r.Uint64())) {
				passed++
			}
		}
		if size >= 500 && passed > 30 {
			t.Errorf("of 20000 keys that are not there, %d pass a filter of %d, want some 10", passed, size)
		}
	}
	if keyfilter.Filter(nil).Has(1) {
		t.Error("a key passes a filter of no bytes")
	}
}

const columns = "id, first, last, bits"

// table is a database with a table f of filters.
func table(t *testing.T) (*sql.DB, keyfilter.Rows) {
	t.Helper()
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	db.SetMaxOpenConns(1)
	if _, err := db.Exec("CREATE TABLE f (id INTEGER PRIMARY KEY, first, last, bits)"); err != nil {
		t.Fatal(err)
	}
	return db, func(query string, args, dest []any, f func() error) error {
		return dbfile.Rows(t.Context(), db, query, args, dest, f)
	}
}

// Sift passes the keys that Filter.Has passes, each at the first row that may have it.
func TestSift(t *testing.T) {
	db, rows := table(t)
	r := rand.New(rand.NewPCG(3, 4))
	have := make([]int64, 20_000)
	for i := range have {
		have[i] = int64(r.Uint64())
	}
	slices.Sort(have)
	have[1999] = have[2000] // goes on in the next row
	var want []keyfilter.Passed
	keys := slices.Clone(have[:5000:5000])
	for range 30_000 {
		keys = append(keys, int64(r.Uint64()))
	}
	slices.Sort(keys)
	keys = slices.Compact(keys)
	left := keys
	for id, part := range slices.Collect(slices.Chunk(have, 500)) {
		f, first, last := keyfilter.New(part, 12), part[0], part[len(part)-1]
		if _, err := db.Exec("INSERT INTO f VALUES (?, ?, ?, ?)", id+1, first, last, []byte(f)); err != nil {
			t.Fatal(err)
		}
		for ; len(left) > 0 && left[0] <= last; left = left[1:] {
			if id+1 >= 3 && left[0] >= first && f.Has(left[0]) {
				want = append(want, keyfilter.Passed{Key: left[0], ID: int64(id + 1), First: first, Last: last})
			}
		}
	}
	got, err := keyfilter.Sift(rows, columns, "f WHERE id >= ?", []any{3}, keyfilter.Pack(keys), nil)
	// Keys of the rows that are not asked go to the first that is, and lie below it.
	if err != nil || !slices.Equal(got, want) {
		t.Fatalf("%d keys pass, %v, want %d", len(got), err, len(want))
	}
	if len(want) < 4000 || len(want) > 5000 {
		t.Errorf("%d keys pass, want the 4,000 of those rows that are there and some hundred others", len(want))
	}
	for name, from := range map[string]string{"no rows": "f WHERE id < 0", "no keys": "f"} {
		none := keyfilter.Pack(keys[:map[string]int{"no rows": len(keys)}[name]])
		if got, err := keyfilter.Sift(rows, columns, from, nil, none, nil); err != nil || len(got) != 0 {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
}

// Pick gives the entries of the keys, and tells where a row begins and ends.
func TestPick(t *testing.T) {
	db, rows := table(t)
	entry := func(key int64, more byte) []byte {
		return append(binary.BigEndian.AppendUint64(nil, uint64(key)), more, 7)
	}
	for id, keys := range [][]int64{{-1 << 63, -9, -9, -2}, {}, {-2, 0, 0, 0, 5, 8}, {8}, {1<<63 - 1}} {
		var entries []byte
		for i, key := range keys {
			entries = append(entries, entry(key, byte(i))...)
		}
		if _, err := db.Exec("INSERT INTO f (id, bits) VALUES (?, ?)", id, entries); err != nil {
			t.Fatal(err)
		}
	}
	type row struct {
		id, first, last int64
		entries         string
	}
	var got []row
	keys := []int64{-1 << 63, -10, -9, -1, 0, 8, 9}
	if err := keyfilter.Pick(rows, "id", "bits", "f WHERE id < ? ORDER BY id", []any{9}, keyfilter.Pack(keys), 10, func(id int64, p keyfilter.Picked) error {
		got = append(got, row{id, p.First, p.Last, string(p.Entries)})
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	text := func(entries ...[]byte) string { return string(slices.Concat(entries...)) }
	want := []row{
		{0, -1 << 63, -2, text(entry(-1<<63, 0), entry(-9, 1), entry(-9, 2))},
		{2, -2, 8, text(entry(0, 1), entry(0, 2), entry(0, 3), entry(8, 5))},
		{3, 8, 8, text(entry(8, 0))},
		{4, 1<<63 - 1, 1<<63 - 1, ""},
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
}

// Rows of a damaged file are no filters, and pass nothing.
func TestSift_rowsThatAreNone(t *testing.T) {
	for _, bits := range []any{[]byte{}, nil} {
		t.Run(fmt.Sprint(bits), func(t *testing.T) {
			db, rows := table(t)
			if _, err := db.Exec("INSERT INTO f VALUES (1, ?, ?, ?)", int64(-1)<<63, int64(1)<<62, bits); err != nil {
				t.Fatal(err)
			}
			if got, err := keyfilter.Sift(rows, columns, "f", nil, keyfilter.Pack([]int64{-5, 0, 5}), nil); err != nil || len(got) != 0 {
				t.Errorf("%v, %v", got, err)
			}
		})
	}
	db, rows := table(t)
	if _, err := db.Exec("DROP TABLE f"); err != nil {
		t.Fatal(err)
	}
	if _, err := keyfilter.Sift(rows, columns, "f", nil, keyfilter.Pack([]int64{1}), nil); err == nil {
		t.Error("no error without the table")
	}
}
