package book

import (
	"database/sql"
	"errors"
	"math"
	"slices"

	"qikit.dev/qikit/internal/keyfilter"
)

// seeker is a key that is looked for in a run, in the block where it is likely to be.
type seeker struct{ key, block int64 }

// find is the positions under a key, in order. A key that seek was not told of is
// looked for now.
func (x *index) find(key int64) ([]int64, error) {
	list, ok := x.known[key]
	if !ok {
		if _, ok = slices.BinarySearch(x.sought, key); !ok {
			known := map[int64][]int64{}
			if err := x.look([]int64{key}, known); err != nil {
				return nil, err
			}
			list = known[key]
		}
	}
	list = slices.Clone(list)
	for i, ok := x.latest[key]; ok; ok = i >= 0 {
		list = append(list, x.pending[i].position)
		i = x.earlier[i]
	}
	slices.Sort(list)
	return list, nil
}

// seek looks for all the keys that find will be asked for next.
func (x *index) seek(keys []int64) error {
	if len(x.pending)+len(keys) > 3*pendingMost/2 {
		if err := x.flush(); err != nil {
			return err
		}
	}
	keys = slices.Clone(keys)
	slices.Sort(keys)
	x.sought, x.known = slices.Compact(keys), map[int64][]int64{}
	return x.look(x.sought, x.known)
}

// look looks for sorted keys in every run, and puts what it finds into a map.
func (x *index) look(keys []int64, into map[int64][]int64) error {
	runs, err := x.runs()
	if err != nil {
		return err
	}
	packed := keyfilter.Pack(keys)
	var passed []keyfilter.Passed
	var list []seeker
	for _, r := range runs {
		if passed, err = x.sift(r, keys, packed, passed[:0]); err != nil {
			return err
		}
		list = list[:0]
		for _, p := range passed {
			list = append(list, seeker{p.Key, r.likely(p)})
		}
		if err := x.lookIn(r, list, into); err != nil {
			return err
		}
	}
	return nil
}

// sift appends those of sorted keys that pass the filters of a run: filter by filter
// where most filters will be asked, key by key where few will.
func (x *index) sift(r run, keys []int64, packed keyfilter.Keys, passed []keyfilter.Passed) ([]keyfilter.Passed, error) {
	if int64(len(keys))*4 > r.filters {
		return keyfilter.Sift(x.rows, ofFilter, allFilters, []any{r.filter, r.filter + r.filters}, packed, passed)
	}
	var p keyfilter.Passed
	var bits sql.RawBytes
	for _, p.Key = range keys {
		if err := x.rows(findFilter, []any{r.id, p.Key}, []any{&p.ID, &p.First, &p.Last, &bits}, func() error {
			if p.Key >= p.First && p.Key <= p.Last && keyfilter.Filter(bits).Has(p.Key) {
				passed = append(passed, p)
			}
			return nil
		}); err != nil {
			return passed, err
		}
	}
	return passed, nil
}

// likely is the block that is likely to have a key which has passed a filter. Keys are
// hashes, so those of a filter lie evenly between its first and its last.
func (r run) likely(p keyfilter.Passed) int64 {
	size := int64(filterKeys)
	if r.filters != (r.entries+size-1)/size {
		size = largeFilterKeys
	}
	before := (p.ID - r.filter) * size
	part := float64(uint64(p.Key)-uint64(p.First)) / math.Max(1, float64(uint64(p.Last)-uint64(p.First)))
	at := before + int64(part*float64(min(size, r.entries-before)))
	return r.head + max(0, min(at/blockEntries, r.blocks-1))
}

// lookIn looks for sorted keys in a run: block by block where most blocks will have one,
// else in the likely blocks, and key by key for the few that are elsewhere.
func (x *index) lookIn(r run, list []seeker, into map[int64][]int64) error {
	take := func(b block, key int64) {
		if found := b.positions(into[key], key); found != nil {
			into[key] = found
		}
	}
	var row sql.RawBytes
	if int64(len(list))*2 > r.blocks {
		return x.rows(readBlocks, []any{r.head, r.head + r.blocks}, []any{&row}, func() error {
			b, err := readBlock(x.path, row)
			if err != nil {
				return err
			}
			for len(list) > 0 && list[0].key < b.key(0) {
				list = list[1:]
			}
			for _, s := range list {
				if s.key > b.key(b.len()-1) {
					break
				}
				take(b, s.key)
			}
			return nil
		})
	}
	left, err := x.lookInLikely(list, take)
	if err != nil {
		return err
	}
	for _, key := range left {
		if err := x.rows(blocksBack, []any{r.id, key}, []any{&row}, func() error {
			b, err := readBlock(x.path, row)
			if err != nil {
				return err
			}
			if take(b, key); b.key(0) < key {
				return errStop
			}
			return nil
		}); err != nil && !errors.Is(err, errStop) {
			return err
		}
	}
	return nil
}

// lookInLikely looks for sorted keys in their likely blocks alone, all in one query. left
// are those that may be elsewhere: the keys of a block go on in others where they are its
// first or its last.
func (x *index) lookInLikely(list []seeker, take func(b block, key int64)) (left []int64, err error) {
	if len(list) == 0 {
		return nil, nil
	}
	var blocks, keys []int64
	for _, s := range list {
		keys = append(keys, s.key)
		if len(blocks) == 0 || blocks[len(blocks)-1] != s.block {
			blocks = append(blocks, s.block)
		}
	}
	err = keyfilter.Pick(x.rows, "keys.id", "entries", listedBlocks, []any{string(mustJSON(blocks))}, keyfilter.Pack(keys), entrySize, func(id int64, p keyfilter.Picked) error {
		for ; len(list) > 0 && list[0].block <= id; list = list[1:] {
			if key := list[0].key; list[0].block == id && p.First < key && key < p.Last {
				take(block(p.Entries), key)
			} else {
				left = append(left, key)
			}
		}
		return nil
	})
	for _, s := range list { // of blocks that are not there
		left = append(left, s.key)
	}
	return left, err
}
