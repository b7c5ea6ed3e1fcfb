package main

import (
	"fmt"
	"time"

	"qikit.dev/qikit/internal/fives"
	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/internal/tools/must"
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/gomoku"
)

// gomokuPuzzles solves a hundred positions that are won by continuous fours in four moves
// or more: stones thrown around the middle of 15x15, a third by each rule.
func gomokuPuzzles(m *meter) {
	const puzzles, enough = 100, 1 << 20
	r := rng.New(1)
	var boards []*gomoku.Board
	for n := 0; len(boards) < puzzles; n++ {
		b := must.Get(gomoku.New("", gomoku.Options{Size: 15, Rule: []string{gomoku.Freestyle, gomoku.Standard, gomoku.Renju}[n%3]}, false))
		for stones := 20 + r.IntN(12); b.Len() < stones; {
			p := goban.PointAt(2+r.IntN(11), 2+r.IntN(11))
			if b.At(p) == goban.Empty && b.Legal(p) && !b.Five(p, b.Side()) {
				b.Play(game.Move(p))
			}
		}
		p := fives.New(b.Clone())
		if p.Count(goban.Black, fives.Five)+p.Count(goban.White, fives.Five) > 0 {
			continue
		}
		if line, _ := p.SolveFours(20_000); len(line) >= 7 {
			boards = append(boards, b)
		}
	}
	began, nodes := time.Now(), 0
	for _, b := range boards {
		line, spent := fives.New(b).SolveFours(enough)
		if nodes += spent; line == nil {
			m.put("gomoku, 100 puzzles of fours", 1e9, "unsolved: "+b.Position())
			return
		}
	}
	m.put("gomoku, 100 puzzles of fours", time.Since(began).Seconds(), fmt.Sprintf("%d nodes", nodes))
}

// gomokuDepths searches an opening on one thread, cleared each time.
func gomokuDepths(m *meter) {
	e := must.Get(engine.New("gomoku", engine.DefaultOptions()))
	defer e.Close()
	b := must.Get(game.New("gomoku", game.Setup{Position: "96/96/96/96/96/96/6XO7/7X7/6O8/96/96/96/96/96/96 X"}))
	took, nodes := toDepth(e, b, 10)
	m.put("gomoku, depth 10 from an opening", took.Seconds(), fmt.Sprintf("%dk nodes", nodes/1000))
}
