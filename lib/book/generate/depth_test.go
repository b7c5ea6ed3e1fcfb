package generate

import (
	"math"
	"testing"

	"qikit.dev/qikit/internal/booktest"
	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
)

func TestDepth_distributions(t *testing.T) {
	for _, c := range []struct {
		name      string
		depth     Depth
		low, high int
		mean, sd  float64 // of the draws
	}{
		{"the document's normal [122]", Depth{Distribution: "normal", Mean: 15, SD: 5, Min: 1, Max: 40}, 1, 40, 15, 5.01},
		{"clamped, not redrawn", Depth{Distribution: "normal", Mean: 5, SD: 3, Min: 4, Max: 6}, 4, 6, 5, 0.93},
		{"derived bounds", Depth{Distribution: "normal", Mean: 5, SD: 1.5}, 1, 10, 5, 1.53},
		{"the document's interval [127]", Depth{Distribution: "uniform", Min: 10, Max: 20}, 10, 20, 15, 3.16},
		{"list", Depth{Distribution: "list", Depths: []int{4, 8}}, 4, 8, 6, 2},
		{"weighted list", Depth{Distribution: "list", Depths: []int{4, 30, 8}, Weights: []float64{3, 0, 1}}, 4, 8, 5, 1.73},
	} {
		const n = 40000
		r := rng.New(1)
		var sum, squares float64
		low, high := 1000, 0
		for range n {
			d := c.depth.draw(r)
			low, high = min(low, d), max(high, d)
			sum += float64(d)
			squares += float64(d) * float64(d)
		}
		mean := sum / n
		sd := math.Sqrt(squares/n - mean*mean)
		if low < c.low || high > c.high {
			t.Errorf("%s: draws from %d to %d, want within %d to %d", c.name, low, high, c.low, c.high)
		}
		if math.Abs(mean-c.mean) > 0.1 || math.Abs(sd-c.sd) > 0.1 {
			t.Errorf("%s: mean %.2f, sd %.2f, want %.2f and %.2f", c.name, mean, sd, c.mean, c.sd)
		}
	}
}

func TestDepth_clampedEndsAreHeavy(t *testing.T) {
	d := Depth{Distribution: "normal", Mean: 5, SD: 3, Min: 4, Max: 6}
	r, counts := rng.New(3), map[int]int{}
	for range 30000 {
		counts[d.draw(r)]++
	}
	// P(X < 4.5) and P(X >= 5.5) of the normal distribution are 0.434 each; a
	// redraw would give about 0.33.
	for _, end := range []int{4, 6} {
		if share := float64(counts[end]) / 30000; math.Abs(share-0.434) > 0.02 {
			t.Errorf("share of %d = %.3f, want 0.434", end, share)
		}
	}
}

func TestDepth_scopes(t *testing.T) {
	draw := func(scope Scope, game uint64, round int) [2]int {
		d := Depth{Scope: scope, Distribution: "uniform", Min: 1, Max: 100}
		var into [2]int
		d.depths(into[:], 5, game, round)
		return into
	}
	if a := draw(ScopeGame, 1, 0); a[0] != a[1] || a != draw(ScopeGame, 1, 9) || a == draw(ScopeGame, 2, 0) {
		t.Errorf("per game: %v, then %v; another game %v", a, draw(ScopeGame, 1, 9), draw(ScopeGame, 2, 0))
	}
	if a := draw(ScopePlayer, 1, 0); a[0] == a[1] || a != draw(ScopePlayer, 1, 9) || a == draw(ScopePlayer, 2, 0) {
		t.Errorf("per player: %v, then %v; another game %v", a, draw(ScopePlayer, 1, 9), draw(ScopePlayer, 2, 0))
	}
	if a := draw(ScopePly, 1, 0); a[0] == a[1] || a == draw(ScopePly, 1, 1) || a != draw(ScopePly, 1, 0) {
		t.Errorf("per ply: %v, next round %v, again %v", a, draw(ScopePly, 1, 1), draw(ScopePly, 1, 0))
	}
}

