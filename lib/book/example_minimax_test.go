package book_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/book/generate"
	"qikit.dev/qikit/lib/engine"
)

// What searches of depth 6 say two plies on reaches the first move.
func ExampleBook_Minimax() {
	dir, err := os.MkdirTemp("", "book")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)

	seed := uint64(7)
	o := generate.DefaultOptions()
	o.Game, o.Out, o.Seed = "xiangqi", filepath.Join(dir, "ending.qkb"), &seed
	o.Initial.Positions = []string{"3ak4/9/9/9/9/9/9/9/R3A4/1R2K4 w - - 0 1"}
	o.Breadth = generate.DefaultBreadth()
	o.Breadth.Plies = 2
	o.Depth = generate.Depth{Scope: generate.ScopePly, Distribution: generate.DistributionUniform, Min: 1, Max: 2}
	o.Reevaluate.Depth = 6
	o.Players = []generate.Player{{Engine: []byte(`{"evaluator": "terms"}`), Nodes: engine.NoLimit, Time: engine.NoLimit}}
	o.Reevaluate.Engine = o.Players[0]
	if _, err := generate.Book(context.Background(), o, nil); err != nil {
		log.Fatal(err)
	}
	b, err := book.Open(o.Out)
	if err != nil {
		log.Fatal(err)
	}
	defer b.Close()
	// A generation that re-evaluates has done it already; a book that something was
	// merged into needs it.
	if _, err := b.Minimax(context.Background(), nil); err != nil {
		log.Fatal(err)
	}
	entry, err := b.Lookup(o.Initial.Positions[0])
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("best", *entry.Best, "is worth", *entry.Eval, "by depth", *entry.Depth)
	for _, m := range entry.Moves {
		fmt.Println(m.Move, *m.Eval, "by depth", *m.Depth)
	}
	// Output:
	// best a1a9 is worth 31993 by depth 8
	// b0b7 31993 by depth 8
	// a1a9 31993 by depth 8
	// b0b9 31993 by depth 8
}
