package book_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"

	"qikit.dev/qikit/lib/book"
	_ "qikit.dev/qikit/lib/xiangqi" // registers "xiangqi"
)

const games = `[Game "Chinese Chess"]
[Result "1-0"]

1. H2-E2 H9-G7 1-0

[Game "Chinese Chess"]
[Result "1/2-1/2"]

1. C3-C4 H9-G7 1/2-1/2
`

// A book of people's games, then a question.
func Example() {
	dir, err := os.MkdirTemp("", "book")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)

	o := book.DefaultCreate()
	o.Game = "xiangqi"
	b, err := book.Create(filepath.Join(dir, "people.qkb"), o)
	if err != nil {
		log.Fatal(err)
	}
	defer b.Close()
	added, err := b.AddGamesFrom(context.Background(), strings.NewReader(games), nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(added.Games, "games,", added.Positions, "positions")

	entry, err := b.Lookup("") // the start position
	if err != nil {
		log.Fatal(err)
	}
	for _, m := range entry.Moves {
		fmt.Println(m.Move, "played", m.Count, "times, won", m.Wins, "drawn", m.Draws)
	}
	// Output:
	// 2 games, 5 positions
	// c3c4 played 1 times, won 0 drawn 1
	// h2e2 played 1 times, won 1 drawn 0
}
