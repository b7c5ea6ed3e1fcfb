package alphabeta

import (
	"context"
	"testing"
)

// What one worker learns of moves orders those of all, also where a game of other classes was searched before; under
// the race detector each learns alone.
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
		s.workers[0].memory.quiet[0], s.workers[2].memory.capture[0] = 5, 7
		if a, b := s.workers[1].memory.quiet[0], s.workers[1].memory.capture[0]; (a == 5 && b == 7) == raced {
			t.Errorf("a worker sees %d and %d where others learnt 5 and 7; under the race detector: %t", a, b, raced)
		}
		for i := range s.workers {
			s.workers[i].memory.resize(2+i, nil)
		}
	}
}
