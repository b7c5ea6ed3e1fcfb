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

// A bit of a book's file flips on the disk: its page is named, and the rest is saved.
func ExampleRepair() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	path, saved := filepath.Join(dir, "book.qkb"), filepath.Join(dir, "saved.qkb")
	o := book.DefaultCreate()
	o.Game = "xiangqi"
	b, err := book.Create(path, o)
	if err != nil {
		log.Fatal(err)
	}
	b.Close()
	file, err := os.ReadFile(path)
	if err != nil {
		log.Fatal(err)
	}
	file[2*4096+100] ^= 1
	if err := os.WriteFile(path, file, 0o644); err != nil {
		log.Fatal(err)
	}

	found, err := book.Check(context.Background(), path, nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("sound:", found.Sound, "bad pages:", found.BadPages)
	if _, err := book.Repair(context.Background(), path, saved, nil); err != nil {
		log.Fatal(err)
	}
	found, err = book.Check(context.Background(), saved, nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("saved, sound:", found.Sound)
	// Output:
	// sound: false bad pages: [3]
	// saved, sound: true
}
