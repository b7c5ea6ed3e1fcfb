package generate

import (
	"context"
	"fmt"
	"math"
	"sync"

	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/game"
)

// expansion grows the tree of a breadth-first job level by level [148, figure 3].
// It does nothing again that an earlier run did.
type expansion struct {
	team
	shelf
	tree tree
}

// expand grows the tree and returns the id after its last node.
func (e *expansion) expand(ctx context.Context) (below int64, err error) {
	if err := e.file.PlantRoots(len(e.plan.initials)); err != nil {
		return 0, err
	}
	first, below := int64(0), int64(len(e.plan.initials)) // ids of the level
	for ply := range e.plan.options.Breadth.Plies {
		if err := e.decideLevel(ctx, first, below); err != nil {
			return 0, err
		}
		if err := e.growLevel(ctx, first, below); err != nil {
			return 0, err
		}
		first = below
		if below, err = e.file.LevelEnd(ply+1, first); err != nil {
			return 0, err
		}
	}
	return below, nil
}

// decisions is the greatest number of searches that the tree of one initial position
// can take.
func (b *Breadth) decisions() int64 {
	n := 0.0
	for ply := range b.Plies {
		n += math.Pow(float64(b.Width), float64(ply))
	}
	return int64(n)
}

// lines is the greatest number of lines that it can have.
func (b *Breadth) lines() int64 { return int64(math.Pow(float64(b.Width), float64(b.Plies))) }

// decideLevel searches the nodes of a level that are due.
func (e *expansion) decideLevel(ctx context.Context, first, below int64) error {
	next := e.nodesDue(first, below)
	return do(ctx, e.team, phase[nodeTask, decided]{
		kind: kindNodes, size: partOf(below-first, decisionsMost),
		next: func(ctx context.Context) (nodeTask, bool, error) {
			line, ok, err := next(ctx)
			if !ok || err != nil {
				return nodeTask{}, false, err
			}
			return newNodeTask(line, e.plan.initials[line[0].Initial]), true, nil
		},
		do: (*Hand).decideNode,
		keep: func(batch []decided) error {
			list := make([]book.Decided, len(batch))
			for i, d := range batch {
				list[i] = book.Decided{ID: d.ID, Decision: string(mustJSON(d.Made))}
			}
			if err := e.file.Decide(list); err != nil {
				return err
			}
			e.clock.Step(int64(len(batch)), int64(len(batch)))
			return nil
		},
	})
}

// nodesDue hands out the lines of the nodes to be searched to any worker.
func (e *expansion) nodesDue(from, below int64) func(context.Context) (line []*node, ok bool, err error) {
	var mu sync.Mutex
	var chunk []*node
	return func(ctx context.Context) ([]*node, bool, error) {
		mu.Lock()
		defer mu.Unlock()
		for {
			if ctx.Err() != nil {
				return nil, false, context.Cause(ctx)
			}
			if len(chunk) == 0 {
				var err error
				if chunk, err = e.tree.nodes(from, below); err != nil || len(chunk) == 0 {
					return nil, false, err
				}
				from = chunk[len(chunk)-1].ID + 1
			}
			n := chunk[0]
			chunk = chunk[1:]
			if n.made == nil {
				line, err := e.tree.line(n)
				return line, err == nil, err
			}
		}
	}
}

// growLevel makes the children of a level's nodes.
func (e *expansion) growLevel(ctx context.Context, first, below int64) error {
	for {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		nodes, err := e.tree.nodes(max(first, e.file.Job().Grown), below)
		if err != nil || len(nodes) == 0 {
			return err
		}
		growths := make([]book.Growth, len(nodes))
		for i, n := range nodes {
			if growths[i], err = e.children(n); err != nil {
				return err
			}
		}
		if err := e.file.Grow(growths); err != nil {
			return err
		}
	}
}

// children lists the positions to which a node leads.
func (e *expansion) children(n *node) (book.Growth, error) {
	g := book.Growth{Parent: n.Node}
	if n.leaf(e.plan.options.Breadth.Plies) {
		return g, nil
	}
	merged := *n.made
	merged.Merged = true
	g.Merged = string(mustJSON(merged))
	var b game.Board
	if e.plan.options.Breadth.Merge {
		line, err := e.tree.line(n)
		if err != nil {
			return g, err
		}
		if b, err = e.plan.board(e.plan.initials[n.Initial]); err != nil {
			return g, err
		}
		if err := playLine(b, line); err != nil {
			return g, err
		}
	}
	for _, w := range n.made.Decision.Weighed[n.made.First : n.made.First+n.made.Count] {
		c := book.Child{Move: w.Move}
		if b != nil {
			m, err := b.Parse(w.Move)
			if err != nil {
				return g, fmt.Errorf("%w: %v", book.ErrCorrupt, err)
			}
			b.Play(m)
			c.Identity = b.Identity(game.View{})
			b.Undo()
		}
		g.Children = append(g.Children, c)
	}
	return g, nil
}
