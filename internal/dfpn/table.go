package dfpn

import "math/bits"

// entry is what is known of a position. It takes 16 bytes.
type entry struct {
	key       uint64 // above its keyShift low bits, of which the place tells most
	win, loss uint32 // how many positions are missing to prove that, for the side to move; 0 is proven
}

// The low bits of an entry's key are a generation and the length of the number of nodes
// that were spent, in bits.
const (
	keyShift  = 16
	workBits  = 8
	entrySize = 16
)

func (e *entry) work() (length int) { return int(e.key & (1<<workBits - 1)) }

// set writes the numbers, and remembers the most nodes.
func (e *entry) set(win, loss uint32, nodes int) {
	length := max(e.work(), bits.Len(uint(nodes)))
	e.key = e.key>>workBits<<workBits | uint64(length)
	e.win, e.loss = win, loss
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
	for size*2*entrySize <= bytes {
		size *= 2
	}
	return table{entries: make([]entry, size), mask: uint64(size-1) &^ (ways - 1), generation: 1}
}

func (t *table) find(key uint64) *entry {
	place := t.entries[key&t.mask:][:ways]
	name := t.name(key)
	for i := range place {
		if e := &place[i]; e.key>>workBits == name {
			return e
		}
	}
	return nil
}

// name is what an entry's key is above the work.
func (t *table) name(key uint64) uint64 {
	return key>>keyShift<<(keyShift-workBits) | uint64(t.generation)
}

// put finds the place of a position that the table does not hold.
func (t *table) put(key uint64) *entry {
	place := t.entries[key&t.mask:][:ways]
	least := &place[0]
	for i := range place {
		e := &place[i]
		if uint8(e.key>>workBits) != t.generation {
			least = e
			break
		}
		if e.work() < least.work() {
			least = e
		}
	}
	*least = entry{key: t.name(key) << workBits}
	return least
}

// clear forgets everything; mostly it costs nothing.
func (t *table) clear() {
	if t.generation++; t.generation == 0 {
		clear(t.entries)
		t.generation = 1
	}
}
