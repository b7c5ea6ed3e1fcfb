package generate

import (
	"context"

	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/game"
)

// gather turns the tree's lines into games, in order of their last nodes.
func (e *expansion) gather(ctx context.Context, below int64) error {
	counts, err := e.file.Counts()
	if err != nil {
		return err
	}
	skip := counts.Games // lines that are games already
	id := int64(0)
	var last *node
	for from := int64(0); ; {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		nodes, err := e.tree.nodes(from, below)
		if err != nil {
			return err
		}
		if len(nodes) == 0 {
			return e.file.Plan(id)
		}
		from = nodes[len(nodes)-1].ID + 1
		var games []*book.Game
		for _, n := range nodes {
			if !n.leaf(e.plan.plies()) || e.plan.options.Record == RecordEnd && n.made != nil && n.made.Merged {
				continue // a merged line has no last position of its own
			}
			if id++; id > skip {
				g, err := e.lineGame(last, n, id-1)
				if err != nil {
					return err
				}
				games = append(games, g)
			}
			last = n
		}
		if err := e.keep(games); err != nil {
			return err
		}
	}
}

// lineGame is the line that ends at a node, as a game. last is the node at which
// the line before it ends, nil for the first line. Decisions at plies that both
// lines share are stored with the earlier one only.
func (e *expansion) lineGame(last, n *node, id int64) (*book.Game, error) {
	var before []*node
	if last != nil {
		line, err := e.tree.line(last)
		if err != nil {
			return nil, err
		}
		before = line
	}
	line, err := e.tree.line(n)
	if err != nil {
		return nil, err
	}
	position, given := splitMoves(e.plan.root(n.Initial))
	g := &book.Game{ID: id, Initial: position, Winner: game.Draw, Reason: book.ReasonBreadth, Engines: e.plan.names, Seed: e.plan.job.Seed}
	b, err := e.plan.board(e.plan.root(n.Initial))
	if err != nil {
		return nil, err
	}
	if err := playLine(b, line); err != nil {
		return nil, err
	}
	if n.made != nil && n.made.Merged {
		g.Reason = book.ReasonMerged
	}
	if n.made != nil && n.made.Failure != "" {
		g.Reason, g.Failure = book.ReasonFailure, n.made.Failure
	} else if o, over := b.Outcome(); over {
		g.Winner, g.Reason = o.Winner, book.Reason(o.Reason)
	} else if n.Ply > 0 {
		d := line[n.Ply-1].made.Decision.played(n.Move)
		if winner, proven := d.settles(mover(b), len(e.plan.sides)); proven != "" {
			g.Winner, g.Reason = winner, proven
		}
	}
	moves, decisions := make([]string, n.Ply), make([]*decision, n.Ply)
	for ply := range moves {
		moves[ply] = line[ply+1].Move
		if ply+1 >= len(before) || before[ply+1].ID != line[ply+1].ID {
			decisions[ply] = line[ply].made.Decision.played(moves[ply])
		}
	}
	setMoves(g, given, moves, decisions)
	return g, nil
}
