package main

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"qikit.dev/qikit/internal/tools/must"
	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/book/generate"
)

// balanceStarts are where the games of balanceBars start.
var balanceStarts = []struct{ name, position string }{
	{"full start", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"},
	{"a horse less", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKAB1R w - - 0 1"},
}

// balanceVariants are those of the book document [161-168]. Their games are few: with
// depths of six plies more they take long.
var balanceVariants = []struct {
	name  string
	depth generate.Adjustment
	rank  *generate.Rank
}{
	{"both", generate.AdjustBoth, nil},
	{"raise", generate.AdjustRaise, nil},
	{"lower", generate.AdjustLower, nil},
	{"rank", generate.AdjustOff, &generate.Rank{Weaker: [2]int{1, 1}, Stronger: [2]int{2, 2}}},
	{"both, rank", generate.AdjustBoth, &generate.Rank{Weaker: [2]int{1, 1}, Stronger: [2]int{2, 2}}},
}

// The depths at which balanceBars and balanceDeeper play.
var shallow, deeper = [2]int{2, 3}, [2]int{4, 6}

const (
	balanceGames = 40
	deeperGames  = 12
	variantGames = 4
	balanceSeeds = 5
	// farBeyond is the score, either way, beyond which records are counted: a horse.
	farBeyond = 400
)

// balanceBars shows what the default of strength adjustment does: the share of records
// beyond 400, beside the share without it, for every start, threshold and seed. It is held
// to its worst seed. Its time is that of the whole job, though its games, which go on for
// longer, give more records.
func balanceBars(m *meter) { hold(m, "hold", balanceGames, shallow) }

// balanceDeeper shows what the default does at greater depths. There games are level for
// half of their plies, which no adjustment may change before the lead reaches the
// threshold.
func balanceDeeper(m *meter) { hold(m, "hold, depths 4 to 6", deeperGames, deeper) }

// hold compares jobs with the default and without.
func hold(m *meter, name string, games int, depths [2]int) {
	for _, start := range balanceStarts {
		without := seeded(m, start.position, games, depths, nil)
		for _, threshold := range []int{100, 400} {
			b := generate.DefaultBalance()
			b.Threshold = &threshold
			compare(m, fmt.Sprintf("%s, %s, threshold %d", name, start.name, threshold), seeded(m, start.position, games, depths, b), without, true)
		}
	}
}

// variantBars shows what the document's variants do.
func variantBars(m *meter) {
	for _, start := range balanceStarts {
		without := seeded(m, start.position, balanceGames, shallow, nil)
		for _, v := range balanceVariants {
			for _, threshold := range []int{100, 400} {
				b := generate.DefaultBalance()
				b.Threshold, b.Depth, b.Rank = &threshold, v.depth, v.rank
				with := seeded(m, start.position, variantGames, shallow, b)
				compare(m, fmt.Sprintf("%s, %s, threshold %d", v.name, start.name, threshold), with, without, false)
			}
		}
	}
}

// compare shows what an adjustment does, and judges it when it is the default.
func compare(m *meter, name string, with, without [balanceSeeds]outcome, judged bool) {
	var ratios [balanceSeeds]float64
	var shares []string
	var ours, theirs outcome
	for i := range with {
		ratios[i] = with[i].share() / without[i].share()
		shares = append(shares, fmt.Sprintf("%.3f/%.3f", with[i].share(), without[i].share()))
		ours, theirs = ours.plus(with[i]), theirs.plus(without[i])
	}
	perRecord := (ms(ours.took) / float64(ours.records)) / (ms(theirs.took) / float64(theirs.records))
	fmt.Fprintf(m.out, "%-40s shares %s  ratios %.2f to %.2f  games of %.0f plies for %.0f  time a record x%.2f\n", name, strings.Join(shares, " "),
		slices.Min(ratios[:]), slices.Max(ratios[:]), ours.length(), theirs.length(), perRecord)
	if !judged {
		return
	}
	worst := slices.Index(ratios[:], slices.Min(ratios[:]))
	m.beside(name, with[worst].share(), without[worst].share(), fmt.Sprintf("the worst of %d seeds", balanceSeeds))
	m.beside("time: "+name, ours.took.Seconds(), theirs.took.Seconds(), fmt.Sprintf("x%.2f a record", perRecord))
}

// outcome is what a job made, or several.
type outcome struct {
	records, beyond int // with a score; with one beyond farBeyond
	games           int
	plies           float64
	took            time.Duration
}

func (o outcome) share() float64  { return float64(o.beyond) / float64(max(o.records, 1)) }
func (o outcome) length() float64 { return o.plies / float64(max(o.games, 1)) }

func (o outcome) plus(p outcome) outcome {
	return outcome{o.records + p.records, o.beyond + p.beyond, o.games + p.games, o.plies + p.plies, o.took + p.took}
}

// seeded makes a book with each seed.
func seeded(m *meter, position string, games int, depths [2]int, b *generate.Balance) (all [balanceSeeds]outcome) {
	for i := range all {
		path := filepath.Join(m.dir, fmt.Sprintf("balance%d.qkb", len(must.Get(filepath.Glob(filepath.Join(m.dir, "*.qkb"))))))
		all[i] = balanced(path, position, uint64(i+1), games, depths, b)
	}
	return all
}

// balanced makes a book of games at depths between two. A fresh search, the same for all,
// gives the scores.
func balanced(path, position string, seed uint64, games int, depths [2]int, b *generate.Balance) (made outcome) {
	o := generate.DefaultOptions()
	o.Game, o.Out, o.Seed, o.Workers = "xiangqi", path, &seed, 1
	o.Initial.Positions, o.Games, o.Balance = []string{position}, games, b
	o.Depth = generate.Depth{Scope: generate.ScopePly, Distribution: generate.DistributionUniform, Min: depths[0], Max: depths[1]}
	o.Reevaluate.Depth = 3
	var s book.Summary
	made.took = cpu(func() { s = must.Get(generate.Book(context.Background(), o, nil)) })
	made.games, made.plies = int(s.Games), s.Plies*float64(s.Games)
	read := must.Get(book.Open(path))
	defer read.Close()
	for r, err := range read.Records() {
		must.Do(err)
		if r.Score == nil {
			continue
		}
		made.records++
		if max(*r.Score, -*r.Score) > farBeyond {
			made.beyond++
		}
	}
	return made
}
