package book

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync"

	"qikit.dev/qikit/lib/game"
)

// expand grows the tree of a breadth-first job level by level and turns its
// lines into games [148, figure 3]. Whatever has been done in an earlier run
// is not done again.
func (j *job) expand(ctx context.Context) error {
	reader, err := open(j.store.path, "ro")
	if err != nil {
		return err
	}
	defer reader.Close()
	t := &tree{db: reader.db, path: j.store.path}
	if err := j.plantRoots(); err != nil {
		return err
	}
	first, below := int64(0), int64(len(j.initials)) // ids of the level
	for ply := range j.options.Breadth.Plies {
		if err := j.decideLevel(ctx, t, first, below); err != nil {
			return err
		}
		if err := j.growLevel(ctx, t, first, below); err != nil {
			return err
		}
		first = below
		if err := j.store.queryArgs("SELECT coalesce(max(id) + 1, ?2) FROM nodes WHERE ply = ?1", []any{ply + 1, first}, &below); err != nil {
			return fileError(j.store.path, err)
		}
	}
	return j.gather(ctx, t, below)
}

// decisions is the most searches that the tree can take.
func (j *job) decisions() int64 {
	b, n := j.options.Breadth, 0.0
	for ply := range b.Plies {
		n += math.Pow(float64(b.Width), float64(ply))
	}
	return int64(n) * int64(len(j.initials))
}

// lines is the most lines that the tree can have.
func (j *job) lines() int64 {
	b := j.options.Breadth
	return int64(math.Pow(float64(b.Width), float64(b.Plies))) * int64(len(j.initials))
}

// plantRoots makes a root of each initial position.
func (j *job) plantRoots() error {
	var have int64
	if err := j.store.query("SELECT count(*) FROM (SELECT 1 FROM nodes LIMIT 1)", &have); err != nil || have > 0 {
		return fileError(j.store.path, err)
	}
	return j.store.do(func() error {
		for i := range j.initials {
			if err := j.store.exec(addNode, i, -1, i, 0, "", "", 0); err != nil {
				return err
			}
		}
		return nil
	})
}

// decided is a node with what has come of it.
type decided struct {
	ID   int64 `json:"id"`
	Made made  `json:"made"`
}

func (d decided) number() int64 { return d.ID }

// decideLevel searches the nodes of a level that are due.
func (j *job) decideLevel(ctx context.Context, t *tree, first, below int64) error {
	next := j.nodesDue(t, first, below)
	return do(ctx, j, phase[nodeTask, decided]{
		kind: kindNodes, size: partOf(below-first, nodesMost),
		next: func(ctx context.Context) (nodeTask, bool, error) {
			line, ok, err := next(ctx)
			if !ok || err != nil {
				return nodeTask{}, false, err
			}
			return newNodeTask(line, j.initials[line[0].initial]), true, nil
		},
		do: func(ctx context.Context, h *Hand, t nodeTask) (decided, error) { return h.decideNode(ctx, t) },
		keep: func(batch []decided) error {
			if err := j.store.do(func() error {
				for _, d := range batch {
					if err := j.store.exec(setMade, string(mustJSON(d.Made)), d.ID); err != nil {
						return err
					}
				}
				return nil
			}); err != nil {
				return err
			}
			j.clock.step(int64(len(batch)), int64(len(batch)))
			return nil
		},
	})
}

// nodesDue hands out the lines of the nodes to be searched to any worker.
func (j *job) nodesDue(t *tree, from, below int64) func(context.Context) (line []*node, ok bool, err error) {
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
				if chunk, err = t.nodes(from, below, chunkSize); err != nil || len(chunk) == 0 {
					return nil, false, err
				}
				from = chunk[len(chunk)-1].id + 1
			}
			n := chunk[0]
			chunk = chunk[1:]
			if n.made == nil {
				line, err := t.line(n)
				return line, err == nil, err
			}
		}
	}
}

