package alphabeta

import (
	"math/bits"
	"runtime"
	"sync/atomic"
)

// Table is a transposition table shared by workers without locks.
//
// An entry is two words, the data and the data XOR the key: words torn by a
// race do not match any key and read as a miss (R. Hyatt, T. Mann, "A lock-less
// transposition table implementation for parallel search", ICGA 2002). What is
// stored depends on the position alone, not on the way to it.
type Table struct {
	buckets []bucket
	mask    uint64
	shared  bool // by several workers
	// now is the generation of stores; entries of generations before first are
	// void. So clearing is a matter of counting, not of wiping 64 MB a game.
	now, first uint16
}

// bucket is a cache line.
type bucket [4]slot

// slot holds an entry.
type slot struct{ check, data uint64 }

// load reads a slot: each word once, where workers share the table.
func (t *Table) load(s *slot) (check, data uint64) {
	if t.shared {
		return atomic.LoadUint64(&s.check), atomic.LoadUint64(&s.data)
	}
	return s.check, s.data
}

// save writes a slot: plainly, also where workers share the table. A word of 64 bits is read
// as it was written at some time, and words that do not belong together are no entry; an
// atomic save waits until the other processor has given the slot up. It is one where words
// are shorter, and where the race detector looks.
func (t *Table) save(s *slot, check, data uint64) {
	if t.shared && (raced || bits.UintSize < 64) {
		atomic.StoreUint64(&s.data, data)
		atomic.StoreUint64(&s.check, check)
		return
	}
	s.check, s.data = check, data
}

// bound says what a stored score is.
type bound uint8

const (
	boundNone bound = iota
	boundUpper
	boundLower
	boundExact
)

// entry is what the table knows of a position.
type entry struct {
	score int
	depth int
	move  uint16
	bound bound
}

// Layout of the data word: move 16, score 16, depth 8, bound 2, unused 6,
// generation 16.
const (
	shiftScore      = 16
	shiftDepth      = 32
	shiftBound      = 40
	shiftGeneration = 48

	// depthOffset keeps stored depths (quiescence is 0 and -1) positive.
	depthOffset = 8
)

// NewTable makes a table of at most that many megabytes, at least one. shared
// says that several workers use it at a time.
func NewTable(megabytes int, shared bool) *Table {
	const bucketBytes = 64
	n := uint64(1) << 20 / bucketBytes
	for n*2*bucketBytes <= uint64(megabytes)<<20 {
		n *= 2
	}
	return &Table{buckets: make([]bucket, n), mask: min(n, firstBuckets) - 1, shared: shared, now: 1, first: 1}
}

// Clear forgets everything. It must not run during a search.
func (t *Table) Clear() {
	t.mask = min(uint64(len(t.buckets)), firstBuckets) - 1
	if t.now >= generationsMax {
		t.wipe()
		return
	}
	t.now++
	t.first = t.now
}

// Age marks what is stored as older than what follows. It must not run during
// a search.
func (t *Table) Age() {
	t.now++
	// After so many searches without a Clear the generations are used up, and the table
	// starts empty. They are counted from the Clear, so that this happens at the same
	// search every time.
	if t.now-t.first >= generationsMax {
		t.wipe()
	}
}

// generationsMax is half of what a generation's 16 bits can tell apart.
const generationsMax = 1 << 15

func (t *Table) wipe() {
	clear(t.buckets)
	t.now, t.first = 1, 1
}

// firstBuckets is the part of a table that is used at first: a short search stays in
// the processor's cache and touches no more pages than it needs.
const firstBuckets = 1 << 12

// roomFor is how many nodes of the iterations before the next one has a bucket for. It
// visits about twice as many and keeps some of them: with more room, it would wait for
// memory more often.
const roomFor = 2

// room doubles the part that is in use until there is a bucket, of four slots,
// for each of so many nodes. What is stored moves to where it is looked for from
// then on. It must not run while a worker searches; those who wait find a growth where it is
// shown and help.
func (t *Table) room(nodes int, shown *atomic.Pointer[growth]) {
	for n := t.mask + 1; n < uint64(len(t.buckets)) && n < uint64(nodes); n *= 2 {
		low, high := t.buckets[:n], t.buckets[n:2*n]
		if threads && t.shared {
			g := &growth{low: low, high: high}
			shown.Store(g)
			g.help()
			shown.Store(nil)
			for !g.whole() {
				runtime.Gosched()
			}
		} else {
			spread(low, high, bits.TrailingZeros64(n))
		}
		t.mask = 2*n - 1
	}
}

