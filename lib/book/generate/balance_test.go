package generate

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"qikit.dev/qikit/internal/booktest"
	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
)

// balanced is the document's first variant [161], changed.
func balanced(change func(*Balance)) *Balance {
	b := DefaultBalance()
	b.Depth = AdjustBoth
	if change != nil {
		change(b)
	}
	return b
}

// Figure 4 of the document: 400 against 400 and 320 against 360 change
// nothing; from a difference of 100 on the weaker searches deeper.
func TestBalance_figure4(t *testing.T) {
	b := balanced(nil)
	var l leaning
	for _, evals := range [][]float64{{400, 400}, {320, 360}, {300, 399}} {
		if l = b.lean(l, evals); l != (leaning{}) {
			t.Errorf("%v: %+v, want no change", evals, l)
		}
	}
	l = b.lean(l, []float64{300, 400})
	depths := []int{5, 5}
	b.adjust(l, depths, []int{0, 0}, 100)
	if !l.Unbalanced || l.Weaker != 0 || depths[0] != 7 || depths[1] != 3 {
		t.Errorf("300 against 400: %+v, depths %v, want the first weaker and [7 3]", l, depths)
	}
}

func TestBalance_offsetGrowsAndShrinks(t *testing.T) {
	b := balanced(nil) // step 2, max 6
	var l leaning
	for i, c := range []struct {
		evals  []float64
		offset int
	}{
		{[]float64{0, 150}, 2}, {[]float64{0, 150}, 4}, {[]float64{0, 150}, 6}, {[]float64{0, 150}, 6},
		{[]float64{0, 0}, 4}, {[]float64{0, 0}, 2}, {[]float64{0, 120}, 4},
		{[]float64{120, 0}, 2}, // the other side is behind now: its offset begins anew
		{[]float64{0, 0}, 0}, {[]float64{0, 0}, 0},
	} {
		if l = b.lean(l, c.evals); l.Offset != c.offset {
			t.Errorf("check %d, %v: offset %d, want %d", i, c.evals, l.Offset, c.offset)
		}
	}
}

func TestBalance_depthVariants(t *testing.T) {
	l := leaning{Unbalanced: true, Weaker: 1, Stronger: 0, Offset: 2}
	for _, c := range []struct {
		variant Adjustment
		depths  [2]int
		want    [2]int
	}{
		{AdjustBoth, [2]int{8, 8}, [2]int{6, 10}},
		{AdjustRaise, [2]int{8, 8}, [2]int{8, 10}},
		{AdjustLower, [2]int{8, 8}, [2]int{6, 8}},
		{AdjustBoth, [2]int{20, 5}, [2]int{18, 19}}, // still not the greater: stronger + 1
		{AdjustRaise, [2]int{20, 5}, [2]int{20, 21}},
		{AdjustLower, [2]int{20, 5}, [2]int{18, 19}},
		{AdjustLower, [2]int{2, 1}, [2]int{1, 2}},      // never under one ply
		{AdjustRaise, [2]int{100, 5}, [2]int{99, 100}}, // nor over the greatest depth
		{AdjustOff, [2]int{8, 8}, [2]int{8, 8}},
	} {
		b := balanced(func(b *Balance) { b.Depth = c.variant; b.Rank = &Rank{} })
		got := c.depths
		b.adjust(l, got[:], []int{0, 0}, 100)
		if got != c.want {
			t.Errorf("%s of %v = %v, want %v", c.variant, c.depths, got, c.want)
		}
	}
	got := [2]int{8, 8}
	balanced(nil).adjust(l, got[:], []int{15, 3}, 100)
	if got != [2]int{6, 16} {
		t.Errorf("the stronger used 15 last: %v, want [6 16]", got)
	}
	fading := l
	fading.Unbalanced = false
	got = [2]int{20, 5}
	balanced(nil).adjust(fading, got[:], []int{0, 0}, 100)
	if got != [2]int{18, 7} {
		t.Errorf("balanced again: %v, want the offset alone, [18 7]", got)
	}
}