// decide searches the last node of a line and says which moves are generated.
func (s *seats) decide(ctx context.Context, line []*node, root string) (made, error) {
	o, n := &s.job.options, line[len(line)-1]
	b, err := s.job.board(root)
	if err != nil {
		return made{}, err
	}
	last := lastEvals(line, len(s.job.sides), b)
	if err := play(b, line); err != nil {
		return made{}, err
	}
	if _, over := b.Outcome(); over {
		return made{Over: true}, nil
	}
	var m made
	if n.ply > 0 {
		m.Lean = line[n.ply-1].made.Lean
	}
	m.Decision, err = s.weighNode(ctx, line, b, last, &m)
	var faulty *engineError
	if errors.As(err, &faulty) {
		return made{Lean: m.Lean, Failure: faulty.Error()}, nil
	}
	if err != nil {
		return made{}, err
	}
	// Fewer legal moves than the ranks ask for: the last ones, or all.
	found := len(m.Decision.Weighed)
	m.Count = min(o.Breadth.Width, found)
	m.First = min(o.choice(m.Lean, b.Turn()).low-1, found-m.Count)
	return m, nil
}

// weighNode checks the balance and searches, as a ply of a game does.
func (s *seats) weighNode(ctx context.Context, line []*node, b game.Board, last []float64, m *made) (*decision, error) {
	n := line[len(line)-1]
	if err := s.clear(); err != nil {
		return nil, err
	}
	o, player := &s.job.options, b.Turn()
	lean, evals, err := s.weighPlayers(m.Lean, last, b, n.ply)
	if err != nil {
		return nil, err
	}
	m.Lean = lean
	stream := uint64(n.initial) // one line through the root keeps its players' depths
	if o.Depth.Scope == ScopePly {
		stream = uint64(n.id)
	}
	depths, used := make([]int, len(s.job.sides)), make([]int, len(s.job.sides))
	for back := 1; back < len(line) && back < len(used); back++ {
		used[(player+len(used)-back)%len(used)] = line[n.ply-back].made.Decision.Depth
	}
	s.job.drawDepths(depths, used, stream, n.ply, lean)
	lines := o.choice(lean, player).low - 1 + o.Breadth.Width
	r, list, err := s.search(ctx, player, b, depths[player], lines, true)
	if err != nil {
		return nil, err
	}
	if want := min(lines, len(b.Moves(nil))); len(list) < want {
		return nil, &engineError{s.engines[player].Name(), fmt.Errorf("%d candidates, expected %d, in %s", len(list), want, b.Position())}
	}
	d := newDecision(b, r, list, depths[player], 0)
	if evals != nil {
		d.Lean, d.Evals = &lean, evals
	}
	return &d, nil
}

// growLevel makes the children of a level's nodes.
func (j *job) growLevel(ctx context.Context, t *tree, first, below int64) error {
	var next int64 // id
	if err := j.store.query("SELECT max(id) + 1 FROM nodes", &next); err != nil {
		return fileError(j.store.path, err)
	}
	row := &j.store.job
	for {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		nodes, err := t.nodes(max(first, row.Grown), below, chunkSize)
		if err != nil || len(nodes) == 0 {
			return err
		}
		err = j.store.do(func() error {
			for _, n := range nodes {
				if next, err = j.growNode(t, n, next); err != nil {
					return err
				}
			}
			row.Grown = nodes[len(nodes)-1].id + 1
			return j.store.saveCounts(row.Processed)
		})
		if err != nil {
			return err
		}
	}
}

