package main

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"

	"qikit.dev/qikit/internal/tools/must"
	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/game"
)

// Sizes of the synthetic book, in positions.
const (
	memorySmall  = 100_000
	memoryLookup = 1_000_000
	memoryLarge  = 10_000_000
	// memoryCycle is after how many positions eight transactions' parts of the index become
	// one, and memoryCycles how many such parts become one again: over as many stretches
	// merging costs what it costs on the whole, and not what one stretch happens to have.
	memoryCycle  = 400_000
	memoryCycles = 8
)

// memoryBars processes some ten million positions of random games into a book file and
// compares the memory of the process at the end with that at a hundred thousand, the CPU
// time of a position about ten million (the eight stretches of 400,000 before and behind
// it) with that in the first 400,000 of a new book, the CPU time of merging a book of a
// hundred thousand into either, and that of writing a hundred thousand as JSON lines, as an
// export does. New books and the large one take turns, so that both have the machine in the
// same state. It runs in a process of its own, so that nothing else counts.
func memoryBars(m *meter) {
	figures := figuresOf("memory")
	m.put("positions into the book", figures["rate"], "")
	m.beside("memory at ten million positions", figures["large"], figures["small"], "")
	m.put("bytes written for a byte of the book", figures["written"], "")
	m.beside("CPU a position stored at ten million", figures["cpu-large"], figures["cpu-small"], "")
	// A job stores what its engine has chosen, and a book of ten million that engines have made takes hours: what
	// storing takes longer is added to what a position of a new book takes.
	took, chosen := generated(filepath.Join(m.dir, "chosen.qkb"), 3, 60, plies, 1)
	made := took.Seconds() * 1e6 / float64(len(chosen))
	m.beside("CPU a position generated at ten million", made+figures["cpu-large"]-figures["cpu-small"], made, "depth 3")
	m.beside("CPU a position merged at ten million", figures["merge-large"], figures["merge-small"], "")
	m.beside("CPU a record exported at ten million", figures["export-large"], figures["export-small"], "")
	m.put("CPU of a look-up in ten million positions", figures["lookup"], "")
}

// lookupBars asks a book of a million positions for positions it has.
func lookupBars(m *meter) {
	figures := figuresOf("lookup")
	m.put("CPU of a look-up in a million positions", figures["lookup"], "")
}

// runBook runs in the child process.
func runBook(job string) {
	dir := must.Get(os.MkdirTemp("build", "bench-"))
	defer os.RemoveAll(dir)
	b := newBook(dir, "synthetic")
	defer b.Close()
	r := rand.New(rand.NewPCG(10, 7))
	if job == "lookup" {
		fill(b, r, memoryLookup)
		lookUp(b, r)
		return
	}
	began := time.Now()
	fill(b, r, memorySmall)
	fmt.Println("small", resident("VmRSS"))
	const stretch = memoryCycle * memoryCycles
	fill(b, r, memoryLarge-stretch/2)
	fmt.Println("rate", (memoryLarge-stretch/2)/time.Since(began).Seconds())
	var small, large time.Duration
	var apart float64 // bytes of the other books
	for range memoryCycles {
		before := bytesWritten()
		other := newBook(dir, "other")
		small += cpu(func() { fill(other, r, memoryCycle) })
		remove(other)
		apart += bytesWritten() - before
		large += cpu(func() { fill(b, r, must.Get(b.Len())+memoryCycle) })
	}
	fmt.Println("cpu-small", small.Seconds()*1e6/stretch)
	fmt.Println("cpu-large", large.Seconds()*1e6/stretch)
	fmt.Println("large", resident("VmRSS"))
	fmt.Println("written", (bytesWritten()-apart)/float64(must.Get(os.Stat(b.Path())).Size()))
	small, large = exportInTurns(b, r, dir)
	fmt.Println("export-small", small.Seconds()*1e6/memorySmall/memoryCycles)
	fmt.Println("export-large", large.Seconds()*1e6/memorySmall/memoryCycles)
	small, large = mergeInTurns(b, r, dir)
	fmt.Println("merge-small", small.Seconds()*1e6/memorySmall/memoryCycles)
	fmt.Println("merge-large", large.Seconds()*1e6/memorySmall/memoryCycles)
	lookUp(b, r)
}

// newBook makes a book in a folder.
func newBook(dir, name string) *book.Book {
	o := book.DefaultCreate()
	o.Game = "xiangqi"
	return must.Get(book.Create(filepath.Join(dir, name+".qkb"), o))
}

// remove closes a book and removes its file.
func remove(b *book.Book) {
	must.Do(b.Close())
	must.Do(os.Remove(b.Path()))
}

// mergeInTurns merges books of a hundred thousand into new ones of as many and into a
// large one, and returns the CPU time of both.
func mergeInTurns(b *book.Book, r *rand.Rand, dir string) (small, large time.Duration) {
	for range memoryCycles {
		into, from := newBook(dir, "into"), newBook(dir, "from")
		fill(into, r, memorySmall)
		fill(from, r, memorySmall)
		small += cpu(func() { must.Get(into.Merge(context.Background(), from.Path(), nil)) })
		large += cpu(func() { must.Get(b.Merge(context.Background(), from.Path(), nil)) })
		remove(into)
		remove(from)
	}
	return small, large
}

// exportInTurns writes the last hundred thousand records of a large book and all those of
// new ones of as many, and returns the CPU time of both.
func exportInTurns(b *book.Book, r *rand.Rand, dir string) (small, large time.Duration) {
	for range memoryCycles {
		other := newBook(dir, "other")
		fill(other, r, memorySmall)
		small += cpu(func() { writeLast(other) })
		remove(other)
		large += cpu(func() { writeLast(b) })
	}
	return small, large
}

// writeLast goes through the last hundred thousand records as an export does.
func writeLast(b *book.Book) {
	const page = 5000
	next := uint64(must.Get(b.Len())) - memorySmall
	for range memorySmall / page {
		var err error
		_, next, err = b.Page(next, page)
		must.Do(err)
	}
}

// bytesWritten is what this process has handed to the system to write.
func bytesWritten() (bytes float64) {
	_, after, _ := strings.Cut(string(must.Get(os.ReadFile("/proc/self/io"))), "wchar: ")
	must.Get(fmt.Sscan(after, &bytes))
	return bytes
}

// fill adds random games until the book has that many positions.
func fill(b *book.Book, r *rand.Rand, positions int64) {
	for {
		n := must.Get(b.Len())
		if n >= positions {
			return
		}
		const batch = 50_000
		must.Get(b.AddRecords(context.Background(), randomGames(r, min(batch, positions-n)), nil))
	}
}

// randomGames are games of random legal moves that have about that many positions in all.
func randomGames(r *rand.Rand, positions int64) iter.Seq2[game.Record, error] {
	return func(yield func(game.Record, error) bool) {
		for positions > 0 {
			b := must.Get(game.New("xiangqi", game.Setup{}))
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
func lookUp(b *book.Book, r *rand.Rand) {
	var positions []string
	for record := range randomGames(r, 20_000) {
		board := must.Get(game.New("xiangqi", game.Setup{Position: record.Initial}))
		for _, m := range record.Moves {
			positions = append(positions, board.Position())
			board.Play(m)
		}
	}
	found := 0
	took := cpu(func() {
		for _, p := range positions {
			if _, err := b.Lookup(p); !errors.Is(err, book.ErrNotFound) {
				must.Do(err)
				found++
			}
		}
	})
	fmt.Println("lookup", took.Seconds()*1e3/float64(len(positions)))
	fmt.Println("found", found)
}
