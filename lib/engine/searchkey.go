package engine

import (
	"fmt"
	"hash/fnv"
)

// searchKey makes a board's key one that tells apart all that a search's values
// depend on. The transposition table outlives a search: what it says of the same
// placement under other rules, or far from the end by count, is not true here.
type searchKey struct {
	rules uint64
	limit int // plies without a capture that end the game, NoLimit
}

// counterNear is how many plies before the end by count positions that differ
// in the counter alone are no longer the same: as far as searches look. Before
// that they are, or games would learn nothing from one move to the next.
const counterNear = 30

// under is the key of boards with these rules.
func under(rules any, limit int) searchKey {
	h := fnv.New64a()
	fmt.Fprintf(h, "%+v", rules)
	return searchKey{h.Sum64(), limit}
}

// of is the search's key for the board's, quiet plies after the last capture.
func (k *searchKey) of(key uint64, quiet int) uint64 {
	if left := k.limit - quiet; k.limit != NoLimit && left <= counterNear {
		key ^= uint64(left+1) * 0x9e3779b97f4a7c15 // odd: each its own
	}
	return key ^ k.rules
}
