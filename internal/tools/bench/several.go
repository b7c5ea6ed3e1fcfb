package main

import (
	"context"
	"fmt"
	"math"

	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/internal/tools/must"
	"qikit.dev/qikit/lib/chinesecheckers"
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
)

// Games of Chinese checkers, and the nodes of the engine's search at each move.
const (
	starGames = 120
	starNodes = 3000
)

// starBoard is a board for so many players after plies of greedy movers.
func starBoard(players int, r *rng.Source, plies int) *chinesecheckers.Board {
	o := chinesecheckers.DefaultOptions()
	o.Players = players
	b := must.Get(chinesecheckers.New("", o, false))
	for range plies {
		b.Play(greedyMove(b, r))
	}
	return b
}

// greedyMove draws among the moves that bring a man furthest towards the target.
func greedyMove(b *chinesecheckers.Board, r *rng.Source) game.Move {
	var best []game.Move
	most := math.MinInt
	seat := b.Seat(b.Turn())
	for _, m := range b.Moves(nil) {
		steps := 0
		if !chinesecheckers.IsPass(m) {
			steps = chinesecheckers.Ahead(seat, chinesecheckers.Source(m)) - chinesecheckers.Ahead(seat, chinesecheckers.Target(m))
		}
		if steps > most {
			best, most = best[:0], steps
		}
		if steps == most {
			best = append(best, m)
		}
	}
	return best[r.IntN(len(best))]
}

// starGreedy counts the games that the engine wins, first home, when all the others are greedy.
// The even share is one in so many as play.
func starGreedy(m *meter) {
	e := must.Get(engine.New("chinesecheckers", engine.DefaultOptions()))
	defer e.Close()
	for _, players := range []int{2, 3, 6} {
		wins := 0
		for g := range starGames {
			r := rng.Of(7, uint64(players), uint64(g))
			if starGame(starBoard(players, r, 0), r, func(player int) engine.Engine {
				if player == g%players {
					return e
				}
				return nil
			}) == g%players {
				wins++
			}
		}
		share := float64(wins) / starGames
		m.put(fmt.Sprintf("chinese checkers, %d players: won against greedy movers", players), 100*share,
			fmt.Sprintf("±%.1f, %d games", 100*math.Sqrt(share*(1-share)/starGames), starGames))
	}
}

// starGame plays a game and returns its winner. Players without an engine are greedy.
func starGame(b *chinesecheckers.Board, r *rng.Source, of func(player int) engine.Engine) (winner int) {
	l := engine.DefaultLimits()
	l.Nodes = starNodes
	for {
		if o, over := b.Outcome(); over {
			return o.Winner
		}
		e := of(b.Turn())
		if e == nil {
			b.Play(greedyMove(b, r))
			continue
		}
		b.Play(must.Get(e.Search(context.Background(), b, l)).Best)
	}
}

// starSearches play paranoid against max^n, and the search by plans against paranoid.
func starSearches(m *meter) {
	starMatch(m, "paranoid", "maxn", "max^n")
	starMatch(m, "plans", "paranoid", "paranoid")
}

// starMatch plays a strategy against another one, named so in the row, on every second seat, each
// opening again with the seats exchanged, so that even players share the games.
func starMatch(m *meter, strategy, other, name string) {
	var both [2]engine.Engine
	for i, strategy := range []string{strategy, other} {
		o := engine.DefaultOptions()
		o.Strategy = strategy
		both[i] = must.Get(engine.New("chinesecheckers", o))
		defer both[i].Close()
	}
	for _, players := range []int{3, 4, 6} {
		won, games := 0.0, 0
		for g := range starGames {
			r := rng.Of(9, uint64(players), uint64(g/2))
			winner := starGame(starBoard(players, r, 2*players), r, func(player int) engine.Engine {
				return both[(player+g)%2]
			})
			if games++; winner == game.Draw {
				won += 0.5
			} else if (winner+g)%2 == 0 {
				won++
			}
		}
		share := won / float64(games)
		m.put(fmt.Sprintf("chinese checkers, %d players: won by %s against %s", players, strategy, name), 100*share,
			fmt.Sprintf("±%.1f, %d games", 100*math.Sqrt(share*(1-share)/float64(games)), games))
	}
}