func TestBalance_conditions(t *testing.T) {
	ratio, most := 1.5, 1000
	for _, c := range []struct {
		name         string
		change       func(*Balance)
		weak, strong float64
		want         bool
	}{
		{"threshold met", nil, 300, 400, true},
		{"threshold missed", nil, 301, 400, false},
		{"ratio met", func(b *Balance) { b.Threshold = nil; b.Ratio = &ratio }, 100, 150, true},
		{"ratio missed", func(b *Balance) { b.Threshold = nil; b.Ratio = &ratio }, 101, 150, false},
		{"ratio of nothing", func(b *Balance) { b.Threshold = nil; b.Ratio = &ratio }, 0, 1, true},
		{"ratio of equals", func(b *Balance) { b.Threshold = nil; b.Ratio = &ratio }, 0, 0, false},
		{"either", func(b *Balance) { b.Threshold = &most; b.Ratio = &ratio }, 100, 150, true},
		{"both wanted, one met", func(b *Balance) { b.Threshold = &most; b.Ratio = &ratio; b.Combine = "all" }, 100, 150, false},
		{"both wanted and met", func(b *Balance) { b.Threshold = &most; b.Ratio = &ratio; b.Combine = "all" }, 1000, 2000, true},
	} {
		if got := balanced(c.change).unbalanced(c.weak, c.strong); got != c.want {
			t.Errorf("%s: %v against %v unbalanced = %v, want %v", c.name, c.weak, c.strong, got, c.want)
		}
	}
}

func TestBalance_ranksReplaceTopK(t *testing.T) {
	o := DefaultOptions()
	o.Balance = balanced(func(b *Balance) { b.Rank = &Rank{Weaker: [2]int{1, 3}, Stronger: [2]int{2, 4}} })
	l := leaning{Unbalanced: true, Weaker: 1, Stronger: 0}
	for _, c := range []struct {
		lean      leaning
		player    int
		low, high int
		loss      bool
	}{
		{l, 1, 1, 3, false}, {l, 0, 2, 4, false}, {leaning{}, 0, 1, 3, true},
	} {
		got := o.choice(c.lean, c.player)
		if got.low != c.low || got.high != c.high || (got.maxLoss != nil) != c.loss {
			t.Errorf("player %d, %+v: %+v, want ranks %d to %d, a limit on loss %v", c.player, c.lean, got, c.low, c.high, c.loss)
		}
	}
}

// lopsided makes fakes in whose eyes the second player is far behind.
func lopsided(int) (engine.Engine, error) {
	return &booktest.Fake{Label: "fake", Evals: func(b game.Board) []int {
		evals := make([]int, len(b.Sides()))
		for i := range evals {
			evals[i] = 1000 - 500*i
		}
		return evals
	}}, nil
}

func TestBalance_inGames(t *testing.T) {
	for _, name := range []string{"mnk", "mnk3"} {
		o := fakeOptions(t, name)
		o.Games, o.Dedupe = 20, false
		o.Depth = Depth{Scope: ScopePly, Distribution: "uniform", Min: 3, Max: 30}
		o.Balance = balanced(func(b *Balance) { b.Rank = &Rank{Weaker: [2]int{1, 1}, Stronger: [2]int{2, 2}} })
		o.Engines = lopsided
		b, _ := generated(t, o)
		players := 2 + len(name) - 3
		round := map[[2]int]map[int]int{} // depths by game, round and player
		for _, r := range booktest.Records(t, b) {
			if r.Depth == nil {
				continue
			}
			at := [2]int{int(r.Game), r.Ply / players}
			if round[at] == nil {
				round[at] = map[int]int{}
			}
			player := r.Ply % players
			round[at][player] = *r.Depth
			want := 0 // rank of the move, from 0
			switch {
			case player == 0 && len(r.Candidates) > 1:
				want = 1
			case player > 0 && player < players-1:
				continue // neither the stronger nor the weaker
			}
			if *r.Move != r.Candidates[want].Move {
				t.Fatalf("%s: game %d ply %d: %s played, want candidate %d of %v", name, r.Game, r.Ply, *r.Move, want, r.Candidates)
			}
		}
		checked := 0
		for at, depths := range round {
			weaker, ok := depths[players-1]
			if ok {
				checked++
				if weaker <= depths[0] {
					t.Errorf("%s: game %d round %d: depths %v, want the last player's the greatest", name, at[0], at[1], depths)
				}
			}
		}
		if checked < 20 {
			t.Errorf("%s: only %d rounds checked", name, checked)
		}
	}
}

