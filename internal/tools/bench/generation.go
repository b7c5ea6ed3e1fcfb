package main

import (
	"context"
	_ "embed" // for openingsText
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"qikit.dev/qikit/internal/tools/must"
	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/book/generate"
)

// generationDepths compares a whole book job (playing, choosing, processing,
// writing) per searched position with the peer's bare searches of the same
// positions. The time to start is subtracted on both sides: starting the peer's
// process, and a book of one game of one ply.
func generationDepths(m *meter) {
	bare, _ := generated(filepath.Join(m.dir, "bare.qkb"), 3, 1, 1, 1)
	for _, depth := range []int{3, 5, 8} {
		games := map[int]int{3: 60, 5: 16, 8: 4}[depth]
		path := filepath.Join(m.dir, fmt.Sprintf("depth%d.qkb", depth))
		ours, fens := generated(path, depth, games, plies, 1)
		var commands strings.Builder
		for _, fen := range fens {
			fmt.Fprintf(&commands, "position fen %s\ngo depth %d\n", fen, depth)
		}
		theirs, _ := fairyCPU(commands.String(), len(fens))
		m.beside(fmt.Sprintf("generation at depth %d", depth), ms(ours-bare)/float64(len(fens)), ms(theirs)/float64(len(fens)), "")
	}
}

// generationFresh is the part of a job at depth 3, with the default choice among three
// moves, that goes into the fresh search of every position.
func generationFresh(m *meter) {
	var shares []float64
	for seed := uint64(1); seed <= generatorSeeds; seed++ {
		o := generatorOptions(filepath.Join(m.dir, fmt.Sprintf("fresh%d.qkb", seed)), 3, 3, 6, seed)
		o.MaxPlies = plies
		played := cpu(func() { must.Get(generate.Book(context.Background(), o, nil)) })
		o.Out, o.Reevaluate = o.Out+"-all", generate.DefaultReevaluate()
		all := cpu(func() { must.Get(generate.Book(context.Background(), o, nil)) })
		shares = append(shares, 1-played.Seconds()/all.Seconds())
	}
	share := spreadOf(shares)
	m.put("fresh searches of a default job at depth 3", share.mean, fmt.Sprintf("±%.3f", share.err))
}

// generationWorkers compares two workers with one. It takes the median of several
// pairs, because a single pair depends too much on what else the machine does.
func generationWorkers(m *meter) {
	bare, _ := generated(filepath.Join(m.dir, "alone.qkb"), 3, 1, 1, 1)
	const pairs = 9
	var ratios, one [pairs]float64
	for i := range pairs {
		var each [2]float64
		for k := range each {
			took, fens := generated(filepath.Join(m.dir, fmt.Sprintf("pair%d-%d.qkb", i, k)), 5, 16, plies, k+1)
			each[k] = ms(took-bare) / float64(len(fens))
		}
		ratios[i], one[i] = each[1]/each[0], each[0]
	}
	slices.Sort(ratios[:])
	slices.Sort(one[:])
	m.beside("generation, 2 workers for 1", ratios[pairs/2]*one[pairs/2], one[pairs/2], "")
}

// openingsText has positions after six random plies that a search of depth 8 scores
// as level (within 60 hundredths of a soldier).
//
//go:embed testdata/openings.txt
var openingsText string

// plies is the maximum length of the games that are compared.
const plies = 80

// generated plays games at one depth and returns the CPU time and every
// position searched.
func generated(path string, depth, games, plies, workers int) (time.Duration, []string) {
	seed := uint64(1)
	o := generate.DefaultOptions()
	o.Game, o.Out, o.Seed, o.Workers = "xiangqi", path, &seed, workers
	o.Games, o.MaxPlies, o.TopK, o.MaxLoss = games, plies, 1, nil
	o.Depth = generate.Depth{Scope: generate.ScopePly, Distribution: generate.DistributionList, Depths: []int{depth}}
	o.AllowSingleDepth, o.Reevaluate, o.Dedupe = true, nil, false
	// Each game has an opening of its own, so that the games differ.
	openings := strings.Split(strings.TrimSpace(openingsText), "\n")
	for i := range games {
		o.Initial.Positions = append(o.Initial.Positions, openings[i%len(openings)])
	}
	o.Games = 1
	took := cpu(func() { must.Get(generate.Book(context.Background(), o, nil)) })
	b := must.Get(book.Open(path))
	defer b.Close()
	var fens []string
	for r, err := range b.Records() {
		must.Do(err)
		if r.Move != nil { // the last position of a game is not searched
			fens = append(fens, r.FEN)
		}
	}
	return took, fens
}
