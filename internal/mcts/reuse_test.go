package mcts

import (
	"context"
	"testing"

	"qikit.dev/qikit/internal/rng"
)

// summary is what a subtree holds, in an order that does not depend on where
// it lies.
func summary(s *Search[uint16], n *node[uint16]) []uint64 {
	children := s.tree.children(n)
	list := []uint64{uint64(n.visits.Load()), n.value.Load(), uint64(n.proof.Load()), uint64(len(children))}
	for i := range children {
		list = append(list, uint64(children[i].move))
		list = append(list, summary(s, &children[i])...)
	}
	return list
}

func equal(a, b []uint64) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

func TestAdvance_keepsTheSubtree(t *testing.T) {
	s := mustNew(t, smallOptions())
	g := &nim{players: 2, heap: 60}
	random := rng.New(3)
	for range 12 {
		if _, err := s.Run(context.Background(), []Game[uint16]{g}, Limits[uint16]{Visits: 3000, Lines: 1}); err != nil {
			t.Fatal(err)
		}
		m := uint16(1 + random.IntN(3))
		reply := uint16(1 + random.IntN(3))
		at := find(s.tree.children(&s.tree.nodes[root]), m)
		n := &s.tree.children(&s.tree.nodes[root])[at]
		if back := find(s.tree.children(n), reply); back < 0 || s.tree.children(n)[back].visits.Load() == 0 {
			break
		}
		n = &s.tree.children(n)[find(s.tree.children(n), reply)]
		want, visits := summary(s, n), int(n.visits.Load())
		if !s.Advance(m, reply) {
			t.Fatalf("a tree with %d visits was not kept", visits)
		}
		if got := summary(s, &s.tree.nodes[root]); !equal(got, want) {
			t.Fatalf("after %d, %d: the tree kept is another one", m, reply)
		}
		g.Play(m)
		g.Play(reply)
		res, err := s.Run(context.Background(), []Game[uint16]{g}, Limits[uint16]{Visits: visits + 500, Lines: 3})
		if err != nil || !res.Proven && res.Visits != visits+500 {
			t.Fatalf("%+v, %v: want %d visits, those kept counted", res, err, visits+500)
		}
	}
	if len(g.taken) < 4 {
		t.Errorf("only %d moves were played, the test shows little", len(g.taken))
	}
}

func TestAdvance_givesRoomBack(t *testing.T) {
	o := smallOptions()
	o.Bytes, o.Rollout = 1<<20, 2
	s := mustNew(t, o)
	w := &wide{}
	res, err := s.Run(context.Background(), []Game[uint16]{w}, Limits[uint16]{Visits: 8000, Lines: 1})
	if err != nil {
		t.Fatal(err)
	}
	s.Advance(res.Lines[0].Moves[0])
	kept := int(s.tree.next.Load())
	if kept > res.Nodes/2 {
		t.Errorf("%d of %d nodes are taken after a move", kept, res.Nodes)
	}
	w.Play(0)
	if res, err = s.Run(context.Background(), []Game[uint16]{w}, Limits[uint16]{Visits: 5000, Lines: 1}); err != nil || res.Nodes < kept+1000 {
		t.Errorf("%d nodes, %v; want the tree to grow on from %d", res.Nodes, err, kept)
	}
}

func TestAdvance_unknownMove(t *testing.T) {
	s := mustNew(t, smallOptions())
	if _, err := s.Run(context.Background(), []Game[uint16]{&nim{players: 2, heap: 9}}, Limits[uint16]{Visits: 3, Lines: 1}); err != nil {
		t.Fatal(err)
	}
	if s.Advance(1, 77) || s.tree.nodes[root].visits.Load() != 0 {
		t.Error("a move that is none was kept")
	}
}

// sparse is wide, with only the first move shown inside the tree.
type sparse struct {
	wide
	root int
}

func (s *sparse) Moves(dst []uint16) []uint16 {
	if s.played > s.root {
		return append(dst, 1)
	}
	return s.wide.Moves(dst)
}

func TestOpen_showsAllMovesOfTheRoot(t *testing.T) {
	g, s := &sparse{}, mustNew(t, smallOptions())
	if _, err := s.Run(context.Background(), []Game[uint16]{g}, Limits[uint16]{Visits: 2000, Lines: 1}); err != nil {
		t.Fatal(err)
	}
	if !s.Advance(1) {
		t.Fatal("nothing kept")
	}
	g.Play(1)
	g.root = 1
	kept := int(s.tree.nodes[root].visits.Load())
	res, err := s.Run(context.Background(), []Game[uint16]{g}, Limits[uint16]{Visits: kept + 400, Lines: 50})
	if err != nil || len(res.Lines) != 50 {
		t.Fatalf("%d lines, %v; want all 50 moves", len(res.Lines), err)
	}
	sum := 0
	for _, l := range res.Lines {
		sum += l.Visits
	}
	if sum < kept+390 || res.Lines[49].Visits == 0 && res.Lines[40].Visits == 0 {
		t.Errorf("%d visits of %d below the root, the least %d", sum, kept+400, res.Lines[49].Visits)
	}
}

// A position that the game had proven by itself is a root with moves, and the
// one told first is proven, too.
func TestAdvance_toAProvenPosition(t *testing.T) {
	g := &prover{nim: nim{players: 2, heap: 9}, asked: map[int]bool{}}
	s := mustNew(t, smallOptions())
	if _, err := s.Run(context.Background(), []Game[uint16]{g}, Limits[uint16]{Visits: 40, Lines: 3, Only: []uint16{2}}); err != nil {
		t.Fatal(err)
	}
	s.Advance(2)
	g.Play(2)
	res, err := s.Run(context.Background(), []Game[uint16]{g}, Limits[uint16]{Visits: 100, Lines: 3})
	if err != nil || len(res.Lines) != 3 || !res.Proven || !res.Lines[0].Proven || res.Lines[0].Moves[0] != 3 {
		t.Errorf("%+v, %v; want three moves, taking 3 proven to win", res, err)
	}
}
