package engine

import (
	"context"
	"testing"

	"qikit.dev/qikit/internal/alphabeta"
	"qikit.dev/qikit/lib/game"
)

// A search allocates for its result and its boards, never for a node.
func TestAlphaBeta_allocations(t *testing.T) {
	a := &xiangqiAnalyst{}
	s := alphabeta.New[game.Move](1, 16)
	roots := []alphabeta.Position[game.Move]{a.at(xiangqiBoard(t, middlegames[2]))}
	run := func(nodes int) float64 {
		return testing.AllocsPerRun(3, func() {
			s.Clear()
			if _, err := s.Run(context.Background(), roots, alphabeta.Limits{Nodes: nodes, Lines: 1}, nil); err != nil {
				t.Fatal(err)
			}
		})
	}
	run(4000) // buffers grow to their size once
	if few, many := run(1000), run(4000); many > few+5 {
		t.Errorf("1000 nodes allocate %v times, 4000 nodes %v: a node must not", few, many)
	}
}
