package engine

import (
	"context"
	"errors"
	"math"
	"reflect"
	"testing"
	"time"

	"qikit.dev/qikit/lib/game"
)

func newTestTree(t *testing.T, gameName string) *Tree {
	t.Helper()
	o := DefaultOptions()
	o.TableMB, o.Seed = 4, 3
	tree, err := NewTree(gameName, o)
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

func TestTree_everyMoveIsTold(t *testing.T) {
	for _, name := range []string{"capturego", "surakarta", "xiangqi"} {
		b, err := game.New(name, game.Setup{})
		if err != nil {
			t.Fatal(err)
		}
		tree := newTestTree(t, name)
		search := func() TreeResult {
			r, err := tree.Search(context.Background(), b, TreeLimits{Visits: 120, Width: 0.1})
			if err != nil {
				t.Fatal(err)
			}
			r.Time = 0
			return r
		}
		r := search()
		var degrees, priors float64
		for _, m := range r.Moves {
			degrees, priors = degrees+m.Degree, priors+m.Prior
			if m.Line[0] != m.Move || m.WinRate < 0 || m.WinRate > 1 {
				t.Errorf("%s: %+v", name, m)
			}
		}
		if len(r.Moves) != len(b.Moves(nil)) || math.Abs(degrees-1) > 1e-6 || math.Abs(priors-1) > 1e-3 || r.Visits != 120 || r.Stop != "visits" {
			t.Errorf("%s: %d moves, degrees %v, priors %v, %d visits, %s", name, len(r.Moves), degrees, priors, r.Visits, r.Stop)
		}
		if again := search(); !reflect.DeepEqual(again, r) {
			t.Errorf("%s: the second search differs", name)
		}
		if (tree.Net() != "") != (name == "capturego") {
			t.Errorf("%s: judged by the network %q", name, tree.Net())
		}
	}
}

func TestTree_goesOnAmongSomeMoves(t *testing.T) {
	b := captureGoBoard(t, "", `{"size": 7}`)
	tree := newTestTree(t, "capturego")
	moves := b.Moves(nil)
	if _, err := tree.Search(context.Background(), b, TreeLimits{Visits: 50}); err != nil {
		t.Fatal(err)
	}
	r, err := tree.Continue(context.Background(), TreeLimits{Visits: 150, Only: moves[:3], Known: []TreeKnown{{Move: moves[0]}}})
	if err != nil || len(r.Moves) != 3 || r.Visits != 150 {
		t.Fatalf("%d moves, %d visits, %v; want 3 of 150", len(r.Moves), r.Visits, err)
	}
	if last := r.Moves[2]; last.Move != moves[0] || last.Proven != "loss" || last.Degree != 0 {
		t.Errorf("the move known to lose: %+v", last)
	}
	r, err = tree.Continue(context.Background(), TreeLimits{Visits: 151, Known: []TreeKnown{{Move: moves[5], Wins: true}}})
	if err != nil || r.Proven != "win" || r.Moves[0].Move != moves[5] || r.Moves[0].WinRate != 1 || r.Stop != "proven" {
		t.Errorf("a move known to win: %v %+v", err, r.Moves[0])
	}
}

func TestTree_badInput(t *testing.T) {
	tree := newTestTree(t, "capturego")
	b := captureGoBoard(t, "", `{"size": 5}`)
	ctx := context.Background()
	if _, err := tree.Search(ctx, b, TreeLimits{}); !errors.Is(err, ErrLimits) {
		t.Errorf("no limit: %v", err)
	}
	other, err := game.New("xiangqi", game.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tree.Search(ctx, other, TreeLimits{Visits: 1}); !errors.Is(err, ErrGame) {
		t.Errorf("another game: %v", err)
	}
	if _, err := NewTree("go fish", DefaultOptions()); !errors.Is(err, game.ErrUnknownGame) {
		t.Errorf("no such game: %v", err)
	}
	over := captureGoBoard(t, "5/2X2/1XO2/2X2/5 X", "")
	if err := game.PlayLine(over, []string{"D3"}); err != nil {
		t.Fatal(err)
	}
	if r, err := tree.Search(ctx, over, TreeLimits{Visits: 1}); err != nil || len(r.Moves) != 0 {
		t.Errorf("a game that is over: %+v, %v", r, err)
	}
	gone, cancel := context.WithCancel(ctx)
	cancel()
	if r, err := tree.Search(gone, b, TreeLimits{Visits: 1000}); !errors.Is(err, context.Canceled) || len(r.Moves) == 0 {
		t.Errorf("cancelled: %v with %d moves, want some", err, len(r.Moves))
	}
	if r, err := tree.Search(ctx, b, TreeLimits{Time: time.Millisecond}); err != nil || r.Stop != "time" {
		t.Errorf("a millisecond: %v, stopped by %s", err, r.Stop)
	}
}
