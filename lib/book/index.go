package book

import (
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"qikit.dev/qikit/internal/keyfilter"
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
// the table filters, each a Bloom filter of keys that follow each other (filter.go). Who
// looks for many keys reads the filters in order, a page for the keys of six or seven
// blocks, and then only the blocks of the keys that pass: those that are there, and some
// of ten thousand others. No more than one filter is in memory.
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
	blocksBack   = "SELECT entries FROM keys WHERE run = ? AND first <= ? ORDER BY first DESC, id DESC"
	ofFilter     = "id, first, last, bits"
	allFilters   = "filters WHERE id >= ? AND id < ?" // SQLite reads rows of an id in its order
	findFilter   = "SELECT " + ofFilter + " FROM filters WHERE run = ? AND first <= ? ORDER BY first DESC LIMIT 1"
	readIndex    = "SELECT keys.entries FROM runs CROSS JOIN keys ON keys.id >= head AND keys.id < head + blocks WHERE kind = 0"
	readBlocks   = "SELECT entries FROM keys WHERE id >= ? AND id < ? ORDER BY id"
	listedBlocks = "json_each(?) AS list CROSS JOIN keys ON keys.id = list.value" // in order of the list
	dropRun      = "DELETE FROM runs WHERE id = ?"
	dropBlocks   = "DELETE FROM keys WHERE id >= ? AND id < ?"
	dropFilters  = "DELETE FROM filters WHERE id >= ? AND id < ?"
	nextInIndex  = `SELECT (SELECT coalesce(max(id), 0) + 1 FROM runs), (SELECT coalesce(max(id), 0) + 1 FROM keys),
		(SELECT coalesce(max(id), 0) + 1 FROM filters)`
)

// entry is a position under its key.
type entry struct{ key, position int64 }

func compareEntries(a, b entry) int {
	switch {
	case a.before(b):
		return -1
	case a == b:
		return 0
	}
	return 1
}

// before says whether an entry comes before another.
func (e entry) before(f entry) bool {
	return e.key < f.key || e.key == f.key && e.position < f.position
}

// hash mixes an entry into a number, whose sum over a set tells sets apart.
func (e entry) hash() uint64 {
	return keyfilter.Mix(uint64(e.key) ^ uint64(e.position)*0x9e3779b97f4a7c15)
}

// block is some entries as a row of keys has them.
type block []byte

// readBlock is a row of the table keys of a file.
func readBlock(path string, row []byte) (block, error) {
	if len(row) == 0 || len(row)%entrySize != 0 {
		return nil, fmt.Errorf("%w: %s: a block of %d bytes in the index, expected entries of %d", ErrCorrupt, path, len(row), entrySize)
	}
	return block(row), nil
}

func (b block) len() int { return len(b) / entrySize }

func (b block) key(i int) int64 { return int64(binary.BigEndian.Uint64(b[i*entrySize:])) }

func (b block) at(i int) entry {
	const fiveBytes = 1<<40 - 1
	end := (i + 1) * entrySize
	return entry{b.key(i), int64(binary.BigEndian.Uint64(b[end-8:end]) & fiveBytes)}
}

func (b block) add(e entry) block {
	b = binary.BigEndian.AppendUint64(b, uint64(e.key))
	return binary.BigEndian.AppendUint32(append(b, byte(e.position>>32)), uint32(e.position))
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
	pending []entry           // that no run has yet
	latest  map[int64]int32   // of pending: the last one of each key
	earlier []int32           // of pending, for each: the one before it that has its key; -1 for none
	sought  []int64           // the keys looked for last, sorted
	known   map[int64][]int64 // positions that runs have, by key, of those
}

// insert adds a new position under its key.
func (x *index) insert(key, position int64) {
	if x.latest == nil {
		x.latest = map[int64]int32{}
	}
	before, ok := x.latest[key]
	if !ok {
		before = -1
	}
	x.latest[key] = int32(len(x.pending))
	x.pending, x.earlier = append(x.pending, entry{key, position}), append(x.earlier, before)
}

