// Command reversi is a game that is written outside the library: its rules, what engines know of
// it, and its picture. The program plays a game against itself.
//
//	go run ./examples/go/reversi
package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
)

func main() {
	if err := run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "reversi:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	black, err := engine.New("reversi", engine.DefaultOptions())
	if err != nil {
		return err
	}
	defer black.Close()
	o := engine.DefaultOptions()
	o.Kind = "mcts"
	white, err := engine.New("reversi", o)
	if err != nil {
		return err
	}
	defer white.Close()
	b, err := game.New("reversi", game.Setup{})
	if err != nil {
		return err
	}
	limits := engine.DefaultLimits()
	limits.Depth, limits.Visits = 5, 100
	for {
		o, over := b.Outcome()
		if over {
			fmt.Println(strings.Join(game.PlayedTexts(b), " "))
			fmt.Println(o, b.Position())
			return nil
		}
		r, err := []engine.Engine{black, white}[b.Turn()].Search(ctx, b, limits)
		if err != nil {
			return err
		}
		b.Play(r.Best)
	}
}
