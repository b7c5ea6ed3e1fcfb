package mcts

import (
	"context"
	"errors"
	"reflect"
	"testing"

	"qikit.dev/qikit/internal/rng"
)

// race is a game of RAVE's own kind: players take numbers 1 to n in turn, each
// once, and who has taken the number best wins. Move m is worth the same
// whenever it is made.
type race struct {
	n, best int
	taken   []uint16
	traced  []uint16
	opinion func(m uint16) (won, tried float32)
}

func (r *race) Players() int { return 2 }
func (r *race) Turn() int    { return len(r.taken) % 2 }
func (r *race) Moves(dst []uint16) []uint16 {
	for m := 1; m <= r.n; m++ {
		if !contains(r.taken, uint16(m)) {
			dst = append(dst, uint16(m))
		}
	}
	return dst
}
func (r *race) Play(m uint16) { r.taken = append(r.taken, m) }
func (r *race) Undo()         { r.taken = r.taken[:len(r.taken)-1] }
func (r *race) Outcome(moves int) (winner int, over bool) {
	if moves > 0 {
		return 0, false
	}
	for i, m := range r.taken {
		if int(m) == r.best {
			return i % 2, true
		}
	}
	return Draw, true
}

func (r *race) Rollout(random *rng.Source, s *Shares) {
	before := len(r.taken)
	for {
		moves := r.Moves(nil)
		if winner, over := r.Outcome(len(moves)); over {
			settled(winner, 2, s)
			break
		}
		r.Play(moves[random.IntN(len(moves))])
	}
	r.traced = append(r.traced[:0], r.taken[before:]...)
	r.taken = r.taken[:before]
}

func (r *race) Traced() []uint16 { return r.traced }

func (r *race) Appraise(moves []uint16, won, tried []float32) {
	for i, m := range moves {
		won[i], tried[i] = 1, 2
		if r.opinion != nil {
			won[i], tried[i] = r.opinion(m)
		}
	}
}

func contains(list []uint16, m uint16) bool {
	for _, other := range list {
		if other == m {
			return true
		}
	}
	return false
}

func raveOptions() Options {
	o := smallOptions()
	o.Rave, o.Explore, o.Expand = 1000, 0.1, 2
	return o
}

// A number that wins whenever it is taken is found by the games in which it was
// taken later, long before every move has been tried.
func TestRave_findsTheMoveThatIsGoodLater(t *testing.T) {
	res := mustRun(t, raveOptions(), Limits[uint16]{Visits: 40, Lines: 1}, &race{n: 40, best: 33})
	if best := res.Lines[0].Moves[0]; best != 33 {
		t.Errorf("after 40 visits the best of 40 moves is %d, want 33", best)
	}
}

// What moves are held for decides first, and what they bring in the end.
func TestRave_opinionsComeFirst(t *testing.T) {
	wrong := func(m uint16) (won, tried float32) {
		if m == 2 {
			return 9, 10
		}
		return 1, 10
	}
	first := mustRun(t, raveOptions(), Limits[uint16]{Visits: 3, Lines: 1}, &race{n: 9, best: 5, opinion: wrong})
	if best := first.Lines[0].Moves[0]; best != 2 {
		t.Errorf("after 3 visits the best move is %d, want 2, which was spoken for", best)
	}
	last := mustRun(t, raveOptions(), Limits[uint16]{Visits: 2000, Lines: 1}, &race{n: 9, best: 5, opinion: wrong})
	if best := last.Lines[0].Moves[0]; best != 5 {
		t.Errorf("after 2000 visits the best move is %d, want 5", best)
	}
}

func TestRave_sameSeedSameResult(t *testing.T) {
	run := func(seed uint64) Result[uint16] {
		o := raveOptions()
		o.Seed = seed
		res := mustRun(t, o, Limits[uint16]{Visits: 500, Lines: 30}, &race{n: 30, best: 3})
		res.Time = 0
		return res
	}
	if a, b := run(3), run(3); !reflect.DeepEqual(a, b) {
		t.Errorf("seed 3 twice: %+v and %+v", a, b)
	}
	if a, b := run(3), run(4); reflect.DeepEqual(a, b) {
		t.Error("seeds 3 and 4 gave the same result")
	}
}

// What Advance keeps of later games is what the tree held before.
func TestRave_advanceKeepsIt(t *testing.T) {
	o := raveOptions()
	s := mustNew(t, o)
	g := &race{n: 30, best: 3}
	sums := func(n *node[uint16]) (list []uint32) {
		for _, m := range g.Moves(nil) {
			if i := find(s.tree.children(n), m); i >= 0 {
				r := &s.tree.ravesOf(n)[i]
				list = append(list, uint32(m), r.games.Load(), r.value.Load(), uint32(r.tried))
			}
		}
		return list
	}
	if _, err := s.Run(context.Background(), []Game[uint16]{g}, Limits[uint16]{Visits: 4000, Lines: 1}); err != nil {
		t.Fatal(err)
	}
	children := s.tree.children(&s.tree.nodes[root])
	best := &children[0]
	for i := range children {
		if children[i].visits.Load() > best.visits.Load() {
			best = &children[i]
		}
	}
	move := best.move
	g.Play(move)
	before := sums(best)
	if !s.Advance(move) {
		t.Fatal("nothing was kept")
	}
	after := sums(&s.tree.nodes[root])
	if !reflect.DeepEqual(before, after) || len(before) == 0 {
		t.Errorf("kept %v, want %v", after, before)
	}
	games := uint32(0)
	for i := 1; i < len(after); i += 4 {
		games += after[i]
	}
	if games == 0 {
		t.Error("no later games counted, the test shows nothing")
	}
}

// A game that tells too little is refused, not searched in another way.
func TestRave_refuses(t *testing.T) {
	s := mustNew(t, raveOptions())
	_, err := s.Run(context.Background(), []Game[uint16]{&nim{players: 2, heap: 9}}, Limits[uint16]{Visits: 10, Lines: 1})
	if !errors.Is(err, ErrOptions) {
		t.Errorf("a game that is no Tracer: %v, want %v", err, ErrOptions)
	}
	o := smallOptions()
	o.Rave = -1
	if _, err := New[uint16](o); !errors.Is(err, ErrOptions) {
		t.Errorf("Rave -1: %v, want %v", err, ErrOptions)
	}
}

func TestRave_workers(t *testing.T) {
	games := []Game[uint16]{&race{n: 40, best: 33}, &race{n: 40, best: 33}, &race{n: 40, best: 33}}
	res := mustRun(t, raveOptions(), Limits[uint16]{Visits: 3000, Lines: 1}, games...)
	if best := res.Lines[0].Moves[0]; best != 33 || res.Visits != 3000 {
		t.Errorf("best move %d with %d visits, want 33 with 3000", best, res.Visits)
	}
}

// Workers that meet at leaves which get their children just then do not get in
// each other's way.
func TestRave_workersAtTheSameLeaves(t *testing.T) {
	o := raveOptions()
	o.Expand, o.Workers = 1, 8
	for range 40 {
		var games []Game[uint16]
		for range o.Workers {
			games = append(games, &race{n: 12, best: 7})
		}
		if _, err := mustNew(t, o).Run(context.Background(), games, Limits[uint16]{Visits: 400, Lines: 1}); err != nil {
			t.Fatal(err)
		}
	}
}