// forget drops what a transaction that failed has left in memory.
func (x *index) forget() { x.pending, x.latest, x.earlier, x.sought, x.known = nil, nil, nil, nil, nil }

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
	list, next := x.pending, 0
	x.forget()
	if len(list) == 0 {
		return nil
	}
	slices.SortFunc(list, compareEntries)
	if err := x.writeRun(int64(len(list)), func() (entry, bool, error) {
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
// entries. There are about so many of them.
func (x *index) writeRun(about int64, next func() (entry, bool, error)) error {
	var r run
	if err := x.query(nextInIndex, nil, &r.id, &r.head, &r.filter); err != nil {
		return err
	}
	b := make(block, 0, blockEntries*entrySize)
	size, bits := filtersFor(about)
	keys := make([]int64, 0, size)
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
		if len(keys) == size*filtersAtOnce || !ok {
			if err := x.addFilters(&r, keys, size, bits); err != nil {
				return err
			}
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

// addFilters writes filters of sorted keys, one after the other: who reads all filters of
// a run finds them next to each other in the file.
func (x *index) addFilters(r *run, keys []int64, size, bits int) error {
	for part := range slices.Chunk(keys, size) {
		if err := x.exec(addFilter, r.filter+r.filters, r.id, part[0], part[len(part)-1], []byte(keyfilter.New(part, bits))); err != nil {
			return err
		}
		r.filters++
	}
	return nil
}

// source reads a run from its beginning to its end.
type source struct {
	*session
	run    run
	read   int64 // blocks
	blocks block // read last, one behind the other
	at     int   // in blocks
	head   entry
}

// blocksAtOnce is how many blocks a source reads at once: they follow each other in the
// file, where those of several sources by turns do not.
const blocksAtOnce = 16

// next moves head on; ok is false at the end.
func (s *source) next() (ok bool, err error) {
	for s.at == s.blocks.len() {
		if s.read == s.run.blocks {
			return false, nil
		}
		if err := s.more(); err != nil {
			return false, err
		}
	}
	s.head = s.blocks.at(s.at)
	s.at++
	return true, nil
}

// more reads the next blocks.
func (s *source) more() error {
	s.blocks, s.at = s.blocks[:0], 0
	var row sql.RawBytes
	from := s.run.head + s.read
	to := min(from+blocksAtOnce, s.run.head+s.run.blocks)
	err := s.rows(readBlocks, []any{from, to}, []any{&row}, func() error {
		b, err := readBlock(s.path, row)
		s.blocks = append(s.blocks, b...)
		s.read++
		return err
	})
	if err == nil && s.run.head+s.read < to {
		err = sql.ErrNoRows
	}
	if err != nil {
		return fmt.Errorf("block %d of the index: %w", s.run.head+s.read, err)
	}
	return nil
}

// mergeRuns writes one run in place of several.
func (x *index) mergeRuns(runs []run) error {
	var sources []*source
	about := int64(0)
	for _, r := range runs {
		about += r.entries
		s := &source{session: x.session, run: r}
		if ok, err := s.next(); err != nil {
			return err
		} else if ok {
			sources = append(sources, s)
		}
	}
	err := x.writeRun(about, func() (entry, bool, error) {
		if len(sources) == 0 {
			return entry{}, false, nil
		}
		least := 0
		for i, s := range sources[1:] {
			if s.head.before(sources[least].head) {
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
	var about int64 // as if no position was ever taken out
	if err == nil {
		err = x.query("SELECT coalesce(max(id) + 1, 0) FROM positions", nil, &about)
	}
	if err != nil {
		return err
	}
	rows, err := x.conn.QueryContext(background, query)
	if err != nil {
		return err
	}
	defer rows.Close()
	return x.writeRun(about, func() (e entry, ok bool, err error) {
		if !rows.Next() {
			return e, false, rows.Err()
		}
		return e, true, rows.Scan(&e.key, &e.position)
	})
}

// allPositions is the query of which build makes the index of positions.
const allPositions = "SELECT key, id FROM positions ORDER BY key, id"
