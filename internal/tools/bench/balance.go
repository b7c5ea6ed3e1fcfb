package main

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"qikit.dev/qikit/internal/tools/must"
	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/book/generate"
)

// balanceBars shows the effect of strength adjustment on the same games: the share
// of positions that are unbalanced by 100 or more, the spread of scores, the length
// of games. Games start from unbalanced positions, for which the method is meant.
func balanceBars(m *meter) {
	stats := map[bool]book.Stats{}
	for _, adjusted := range []bool{false, true} {
		stats[adjusted] = balanced(filepath.Join(m.dir, fmt.Sprint(adjusted, ".qkb")), adjusted)
	}
	without, with := stats[false], stats[true]
	m.beside("mean game length", with.Plies, without.Plies, "")
	m.beside("unbalanced positions", float64(with.Unbalanced), float64(without.Unbalanced), "")
	m.beside("share of unbalanced positions", with.Share, without.Share, "")
	for _, adjusted := range []bool{false, true} {
		fmt.Printf("scores, adjusted %v, a # is 2 %%:\n", adjusted)
		histogram(stats[adjusted].Scores)
	}
}

// histogram draws the bins within ±1000 as bars.
func histogram(bins []book.Bin) {
	var total int64
	for _, b := range bins {
		total += b.Count
	}
	for _, b := range bins {
		if b.From >= -1000 && b.To <= 1000 {
			fmt.Printf("  %5d … %5d %6d %s\n", b.From, b.To, b.Count, strings.Repeat("#", int(b.Count*50/max(total, 1))))
		}
	}
}

func balanced(path string, adjusted bool) book.Stats {
	seed := uint64(151)
	o := generate.DefaultOptions()
	o.Game, o.Out, o.Seed = "xiangqi", path, &seed
	o.Initial.Positions = unbalancedOpenings
	o.Games, o.MaxPlies = 4, 150
	o.Depth = generate.Depth{Scope: generate.ScopePly, Distribution: generate.DistributionUniform, Min: 3, Max: 5}
	o.Reevaluate.Depth = 5
	if adjusted {
		threshold := 100
		o.Balance = &generate.Balance{Every: 1, Threshold: &threshold, Combine: "any", Evaluator: generate.EvaluatorTerms,
			Depth: "both", Step: 2, Max: 6, Rank: &generate.Rank{Weaker: [2]int{1, 1}, Stronger: [2]int{2, 2}}}
	}
	must.Get(generate.Book(context.Background(), o, nil))
	b := must.Get(book.Open(path))
	defer b.Close()
	return must.Get(b.Stats(context.Background()))
}

// unbalancedOpenings are start positions in which one side lacks a piece.
var unbalancedOpenings = []string{
	"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/7C1/9/RNBAKABNR w - - 0 1",   // a cannon
	"rnbakab1r/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1", // a horse
	"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P3P/1C5C1/9/RNBAKABNR w - - 0 1",   // a soldier
	"rnbaka1nr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1", // an elephant
}
