package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"qikit.dev/qikit/internal/tools/must"
	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/book/generate"
	"qikit.dev/qikit/lib/game"
)

// positions are where the demo's games start: the start position, two openings, a
// middle game and two endgames.
var positions = []string{
	"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
	"rnbakabr1/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R w - - 2 2", // central cannon against screen horses
	"rnbakabnr/9/4c2c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 2 2",    // same-direction cannons
	"r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1",   // middle game
	"3ak4/4a4/9/9/9/9/4P4/9/4R4/3AK4 w - - 0 1",                                // rook and soldier against two advisors
	"2bak4/4a4/4b4/9/9/2P3P2/9/4B4/4A4/3AK1N2 w - - 0 1",                       // horse and two soldiers
}

// makeBook makes a book in dir, shows the progress, and shows what was played most.
func makeBook(dir string) {
	must.Do(os.RemoveAll(dir))
	must.Do(os.MkdirAll(dir, 0o777))
	path := filepath.Join(dir, "xiangqi.qkb")
	seed := uint64(2026)
	o := generate.DefaultOptions()
	o.Game, o.Out, o.Seed = "xiangqi", path, &seed
	o.Initial.Positions = positions
	o.Games, o.MaxPlies, o.Reevaluate.Depth = 2, 60, 6
	fmt.Printf("== a Xiangqi book: %d positions, %d games each, depths around %.0f, one of the %d best moves at each ply\n",
		len(positions), o.Games, o.Depth.Mean, o.TopK)
	start := time.Now()
	summary := must.Get(generate.Book(context.Background(), o, bar()))
	fmt.Printf("%d games of %.0f plies on average: %d records, %d duplicates left out, in %.1f s\n",
		summary.Games, summary.Plies, summary.Positions, summary.Duplicates, time.Since(start).Seconds())
	show(path, dir)
}

// bar draws a progress bar, on a terminal only.
func bar() func(book.Progress) {
	info, err := os.Stderr.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return nil
	}
	return func(p book.Progress) {
		const width = 30
		full := 0
		if p.Total > 0 {
			full = int(p.Done * width / p.Total)
		}
		fmt.Fprintf(os.Stderr, "\r%-8s [%-*s] %6.0f records/s %4.0f s left ", p.Phase, width, strings.Repeat("#", full), p.Rate, max(p.Left, 0))
		if p.Done == p.Total {
			fmt.Fprint(os.Stderr, "\r", strings.Repeat(" ", 72), "\r")
		}
	}
}

// show looks a position up, exports the book and draws the most played move.
func show(path, dir string) {
	b := must.Get(book.Open(path))
	defer b.Close()
	entry := must.Get(b.Lookup(positions[0]))
	board := must.Get(game.New("xiangqi", game.Setup{Position: positions[0]}))
	fmt.Println("played from the start position:")
	drawing := game.DefaultSVG()
	for _, m := range entry.Moves {
		move := must.Get(board.Parse(m.Move))
		fmt.Printf("  %s %s  %d times, +%d =%d -%d\n", m.Move, must.Get(board.Format(move, "chinese")), m.Count, m.Wins, m.Draws, m.Losses)
		drawing.Arrows = append(drawing.Arrows, move)
	}
	for _, format := range []string{"jsonl", "pgn"} {
		must.Get(b.Export(context.Background(), filepath.Join(dir, "xiangqi."+format), format, book.ExportOptions{}, nil))
	}
	must.Do(os.WriteFile(filepath.Join(dir, "start.svg"), []byte(board.SVG(drawing)), 0o666))
	fmt.Printf("written: %s with xiangqi.qkb, xiangqi.jsonl, xiangqi.pgn, start.svg\n", dir)
}
