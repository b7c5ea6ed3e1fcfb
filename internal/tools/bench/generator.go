package main

import (
	"context"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/internal/tools/must"
	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/book/generate"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/xiangqi"
)

// peerVariable names the program of variant-nnue-tools, whose generate_training_data
// the rows of generatorBars are held against; without it they are not measured.
const peerVariable = "QIKIT_PEER"

// generatorSeeds are the runs of each row; its figure is their mean, and the standard
// error is noted.
const generatorSeeds = 3

// generatorBars compares positions worth training on, for each second of CPU: whole jobs
// of both sides, from the same openings, less what they take to start. Both leave out
// the first plies of a game, positions in check, those whose best move takes a piece and
// those met before.
func generatorBars(m *meter) {
	peer := os.Getenv(peerVariable)
	if peer == "" {
		return
	}
	openings := filepath.Join(m.dir, "openings.epd")
	must.Do(os.WriteFile(openings, []byte(openingsText), 0o644))
	for _, row := range []struct{ depth, top, games, peer int }{
		{3, 1, 60, 5000}, {5, 1, 30, 2000}, {8, 1, 12, 400},
		{3, 3, 60, 5000}, {5, 3, 24, 2000}, {8, 3, 8, 400},
	} {
		var ours, theirs []float64
		for seed := uint64(1); seed <= generatorSeeds; seed++ {
			ours = append(ours, ourRate(filepath.Join(m.dir, "generator.qkb"), row.depth, row.top, row.games, seed))
			theirs = append(theirs, peerRate(peer, openings, row.depth, row.top, row.peer, seed))
		}
		name := fmt.Sprintf("positions to train on, depth %d, top %d", row.depth, row.top)
		a, b := spreadOf(ours), spreadOf(theirs)
		m.beside(name, a.mean, b.mean, fmt.Sprintf("±%.0f, peer ±%.0f", a.err, b.err))
	}
}

// spread is a mean and its standard error.
type spread struct{ mean, err float64 }

func spreadOf(values []float64) (s spread) {
	n := float64(len(values))
	for _, v := range values {
		s.mean += v / n
	}
	for _, v := range values {
		s.err += (v - s.mean) * (v - s.mean) / (n - 1) / n
	}
	s.err = math.Sqrt(s.err)
	return s
}

// writtenFrom is the ply of a game from which both sides keep positions.
const writtenFrom = 5

// ourRate is the positions kept for each second of CPU by a job on one worker, from
// openings drawn by the seed.
func ourRate(path string, depth, top, games int, seed uint64) float64 {
	o := generatorOptions(path, depth, top, games, seed)
	bare := o
	bare.Out, bare.MaxPlies, bare.Initial.Positions = path+"-bare", 1, o.Initial.Positions[:1]
	defer os.Remove(path)
	defer os.Remove(bare.Out)
	took := -cpu(func() { must.Get(generate.Book(context.Background(), bare, nil)) })
	took += cpu(func() { must.Get(generate.Book(context.Background(), o, nil)) })
	b := must.Get(book.Open(path))
	defer b.Close()
	kept := 0
	for r, err := range b.Records() {
		must.Do(err)
		if r.Move == nil { // the last position of a game is not searched
			continue
		}
		board := must.Get(xiangqi.New(r.FEN, xiangqi.DefaultOptions(), false))
		takes := slices.ContainsFunc(board.Captures(nil), func(m game.Move) bool { return board.Text(m) == *r.Best })
		if r.Ply >= writtenFrom && !board.InCheck() && !takes {
			kept++
		}
	}
	return float64(kept) / took.Seconds()
}

// generatorOptions are games of one depth without a fresh search.
func generatorOptions(path string, depth, top, games int, seed uint64) generate.Options {
	o := generate.DefaultOptions()
	o.Game, o.Out, o.Seed, o.Workers, o.TopK, o.Reevaluate = "xiangqi", path, &seed, 1, top, nil
	o.Depth = generate.Depth{Scope: generate.ScopePly, Distribution: generate.DistributionList, Depths: []int{depth}}
	o.AllowSingleDepth = true
	openings, draw := strings.Split(strings.TrimSpace(openingsText), "\n"), rng.New(seed)
	for i := range games {
		k := i + draw.IntN(len(openings)-i)
		openings[i], openings[k] = openings[k], openings[i]
	}
	o.Initial.Positions = openings[:games]
	return o
}

// peerSetup has the peer search without its network, as its documentation recommends
// for this work.
const peerSetup = `setoption name UCI_Variant value xiangqi
setoption name Use NNUE value false
setoption name Threads value 1
setoption name Hash value 64
isready
generate_training_data depth %d count %d set_recommended_uci_options data_format bin seed %d output_file_name %s book %s random_move_count %d
quit
`

// peerSample is the size of a position in the peer's file.
const peerSample = 72

// peerRate is the same of the peer. Its random moves, five a game from its own search
// for five lines, are what it has in place of our choice among the best.
func peerRate(peer, openings string, depth, top, count int, seed uint64) float64 {
	path := filepath.Join(filepath.Dir(openings), "peer.bin")
	random := 0
	if top > 1 {
		random = 5
	}
	run := func(depth, count int) (time.Duration, int64) {
		cmd := exec.Command(peer)
		cmd.Stdin = strings.NewReader(fmt.Sprintf(peerSetup, depth, count, seed, path, openings, random))
		must.Do(cmd.Run())
		defer os.Remove(path)
		return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), must.Get(os.Stat(path)).Size() / peerSample
	}
	bare, _ := run(1, 1)
	took, kept := run(depth, count)
	return float64(kept) / (took - bare).Seconds()
}
