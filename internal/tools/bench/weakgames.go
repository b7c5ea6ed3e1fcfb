package main

import (
	"context"
	"fmt"
	"io"

	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/internal/tools/must"
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/gamefile"
)

// verdictSizes are the boards, by turns.
var verdictSizes = []int{7, 9, 13}

// writeWeakGames plays what testdata/weak100.sgf holds. That file stays as it is: with
// other levels the same seeds give other games, and what is known of these would be lost.
func writeWeakGames(out io.Writer) {
	var games []gamefile.Game
	for i := range 100 {
		games = append(games, weakGame(i))
	}
	must.Do(gamefile.Write(out, games, gamefile.WriteOptions{}))
}

// weakGame is a game between two players of low levels: a few moves at random, so that no
// two games are alike, then those of the players.
func weakGame(i int) gamefile.Game {
	random := rng.New(uint64(i + 1))
	size := verdictSizes[i%len(verdictSizes)]
	rules := fmt.Sprintf(`{"size": %d, "target": %d}`, size, 1+i%3)
	b := must.Get(game.New("capturego", game.Setup{Rules: []byte(rules)}))
	g := gamefile.Game{Name: "capturego", Record: game.Record{Initial: b.Position()}}
	limits := engine.DefaultLimits()
	limits.Visits, limits.Fresh = 100, true
	var players [2]engine.Engine
	for side := range players {
		o := engine.DefaultOptions()
		o.Level, o.Seed = 1+random.IntN(3), uint64(i+1)
		players[side] = must.Get(engine.New("capturego", o))
		defer players[side].Close()
	}
	for ply := 0; ply < 60; ply++ {
		if _, over := b.Outcome(); over {
			break
		}
		moves := b.Moves(nil)
		move := moves[random.IntN(len(moves))]
		if ply >= 4 {
			move = must.Get(players[b.Turn()].Search(context.Background(), b, limits)).Best
		}
		g.Record.Moves = append(g.Record.Moves, move)
		b.Play(move)
	}
	return g
}
