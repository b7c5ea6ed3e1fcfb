package play_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"

	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/book/play"
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
	_ "qikit.dev/qikit/lib/xiangqi" // registers "xiangqi"
)

// A book of one game, and an engine that opens as its winner did.
func Example() {
	dir, err := os.MkdirTemp("", "play")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	made := book.DefaultCreate()
	made.Game = "xiangqi"
	b, err := book.Create(filepath.Join(dir, "one.qkb"), made)
	if err != nil {
		log.Fatal(err)
	}
	defer b.Close()
	if _, err := b.AddGamesFrom(context.Background(), strings.NewReader("[Result \"1-0\"]\n\n1. C3-C4 H9-G7 1-0\n"), nil); err != nil {
		log.Fatal(err)
	}

	o := engine.DefaultOptions()
	o.Book = b.Path()
	e, err := play.NewEngine("xiangqi", o)
	if err != nil {
		log.Fatal(err)
	}
	defer e.Close()
	start, err := game.New("xiangqi", game.Setup{})
	if err != nil {
		log.Fatal(err)
	}
	l := engine.DefaultLimits()
	l.Depth = 5
	r, err := e.Search(context.Background(), start, l)
	fmt.Println(start.Text(r.Best), r.WinRate, r.Note, err)
	// Output:
	// c3c4 1 book: c3c4, played 1 of 1 times <nil>
}
