// Command book generates a small Xiangqi book, opens it and looks the start
// position up: the same program as in the examples of C, Python, Node and C#.
//
//	go run ./examples/go/book [file]
package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/book/generate"
	"qikit.dev/qikit/lib/host"
)

const start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "book:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	dir, err := os.MkdirTemp("", "qikit-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "book.qkb")
	if len(args) > 0 {
		path = args[0]
	}

	seed := uint64(7)
	o := generate.DefaultOptions()
	o.Game, o.Out, o.Seed = "xiangqi", path, &seed
	o.Initial.Positions = []string{start}
	o.Games, o.MaxPlies, o.TopK, o.Workers = 4, 12, 3, 2
	o.Depth = generate.Depth{Scope: generate.ScopePly, Distribution: generate.DistributionUniform, Min: 2, Max: 4}
	o.Reevaluate.Depth = 4
	if _, err := generate.Book(context.Background(), o, nil); err != nil {
		return err
	}

	b, err := book.Open(path)
	if err != nil {
		return err
	}
	defer b.Close()
	records, err := b.Len()
	if err != nil {
		return err
	}
	entry, err := b.Lookup(start)
	if err != nil {
		return err
	}
	fmt.Println("qikit", host.Version)
	fmt.Println("records", records)
	fmt.Println("position", start)
	for _, m := range entry.Moves[:min(3, len(entry.Moves))] {
		fmt.Println(m.Move, "count", m.Count, "wins", m.Wins, "draws", m.Draws, "losses", m.Losses, "unknown", m.Unknown)
	}
	return nil
}
