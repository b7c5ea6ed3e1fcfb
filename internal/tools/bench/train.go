package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"qikit.dev/qikit/internal/nnkern"
	"qikit.dev/qikit/internal/nnue"
	"qikit.dev/qikit/internal/tools/must"
	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/train"
	"qikit.dev/qikit/lib/xiangqi"
)

// trainBars learns a network of width 64 from a generated book, and searches with it.
func trainBars(m *meter) {
	path := filepath.Join(m.dir, "lessons.qkb")
	generated(path, 2, 600, plies, 1)
	o := train.DefaultOptions()
	o.Books, o.Out, o.Workers, o.Passes, o.HeldOut = []string{path}, filepath.Join(m.dir, "a.qnet"), 1, 1, 0.05
	o.SkipCheck, o.SkipCaptures, o.MaxScore = false, false, 32000
	// What a pass takes is the difference of two jobs: it leaves reading the book once out.
	learnt := func(passes int, out string) (seconds, positions float64) {
		o.Passes, o.Out = passes, filepath.Join(m.dir, out)
		var sum train.Summary
		took := cpu(func() { sum = must.Get(train.Run(context.Background(), o)) })
		return took.Seconds(), float64(sum.Positions)
	}
	const passes = 20
	once, _ := learnt(1, "a.qnet")
	often, positions := learnt(1+passes, "b.qnet")
	m.put("learning at width 64", passes*positions/1e3/(often-once), fmt.Sprintf("%.0f positions", positions))

	knps := func(evaluator, net string) float64 {
		options := engine.DefaultOptions()
		options.Evaluator, options.Net = evaluator, net
		e := must.Get(engine.New("xiangqi", options))
		defer e.Close()
		var took, nodes float64
		for _, p := range searchPositions {
			b := must.Get(game.New("xiangqi", game.Setup{Position: p.fen}))
			t, n := toDepth(e, b, 11)
			took, nodes = took+t.Seconds(), nodes+float64(n)
		}
		return nodes / 1e3 / took
	}
	ours, terms := knps("nnue", o.Out), knps("terms", "")
	m.beside("search with a network", ours, terms, "")
	m.put("nodes with a network", ours, "")
	evaluationBars(m, path, o.Out)
}

// evaluationBars values the positions of a book's games one after the other, as a search
// would that goes from each to the next: most moves are two updates in each view.
func evaluationBars(m *meter, path, file string) {
	var men []nnue.Men
	read := must.Get(book.Open(path))
	defer read.Close()
	for g, err := range read.Games(context.Background()) {
		must.Do(err)
		b := must.Get(read.Board(g.Initial))
		men = append(men, menOf(b))
		for _, text := range strings.Fields(g.Moves) {
			must.Do(game.PlayLine(b, []string{text}))
			men = append(men, menOf(b))
		}
	}
	net := must.Get(nnue.Open(must.Get(os.ReadFile(file))))
	defer nnkern.Use(nnkern.Current())
	sum, plain := 0, 0
	for _, tier := range nnkern.Tiers() {
		must.Do(nnkern.Use(tier))
		e := nnue.NewEvaluator(net)
		rounds := 1 + 200_000/len(men)
		took := quickest(5, repeat(rounds, func() {
			sum = 0
			for i := range men {
				sum += e.Score(&men[i], i&1)
			}
		}))
		if tier == nnkern.Generic {
			plain = sum
		}
		if sum != plain {
			must.Fail("%v says %d in all, plain Go %d", tier, sum, plain)
		}
		switch ns := float64(took.Nanoseconds()) / float64(rounds*len(men)); tier {
		case nnkern.Generic:
			m.put("evaluation of the next position, plain Go", ns, fmt.Sprintf("%d positions", len(men)))
		case nnkern.Best():
			m.put("evaluation of the next position", ns, tier.String())
		}
	}
}

// menOf are the men of a board of Xiangqi.
func menOf(b game.Board) (men nnue.Men) {
	board := b.(*xiangqi.Board)
	for s := range xiangqi.Square(nnue.Xiangqi.Rows * nnue.Xiangqi.Columns) {
		p := board.At(s)
		if p == xiangqi.NoPiece {
			continue
		}
		set := &men.Sets[p.Color()][p.Kind()-1]
		if s < 64 {
			set.Lo |= 1 << s
		} else {
			set.Hi |= 1 << (s - 64)
		}
		if p.Kind() == xiangqi.King {
			men.King[p.Color()] = int(s)
		}
	}
	return men
}
