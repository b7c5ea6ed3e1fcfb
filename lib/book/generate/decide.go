package generate

import (
	"context"
	"errors"
	"fmt"

	"qikit.dev/qikit/lib/game"
)

// decide searches the last node of a line and says which moves are generated.
func (s *seats) decide(ctx context.Context, line []*node, root string) (made, error) {
	o, n := &s.plan.options, line[len(line)-1]
	b, err := s.plan.board(root)
	if err != nil {
		return made{}, err
	}
	past := newTurns(len(s.plan.sides))
	if err := past.follow(b, line); err != nil {
		return made{}, err
	}
	if _, over := b.Outcome(); over {
		return made{Over: true}, nil
	}
	var m made
	if n.Ply > 0 {
		m.Lean = line[n.Ply-1].made.Lean
	}
	m.Decision, err = s.weighNode(ctx, line, b, &past, &m)
	var faulty *engineError
	if errors.As(err, &faulty) {
		return made{Lean: m.Lean, Failure: faulty.Error()}, nil
	}
	if err != nil {
		return made{}, err
	}
	// With fewer legal moves than the ranks ask for, the last ones are generated.
	found := len(m.Decision.Weighed)
	m.Count = min(o.Breadth.Width, found)
	m.First = min(m.First, found-m.Count)
	if most := o.Breadth.MaxLoss; most != nil {
		weighed := m.Decision.Weighed
		for m.Count > 1 && weighed[0].Score-weighed[m.First+m.Count-1].Score > *most {
			m.Count--
		}
	}
	return m, nil
}

// weighNode checks the balance and searches, as for a ply of a game.
func (s *seats) weighNode(ctx context.Context, line []*node, b game.Board, past *turns, m *made) (*decision, error) {
	n := line[len(line)-1]
	if err := s.clear(); err != nil {
		return nil, err
	}
	o, player := &s.plan.options, b.Turn()
	lean, evals, err := s.weighPlayers(m.Lean, past.evals(), b, n.Ply)
	if err != nil {
		return nil, err
	}
	m.Lean = lean
	stream := uint64(n.Initial) // one line through the root keeps its players' depths
	if o.Depth.Scope == ScopePly {
		stream = s.plan.nodeStream(n, line)
	}
	depths := make([]int, len(s.plan.sides))
	drawn := s.plan.drawDepths(depths, past.used, stream, past.had[player], lean)
	lines := o.choice(lean, player).low - 1 + o.Breadth.Width
	t, c, err := s.think(ctx, player, b, &m.Lean, o.Balance.due(n.Ply), depths[player], lines, true)
	if err != nil {
		return nil, err
	}
	if want := min(lines, len(b.Moves(nil))); len(t.list) < want {
		return nil, &engineError{s.engines[player].Name(), fmt.Errorf("%d candidates, expected %d, in %s", len(t.list), want, b.Position())}
	}
	depths[player], m.First = t.depth, c.low-1
	if o.Breadth.Width == 1 {
		m.First = t.at(min(c.low, len(t.list)))
	}
	d := newDecision(b, t, 0)
	if o.Balance != nil {
		d.balanceOf(m.Lean, evals, c, player, depths, drawn)
	}
	return &d, nil
}
