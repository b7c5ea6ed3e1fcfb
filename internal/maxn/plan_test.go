package maxn

import (
	"context"
	"testing"
)

// promised is the move that a player takes in a plan of another one.
func promised(t *tree) (best uint32) {
	for _, m := range t.Moves(nil) {
		if best == 0 || t.Gain(m) > t.Gain(best) {
			best = m
		}
	}
	return best
}

// planned is the value of the best plan with so many own moves, by trying all of them.
func planned(t *tree, root, turns, worth, made, at int) int {
	best := -Win - 1
	for _, m := range t.Moves(nil) {
		t.Play(m)
		var v Values
		value, ended := 0, t.Values(&v)
		switch worth := worth + int(v[root]); {
		case ended:
			value = after(v[root], at+1)
		case turns == 1:
			value = (2*int(v[root]) + worth) / (3 + made)
		default:
			value = replied(t, root, turns-1, worth, made+1, at+1)
		}
		t.Undo()
		best = max(best, value)
	}
	return best
}

// replied is planned behind the moves of the others.
func replied(t *tree, root, turns, worth, made, at int) (value int) {
	if t.Turn() == root {
		return planned(t, root, turns, worth, made, at)
	}
	t.Play(promised(t))
	defer t.Undo()
	var v Values
	if t.Values(&v) {
		return after(v[root], at+1)
	}
	return replied(t, root, turns, worth, made, at+1)
}

// after is a value of the end of a game in so many plies.
func after(v int32, plies int) int {
	if v > 0 {
		return int(v) - plies
	}
	return int(v) + plies
}

// With room for all plans the search finds the best one, for one line and for several, and the
// value of each line is that of its moves.
func TestSearch_plans(t *testing.T) {
	ended := 0
	for seed := range uint64(200) {
		g := &tree{seed: seed}
		want := planned(g, g.Turn(), 3, 0, 0, 0)
		var s Search[uint32]
		for _, lines := range []int{1, 3} {
			r := s.Plan(context.Background(), g, Options{Plans: 10_000}, Limits{Depth: 7, Lines: lines}, nil)
			if got := r.Lines[0].Value; got != want {
				t.Errorf("seed %d, %d lines: %d, want %d", seed, lines, got, want)
			}
			if want > Most || want < -Most {
				ended++
			}
			if few := min(lines, len(g.Moves(nil))); len(r.Lines) < few {
				t.Errorf("seed %d: %d lines, want %d at least", seed, len(r.Lines), few)
			}
			for i := 1; i < len(r.Lines); i++ {
				if r.Lines[i].Value > r.Lines[i-1].Value {
					t.Errorf("seed %d: lines out of order: %+v", seed, r.Lines)
				}
			}
		}
		if len(g.path) != 0 {
			t.Fatalf("seed %d: the game is left at %v", seed, g.path)
		}
	}
	if ended < 20 {
		t.Errorf("%d of the best plans end the game", ended)
	}
}

// Wherever it is stopped, the search keeps as many lines as are wanted.
func TestSearch_plansStopped(t *testing.T) {
	for nodes := 12; nodes < 300; nodes++ {
		g := &tree{seed: 5}
		var s Search[uint32]
		r := s.Plan(context.Background(), g, Options{Plans: 2, Width: 2}, Limits{Nodes: nodes, Lines: 3}, nil)
		if few := min(3, len(g.Moves(nil))); len(r.Lines) < few || len(g.path) != 0 {
			t.Errorf("%d nodes: %+v, want %d lines", nodes, r, few)
		}
	}
}

// A plan ends at every limit, and as many lines as are wanted stay to the end.
func TestSearch_planLimits(t *testing.T) {
	g := &tree{seed: 5}
	var s Search[uint32]
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	for name, run := range map[string]struct {
		ctx  context.Context
		l    Limits
		most int
	}{
		"one node":  {context.Background(), Limits{Nodes: 1}, 2},
		"nodes":     {context.Background(), Limits{Nodes: 100, Lines: 2}, 104},
		"cancelled": {cancelled, Limits{}, 1000},
		"depth":     {context.Background(), Limits{Depth: 1, Lines: 9}, 10},
	} {
		r := s.Plan(run.ctx, g, Options{Plans: 3}, run.l, nil)
		if len(r.Lines) < min(run.l.Lines, 2) || len(r.Lines) == 0 || r.Nodes > run.most || run.l.Depth > 0 && r.Depth > run.l.Depth {
			t.Errorf("%s: %+v", name, r)
		}
		if len(g.path) != 0 {
			t.Errorf("%s: the game is left at %v", name, g.path)
		}
	}
}