func TestBalance_everyLPlies(t *testing.T) {
	o := fakeOptions(t, "mnk")
	o.Games = 3
	asked := map[int]bool{}
	o.Balance = balanced(func(b *Balance) { b.Every = 3 })
	o.Engines = func(int) (engine.Engine, error) {
		return &booktest.Fake{Label: "fake", Evals: func(b game.Board) []int {
			asked[len(b.Played(nil))] = true
			return []int{0, 0}
		}}, nil
	}
	generated(t, o)
	for ply := range asked {
		if ply%3 != 0 {
			t.Errorf("evaluated at ply %d, want multiples of 3", ply)
		}
	}
	if !asked[0] || !asked[3] {
		t.Errorf("evaluated at %v, want 0, 3, …", asked)
	}
}

func TestBalance_bySearch(t *testing.T) {
	o := fakeOptions(t, "mnk")
	o.Games, o.Dedupe = 5, false
	o.Depth = Depth{Scope: ScopeGame, Distribution: "uniform", Min: 10, Max: 12}
	o.Balance = balanced(func(b *Balance) { b.Evaluator = EvaluatorSearch; b.Depth = AdjustRaise })
	o.Engines = func(player int) (engine.Engine, error) {
		// The first player sees itself 120 ahead, the second 120 behind.
		return &booktest.Fake{Label: "fake", Opinion: func(b game.Board, m game.Move, l engine.Limits) int { return 120 - 240*b.Turn() }}, nil
	}
	b, _ := generated(t, o)
	first := map[int64]int{}
	for _, r := range booktest.Records(t, b) {
		if r.Depth == nil {
			continue
		}
		if r.Ply == 0 {
			first[r.Game] = *r.Depth // nothing searched yet: the drawn depth
		}
		want := first[r.Game]
		if r.Ply%2 == 1 {
			want += min(2*r.Ply, 6)
		}
		if *r.Depth != want {
			t.Errorf("game %d ply %d: depth %d, want %d", r.Game, r.Ply, *r.Depth, want)
		}
	}
}

// The network of a player says who leads: half of its value for the one, minus half for the
// other. This one counts men.
func TestBalance_byANetwork(t *testing.T) {
	path := filepath.Join(t.TempDir(), "b.qkb")
	o, err := ParseOptions([]byte(fmt.Sprintf(`{"game": "xiangqi", "out": %q, "games": 2, "max_plies": 6, "seed": 3, "reevaluate": null,
		"depth": {"scope": "ply", "distribution": "list", "depths": [1, 2]}, "players": [{"net": "../../engine/testdata/men.qnet"}],
		"initial": ["rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABN1 w"],
		"balance": {"evaluator": "nnue", "every": 1, "threshold": 100, "depth": "both"}}`, path)))
	if err != nil {
		t.Fatal(err)
	}
	b, _ := generated(t, o)
	for _, r := range booktest.Records(t, b) {
		if r.Balance == nil && r.Move != nil {
			t.Fatalf("ply %d: no balance", r.Ply)
		}
		if want := []float64{-475, 475}; r.Ply == 0 && r.Balance != nil && !slices.Equal(r.Balance.Evals, want) {
			t.Errorf("evaluations %v, want %v", r.Balance.Evals, want)
		}
	}
	_, err = ParseOptions([]byte(`{"game": "xiangqi", "out": "x", "balance": {"evaluator": "nnue", "ratio": 2}}`))
	if !errors.Is(err, book.ErrOptions) || !strings.Contains(err.Error(), `balance.ratio is 2, expected evaluator "terms"`) {
		t.Errorf("a ratio: %v, want ErrOptions that says where", err)
	}
}
