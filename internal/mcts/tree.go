package mcts

import (
	"sync/atomic"
	"unsafe"
)

// node is a move and the position after it. All fields but the atomics are
// written before the node's block is published through its parent's first.
type node[M ~uint16 | ~uint32] struct {
	move   M
	prior  float32
	visits atomic.Uint32 // counted on the way down
	first  atomic.Uint32 // index of the first child; leaf or growing
	value  atomic.Uint64 // sum of shareUnit x the share of the player who chose move
	proof  atomic.Uint32 // see proof.go
	count  uint32        // children
}

const (
	leaf      = 0       // no children yet; index 0 of the arena is never a node
	growing   = 1       // some worker is making the children
	root      = 2       // the root's place in the arena
	shareUnit = 1 << 24 // a sum of 2^32 visits still fits 64 bits
)

// tree is the arena of all nodes. It never grows: when it is full, leaves stay
// leaves and are evaluated anew at each visit.
type tree[M ~uint16 | ~uint32] struct {
	nodes []node[M]
	raves []rave        // by node, see rave.go; nil without
	next  atomic.Uint64 // first free place
}

func newTree[M ~uint16 | ~uint32](bytes int, withRave bool) *tree[M] {
	each := unsafe.Sizeof(node[M]{})
	if withRave {
		each += unsafe.Sizeof(rave{})
	}
	size := max(bytes/int(each), minNodes)
	// Indexes are 32 bits.
	t := &tree[M]{nodes: make([]node[M], min(size, 1<<32-1))}
	if withRave {
		t.raves = make([]rave, len(t.nodes))
	}
	return t
}

// minNodes leaves room for a root and the children of any game's start.
const minNodes = 1024

// reset forgets every node; it costs the same whatever the tree's size.
func (t *tree[M]) reset() {
	t.nodes[root].clear(0, 1)
	t.next.Store(root + 1)
}

func (n *node[M]) clear(m M, prior float32) {
	n.move, n.prior, n.count = m, prior, 0
	n.visits.Store(0)
	n.first.Store(leaf)
	n.value.Store(0)
	n.proof.Store(0)
}

// reserve takes a block of n neighbouring places, or reports that there is no room.
func (t *tree[M]) reserve(n int) (first uint32, ok bool) {
	for {
		at := t.next.Load()
		if at+uint64(n) > uint64(len(t.nodes)) {
			return 0, false
		}
		if t.next.CompareAndSwap(at, at+uint64(n)) {
			return uint32(at), true
		}
	}
}

// children is the block of a node's children, empty for a leaf.
func (t *tree[M]) children(n *node[M]) []node[M] {
	first := n.first.Load()
	if first <= growing {
		return nil
	}
	return t.nodes[first : first+n.count]
}

// grow makes the children of a leaf, the greatest prior first. One worker does it; the
// others, and all of them when the arena is full, leave the node a leaf.
func (t *tree[M]) grow(n *node[M], moves []M, o opinion) bool {
	if !n.first.CompareAndSwap(leaf, growing) {
		return false
	}
	first, ok := t.reserve(len(moves))
	if !ok {
		n.first.Store(leaf)
		return false
	}
	block := t.nodes[first : int(first)+len(moves)]
	var raves []rave
	if t.raves != nil {
		raves = t.raves[first : int(first)+len(moves)]
	}
	for i := range block {
		// Insertion keeps the game's order among equals, and lists are short.
		at := i
		for ; at > 0 && block[at-1].prior < o.priors[i]; at-- {
			block[at].move, block[at].prior = block[at-1].move, block[at-1].prior
			if raves != nil {
				raves[at].won, raves[at].tried = raves[at-1].won, raves[at-1].tried
			}
		}
		block[at].move, block[at].prior = moves[i], o.priors[i]
		if raves != nil {
			raves[at].won, raves[at].tried = o.won[i], o.tried[i]
		}
	}
	for i := range block {
		block[i].clear(block[i].move, block[i].prior)
	}
	for i := range raves {
		raves[i].games.Store(0)
		raves[i].value.Store(0)
	}
	n.count = uint32(len(moves))
	n.first.Store(first)
	return true
}

// mean is the share that the player who chose the node's move got on average.
func (n *node[M]) mean() float64 {
	if v := n.visits.Load(); v > 0 {
		return float64(n.value.Load()) / (shareUnit * float64(v))
	}
	return 0
}
