package main

// #include "jobs.h"
import "C"

import (
	"sync"
	"sync/atomic"
)

// The types of handles, as the bits above the generation name them.
const (
	typeBoard  = 1
	typeEngine = 2
	typeJob    = C.QKC_TYPE_JOB
	typeBook   = 4
	typeReview = 7

	typeSgcpDecoder = 5
	typeSgcpClient  = 6

	typeGateway = 8

	typeSamples = 9

	typeGames = 10
)

const (
	slotBits      = C.QKC_SLOT_BITS
	typeShift     = C.QKC_TYPE_SHIFT
	generationMax = 1<<(typeShift-slotBits) - 1

	chunkSize  = 256
	chunksMax  = 4096
	handlesMax = chunkSize * chunksMax // live ones of a type, about a million
)

// item is a live handle and what it stands for.
type item[T any] struct {
	id       uint64
	value    T
	mu       sync.Mutex // held during calls on a serial table
	poisoned atomic.Bool
}

// chunks are the slots of a table, made as they are needed.
type chunks[T any] [chunksMax]atomic.Pointer[[chunkSize]atomic.Pointer[item[T]]]

// table holds the live handles of one type. Finding one takes no lock: a slot
// points to its item or to nil, and the item knows its whole handle, so that a
// stale one (same slot, older generation) does not match.
type table[T any] struct {
	name   string
	tag    uint64
	most   int  // live handles
	serial bool // calls on one handle wait for each other
	absent bool // the slim library lacks what the handles stand for

	broken func(v T) bool       // nil, or says that a worker has panicked on v
	retire func(id uint64, v T) // nil, or called before a handle's slot may be used again
	close  func(v T)            // nil, or ends what a freed handle stood for

	chunks atomic.Pointer[chunks[T]] // nil until the first handle: the library's file need not carry it
	live   atomic.Int64

	mu         sync.Mutex
	generation []uint32 // by slot, of the handle that was given out last
	free       []uint32 // slots
}

// put gives out a handle for value.
func (t *table[T]) put(value T) (uint64, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	var slot uint32
	switch n := len(t.free); {
	case int(t.live.Load()) >= t.most, n == 0 && len(t.generation) == handlesMax:
		return 0, fault(C.QK_ERR_LIMIT, "%d live handles of type %s, no more are possible: free some", t.live.Load(), t.name)
	case n > 0:
		slot = t.free[n-1]
		t.free = t.free[:n-1]
	default:
		slot = uint32(len(t.generation))
		t.generation = append(t.generation, 0)
		if slot == 0 {
			t.chunks.Store(new(chunks[T]))
		}
		if slot%chunkSize == 0 {
			t.chunks.Load()[slot/chunkSize].Store(new([chunkSize]atomic.Pointer[item[T]]))
		}
	}
	t.generation[slot]++
	id := t.tag<<typeShift | uint64(t.generation[slot])<<slotBits | uint64(slot)
	t.chunks.Load()[slot/chunkSize].Load()[slot%chunkSize].Store(&item[T]{id: id, value: value})
	t.live.Add(1)
	return id, nil
}

// slot is where a handle's item is kept; nil when there never was one there.
func (t *table[T]) slot(id uint64) *atomic.Pointer[item[T]] {
	slot := id & (1<<slotBits - 1)
	all := t.chunks.Load()
	if id>>typeShift != t.tag || slot >= handlesMax || all == nil {
		return nil
	}
	chunk := all[slot/chunkSize].Load()
	if chunk == nil {
		return nil
	}
	return &chunk[slot%chunkSize]
}

// get finds a live handle's item.
func (t *table[T]) get(id uint64) (*item[T], error) {
	if p := t.slot(id); p != nil {
		if it := p.Load(); it != nil && it.id == id {
			return it, nil
		}
	}
	return nil, t.stale(id)
}

// take ends a handle: whoever gets the item is the only one who does.
func (t *table[T]) take(id uint64) (*item[T], error) {
	p := t.slot(id)
	if p == nil {
		return nil, t.stale(id)
	}
	it := p.Load()
	if it == nil || it.id != id || !p.CompareAndSwap(it, nil) {
		return nil, t.stale(id)
	}
	if t.retire != nil {
		t.retire(id, it.value)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.live.Add(-1)
	// A slot whose generations are used up is never used again.
	if slot := uint32(id); t.generation[slot] < generationMax {
		t.free = append(t.free, slot)
	}
	return it, nil
}

func (t *table[T]) stale(id uint64) error {
	if t.absent {
		return errAbsent
	}
	if tag := id >> typeShift; tag != t.tag && tag >= typeBoard && tag < uint64(len(typeNames)) {
		return fault(C.QK_ERR_HANDLE, "handle %#x is of type %s, expected a live handle of type %s", id, typeNames[tag], t.name)
	}
	return fault(C.QK_ERR_HANDLE, "handle %#x is freed or was never given out, expected a live handle of type %s", id, t.name)
}

// errAbsent is what the slim library says of what it lacks.
var errAbsent = fault(C.QK_ERR_UNSUPPORTED, "this is the slim library, which has boards, engines and reviews only, expected the full one")

var typeNames = [...]string{typeBoard: "board", typeEngine: "engine", typeJob: "job", typeBook: "book", typeReview: "review",
	typeSgcpDecoder: "sgcp_decoder", typeSgcpClient: "sgcp_client",
	typeGateway: "gateway", typeSamples: "samples", typeGames: "games"}
