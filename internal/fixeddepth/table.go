package fixeddepth

import "sync/atomic"

// evaluations is a table of static values, shared by all threads without a
// lock: a slot's check word is stored xored with its value, so that a slot torn
// between two writers matches nothing.
type evaluations struct{ slots []slot }

type slot struct{ check, value atomic.Uint64 }

func newEvaluations(n int) *evaluations { return &evaluations{make([]slot, n)} }

// found marks a slot that holds a value, so that an empty one matches nothing. Below it
// are 32 bits of the index and 31 of the value.
const found = 1 << 63

func (t *evaluations) at(index uint32) *slot { return &t.slots[uint64(index)%uint64(len(t.slots))] }

func (t *evaluations) find(check uint64, index uint32) (value int, ok bool) {
	s := t.at(index)
	v := s.value.Load()
	// The index word is part of the identity: it is kept beside the value.
	if v&found == 0 || s.check.Load()^v != check || uint32(v>>31) != index {
		return 0, false
	}
	return int(int32(uint32(v)<<1) >> 1), true
}

func (t *evaluations) store(check uint64, index uint32, value int) {
	s := t.at(index)
	v := found | uint64(index)<<31 | uint64(uint32(int32(value)))&(1<<31-1)
	s.check.Store(check ^ v)
	s.value.Store(v)
}
