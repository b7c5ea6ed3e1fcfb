package alphabeta

import (
	"context"
	"testing"
)

// What a worker learns of moves from a deep refutation orders those of all, also where a game of other classes was
// searched before; of a shallow one it learns alone, and under the race detector always.
func TestMemory_workersLearnTogether(t *testing.T) {
	s := New[uint16](3, 1)
	for range 2 {
		roots := make([]Position[uint16], 3)
		for i := range roots {
			g := &noughts{}
			roots[i] = Position[uint16]{Game: g, Eval: g}
		}
		if _, err := s.Run(context.Background(), roots, Limits{Depth: 3, Lines: 1}, nil); err != nil {
			t.Fatal(err)
		}
		for _, depth := range []int{toldDepth - 1, toldDepth} {
			s.Clear()
			for _, w := range s.workers {
				w.memory.anything = true
			}
			s.workers[1].remember(0, depth, 1)
			for i, w := range s.workers {
				knows := i == 1 || depth == toldDepth && !raced
				if got := w.memory.quiet[0] == int16(reward(depth)); got != knows {
					t.Errorf("worker %d knows what worker 1 learnt at depth %d: %t, want %t", i, depth, got, knows)
				}
			}
		}
		for i := range s.workers {
			s.workers[i].memory.resize(2+i, nil)
		}
	}
}
