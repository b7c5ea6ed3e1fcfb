package book

import (
	"cmp"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"iter"
	"slices"
)

// The index finds positions by key. A B-tree of random keys would touch a page for
// each position and write 4 KB for 20 bytes, so the index is a set of sorted runs
// (a log-structured merge tree): each transaction writes the keys of its new
// positions as one more run, in key order, and equal runs are merged into one eight
// times as long. All that is ever written is at the end of the table, a page at once.
//
// An entry stays when its position is pruned: who finds a position by key reads its
// identity anyway. The number of runs is a small multiple of the logarithm of the
// positions; Complete leaves one.
//
// A block is a row of the table keys: up to blockEntries entries in order of key and
// position. The blocks of a run have ids that follow each other.
//
// Most keys that a growing book is asked for are in no run. A run has filters, rows of
// the table filters, each a Bloom filter of filterKeys keys that follow each other. Who
// looks for many keys reads the filters in order, a page for the keys of eight blocks,
// and then only the blocks of the keys that pass: those that are there, and two in a
// thousand others. No more than one filter is in memory.
//
// People's games are found by their hashes in the same tables, in runs of another kind.
const (
	entrySize    = 8 + 5 // key, position, both big-endian
	blockEntries = 300   // 3,900 bytes: with the rest of the row, a page
	// runsMost is how many runs of a level there may be before they become one.
	runsMost = 8
	// firstLevel is the entries from which on a run is not of level 0.
	firstLevel = 1 << 12
	// pendingMost bounds the entries in memory that have no run yet.
	pendingMost = 1 << 16

	filterKeys   = 2280 // with filterBits, 3,990 bytes: with the rest of the row, a page
	filterBits   = 14   // for a key
	filterProbes = 6    // with these, 2 of 1,000 keys that are not there pass; there may be 20 runs
)

// Kinds of runs: what their entries lead to.
const (
	kindPositions = 0
	kindGames     = 1
)

// indexSchema is the part of the schema that version 2 has and version 1 has not,
// which has an SQL index instead.
const indexSchema = `
CREATE TABLE runs (
	id      INTEGER PRIMARY KEY,
	head    INTEGER NOT NULL, -- id of the first block
	blocks  INTEGER NOT NULL,
	entries INTEGER NOT NULL,
	kind    INTEGER NOT NULL DEFAULT 0, -- 0: entries lead to positions; 1: to games
	filter  INTEGER NOT NULL DEFAULT 0, -- id of the first filter
	filters INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE keys (
	id      INTEGER PRIMARY KEY,
	run     INTEGER NOT NULL,
	first   INTEGER NOT NULL, -- key of the first entry
	entries BLOB    NOT NULL  -- 13 bytes each, in order: positions.key (8, signed), positions.id (5), big-endian
);
CREATE INDEX keys_first ON keys (run, first);
` + filterSchema

// filterSchema is the part of indexSchema that came with version 5.
const filterSchema = `
CREATE TABLE filters (
	id    INTEGER PRIMARY KEY,
	run   INTEGER NOT NULL,
	first INTEGER NOT NULL, -- the least and the greatest of its keys
	last  INTEGER NOT NULL,
	bits  BLOB    NOT NULL  -- a Bloom filter of the keys; see filter in index.go
);
CREATE INDEX filters_first ON filters (run, first);
`

