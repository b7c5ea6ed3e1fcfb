package main

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
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

// memoryBars sends ten million positions of random games through processing
// into a book file and compares the memory of the process at the end with that
// at a hundred thousand. A process of its own does it, so that nothing else
// counts.
func memoryBars(report func(bar)) error {
	var small, large float64
	err := child("memory", func(key string, value float64) {
		switch key {
		case "small":
			small = value
		case "large":
			large = value
		case "rate":
			report(bar{name: "positions into the book", ours: value, unit: "a second", ratio: value})
		}
	})
	if err != nil {
		return err
	}
	report(bar{name: "memory at ten million positions", ours: large, unit: "MB", peer: small, peerIs: "MB at a hundred thousand", ratio: large / small, most: 1.1})
	return nil
}

// lookupBars asks a book of a million positions for positions it has.
func lookupBars(report func(bar)) error {
	var each float64
	err := child("lookup", func(key string, value float64) {
		if key == "lookup" {
			each = value
		}
	})
	if err != nil {
		return err
	}
	report(bar{name: "look-up in a million positions", ours: each, unit: "ms", peerIs: "ms allowed: 1", ratio: each, most: 1})
	return nil
}

// child runs this program again for one job and hands over the figures that it
// prints as "key value" lines.
func child(job string, figure func(key string, value float64)) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), "QIKIT_BENCH_CHILD="+job)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("%s: %w\n%s", job, err, out)
	}
	read(string(out), figure)
	return nil
}

// read takes the figures out of "key value" lines.
func read(text string, figure func(key string, value float64)) {
	for line := range strings.Lines(text) {
		var key string
		var value float64
		if n, _ := fmt.Sscan(line, &key, &value); n == 2 {
			figure(key, value)
		}
	}
}

// runChild is what the other process does.
func runChild(job string) error {
	if strings.HasPrefix(job, "gateway") {
		return runGateway(job)
	}
	if strings.HasPrefix(job, "cluster") {
		return runCluster(job)
	}
	if effort, ok := strings.CutPrefix(job, "review-"); ok {
		return runReview(effort)
	}
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
	start := time.Now()
	if err := fill(b, r, memorySmall); err != nil {
		return err
	}
	fmt.Println("small", residentMB())
	if err := fill(b, r, memoryLarge); err != nil {
		return err
	}
	fmt.Println("large", residentMB())
	fmt.Println("rate", memoryLarge/time.Since(start).Seconds())
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

// randomGames are games of random legal moves with about that many positions.
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

// lookUp asks for positions of fresh random games, those the book has and those
// it has not.
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

// residentMB is the memory the process holds.
func residentMB() float64 {
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(text)) {
		var kb float64
		if n, _ := fmt.Sscanf(line, "VmRSS: %f kB", &kb); n == 1 {
			return kb / 1024
		}
	}
	return 0
}
