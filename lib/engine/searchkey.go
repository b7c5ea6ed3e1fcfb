package engine

import (
	"fmt"
	"hash/fnv"
)

// searchKey turns a board's key into one that covers everything a search's values
// depend on. The transposition table outlives a search, and its values for the same
// placement under other rules, or far from the end by count, do not hold here.
type searchKey struct {
	rules uint64
	limit int // plies without a capture that end the game, NoLimit
}

// counterNear is how many plies before the end by count the counter becomes part of
// the key: about as far as searches look. Before that it is left out, or a search
// would find nothing of the search one move earlier.
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