const (
	listRuns  = "SELECT id, head, blocks, entries, filter, filters FROM runs WHERE kind = ? ORDER BY id"
	addRun    = "INSERT INTO runs (id, head, blocks, entries, kind, filter, filters) VALUES (?, ?, ?, ?, ?, ?, ?)"
	addBlock  = "INSERT INTO keys (id, run, first, entries) VALUES (?, ?, ?, ?)"
	addFilter = "INSERT INTO filters (id, run, first, last, bits) VALUES (?, ?, ?, ?, ?)"
	// A key may begin in the last block that begins below it, and go on through
	// those that begin with it.
	ofKey         = "first BETWEEN coalesce((SELECT max(k.first) FROM keys AS k WHERE k.run = runs.id AND k.first < ?1), ?1) AND ?1"
	oldFindBlocks = "SELECT keys.entries FROM runs CROSS JOIN keys ON run = runs.id AND " + ofKey // without kinds
	findBlocks    = oldFindBlocks + " WHERE kind = 0"
	// blocksBack are the blocks of a run that may have a key, the last first: those behind
	// the first that begins below it are not asked for.
	blocksBack  = "SELECT entries FROM keys WHERE run = ? AND first <= ? ORDER BY first DESC, id DESC"
	readFilters = "SELECT first, last, bits FROM filters WHERE id >= ? AND id < ? ORDER BY id"
	findFilter  = "SELECT last, bits FROM filters WHERE run = ? AND first <= ? ORDER BY first DESC LIMIT 1"
	readIndex   = "SELECT keys.entries FROM runs CROSS JOIN keys ON keys.id >= head AND keys.id < head + blocks WHERE kind = 0"
	readBlock   = "SELECT entries FROM keys WHERE id = ?"
	readBlocks  = "SELECT entries FROM keys WHERE id >= ? AND id < ? ORDER BY id"
	dropRun     = "DELETE FROM runs WHERE id = ?"
	dropBlocks  = "DELETE FROM keys WHERE id >= ? AND id < ?"
	dropFilters = "DELETE FROM filters WHERE id >= ? AND id < ?"
	nextInIndex = `SELECT (SELECT coalesce(max(id), 0) + 1 FROM runs), (SELECT coalesce(max(id), 0) + 1 FROM keys),
		(SELECT coalesce(max(id), 0) + 1 FROM filters)`
)

// entry is a position under its key.
type entry struct{ key, position int64 }

func compareEntries(a, b entry) int {
	return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.position, b.position))
}

