package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"qikit.dev/qikit/bindings/qikit/internal/verb"
	"qikit.dev/qikit/lib/game"
)

var perft = verb.Verb{
	Name:  "perft",
	Does:  "count the lines of play from a position",
	Words: "[POSITION]",
	Most:  1,
	About: "Without a position it counts from the game's start.",
	Flags: func(set *verb.Flags) verb.Run {
		name := set.String("game", "xiangqi", "game: "+strings.Join(game.Names(), ", "))
		depth := set.Int("depth", 3, fmt.Sprintf("plies, 0 to %d", game.PerftMax))
		rules := set.String("rules", "", "rules of the game, JSON")
		divide := set.Bool("divide", false, "tell the count of every move too")
		return func(ctx context.Context, s verb.Streams, words []string) error {
			if *depth < 0 || *depth > game.PerftMax {
				return verb.Usagef("--depth %d, expected 0 to %d", *depth, game.PerftMax)
			}
			b, err := game.New(*name, game.Setup{Position: strings.Join(words, " "), Rules: json.RawMessage(*rules)})
			if err != nil {
				return err
			}
			return count(ctx, s, b, *depth, *divide)
		}
	},
}

// count prints the leaves below b, with divide also those of each move.
func count(ctx context.Context, s verb.Streams, b game.Board, depth int, divide bool) error {
	stop := func() bool { return ctx.Err() != nil }
	if divide && depth > 0 {
		for _, text := range game.MoveTexts(b) {
			m, err := b.Parse(text)
			if err != nil {
				return err
			}
			b.Play(m)
			leaves, whole := game.Perft(b, depth-1, stop)
			b.Undo()
			if !whole {
				return context.Cause(ctx)
			}
			fmt.Fprintf(s.Out, "%s %d\n", text, leaves)
		}
	}
	leaves, whole := game.Perft(b, depth, stop)
	if !whole {
		return context.Cause(ctx)
	}
	fmt.Fprintf(s.Out, "nodes %d\n", leaves)
	return nil
}
