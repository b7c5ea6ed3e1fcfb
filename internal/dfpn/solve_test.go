package dfpn

import (
	"context"
	"testing"

	"qikit.dev/qikit/internal/rng"
)

// heaps is Nim: who takes the last stone wins. A move is heap*8+stones.
type heaps struct {
	size [3]int
	turn int
	past []uint16
}

func (h *heaps) Verdict() Value            { return Unknown }
func (h *heaps) Estimate() (win, loss int) { return 1, 1 }
func (h *heaps) Moves(dst []uint16) []uint16 {
	for i, n := range h.size {
		for take := 1; take <= n; take++ {
			dst = append(dst, uint16(i*8+take))
		}
	}
	return dst
}
func (h *heaps) Play(m uint16) {
	h.size[m/8] -= int(m % 8)
	h.turn = 1 - h.turn
	h.past = append(h.past, m)
}
func (h *heaps) Undo() {
	m := h.past[len(h.past)-1]
	h.past = h.past[:len(h.past)-1]
	h.size[m/8] += int(m % 8)
	h.turn = 1 - h.turn
}
func (h *heaps) Key() uint64 {
	return rng.New(uint64(h.size[0]<<16 | h.size[1]<<8 | h.size[2]<<1 | h.turn)).Uint64()
}

// The first player wins Nim exactly when the sizes differ as binary numbers
// without carry.
func TestSolve_nim(t *testing.T) {
	s := New[uint16](1 << 20)
	for a := range 5 {
		for b := range 5 {
			for c := range 5 {
				g := &heaps{size: [3]int{a, b, c}}
				res := s.Solve(g, Limits{})
				want := Loss
				if a^b^c != 0 {
					want = Win
				}
				if res.Value != want || len(g.past) != 0 {
					t.Fatalf("%d %d %d: %v after %d nodes, want %v", a, b, c, res.Value, res.Nodes, want)
				}
				if want == Win {
					g.Play(res.Best)
					if g.size[0]^g.size[1]^g.size[2] != 0 {
						t.Errorf("%d %d %d: the best move leads to %v", a, b, c, g.size)
					}
				}
			}
		}
	}
}

func TestSolve_smallTable(t *testing.T) {
	s := New[uint16](1)
	if res := s.Solve(&heaps{size: [3]int{7, 5, 3}}, Limits{}); res.Value != Win {
		t.Errorf("%+v, want a win", res)
	}
}

func TestSolve_limits(t *testing.T) {
	s := New[uint16](1 << 20)
	g := &heaps{size: [3]int{7, 7, 1}}
	if res := s.Solve(g, Limits{Nodes: 5}); res.Value != Unknown || res.Nodes > 6 || len(g.past) != 0 {
		t.Errorf("%+v, want nothing proven with 5 nodes", res)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	s.Clear()
	if res := s.Solve(g, Limits{Done: ctx}); res.Value != Unknown || res.Nodes > 64 {
		t.Errorf("%+v, want nothing proven when cancelled", res)
	}
	// What a stopped search learnt helps the next.
	if res := s.Solve(g, Limits{}); res.Value != Win {
		t.Errorf("%+v, want a win", res)
	}
}

func TestSolve_same(t *testing.T) {
	var nodes [2]int
	for i := range nodes {
		nodes[i] = New[uint16](1<<20).Solve(&heaps{size: [3]int{6, 7, 5}}, Limits{}).Nodes
	}
	if nodes[0] != nodes[1] || nodes[0] == 0 {
		t.Errorf("%d and %d nodes for the same position", nodes[0], nodes[1])
	}
}

func TestSolve_allocatesNothing(t *testing.T) {
	s, g := New[uint16](1<<20), &heaps{size: [3]int{6, 7, 5}, past: make([]uint16, 0, 64)}
	s.Solve(g, Limits{})
	if n := testing.AllocsPerRun(5, func() { s.Clear(); s.Solve(g, Limits{}) }); n != 0 {
		t.Errorf("%v allocations a search, want 0", n)
	}
}