// growth is the doubling of a table, in parts that workers do at a time.
type growth struct {
	low, high  []bucket
	next, done atomic.Int64 // parts
}

// growthPart is how many buckets make a part.
const growthPart = firstBuckets

// help does parts until none is left.
func (g *growth) help() {
	for n := int64(len(g.low)); ; g.done.Add(1) {
		first := (g.next.Add(1) - 1) * growthPart
		if first >= n {
			return
		}
		last := min(first+growthPart, n)
		spread(g.low[first:last], g.high[first:last], bits.TrailingZeros64(uint64(n)))
	}
}

// whole says whether all parts are done.
func (g *growth) whole() bool { return g.done.Load()*growthPart >= int64(len(g.low)) }

// spread moves slots whose index has a bit from low buckets to the high ones, in which nothing
// was stored since the last Clear. Which slots move is as good as random, so that a branch would
// cost more than writing both.
func spread(low, high []bucket, bit int) {
	high = high[:len(low)]
	for i := range low {
		for j := range low[i] {
			s := low[i][j]
			moves := -(index(s.check^s.data) >> bit & 1) // all bits or none
			high[i][j] = slot{s.check & moves, s.data & moves}
			low[i][j] = slot{s.check &^ moves, s.data &^ moves}
		}
	}
}

func index(key uint64) uint64 { return key ^ key>>32 }

func (t *Table) bucket(key uint64) *bucket { return &t.buckets[index(key)&t.mask] }

// probe is the entry of a position; false when there is none.
func (t *Table) probe(key uint64) (e entry, ok bool) {
	if data := t.find(key); data != 0 {
		return entryOf(data), true
	}
	return e, false
}

func entryOf(data uint64) entry {
	return entry{
		move:  uint16(data),
		score: int(int16(data >> shiftScore)),
		depth: int(uint8(data>>shiftDepth)) - depthOffset,
		bound: bound(data >> shiftBound & 3),
	}
}

// find is the data of a position, 0 for none. It has no loop: as WebAssembly, each round of
// one is a computed jump.
func (t *Table) find(key uint64) (data uint64) {
	b, first := t.bucket(key), t.first
	if t.shared {
		return b.shared(key, first)
	}
	switch {
	case b[0].has(key, first):
		return b[0].data
	case b[1].has(key, first):
		return b[1].data
	case b[2].has(key, first):
		return b[2].data
	case b[3].has(key, first):
		return b[3].data
	}
	return 0
}

// has says whether the slot has the position, stored since generation first, which is no
// earlier than 1: an empty slot is of generation 0.
func (s *slot) has(key uint64, first uint16) bool {
	return s.check^s.data == key && uint16(s.data>>shiftGeneration) >= first
}

// shared is find for several workers.
func (b *bucket) shared(key uint64, first uint16) (data uint64) {
	for i := range b {
		s := slot{atomic.LoadUint64(&b[i].check), atomic.LoadUint64(&b[i].data)}
		if s.has(key, first) {
			return s.data
		}
	}
	return 0
}

// store keeps an entry. It replaces the same position's entry, or the least valuable
// one: void first, then old and shallow ones.
func (t *Table) store(key uint64, e entry) {
	b := t.bucket(key)
	slot, worst := 0, int(^uint(0)>>1)
	for i := range b {
		check, data := t.load(&b[i])
		age := uint16(data >> shiftGeneration)
		if data == 0 || age < t.first {
			slot, worst = i, -1<<30 // keep looking for the position itself
			continue
		}
		depth := int(uint8(data>>shiftDepth)) - depthOffset
		if check^data == key {
			if e.move == 0 {
				e.move = uint16(data)
			}
			// A deeper entry of this search outlives a shallow bound.
			if e.bound != boundExact && age == t.now && e.depth+3 < depth {
				return
			}
			slot = i
			break
		}
		worth := depth - 4*min(int(t.now-age), 64)
		if worth < worst {
			slot, worst = i, worth
		}
	}
	data := uint64(e.move) | uint64(uint16(int16(e.score)))<<shiftScore |
		uint64(uint8(e.depth+depthOffset))<<shiftDepth | uint64(e.bound)<<shiftBound |
		uint64(t.now)<<shiftGeneration
	t.save(&b[slot], key^data, data)
}
