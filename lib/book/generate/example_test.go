package generate_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/book/generate"
	_ "qikit.dev/qikit/lib/xiangqi" // registers "xiangqi"
)

// A small book from one initial position: two games, then a question.
func Example() {
	dir, err := os.MkdirTemp("", "book")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)

	o := generate.DefaultOptions()
	o.Game, o.Out = "xiangqi", filepath.Join(dir, "small.qkb")
	o.Games, o.MaxPlies = 2, 6
	o.Depth = generate.Depth{Scope: generate.ScopePly, Distribution: generate.DistributionUniform, Min: 1, Max: 3}
	seed := uint64(1)
	o.Seed, o.Reevaluate = &seed, &generate.Reevaluate{Depth: 3, Lines: 1}
	summary, err := generate.Book(context.Background(), o, nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(summary.Games, "games,", summary.Candidates, "positions, seed", summary.Seed)

	b, err := book.Open(o.Out)
	if err != nil {
		log.Fatal(err)
	}
	defer b.Close()
	entry, err := b.Lookup("") // the start position
	if err != nil {
		log.Fatal(err)
	}
	played := int64(0)
	for _, m := range entry.Moves {
		played += m.Count
	}
	fmt.Println("the start was on the board", entry.Count, "times, and", played, "moves were played there")
	// Output:
	// 2 games, 14 positions, seed 1
	// the start was on the board 2 times, and 2 moves were played there
}

// Options come as JSON from other languages; what is wrong is named.
func ExampleParseOptions() {
	_, err := generate.ParseOptions([]byte(`{"game": "xiangqi", "out": "x.qkb", "depth": {"distribution": "gauss"}}`))
	fmt.Println(err)
	// Output:
	// book: bad option: depth.distribution is "gauss", expected one of "normal", "uniform", "list"
}

// A book grows: what is there is kept, and the result is the book that the larger job
// makes at once.
func ExampleBook_grows() {
	dir, err := os.MkdirTemp("", "grows")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	o := generate.DefaultOptions()
	o.Game, o.Out, o.Games, o.MaxPlies = "xiangqi", filepath.Join(dir, "book.qkb"), 2, 4
	o.Depth.Mean, o.Depth.Max, o.Reevaluate, o.Resume = 2, 3, nil, true
	for range 2 {
		s, err := generate.Book(context.Background(), o, nil)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println("games:", s.Games)
		o.Games = 5
		o.Initial.Positions = []string{"startpos", "startpos moves h2e2"}
	}
	// Output:
	// games: 2
	// games: 10
}
