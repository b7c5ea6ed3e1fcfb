package generate

import (
	"context"

	"qikit.dev/qikit/lib/book"
)

// roundSize is how many leaves of each initial position are chosen at a time. It is part
// of what a seed gives, so it must not change.
const roundSize = 16

// byPromise grows the tree by rounds: the leaves of least cost are searched, by any
// worker, and their moves become leaves. The leaves of a round depend on the rounds before
// it alone, and those of a smaller tree are among those of a larger one.
func (e *expansion) byPromise(ctx context.Context) error {
	b := e.plan.options.Breadth
	searched, err := e.file.DecidedBy(len(e.plan.initials))
	if err != nil {
		return err
	}
	for {
		room := make([]int64, len(searched))
		for i, n := range searched {
			room[i] = max(0, min(roundSize, int64(b.Positions)-n))
		}
		leaves, err := e.file.ChooseLeaves(room)
		if err != nil || len(leaves) == 0 {
			return err
		}
		nodes, err := e.nodesOf(leaves)
		if err != nil {
			return err
		}
		for _, n := range nodes {
			if n.made == nil { // not counted by an earlier run
				searched[n.Initial]++
			}
		}
		if nodes, err = e.decideLeaves(ctx, leaves, nodes); err != nil {
			return err
		}
		growths := make([]book.Growth, len(nodes))
		for i, n := range nodes {
			if growths[i], err = e.children(n); err != nil {
				return err
			}
			growths[i].Chosen = true
			b.price(&growths[i], n, leaves[i].Cost, e.plan.plies())
		}
		if err := e.file.Grow(growths); err != nil {
			return err
		}
	}
}

// decideLeaves searches nodes and reads them again.
func (e *expansion) decideLeaves(ctx context.Context, leaves []book.Leaf, nodes []*node) ([]*node, error) {
	if e.recalls {
		if err := e.recall(ctx, nodes); err != nil {
			return nil, err
		}
		var err error
		if nodes, err = e.nodesOf(leaves); err != nil {
			return nil, err
		}
	}
	due := nodes
	err := e.decideNodes(ctx, int64(len(nodes)), e.linesDue(func() ([]*node, error) {
		some := due
		due = nil
		return some, nil
	}))
	if err != nil {
		return nil, err
	}
	return e.nodesOf(leaves)
}

// nodesOf reads the nodes of leaves.
func (e *expansion) nodesOf(leaves []book.Leaf) ([]*node, error) {
	nodes := make([]*node, len(leaves))
	for i, l := range leaves {
		row, err := e.tree.book.Node(l.ID)
		if err != nil {
			return nil, err
		}
		if nodes[i], err = readNode(row); err != nil {
			return nil, err
		}
	}
	return nodes, nil
}

// price says what the children of a node cost, unless lines end there.
func (b *Breadth) price(g *book.Growth, n *node, cost int64, plies int) {
	if n.Ply+1 >= plies || len(g.Children) == 0 {
		return
	}
	best := n.made.Decision.Weighed[0].Score
	losses := make([]int, len(g.Children))
	for i := range losses {
		losses[i] = best - n.made.Decision.Weighed[n.made.First+i].Score
	}
	for i, own := range b.costs(losses) {
		g.Children[i].Cost = new(cost + own)
	}
}
