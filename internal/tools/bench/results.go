package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"qikit.dev/qikit/internal/tools/must"
	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/book/generate"
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
)

const (
	// resultGames is how many games resultBars plays: a minute of one core. The bar is
	// meant for a thousand, QIKIT_BENCH_GAMES=1000, which take half an hour.
	resultGames = 40
	// resultDepth is how far resultBars looks ahead.
	resultDepth = 12
	// resultEvery is which records it searches, counted from the ends of games, where
	// proofs are near: searching all would take ten times as long.
	resultEvery = 10
)

// resultBars plays a job of the defaults and searches to depth 12 what it says of the
// results: the last position of every game that has one, and every tenth record before
// it. A last position that is proven to be something else is a wrong result. A record
// before it, proven likewise, is of a game that its loser should have won: the result is
// true, but a player erred.
func resultBars(m *meter) {
	games := resultGames
	if text := os.Getenv("QIKIT_BENCH_GAMES"); text != "" {
		games = must.Get(strconv.Atoi(text))
	}
	o := generate.DefaultOptions()
	seed := uint64(1)
	o.Game, o.Out, o.Seed, o.Games, o.Workers = "xiangqi", filepath.Join(m.dir, "results.qkb"), &seed, games, 1
	var s book.Summary
	took := cpu(func() { s = must.Get(generate.Book(context.Background(), o, nil)) })
	fmt.Fprintf(m.out, "%d games, %d positions in %.0f s; ended by %v\n", s.Games, s.Positions, took.Seconds(), s.Reasons)

	read := must.Get(book.Open(o.Out))
	defer read.Close()
	j := judge{engine: must.Get(engine.New("xiangqi", engine.DefaultOptions())), limits: engine.DefaultLimits(), m: m}
	defer j.engine.Close()
	j.limits.Depth = resultDepth
	took = cpu(func() {
		for g, err := range read.Games(context.Background()) {
			must.Do(err)
			if g.Ended() && g.Failure == "" {
				j.game(must.Get(read.Board(g.Initial)), g)
			}
		}
	})
	m.put("decided games that depth 12 proves wrong", float64(j.wrong), fmt.Sprintf("of %d; %d it sees otherwise by 100 or more", j.ended, j.doubted))
	m.put("records before, proven to be something else", float64(j.erred), fmt.Sprintf("of %d; %.0f s", j.records, took.Seconds()))
}

// judge searches the positions of games.
type judge struct {
	engine engine.Engine
	limits engine.Limits
	m      *meter

	ended, wrong, doubted int // games
	records, erred        int
}

// game searches the end of a game, and every tenth position before it.
func (j *judge) game(b game.Board, g *book.Game) {
	moves := strings.Fields(g.Moves)
	must.Do(game.PlayLine(b, moves))
	must.Do(j.engine.Clear())
	j.ended++
	for back := range len(moves) + 1 {
		if _, over := b.Outcome(); back%resultEvery == 0 && !over {
			r := must.Get(j.engine.Search(context.Background(), b, j.limits))
			if back > 0 {
				j.records++
			}
			wrong := r.Proven != "" && r.Proven != labelled(g, b.Turn())
			switch {
			case back > 0 && wrong:
				j.erred++
			case wrong:
				j.wrong++
				fmt.Fprintf(j.m.out, "game %d (%s) says %s, depth %d proves %s: %s\n", g.ID, g.Reason, labelled(g, b.Turn()), r.Depth, r.Proven, b.Position())
			case back == 0 && doubts(r.Score, labelled(g, b.Turn())):
				j.doubted++
				fmt.Fprintf(j.m.out, "game %d (%s) says %s, depth %d says %d: %s\n", g.ID, g.Reason, labelled(g, b.Turn()), r.Depth, r.Score, b.Position())
			}
		}
		b.Undo()
	}
}

// labelled is the game's result for a player, in a search's words.
func labelled(g *book.Game, player int) string {
	switch g.Winner {
	case game.Draw:
		return "draw"
	case player:
		return "win"
	}
	return "loss"
}

// doubts says whether a score is far from a result.
func doubts(score int, result string) bool {
	switch result {
	case "win":
		return score <= -100
	case "loss":
		return score >= 100
	}
	return score <= -100 || score >= 100
}
