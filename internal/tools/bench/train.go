package main

import (
	"context"
	"fmt"
	"path/filepath"

	"qikit.dev/qikit/internal/tools/must"
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/train"
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

	knps := func(net string) float64 {
		options := engine.DefaultOptions()
		options.Net = net
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
	ours, terms := knps(o.Out), knps("")
	m.beside("search with a network", ours, terms, "")
	m.put("nodes with a network", ours, "")
}