// growNode makes the children of a node; next is the id of the first.
func (j *job) growNode(t *tree, n *node, next int64) (int64, error) {
	if n.leaf(j.options.Breadth.Plies) {
		return next, nil
	}
	m := n.made
	var b game.Board
	if j.options.Breadth.Merge {
		line, err := t.line(n)
		if err != nil {
			return next, err
		}
		if b, err = j.board(j.initials[n.initial]); err != nil {
			return next, err
		}
		if err := play(b, line); err != nil {
			return next, err
		}
	}
	first := next
	for _, c := range m.Decision.Weighed[m.First : m.First+m.Count] {
		identity, key := "", int64(0)
		if b != nil {
			twin := false
			var err error
			if identity, key, twin, err = j.twin(b, c.Move, n.ply+1); err != nil {
				return next, err
			}
			if twin {
				j.store.job.Transpositions++
				continue
			}
		}
		if err := j.store.exec(addNode, next, n.id, n.initial, n.ply+1, c.Move, identity, key); err != nil {
			return next, err
		}
		next++
	}
	if next > first {
		return next, nil
	}
	m.Merged = true
	return next, j.store.exec(setMade, string(mustJSON(m)), n.id)
}

// twin says whether the position after a move is in the tree at that ply.
func (j *job) twin(b game.Board, move string, ply int) (identity string, key int64, found bool, err error) {
	m, err := b.Parse(move)
	if err != nil {
		return "", 0, false, fmt.Errorf("%w: %v", ErrCorrupt, err)
	}
	b.Play(m)
	identity = fmt.Sprintf("%d %s", ply, b.Identity(game.View{}))
	b.Undo()
	key = keyOf([]string{identity})
	var have string
	err = j.store.rows(findTwin, []any{key}, []any{&have}, func() error {
		found = found || have == identity
		return nil
	})
	return identity, key, found, err
}

// gather turns the tree's lines into games, in order of their last nodes.
func (j *job) gather(ctx context.Context, t *tree, below int64) error {
	var skip int64 // lines that are games already
	if err := j.store.query("SELECT count(*) FROM games", &skip); err != nil {
		return fileError(j.store.path, err)
	}
	id := int64(0)
	var last *node
	for from := int64(0); ; {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		nodes, err := t.nodes(from, below, chunkSize)
		if err != nil {
			return err
		}
		if len(nodes) == 0 {
			return j.store.do(func() error {
				j.store.job.Planned = id
				return j.store.saveCounts(j.store.job.Processed)
			})
		}
		from = nodes[len(nodes)-1].id + 1
		var games []*playedGame
		for _, n := range nodes {
			if !n.leaf(j.options.Breadth.Plies) || j.options.Record == RecordEnd && n.made != nil && n.made.Merged {
				continue // a line that was merged has no end of its own
			}
			if id++; id > skip {
				g, err := j.lineGame(t, last, n, id-1)
				if err != nil {
					return err
				}
				games = append(games, g)
			}
			last = n
		}
		if err := j.keep(games); err != nil {
			return err
		}
	}
}

// lineGame is the line that ends at a node, as a game. last is the node at
// which the line before it ends, nil for the first: what was thought in plies
// that both share stands in the earlier one only.
func (j *job) lineGame(t *tree, last, n *node, id int64) (*playedGame, error) {
	var before []*node
	if last != nil {
		line, err := t.line(last)
		if err != nil {
			return nil, err
		}
		before = line
	}
	line, err := t.line(n)
	if err != nil {
		return nil, err
	}
	g := &playedGame{ID: id, Initial: j.initials[n.initial], Winner: game.Draw, Reason: reasonBreadth, Engines: j.names, Seed: j.seed}
	b, err := j.board(g.Initial)
	if err != nil {
		return nil, err
	}
	if err := play(b, line); err != nil {
		return nil, err
	}
	if n.made != nil && n.made.Merged {
		g.Reason = reasonMerged
	}
	if n.made != nil && n.made.Failure != "" {
		g.Reason, g.Failure = reasonFailure, n.made.Failure
	} else if o, over := b.Outcome(); over {
		g.Winner, g.Reason = o.Winner, o.Reason
	}
	moves, decisions := make([]string, n.ply), make([]*decision, n.ply)
	for ply := range moves {
		moves[ply] = line[ply+1].move
		if ply+1 >= len(before) || before[ply+1].id != line[ply+1].id {
			decisions[ply] = line[ply].made.Decision.played(moves[ply])
		}
	}
	g.set(moves, decisions)
	return g, nil
}
