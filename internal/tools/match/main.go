// Command match plays one engine against another and reports the difference in
// Elo.
//
//	match -a '{}' -b '{"kind": "uci", "path": "/usr/games/fairy-stockfish"}' \
//	      -time 50ms -openings 100 -log build/match.jsonl
//
//	match -a '{"net": "a.qnet"}' -b '{"evaluator": "terms"}' -time 0 -nodes 5000 -log build/net.jsonl
//
// The second plays a network against the terms at equal nodes. Each opening is played with both colours: -plies random plies after which a short
// search finds the position even. Every game is a line in the log; the same command
// resumes an interrupted match, unless a network file has changed meanwhile.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"time"

	"qikit.dev/qikit/internal/tools/must"
	_ "qikit.dev/qikit/lib/capturego"
	_ "qikit.dev/qikit/lib/chess"
	_ "qikit.dev/qikit/lib/chinesecheckers"
	"qikit.dev/qikit/lib/engine"
	_ "qikit.dev/qikit/lib/gomoku"
	_ "qikit.dev/qikit/lib/surakarta"
	_ "qikit.dev/qikit/lib/weiqi"
	_ "qikit.dev/qikit/lib/xiangqi"
)

func main() {
	var c conditions
	flag.StringVar(&c.Game, "game", "xiangqi", "game")
	flag.StringVar(&c.A, "a", "{}", "first engine's options, JSON")
	flag.StringVar(&c.B, "b", "{}", "second engine's options, JSON")
	flag.DurationVar(&c.Time, "time", 50*time.Millisecond, "thinking time a move; 0 for none")
	flag.IntVar(&c.Nodes, "nodes", 0, "nodes a move; 0 for no limit")
	flag.IntVar(&c.Depth, "depth", 0, "plies a move; 0 for no limit")
	flag.IntVar(&c.DepthB, "depth-b", 0, "plies a move of the second engine, in place of -depth; 0 for the same")
	flag.IntVar(&c.Visits, "visits", 0, "playouts a move; 0 for no limit")
	flag.StringVar(&c.Rules, "rules", "", "the game's rules, JSON")
	flag.StringVar(&c.Judge, "judge", "", "a GTP program that counts games of Go too")
	flag.IntVar(&c.Openings, "openings", 100, "openings, two games each")
	flag.IntVar(&c.Plies, "plies", 8, "random plies of an opening")
	flag.IntVar(&c.Middle, "middle", 0, "on boards of points: how far from the middle an opening's stones lie at most; 0 for anywhere")
	flag.Uint64Var(&c.Seed, "seed", 1, "of the openings")
	path := flag.String("log", "build/match.jsonl", "where games are kept")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	must.Main("match", func() { run(ctx, c, *path) })
}

// run plays what the log lacks and prints the score after every tenth game.
func run(ctx context.Context, c conditions, path string) {
	c.NetA, c.NetB = netSum(c.A), netSum(c.B)
	log := openLog(path, c)
	defer log.close()
	var players [2]engine.Engine
	for i, text := range []string{c.A, c.B} {
		players[i] = c.engine(text)
		defer players[i].Close()
	}
	referee := c.engine("{}")
	defer referee.Close()
	fmt.Printf("%s against %s, %v, %d nodes and %d plies a move\n", players[0].Name(), players[1].Name(), c.Time, c.Nodes, c.Depth)
	for opening := range c.Openings {
		var line []string
		for swapped := range 2 {
			if log.has(opening, swapped) {
				continue
			}
			if line == nil {
				line = c.opening(ctx, referee, opening)
			}
			g := c.play(ctx, players, line, swapped)
			g.Opening, g.Swapped = opening, swapped
			log.add(g)
			if len(log.games)%10 == 0 {
				fmt.Println(log.score())
			}
		}
	}
	fmt.Println(log.score())
}
