package book

import (
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"qikit.dev/qikit/internal/keyfilter"
	"qikit.dev/qikit/internal/pagesum"
)

// indexed is a writer at an empty book.
func indexed(t *testing.T) *Writer {
	t.Helper()
	job, err := NewJob("surakarta", nil, "")
	if err != nil {
		t.Fatal(err)
	}
	job.Dedupe = true
	w, err := NewWriter(filepath.Join(t.TempDir(), "b.qkb"), job, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.Close() })
	return w
}

// Whatever is put into the index in whatever portions, each key gives its positions:
// keys of many positions, which fill several blocks, and neighbours of theirs too.
func TestIndex_givesWhatWasPutIn(t *testing.T) {
	w := indexed(t)
	r := rand.New(rand.NewPCG(3, 4))
	want := map[int64][]int64{}
	keys := []int64{-1 << 63, -1, 0, 1, 1<<63 - 1}
	for range 300 {
		keys = append(keys, int64(r.Uint64()))
	}
	position := int64(0)
	check := func(when string) {
		t.Helper()
		asked := slices.Clone(keys)
		for range 50 {
			asked = append(asked, int64(r.Uint64()))
		}
		if r.IntN(2) == 0 { // find works with and without
			if err := w.index.seek(slices.Clone(asked)); err != nil {
				t.Fatal(err)
			}
		}
		for _, key := range asked {
			got, err := w.index.find(key)
			if err != nil || !slices.Equal(got, want[key]) {
				t.Fatalf("%s: key %d gives %d positions, %v, want %d", when, key, len(got), err, len(want[key]))
			}
		}
	}
	for round := range 40 {
		if err := w.Update(func() error {
			for range 1 + r.IntN(900) {
				key := keys[r.IntN(len(keys))]
				if r.IntN(3) == 0 {
					key = keys[r.IntN(4)] // many positions
				}
				w.index.insert(key, position)
				want[key] = append(want[key], position)
				position++
			}
			check(fmt.Sprintf("round %d, before the end", round))
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		check(fmt.Sprintf("round %d", round))
	}
	runs, err := w.index.runs()
	if err != nil || len(runs) >= 3*runsMost {
		t.Errorf("%d runs, %v", len(runs), err)
	}
	if err := w.Complete(); err != nil {
		t.Fatal(err)
	}
	if runs, err = w.index.runs(); err != nil || len(runs) != 1 || runs[0].entries != position {
		t.Errorf("runs = %+v, %v, want one of %d entries", runs, err, position)
	}
	check("complete")
	b, err := Open(w.Path())
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	for _, key := range keys {
		var got []int64
		var row sql.RawBytes
		rows, err := b.ask.Load().find.Query(key)
		if err == nil {
			err = scan(rows, []any{&row}, func() error {
				got = block(row).positions(got, key)
				return nil
			})
		}
		if slices.Sort(got); err != nil || !slices.Equal(got, want[key]) {
			t.Fatalf("key %d gives a reader %d positions, %v, want %d", key, len(got), err, len(want[key]))
		}
	}
}

// A transaction that fails leaves nothing in the index or in memory.
func TestIndex_failedTransaction(t *testing.T) {
	w := indexed(t)
	errStop := errors.New("stop")
	if err := w.Update(func() error {
		w.index.insert(7, 1)
		if err := w.index.flush(); err != nil {
			return err
		}
		w.index.insert(7, 2)
		return errStop
	}); !errors.Is(err, errStop) {
		t.Fatal(err)
	}
	if got, err := w.index.find(7); err != nil || len(got) != 0 {
		t.Errorf("find = %v, %v, want nothing", got, err)
	}
}

// Blocks of all runs are written at the end of the table, whole, so that few pages are
// written more than once.
func TestIndex_blocksAreFull(t *testing.T) {
	w := indexed(t)
	r := rand.New(rand.NewPCG(5, 6))
	for range 30 {
		if err := w.Update(func() error {
			for range 2000 {
				w.index.insert(int64(r.Uint64()), int64(r.IntN(1<<39)))
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Complete(); err != nil {
		t.Fatal(err)
	}
	var blocks, bytes int64
	if err := w.query("SELECT count(*), sum(length(entries)) FROM keys", nil, &blocks, &bytes); err != nil {
		t.Fatal(err)
	}
	if blocks != 60_000/blockEntries || bytes != 60_000*entrySize {
		t.Errorf("%d blocks of %d bytes, want %d of %d", blocks, bytes, 60_000/blockEntries, 60_000*entrySize)
	}
}

// Few keys are looked for where they are likely to be, and found wherever they are, also
// in runs whose filters are those of large ones.
func TestIndex_likelyBlocks(t *testing.T) {
	const size, few = 12_000, 30
	w := indexed(t)
	r := rand.New(rand.NewPCG(7, 8))
	keys := make([]int64, size)
	for i := range keys {
		keys[i] = int64(r.Uint64())
	}
	check := func(when string) {
		t.Helper()
		for part := range slices.Chunk(keys, few) {
			asked := slices.Clone(part)
			for range few {
				asked = append(asked, int64(r.Uint64()))
			}
			if err := w.index.seek(slices.Clone(asked)); err != nil {
				t.Fatal(err)
			}
			if len(w.index.known) != few {
				t.Fatalf("%s: %d keys found, want %d", when, len(w.index.known), few)
			}
			for i, key := range asked {
				got, err := w.index.find(key)
				if err != nil || len(got) != (2*few-1-i)/few || len(got) == 1 && keys[got[0]] != key {
					t.Fatalf("%s: key %d gives %v, %v", when, key, got, err)
				}
			}
		}
	}
	if err := w.Update(func() error {
		for i, key := range keys {
			w.index.insert(key, int64(i))
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	check("filters of a small run")
	sorted := slices.Sorted(slices.Values(keys))
	rewrite(t, w, sorted, largeRun)
	check("filters of a large run")
	runs, err := w.index.runs()
	if err != nil || len(runs) != 1 {
		t.Fatalf("runs = %+v, %v, want one", runs, err)
	}
	right := 0
	for i, key := range sorted {
		n := int64(i) / largeFilterKeys
		first, last := sorted[n*largeFilterKeys], sorted[min((n+1)*largeFilterKeys, size)-1]
		if runs[0].likely(keyfilter.Passed{Key: key, ID: runs[0].filter + n, First: first, Last: last}) == runs[0].head+int64(i)/blockEntries {
			right++
		}
	}
	if right < size*8/10 {
		t.Errorf("of %d keys %d are in the likely block, want four in five", size, right)
	}
}

// rewrite writes the one run of these sorted keys as if it had another number of entries.
func rewrite(t *testing.T, w *Writer, keys []int64, about int64) {
	t.Helper()
	if err := w.Update(func() error {
		runs, err := w.index.runs()
		if err != nil || len(runs) != 1 {
			return fmt.Errorf("%d runs, %w", len(runs), err)
		}
		var entries []entry
		s := source{session: w.session, run: runs[0]}
		for ok, err := s.next(); ok; ok, err = s.next() {
			if err != nil {
				return err
			}
			entries = append(entries, s.head)
		}
		if len(entries) != len(keys) {
			return fmt.Errorf("%d entries", len(entries))
		}
		n := 0
		return errors.Join(w.index.drop(runs), w.index.writeRun(about, func() (e entry, ok bool, err error) {
			if ok = n < len(entries); ok {
				e = entries[n]
				n++
			}
			return e, ok, nil
		}))
	}); err != nil {
		t.Fatal(err)
	}
}

// withoutIndex makes a file one of the version before the index.
func withoutIndex(t *testing.T, path string) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+path+"?vfs="+pagesum.VFS)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, text := range []string{"DROP TABLE runs", "DROP TABLE keys", "DROP TABLE filters", "DROP TABLE repeats", "DROP TABLE repeat_runs", "CREATE INDEX positions_key ON positions (key)",
		"ALTER TABLE positions DROP COLUMN value", "ALTER TABLE positions DROP COLUMN value_rate", "ALTER TABLE positions DROP COLUMN value_depth",
		"ALTER TABLE positions DROP COLUMN value_engine", "ALTER TABLE positions DROP COLUMN value_best",
		"ALTER TABLE moves DROP COLUMN value", "ALTER TABLE moves DROP COLUMN value_rate", "ALTER TABLE moves DROP COLUMN value_depth",
		"ALTER TABLE moves DROP COLUMN value_engine", "ALTER TABLE job DROP COLUMN backed", "PRAGMA user_version = 2"} {
		if _, err := db.Exec(text); err != nil {
			t.Fatal(err)
		}
	}
}

// A book of before the index is read as it is; the first change gives it one, also
// under the eyes of those who have it open.
func TestIndex_ofABookOfBefore(t *testing.T) {
	o := DefaultCreate()
	o.Game = "surakarta"
	path := filepath.Join(t.TempDir(), "b.qkb")
	b, err := Create(path, o)
	if err != nil {
		t.Fatal(err)
	}
	const games = "[Game \"Surakarta\"]\n\n1. b2-b3 b5-b4 1/2-1/2\n"
	if i, err := b.AddGamesFrom(t.Context(), strings.NewReader(games), nil); err != nil || i.Games != 1 {
		t.Fatalf("AddGames = %+v, %v, want one game", i, err)
	}
	b.Close()
	withoutIndex(t, path)
	if b, err = Open(path); err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	count := func(when string, want int64) {
		t.Helper()
		if e, err := b.Lookup(""); err != nil || e.Count != want {
			t.Errorf("%s: the start position was there %d times, %v, want %d", when, e.Count, err, want)
		}
	}
	count("before a change", 1)
	if _, err := b.AddGamesFrom(t.Context(), strings.NewReader(games), nil); err != nil {
		t.Fatal(err)
	}
	count("after it", 2)
	if c, err := Check(t.Context(), path, nil); err != nil || !c.Sound {
		t.Errorf("Check = %+v, %v", c, err)
	}
}
