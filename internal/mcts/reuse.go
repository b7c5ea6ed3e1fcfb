package mcts

import (
	"cmp"
	"slices"

	"qikit.dev/qikit/internal/order"
)

// Advance makes the position after these moves the new root. It keeps what the tree
// knows of that position and frees the rest. It says whether anything was kept; when
// not, the tree is empty. It costs some 20 ns for each node kept.
func (s *Search[M]) Advance(moves ...M) bool {
	n := &s.tree.nodes[root]
	for _, m := range moves {
		children := s.tree.children(n)
		i := find(children, m)
		if i < 0 {
			s.tree.reset()
			return false
		}
		n = &children[i]
	}
	if n.visits.Load() == 0 {
		s.tree.reset()
		return false
	}
	if len(moves) > 0 {
		s.tree.compact(n)
	}
	return true
}

// family is a block of children that is kept: where it lies and whose it is.
type family struct {
	parent, first, count uint32
	target               uint32 // where it will lie
}

// compact makes top the root and closes the gaps that the rest of the tree
// leaves. Children lie behind their parents, so that blocks can be moved down in
// their order.
func (t *tree[M]) compact(top *node[M]) {
	t.nodes[root].copyFrom(top)
	var kept []family
	if first := t.nodes[root].first.Load(); first > growing {
		kept = append(kept, family{parent: root, first: first, count: t.nodes[root].count})
	}
	for i := 0; i < len(kept); i++ {
		for at := kept[i].first; at < kept[i].first+kept[i].count; at++ {
			if first := t.nodes[at].first.Load(); first > growing {
				kept = append(kept, family{parent: at, first: first, count: t.nodes[at].count})
			}
		}
	}
	order.Long(kept, func(a, b family) int { return cmp.Compare(a.first, b.first) })
	next := uint32(root + 1)
	for i := range kept {
		f := &kept[i]
		f.target = next
		next += f.count
		for k := range f.count {
			t.nodes[f.target+k].copyFrom(&t.nodes[f.first+k])
			if t.raves != nil {
				t.raves[f.target+k].copyFrom(&t.raves[f.first+k])
			}
		}
		// The parent lies in a block that was moved before.
		parent := f.parent
		if parent != root {
			at, exact := slices.BinarySearchFunc(kept[:i], parent, func(f family, at uint32) int { return cmp.Compare(f.first, at) })
			if !exact {
				at--
			}
			parent = kept[at].target + parent - kept[at].first
		}
		t.nodes[parent].first.Store(f.target)
	}
	t.next.Store(uint64(next))
}

// find is the index of a move's node, -1 when there is none.
func find[M ~uint16 | ~uint32](block []node[M], m M) int {
	for i := range block {
		if block[i].move == m {
			return i
		}
	}
	return -1
}

// copyFrom may be used between runs only.
func (n *node[M]) copyFrom(from *node[M]) {
	n.move, n.prior, n.count = from.move, from.prior, from.count
	n.visits.Store(from.visits.Load())
	n.first.Store(from.first.Load())
	n.value.Store(from.value.Load())
	n.proof.Store(from.proof.Load())
}

// widen gives a node children for more moves; the children that it has keep what they
// know. It says whether there was room; when not, the node becomes a leaf.
func (t *tree[M]) widen(n *node[M], moves []M, o opinion) bool {
	old, oldRaves := t.children(n), t.ravesOf(n)
	n.first.Store(leaf)
	if !t.grow(n, moves, o) {
		return false
	}
	for i := range t.children(n) {
		c := &t.children(n)[i]
		if at := find(old, c.move); at >= 0 {
			prior := c.prior
			c.copyFrom(&old[at])
			c.prior = prior
			if oldRaves != nil {
				t.ravesOf(n)[i].copyFrom(&oldRaves[at])
			}
		}
	}
	return true
}
