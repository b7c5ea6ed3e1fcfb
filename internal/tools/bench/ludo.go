package main

import (
	"context"
	"fmt"
	"math"

	"qikit.dev/qikit/internal/ludotest"
	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/internal/tools/must"
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/ludo"
)

// Games of Ludo, and the plies that the engine looks ahead at each move.
const (
	ludoGames = 10_000
	ludoPlies = 2
)

// ludoCareful plays the engine against the careful policy, two players with the first seat in
// turn, and tells by how many standard errors it wins more than half.
func ludoCareful(m *meter) {
	e := must.Get(engine.New("ludo", engine.DefaultOptions()))
	defer e.Close()
	wins := 0
	for g := range ludoGames {
		if ludoGame(e, rng.Of(3, uint64(g)), g%2) == g%2 {
			wins++
		}
	}
	errors := (float64(wins) - ludoGames/2) / math.Sqrt(ludoGames/4)
	m.put("ludo, 2 players: beyond half against the careful policy", errors,
		fmt.Sprintf("%d of %d games, depth %d", wins, ludoGames, ludoPlies))
}

// ludoGame plays a game of two, in which the engine has one seat, and returns the winner.
func ludoGame(e engine.Engine, r *rng.Source, seat int) (winner int) {
	b := must.Get(ludo.New("", ludo.DefaultOptions(), false))
	l := engine.DefaultLimits()
	l.Depth = ludoPlies
	for {
		if o, over := b.Outcome(); over {
			return o.Winner
		}
		switch b.Turn() {
		case b.Players():
			moves := b.Moves(nil)
			b.Play(moves[r.IntN(len(moves))])
		case seat:
			b.Play(must.Get(e.Search(context.Background(), b, l)).Best)
		default:
			b.Play(ludotest.Careful(b))
		}
	}
}