// hash mixes an entry into a number, whose sum over a set tells sets apart.
func (e entry) hash() uint64 {
	x := uint64(e.key) ^ uint64(e.position)*0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// block is some entries as a row of keys has them.
type block []byte

func (b block) len() int { return len(b) / entrySize }

func (b block) key(i int) int64 { return int64(binary.BigEndian.Uint64(b[i*entrySize:])) }

func (b block) at(i int) entry {
	var id [8]byte
	copy(id[3:], b[i*entrySize+8:(i+1)*entrySize])
	return entry{b.key(i), int64(binary.BigEndian.Uint64(id[:]))}
}

func (b block) add(e entry) block {
	var id [8]byte
	binary.BigEndian.PutUint64(id[:], uint64(e.position))
	return append(binary.BigEndian.AppendUint64(b, uint64(e.key)), id[3:]...)
}

// positions appends the positions under a key.
func (b block) positions(list []int64, key int64) []int64 {
	low, high := 0, b.len()
	for low < high {
		if middle := (low + high) / 2; b.key(middle) < key {
			low = middle + 1
		} else {
			high = middle
		}
	}
	for ; low < b.len() && b.key(low) == key; low++ {
		list = append(list, b.at(low).position)
	}
	return list
}

// filter is a Bloom filter as a row of filters has it.
type filter []byte

// newFilter is a filter of keys.
func newFilter(keys []int64) filter {
	f := make(filter, (len(keys)*filterBits+7)/8)
	for _, key := range keys {
		for bit := range f.probes(key) {
			f[bit/8] |= 1 << (bit % 8)
		}
	}
	return f
}

// has says whether a key may be among those of the filter.
func (f filter) has(key int64) bool {
	for bit := range f.probes(key) {
		if f[bit/8]&(1<<(bit%8)) == 0 {
			return false
		}
	}
	return true
}

// probes are the bits that stand for a key.
func (f filter) probes(key int64) iter.Seq[uint64] {
	return func(yield func(uint64) bool) {
		x := entry{key: key}.hash()
		at, step := uint32(x), uint32(x>>32)|1
		for range filterProbes {
			if !yield(uint64(at) * uint64(len(f)*8) >> 32) {
				return
			}
			at += step
		}
	}
}

// run is a row of the table runs.
type run struct{ id, head, blocks, entries, filter, filters int64 }

// level says which runs are of about the same length.
func (r run) level() int { return levelOf(r.entries) }

// levelOf is the level of a run of so many entries.
func levelOf(entries int64) (n int) {
	for ; entries >= firstLevel; entries /= runsMost {
		n++
	}
	return n
}

// index is the index as the one who writes it has it. Its methods run within the
// writer's transaction, at the end of which flush is called.
type index struct {
	*session
	kind    int               // of its runs
	pending map[int64][]int64 // positions by key that no run has yet
	waiting int               // of these
	known   map[int64][]int64 // positions that runs have, by key, of the keys looked for last
}

// insert adds a new position under its key.
func (x *index) insert(key, position int64) {
	if x.pending == nil {
		x.pending = map[int64][]int64{}
	}
	x.pending[key] = append(x.pending[key], position)
	x.waiting++
}

// forget drops what a transaction that failed has left in memory.
func (x *index) forget() { x.pending, x.waiting, x.known = nil, 0, nil }

// find is the positions under a key, in order. A key that seek was not told of is
// looked for now.
func (x *index) find(key int64) ([]int64, error) {
	known := x.known
	if _, ok := known[key]; !ok {
		known = map[int64][]int64{}
		if err := x.look([]int64{key}, known); err != nil {
			return nil, err
		}
	}
	list := slices.Concat(known[key], x.pending[key])
	slices.Sort(list)
	return list, nil
}

// seek looks for all the keys that find will be asked for next.
func (x *index) seek(keys []int64) error {
	if x.waiting >= pendingMost {
		if err := x.flush(); err != nil {
			return err
		}
	}
	x.known = make(map[int64][]int64, len(keys))
	slices.Sort(keys)
	return x.look(slices.Compact(keys), x.known)
}

// look looks for sorted keys in every run, and puts what it finds into a map.
func (x *index) look(keys []int64, into map[int64][]int64) error {
	for _, key := range keys {
		into[key] = nil
	}
	runs, err := x.runs()
	if err != nil {
		return err
	}
	for _, r := range runs {
		passed, err := x.sift(r, keys)
		if err != nil {
			return err
		}
		if err := x.lookIn(r, passed, into); err != nil {
			return err
		}
	}
	return nil
}

// sift is those of sorted keys that pass the filters of a run: filter by filter where
// most filters will be asked, key by key where few will.
func (x *index) sift(r run, keys []int64) (passed []int64, err error) {
	var first, last int64
	var bits sql.RawBytes
	if int64(len(keys))*4 > r.filters {
		err = x.rows(readFilters, []any{r.filter, r.filter + r.filters}, []any{&first, &last, &bits}, func() error {
			for ; len(keys) > 0 && keys[0] <= last; keys = keys[1:] {
				if keys[0] >= first && filter(bits).has(keys[0]) {
					passed = append(passed, keys[0])
				}
			}
			return nil
		})
		return passed, err
	}
	for _, key := range keys {
		if err := x.rows(findFilter, []any{r.id, key}, []any{&last, &bits}, func() error {
			if key <= last && filter(bits).has(key) {
				passed = append(passed, key)
			}
			return nil
		}); err != nil {
			return nil, err
		}
	}
	return passed, nil
}

// lookIn looks for sorted keys in a run: block by block where most blocks will have
// one, key by key where few will.
func (x *index) lookIn(r run, keys []int64, into map[int64][]int64) error {
	var row sql.RawBytes
	take := func(keys []int64) {
		b := block(row)
		from, _ := slices.BinarySearch(keys, b.key(0))
		for _, key := range keys[from:] {
			if key > b.key(b.len()-1) {
				return
			}
			if list := b.positions(into[key], key); list != nil {
				into[key] = list
			}
		}
	}
	if int64(len(keys))*4 > r.blocks {
		return x.rows(readBlocks, []any{r.head, r.head + r.blocks}, []any{&row}, func() error {
			take(keys)
			return nil
		})
	}
	for i, key := range keys {
		if err := x.rows(blocksBack, []any{r.id, key}, []any{&row}, func() error {
			take(keys[i : i+1])
			if block(row).key(0) < key {
				return errStop
			}
			return nil
		}); err != nil && !errors.Is(err, errStop) {
			return err
		}
	}
	return nil
}

// runs reads the table runs.
func (x *index) runs() (list []run, err error) {
	var r run
	err = x.rows(listRuns, []any{x.kind}, []any{&r.id, &r.head, &r.blocks, &r.entries, &r.filter, &r.filters}, func() error {
		list = append(list, r)
		return nil
	})
	return list, err
}

// flush makes a run of what is pending, and merges what has become too many runs.
func (x *index) flush() error {
	x.known = nil
	if x.waiting == 0 {
		return nil
	}
	list := make([]entry, 0, x.waiting)
	for key, positions := range x.pending {
		for _, position := range positions {
			list = append(list, entry{key, position})
		}
	}
	slices.SortFunc(list, compareEntries)
	x.pending, x.waiting = nil, 0
	next := 0
	if err := x.writeRun(func() (entry, bool, error) {
		if next == len(list) {
			return entry{}, false, nil
		}
		next++
		return list[next-1], true, nil
	}); err != nil {
		return err
	}
	for {
		runs, err := x.runs()
		if err != nil {
			return err
		}
		if runs = crowded(runs); runs == nil {
			return nil
		}
		if err := x.mergeRuns(runs); err != nil {
			return err
		}
	}
}

// crowded is the runs of a level that has too many.
func crowded(runs []run) []run {
	levels := map[int][]run{}
	for _, r := range runs {
		n := r.level()
		if levels[n] = append(levels[n], r); len(levels[n]) == runsMost {
			return levels[n]
		}
	}
	return nil
}

// writeRun writes a run of the entries that next gives, which are sorted; none for no
// entries.
func (x *index) writeRun(next func() (entry, bool, error)) error {
	var r run
	if err := x.query(nextInIndex, nil, &r.id, &r.head, &r.filter); err != nil {
		return err
	}
	b := make(block, 0, blockEntries*entrySize)
	keys := make([]int64, 0, filterKeys)
	for {
		e, ok, err := next()
		if err != nil {
			return err
		}
		if b.len() == blockEntries || !ok && len(b) > 0 {
			if err := x.exec(addBlock, r.head+r.blocks, r.id, b.key(0), []byte(b)); err != nil {
				return err
			}
			r.blocks++
			b = b[:0]
		}
		if len(keys) == filterKeys || !ok && len(keys) > 0 {
			if err := x.exec(addFilter, r.filter+r.filters, r.id, keys[0], keys[len(keys)-1], []byte(newFilter(keys))); err != nil {
				return err
			}
			r.filters++
			keys = keys[:0]
		}
		if !ok {
			if r.entries == 0 {
				return nil
			}
			return x.exec(addRun, r.id, r.head, r.blocks, r.entries, x.kind, r.filter, r.filters)
		}
		b, keys = b.add(e), append(keys, e.key)
		r.entries++
	}
}

// source reads a run from its beginning to its end.
type source struct {
	*session
	run  run
	read int64 // blocks
	row  []byte
	at   int // in row
	head entry
}

// next moves head on; ok is false at the end.
func (s *source) next() (ok bool, err error) {
	if s.at == block(s.row).len() {
		if s.read == s.run.blocks {
			return false, nil
		}
		if err := s.query(readBlock, []any{s.run.head + s.read}, &s.row); err != nil {
			return false, fmt.Errorf("block %d of the index: %w", s.run.head+s.read, err)
		}
		s.read++
		s.at = 0
	}
	s.head = block(s.row).at(s.at)
	s.at++
	return true, nil
}

// mergeRuns writes one run in place of several.
func (x *index) mergeRuns(runs []run) error {
	var sources []*source
	for _, r := range runs {
		s := &source{session: x.session, run: r}
		if ok, err := s.next(); err != nil {
			return err
		} else if ok {
			sources = append(sources, s)
		}
	}
	err := x.writeRun(func() (entry, bool, error) {
		if len(sources) == 0 {
			return entry{}, false, nil
		}
		least := 0
		for i, s := range sources[1:] {
			if compareEntries(s.head, sources[least].head) < 0 {
				least = i + 1
			}
		}
		e := sources[least].head
		ok, err := sources[least].next()
		if err == nil && !ok {
			sources = slices.Delete(sources, least, least+1)
		}
		return e, true, err
	})
	if err != nil {
		return err
	}
	return x.drop(runs)
}

// drop removes runs.
func (x *index) drop(runs []run) error {
	for _, r := range runs {
		if err := errors.Join(x.exec(dropBlocks, r.head, r.head+r.blocks), x.exec(dropFilters, r.filter, r.filter+r.filters), x.exec(dropRun, r.id)); err != nil {
			return err
		}
	}
	return nil
}

// compact makes one run of all.
func (x *index) compact() error {
	runs, err := x.runs()
	if err != nil || len(runs) < 2 {
		return err
	}
	return x.mergeRuns(runs)
}

// build makes the index anew of the rows that a query gives: keys and what they lead
// to, sorted. SQLite sorts them in a file where they are many.
func (x *index) build(query string) error {
	runs, err := x.runs()
	if err == nil {
		err = x.drop(runs)
	}
	if err != nil {
		return err
	}
	rows, err := x.conn.QueryContext(background, query)
	if err != nil {
		return err
	}
	defer rows.Close()
	return x.writeRun(func() (e entry, ok bool, err error) {
		if !rows.Next() {
			return e, false, rows.Err()
		}
		return e, true, rows.Scan(&e.key, &e.position)
	})
}

// allPositions is the query of which build makes the index of positions.
const allPositions = "SELECT key, id FROM positions ORDER BY key, id"
