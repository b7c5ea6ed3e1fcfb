package maxn

import (
	"context"
	"testing"

	"qikit.dev/qikit/internal/rng"
)

// tree is a game of three players, and of chance where chance is set, whose values are drawn by
// the moves that led to a position; some positions are over.
type tree struct {
	seed   uint64
	chance bool
	path   []uint64
}

func (t *tree) Players() int { return 3 }

func (t *tree) Turn() int {
	if t.chance {
		return (len(t.path) + 3) % 4 // chance moves first
	}
	return len(t.path) % 3
}

func (t *tree) Moves(dst []uint32) []uint32 {
	for m := range uint32(2 + rng.Of(t.seed, t.path...).IntN(4)) {
		dst = append(dst, m+1)
	}
	return dst
}

func (t *tree) Play(m uint32)     { t.path = append(t.path, uint64(m)) }
func (t *tree) Undo()             { t.path = t.path[:len(t.path)-1] }
func (t *tree) Gain(m uint32) int { return int(m) * 7 % 5 }

func (t *tree) Key() uint64 { return rng.Of(t.seed+2, t.path...).Uint64() }

func (t *tree) Weights(dst []float64) []float64 {
	n := len(t.Moves(nil))
	for i := range n {
		dst = append(dst, 2*float64(i+1)/float64(n*(n+1)))
	}
	return dst
}

func (t *tree) Values(v *Values) (over bool) {
	r := rng.Of(t.seed+1, t.path...)
	if len(t.path) > 1 && r.IntN(12) == 0 {
		for p := range 3 {
			v[p] = -Win
		}
		v[r.IntN(3)] = Win
		return true
	}
	for p := range 3 {
		v[p] = int32(r.IntN(2001) - 1000)
	}
	return false
}

// plainly is the definition: no bounds, no order.
func plainly(t *tree, root, depth, at int, paranoid bool) (best Values) {
	var v Values
	if t.Values(&v) {
		for p := range 3 {
			if v[p] > 0 {
				v[p] -= int32(at)
			} else {
				v[p] += int32(at)
			}
		}
		return v
	}
	turn := t.Turn()
	if depth <= 0 && turn < 3 {
		return v
	}
	weights, sums := t.Weights(nil), [3]float64{}
	for i, m := range t.Moves(nil) {
		t.Play(m)
		after := 1
		if turn == 3 {
			after = 0
		}
		v := plainly(t, root, depth-after, at+1, paranoid)
		t.Undo()
		better := v[turn%3] > best[turn%3]
		if paranoid {
			better = turn == root && v[root] > best[root] || turn != root && v[root] < best[root]
		}
		if i == 0 || better {
			best = v
		}
		for p := range sums {
			sums[p] += weights[i] * float64(v[p])
		}
	}
	if turn == 3 {
		for p := range sums {
			best[p] = int32(sums[p])
		}
	}
	return best
}

func TestSearch_isTheDefinition(t *testing.T) {
	for seed := range uint64(60) {
		for _, o := range []Options{{}, {Paranoid: true}} {
			g := &tree{seed: seed, chance: seed%2 == 1}
			if g.chance {
				g.Play(1)
			}
			want, root := -Win-1, g.Turn()
			for _, m := range g.Moves(nil) {
				g.Play(m)
				want = max(want, int(plainly(g, root, 3, 1, o.Paranoid)[root]))
				g.Undo()
			}
			var s Search[uint32]
			r := s.Run(context.Background(), g, o, Limits{Depth: 4}, nil)
			if got := r.Lines[0].Value; got != want && r.Depth == 4 {
				t.Errorf("seed %d, %+v: %d, want %d", seed, o, got, want)
			}
			all := s.Run(context.Background(), g, o, Limits{Depth: 4, Lines: 9}, nil)
			for i, line := range all.Lines {
				if i > 0 && line.Value > all.Lines[i-1].Value {
					t.Errorf("seed %d: lines out of order", seed)
				}
			}
			if o.Paranoid && !g.chance && all.Nodes <= r.Nodes && r.Depth == 4 && len(all.Lines) > 2 {
				t.Errorf("seed %d: bounds save nothing of %d nodes", seed, all.Nodes)
			}
		}
	}
}

func TestSearch_limits(t *testing.T) {
	g := &tree{seed: 5}
	var s Search[uint32]
	if r := s.Run(context.Background(), g, Options{}, Limits{Nodes: 1}, nil); len(r.Lines) != 1 || r.Nodes > 2 {
		t.Errorf("one node: %+v", r)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if r := s.Run(ctx, g, Options{}, Limits{}, nil); len(r.Lines) == 0 || r.Nodes > 1000 {
		t.Errorf("cancelled: %d lines, %d nodes", len(r.Lines), r.Nodes)
	}
	if len(g.path) != 0 {
		t.Errorf("the game is left at %v", g.path)
	}
	r := s.Run(context.Background(), g, Options{Root: 2, Width: 1, Others: 1}, Limits{Depth: 6, Lines: 9}, nil)
	if len(r.Lines) != 2 || len(r.Lines[0].Moves) > 6 {
		t.Errorf("two moves of the root: %+v", r)
	}
}
