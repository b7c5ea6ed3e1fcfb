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
)

// memoryBars processes ten million positions of random games into a book file and
// compares the memory of the process at the end, and the CPU time of the last hundred
// thousand, with those at a hundred thousand; so too the CPU time of merging a book of a
// hundred thousand and of writing the last hundred thousand as JSON lines, as an export
// does. It runs in a process of its own, so that nothing else counts.
func memoryBars(m *meter) {
	figures := figuresOf("memory")
	m.put("positions into the book", figures["rate"], "")
	m.beside("memory at ten million positions", figures["large"], figures["small"], "")
	m.put("bytes written for a byte of the book", figures["written"], "")
	m.beside("CPU a position at ten million", figures["cpu-large"], figures["cpu-small"], "")
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
	o := book.DefaultCreate()
	o.Game = "xiangqi"
	b := must.Get(book.Create(filepath.Join(dir, "synthetic.qkb"), o))
	defer b.Close()
	r := rand.New(rand.NewPCG(10, 7))
	if job == "lookup" {
		fill(b, r, memoryLookup)
		lookUp(b, r)
		return
	}
	began := time.Now()
	for _, size := range []struct {
		name      string
		positions int64
	}{{"small", memorySmall}, {"large", memoryLarge}} {
		fill(b, r, size.positions-memorySmall)
		last := cpu(func() { fill(b, r, size.positions) })
		fmt.Println("cpu-"+size.name, last.Seconds()*1e6/memorySmall)
		fmt.Println(size.name, resident("VmRSS"))
		if size.positions == memoryLarge {
			fmt.Println("rate", memoryLarge/time.Since(began).Seconds())
			fmt.Println("written", bytesWritten()/float64(must.Get(os.Stat(b.Path())).Size()))
		}
		fmt.Println("export-"+size.name, cpu(func() { writeLast(b) }).Seconds()*1e6/memorySmall)
		fmt.Println("merge-"+size.name, mergeOne(b, filepath.Join(dir, size.name+".qkb")).Seconds()*1e6/memorySmall)
	}
	lookUp(b, r)
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

// mergeOne merges a new book of a hundred thousand positions, and returns the CPU time.
func mergeOne(b *book.Book, path string) time.Duration {
	o := book.DefaultCreate()
	o.Game = "xiangqi"
	other := must.Get(book.Create(path, o))
	fill(other, rand.New(rand.NewPCG(uint64(must.Get(b.Len())), 8)), memorySmall)
	must.Do(other.Close())
	took := cpu(func() { must.Get(b.Merge(context.Background(), path, nil)) })
	must.Do(os.Remove(path))
	return took
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
