package generate

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"

	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/game"
)

// expansion grows the tree of a breadth-first job. It does nothing again that an earlier
// run did.
type expansion struct {
	team
	shelf
	tree    tree
	recalls bool // decisions of the tree before the book grew are there
}

// byLevels grows the tree level by level [148, figure 3].
func (e *expansion) byLevels(ctx context.Context) (err error) {
	first, below := int64(0), int64(len(e.plan.initials)) // ids of the level
	for ply := range e.plan.options.Breadth.Plies {
		if err := e.recallLevel(ctx, first, below); err != nil {
			return err
		}
		if err := e.decideNodes(ctx, below-first, e.nodesDue(first, below)); err != nil {
			return err
		}
		if err := e.growLevel(ctx, first, below); err != nil {
			return err
		}
		first = below
		if below, err = e.file.LevelEnd(ply+1, first); err != nil {
			return err
		}
	}
	return nil
}

// decideNodes searches nodes, about so many, whose lines next hands out to any worker.
func (e *expansion) decideNodes(ctx context.Context, about int64, next func(context.Context) ([]*node, bool, error)) error {
	return do(ctx, e.team, phase[nodeTask, decided]{
		kind: kindNodes, size: partOf(about, decisionsMost),
		next: func(ctx context.Context) (nodeTask, bool, error) {
			line, ok, err := next(ctx)
			if !ok || err != nil {
				return nodeTask{}, false, err
			}
			return newNodeTask(line, e.plan.root(line[0].Initial)), true, nil
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

// nodesDue hands out the lines of the nodes of a level that are to be searched.
func (e *expansion) nodesDue(from, below int64) func(context.Context) (line []*node, ok bool, err error) {
	return e.linesDue(func() ([]*node, error) {
		list, err := e.tree.nodes(from, below)
		if len(list) > 0 {
			from = list[len(list)-1].ID + 1
		}
		return list, err
	})
}

// linesDue hands out the lines of the nodes that are to be searched to any worker. read
// gives some nodes, or none after the last ones.
func (e *expansion) linesDue(read func() ([]*node, error)) func(context.Context) (line []*node, ok bool, err error) {
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
				if chunk, err = read(); err != nil || len(chunk) == 0 {
					return nil, false, err
				}
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

// recallLevel is recall for a level.
func (e *expansion) recallLevel(ctx context.Context, from, below int64) error {
	for e.recalls {
		nodes, err := e.tree.nodes(from, below)
		if err != nil || len(nodes) == 0 {
			return err
		}
		if err := e.recall(ctx, nodes); err != nil {
			return err
		}
		from = nodes[len(nodes)-1].ID + 1
	}
	return nil
}

// recall stores the decisions at nodes that an earlier, smaller tree had.
func (e *expansion) recall(ctx context.Context, nodes []*node) error {
	var list []book.Decided
	for _, n := range nodes {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if n.made != nil {
			continue
		}
		line, err := e.tree.line(n)
		if err != nil {
			return err
		}
		text, ok, err := e.file.RecallNode(way(line))
		if err != nil {
			return err
		}
		var m made
		if ok {
			err = json.Unmarshal([]byte(text), &m)
		}
		if err != nil {
			return fmt.Errorf("%w: %s: decision of node %d: %v", book.ErrCorrupt, e.file.Path(), n.ID, err)
		}
		if ok && m.Failure == "" {
			m.Merged = false // that is for the new tree to say
			list = append(list, book.Decided{ID: n.ID, Decision: string(mustJSON(m))})
		}
	}
	if len(list) == 0 {
		return nil
	}
	if err := e.file.Decide(list); err != nil {
		return err
	}
	e.clock.Step(int64(len(list)), int64(len(list)))
	return nil
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
	if n.leaf(e.plan.plies()) {
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
		if b, err = e.plan.board(e.plan.root(n.Initial)); err != nil {
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