func TestDepth_inGames(t *testing.T) {
	for _, scope := range []Scope{ScopePly, ScopePlayer, ScopeGame} {
		o := fakeOptions(t, "mnk")
		o.Games, o.Dedupe = 20, false
		o.Depth = Depth{Scope: scope, Distribution: "uniform", Min: 3, Max: 30}
		b, _ := generated(t, o)
		games := map[int64]map[int]map[int]bool{} // depths by game and player
		for _, r := range booktest.Records(t, b) {
			if r.Depth == nil {
				continue
			}
			if games[r.Game] == nil {
				games[r.Game] = map[int]map[int]bool{0: {}, 1: {}}
			}
			games[r.Game][r.Ply%2][*r.Depth] = true
			if *r.Depth < 3 || *r.Depth > 30 {
				t.Errorf("%s: depth %d, want 3 to 30", scope, *r.Depth)
			}
		}
		several, differ := 0, 0
		for _, players := range games {
			for _, depths := range players {
				if len(depths) > 1 {
					several++
				}
			}
			for d := range players[0] {
				if !players[1][d] {
					differ++
					break
				}
			}
		}
		ok := map[Scope]bool{
			ScopePly:    several == 40,
			ScopePlayer: several == 0 && differ >= 15,
			ScopeGame:   several == 0 && differ == 0,
		}[scope]
		if !ok || len(games) != 20 {
			t.Errorf("scope %s: of %d games, %d players with several depths, %d games whose players differ", scope, len(games), several, differ)
		}
	}
}

// What is said of the draws is what they are.
func TestDepth_likeliest(t *testing.T) {
	for _, d := range []Depth{
		{Distribution: "normal", Mean: 5, SD: 1.5},
		{Distribution: "normal", Mean: 2, SD: 0.25},
		{Distribution: "normal", Mean: 5, SD: 3, Min: 4, Max: 6},
		{Distribution: "normal", Mean: 90, SD: 3, Max: 6},
		{Distribution: "uniform", Min: 3, Max: 5},
		{Distribution: "list", Depths: []int{4, 8, 4}},
		{Distribution: "list", Depths: []int{4, 8, 9}, Weights: []float64{1, 97, 2}},
		{Distribution: "list", Depths: []int{4, 8, 9}, Weights: []float64{1, 97, 2}, Max: 8},
	} {
		r, counts := rng.New(5), map[int]int{}
		for range 20000 {
			counts[d.draw(r)]++
		}
		_, share := d.likeliest()
		most := 0
		for _, n := range counts {
			most = max(most, n)
		}
		if got := float64(most) / 20000; math.Abs(got-share) > 0.012 {
			t.Errorf("%+v: the likeliest depth comes in %.3f of the draws, said to be %.3f", d, got, share)
		}
	}
}

// bounded is a fake that looks ahead six plies at most.
type bounded struct{ *booktest.Fake }

func (bounded) DepthBound() int { return 6 }

func TestDepth_adjustmentStopsWhereAnEngineDoes(t *testing.T) {
	o := fakeOptions(t, "mnk")
	o.Depth = Depth{Scope: ScopePly, Distribution: DistributionUniform, Min: 5, Max: 6}
	o.Balance = DefaultBalance()
	o.Balance.Depth = AdjustBoth
	f := bounded{&booktest.Fake{Label: "fake", Evals: func(game.Board) []int { return []int{900, 0} }}}
	o.Engines = func(int) (engine.Engine, error) { return f, nil }
	_, s := generated(t, o)
	deepest := 0
	for _, l := range f.Calls {
		deepest = max(deepest, l.Depth)
	}
	if deepest != 6 || s.Failed != 0 {
		t.Errorf("the deepest search is of %d plies, want 6", deepest)
	}
}
