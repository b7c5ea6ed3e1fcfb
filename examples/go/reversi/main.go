// Command reversi is a game that is written outside the library: its rules in board.go, and what
// engines know of it in knowledge.go. The program lets the two kinds of engine play each other,
// makes a book of games, looks the opening up, and teaches a network by the book.
//
//	go run ./examples/go/reversi
package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/book/generate"
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/host"
	"qikit.dev/qikit/lib/train"
)

func main() {
	if err := run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "reversi:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	fmt.Println("qikit", host.Version)
	if err := match(ctx, "alphabeta", "mcts"); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "reversi-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	games, net := filepath.Join(dir, "reversi.qkb"), filepath.Join(dir, "reversi.qnet")
	if err := makeBook(ctx, games, 2); err != nil {
		return err
	}
	if err := lookUp(games); err != nil {
		return err
	}
	sum, err := learn(ctx, games, net)
	if err != nil {
		return err
	}
	last := sum.Losses[len(sum.Losses)-1]
	fmt.Println("learnt from", sum.Positions, "positions; the loss fell:", last.HeldOut < sum.Losses[0].HeldOut)
	return nil
}

// match plays a game between two kinds of engine.
func match(ctx context.Context, kinds ...string) error {
	players := make([]engine.Engine, 2)
	for i, kind := range kinds {
		o := engine.DefaultOptions()
		o.Kind = kind
		var err error
		if players[i], err = engine.New("reversi", o); err != nil {
			return err
		}
		defer players[i].Close()
	}
	b, err := game.New("reversi", game.Setup{})
	if err != nil {
		return err
	}
	limits := engine.DefaultLimits()
	limits.Depth, limits.Visits = 4, 60 // each kind takes the one that it knows
	for {
		if o, over := b.Outcome(); over {
			winner := "nobody"
			if o.Winner != game.Draw {
				winner = kinds[o.Winner]
			}
			fmt.Println(strings.Join(game.PlayedTexts(b), " "))
			fmt.Println(winner, "has", o.Reason)
			return nil
		}
		r, err := players[b.Turn()].Search(ctx, b, limits)
		if err != nil {
			return err
		}
		b.Play(r.Best)
	}
}

// makeBook generates a small book with so many workers, which do not change it.
func makeBook(ctx context.Context, path string, workers int) error {
	seed := uint64(5)
	o := generate.DefaultOptions()
	o.Game, o.Out, o.Seed, o.Workers = "reversi", path, &seed, workers
	o.Games, o.TopK, o.Reevaluate = 32, 2, nil
	o.Depth = generate.Depth{Scope: generate.ScopePly, Distribution: generate.DistributionList, Depths: []int{1, 2}}
	_, err := generate.Book(ctx, o, nil)
	return err
}

// lookUp prints what was played first.
func lookUp(path string) error {
	b, err := book.Open(path)
	if err != nil {
		return err
	}
	defer b.Close()
	entry, err := b.Lookup("") // the start position
	if err != nil {
		return err
	}
	for _, m := range entry.Moves {
		fmt.Println(m.Move, "count", m.Count, "wins", m.Wins, "draws", m.Draws, "losses", m.Losses)
	}
	return nil
}

// learn teaches a small network, which engine.Options.Net takes.
func learn(ctx context.Context, games, net string) (train.Summary, error) {
	o := train.DefaultOptions()
	o.Books, o.Out = []string{games}, net
	o.Width, o.Outputs, o.Passes, o.Batch, o.HeldOut, o.Rate = 16, 2, 8, 64, 0.2, 0.01
	return train.Run(ctx, o)
}
