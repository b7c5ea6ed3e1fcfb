// Command tune fits the weights of internal/fiveterms to games that the engine
// plays against itself.
//
//	tune -start                         hand-set weights, as Go source
//	tune -play -seconds 600 -out F      play games, append positions to F
//	tune -fit F -out weights.go         fit, write Go source
//
// Positions are lines of FEN, mover's result (1, 0.5, 0) and mover's score,
// separated by tabs. Only the engine's own games are used.
package main

import (
	"flag"
	"fmt"
	"os"
	"time"
)

func main() {
	startOnly := flag.Bool("start", false, "write the hand-set weights")
	playGames := flag.Bool("play", false, "play games")
	fitFrom := flag.String("fit", "", "fit to the positions of this file")
	seconds := flag.Int("seconds", 60, "how long to play")
	nodes := flag.Int("nodes", 1500, "nodes a move")
	seed := flag.Uint64("seed", 1, "of the openings")
	epochs := flag.Int("epochs", 300, "passes over the positions")
	flag.Float64Var(&pullStart, "pull", pullStart, "how strongly the fit keeps to its start")
	fromStart := flag.Bool("afresh", false, "fit from the hand-set weights instead of those compiled in")
	out := flag.String("out", "/dev/stdout", "file to write")
	flag.Parse()
	var err error
	switch {
	case *startOnly:
		err = write(*out, start(), "hand-set")
	case *playGames:
		err = play(*out, *seed, *nodes, time.Duration(*seconds)*time.Second)
	case *fitFrom != "":
		err = fitFile(*fitFrom, *out, *epochs, *fromStart)
	default:
		flag.Usage()
		os.Exit(2)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "tune:", err)
		os.Exit(1)
	}
}
