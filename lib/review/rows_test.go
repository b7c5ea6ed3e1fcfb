package review

import (
	"context"
	"flag"
	"testing"

	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/engine"
)

// The rows of the bench take hours in full: -rows 34 -rowvisits 100000 for a hundred
// games, -rows 10 -rowseeds 4 for the classes.
var (
	rowGames  = flag.Int("rows", 0, "games on each of 7x7, 9x9 and 13x13 by weak players, reviewed at default effort; 0 for one on 7x7 at a small one")
	rowVisits = flag.Int("rowvisits", 2000, "visits of the search that reviews are held against")
	rowSeeds  = flag.Int("rowseeds", 2, "seeds whose classes are compared")
	rowSize   = flag.Int("rowsize", 0, "the only size of board; 0 for all")
	rowEffort = flag.String("roweffort", "default", "effort of the reviews")
)

// rows gives the games and the options of the bench.
func rows(t *testing.T, each func(size int, file string, o Options)) {
	sizes, games, o := []int{7, 9, 13}, *rowGames, Effort(*rowEffort)
	if games == 0 {
		sizes, games, o = []int{7}, 1, Effort("quick")
		o.ProofNodes = 200
	}
	if *rowSize != 0 {
		sizes = []int{*rowSize}
	}
	o.TargetTime, o.DemonstrateTime = 0, 0
	for _, size := range sizes {
		r := rng.New(uint64(size))
		for i := range games {
			o.User = []string{"black", "white"}[i%2]
			each(size, written(t, careless(t, size, 1, r)), o)
		}
	}
}

// No flagged move and no target is contradicted by a long search of the position: it
// proves neither that all moves lose, nor that the move wins, nor that the target loses.
func TestRows_noLongSearchContradicts(t *testing.T) {
	rows(t, func(size int, file string, o Options) {
		rep := mustReview(t, file, o)
		rec, err := rep.replay()
		if err != nil {
			t.Fatal(err)
		}
		for _, bad := range rep.BadMoves {
			b := rec.at(rep.Moves[bad.Number-1].Ply - 1)
			e := engine.DefaultOptions()
			e.TableMB = 256
			tree, err := engine.NewTree("capturego", e)
			if err != nil {
				t.Fatal(err)
			}
			r, err := tree.Search(context.Background(), b, engine.TreeLimits{Visits: *rowVisits, Width: o.Width})
			if err != nil {
				t.Fatal(err)
			}
			of := func(text string) engine.TreeMove {
				m, err := b.Parse(text)
				if err != nil {
					t.Fatal(err)
				}
				return moveOf(r, m)
			}
			played, target := of(bad.Move), of(bad.Target)
			t.Logf("%dx%d, %s: %s %.3f %q -> %s %.3f %q; long search %.3f %q, %.3f %q", size, size, b.Position(), bad.Move, bad.WinRate, bad.Proven,
				bad.Target, bad.TargetWinRate, bad.TargetProven, played.WinRate, played.Proven, target.WinRate, target.Proven)
			if r.Proven == string(Loss) || played.Proven == string(Win) || target.Proven == string(Loss) {
				t.Errorf("%s: move %d, %s -> %s: the position is proven %q, the move %q, the target %q", file, bad.Number, bad.Move, bad.Target, r.Proven, played.Proven, target.Proven)
			}
		}
	})
}

// classesBar is the share of pairs of seeds that give a move the same class.
const classesBar = 0.95

func TestRows_classesRepeat(t *testing.T) {
	if *rowGames == 0 {
		return // a share of a handful of moves says nothing
	}
	same, pairs := 0, 0
	rows(t, func(size int, file string, o Options) {
		var reports []*Report
		for seed := range *rowSeeds {
			o.Seed = uint64(1 + seed)
			o.Demonstrate = []int{}
			reports = append(reports, mustReview(t, file, o))
		}
		for i, m := range reports[0].Moves {
			var classes []Class
			var losses []float64
			differ := false
			for k, r := range reports {
				classes, losses = append(classes, r.Moves[i].Class), append(losses, r.Moves[i].Loss)
				for _, other := range reports[:k] {
					pairs++
					if other.Moves[i].Class == r.Moves[i].Class {
						same++
					} else {
						differ = true
					}
				}
			}
			if differ {
				t.Logf("%dx%d, move %d %s: %v %v", size, size, i+1, m.Move, classes, losses)
			}
		}
	})
	if share := float64(same) / float64(max(pairs, 1)); share < classesBar {
		t.Errorf("%d of %d pairs are of the same class, %.1f %%, want %.0f %%", same, pairs, 100*share, 100*classesBar)
	} else {
		t.Logf("%d of %d pairs are of the same class, %.1f %%", same, pairs, 100*share)
	}
}
