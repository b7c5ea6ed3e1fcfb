package main

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"

	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/game"
)

// Sizes of the synthetic book, in positions.
const (
	memorySmall  = 100_000
	memoryLookup = 1_000_000
	memoryLarge  = 10_000_000
)

// memoryBars processes ten million positions of random games into a book file and
// compares the memory of the process at the end with that at a hundred thousand. It
// runs in a process of its own, so that nothing else counts.
func memoryBars(m *meter) error {
	figures, err := figuresOf("memory")
	if err != nil {
		return err
	}
	m.put("positions into the book", figures["rate"], "")
	m.beside("memory at ten million positions", figures["large"], figures["small"], "")
	return nil
}

// lookupBars asks a book of a million positions for positions it has.
func lookupBars(m *meter) error {
	figures, err := figuresOf("lookup")
	if err != nil {
		return err
	}
	m.put("look-up in a million positions", figures["lookup"], "")
	return nil
}

// runBook runs in the child process.
func runBook(job string) error {
	dir, err := os.MkdirTemp("build", "bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	o := book.DefaultCreate()
	o.Game = "xiangqi"
	b, err := book.Create(filepath.Join(dir, "synthetic.qkb"), o)
	if err != nil {
		return err
	}
	defer b.Close()
	r := rand.New(rand.NewPCG(10, 7))
	if job == "lookup" {
		if err := fill(b, r, memoryLookup); err != nil {
			return err
		}
		return lookUp(b, r)
	}
	began := time.Now()
	for _, size := range []struct {
		name      string
		positions int64
	}{{"small", memorySmall}, {"large", memoryLarge}} {
		if err := fill(b, r, size.positions); err != nil {
			return err
		}
		mb, err := resident("VmRSS")
		if err != nil {
			return err
		}
		fmt.Println(size.name, mb)
	}
	fmt.Println("rate", memoryLarge/time.Since(began).Seconds())
	return nil
}

// fill adds random games until the book has that many positions.
func fill(b *book.Book, r *rand.Rand, positions int64) error {
	for {
		n, err := b.Len()
		if err != nil {
			return err
		}
		if n >= positions {
			return nil
		}
		const batch = 50_000
		if _, err := b.AddRecords(context.Background(), randomGames(r, min(batch, positions-n)), nil); err != nil {
			return err
		}
	}
}

// randomGames are games of random legal moves that have about that many positions in all.
func randomGames(r *rand.Rand, positions int64) iter.Seq2[game.Record, error] {
	return func(yield func(game.Record, error) bool) {
		for positions > 0 {
			b, err := game.New("xiangqi", game.Setup{})
			if err != nil {
				yield(game.Record{}, err)
				return
			}
			record := game.Record{Initial: b.Position(), Result: "1/2-1/2"}
			var room [256]game.Move
			for range 100 {
				moves := b.Moves(room[:0])
				if len(moves) == 0 {
					break
				}
				m := moves[r.IntN(len(moves))]
				record.Moves = append(record.Moves, m)
				b.Play(m)
			}
			positions -= int64(len(record.Moves))
			if !yield(record, nil) {
				return
			}
		}
	}
}

// lookUp looks up positions of new random games, some in the book and some not.
func lookUp(b *book.Book, r *rand.Rand) error {
	var positions []string
	for record, err := range randomGames(r, 20_000) {
		if err != nil {
			return err
		}
		board, err := game.New("xiangqi", game.Setup{Position: record.Initial})
		if err != nil {
			return err
		}
		for _, m := range record.Moves {
			positions = append(positions, board.Position())
			board.Play(m)
		}
	}
	found := 0
	start := time.Now()
	for _, p := range positions {
		_, err := b.Lookup(p)
		if err == nil {
			found++
		} else if !errors.Is(err, book.ErrNotFound) {
			return err
		}
	}
	took := time.Since(start)
	fmt.Println("lookup", took.Seconds()*1e3/float64(len(positions)))
	fmt.Println("found", found)
	return nil
}
