package dfpn

// entry is what is known of a position: the proof and disproof numbers for the
// side to move, and how many nodes were spent on them.
type entry struct {
	key        uint64
	win, loss  uint32 // how many positions are missing to prove that; 0 is proven
	work       uint32
	generation uint8
}

// ways is how many positions share a place; the one with the least work is replaced.
const ways = 4

type table struct {
	entries    []entry
	mask       uint64
	generation uint8
}

func newTable(bytes int) table {
	size := 1 << 10
	for size*2*24 <= bytes {
		size *= 2
	}
	return table{entries: make([]entry, size), mask: uint64(size-1) &^ (ways - 1), generation: 1}
}

func (t *table) find(key uint64) *entry {
	place := t.entries[key&t.mask:][:ways]
	for i := range place {
		if e := &place[i]; e.key == key && e.generation == t.generation {
			return e
		}
	}
	return nil
}

// put finds the place of a position that the table does not hold.
func (t *table) put(key uint64) *entry {
	place := t.entries[key&t.mask:][:ways]
	least := &place[0]
	for i := range place {
		e := &place[i]
		if e.generation != t.generation {
			least = e
			break
		}
		if e.work < least.work {
			least = e
		}
	}
	*least = entry{key: key, generation: t.generation}
	return least
}

// clear forgets everything; mostly it costs nothing.
func (t *table) clear() {
	if t.generation++; t.generation == 0 {
		clear(t.entries)
		t.generation = 1
	}
}
