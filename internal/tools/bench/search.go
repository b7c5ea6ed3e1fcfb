package main

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"time"

	"qikit.dev/qikit/internal/tools/must"
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
	_ "qikit.dev/qikit/lib/xiangqi" // registers "xiangqi"
)

// searchPositions are the start and five middle games, three of them from the perft table.
var searchPositions = []struct{ name, fen string }{
	{"start", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"},
	{"middle game 1", "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1"},
	{"middle game 2", "r2akab1r/3n5/4b3n/p1p1pRp1p/9/2P3P2/P3P3c/N2C3C1/4A4/1RBAK1B2 w - - 0 1"},
	{"middle game 3", "1cbak4/9/n2a5/2p1p3p/5cp2/2n2N3/6PCP/3AB4/2C6/3A1K1N1 w - - 0 1"},
	{"middle game 4", "r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKABR1 w - - 0 1"},
	{"middle game 5", "2bakab2/9/2n1c1n2/p1p1p1p1p/2r6/2P3R2/P3P1P1P/1C2C1N2/9/2BAKAB2 b - - 0 1"},
}

// searchBars compares the CPU time to reach depth 14, each position from a cleared
// engine with a 64 MB table.
func searchBars(m *meter) {
	const depth = 14
	e := must.Get(engine.New("xiangqi", engine.DefaultOptions()))
	defer e.Close()
	var sum time.Duration
	var positions []game.Board
	for _, p := range searchPositions {
		theirs := best(3, func() time.Duration {
			took, _ := fairyCPU(fmt.Sprintf("position fen %s\ngo depth %d\n", p.fen, depth), 1)
			return took
		})
		b := must.Get(game.New("xiangqi", game.Setup{Position: p.fen}))
		positions = append(positions, b)
		ours, nodes := toDepth(e, b, depth)
		m.beside("depth 14, "+p.name, ours.Seconds(), theirs.Seconds(), fmt.Sprintf("%dk nodes", nodes/1000))
		sum += ours
	}
	m.put("depth 14, sum of the six", sum.Seconds(), "")
	// Where two moves are as good, one thread may be lucky: six positions say little.
	for _, fen := range strings.Split(openingsText, "\n")[:84] {
		positions = append(positions, must.Get(game.New("xiangqi", game.Setup{Position: fen})))
	}
	twoThreads(m, "depth 14", "xiangqi", positions, depth)
}

// twoThreads compares two threads with one by the clock. Beside it stand two
// searches on one thread each, at once against one alone: 1 where the machine's
// second processor is free and whole. Each is the median of five turns, as a geometric
// mean over the positions.
func twoThreads(m *meter, name, rules string, positions []game.Board, depth int) {
	const turns = 5
	var engines [3]engine.Engine // on one thread, on one, on two
	for i, workers := range [...]int{1, 1, 2} {
		o := engine.DefaultOptions()
		o.Workers = workers
		engines[i] = must.Get(engine.New(rules, o))
		defer engines[i].Close()
	}
	alone, two, both := engines[:1], engines[2:], engines[:2]
	var threads, atOnce []float64
	slow := 0.0
	for _, b := range positions {
		var t, o [turns]float64
		for i := range turns {
			one := together(alone, b, depth)
			t[i] = together(two, b, depth) / one
			o[i] = together(both, b, depth) / one
			slow += one / float64(len(positions)*turns)
		}
		slices.Sort(t[:])
		slices.Sort(o[:])
		threads = append(threads, t[turns/2])
		atOnce = append(atOnce, o[turns/2])
	}
	ratio, off := geometric(threads)
	m.beside(name+" on 2 threads", ratio*slow, slow, fmt.Sprintf("ratio +- %.3f over %d positions", off, len(positions)))
	ratio, off = geometric(atOnce)
	m.beside(name+" twice at once", ratio*slow, slow, fmt.Sprintf("ratio +- %.3f", off))
}

// geometric returns the geometric mean of ratios and its standard error.
func geometric(ratios []float64) (mean, off float64) {
	logs := make([]float64, len(ratios))
	for i, r := range ratios {
		logs[i] = math.Log(r)
	}
	s := spreadOf(logs)
	return math.Exp(s.mean), math.Exp(s.mean) * s.err
}

// together lets each engine search the position, all at once, and returns the
// seconds until the last is done.
func together(engines []engine.Engine, b game.Board, depth int) float64 {
	var took [2]time.Duration
	var all sync.WaitGroup
	for i, e := range engines {
		own := b.Copy()
		all.Go(func() { took[i], _ = searched(e, own, depth) })
	}
	all.Wait()
	return slices.Max(took[:]).Seconds()
}

// toDepth is the shortest CPU time of three searches, each from a cleared engine.
func toDepth(e engine.Engine, b game.Board, depth int) (took time.Duration, nodes int) {
	took = quickest(3, func() { _, nodes = searched(e, b, depth) })
	return took, nodes
}

// searched searches from a cleared engine and returns how long that took by the
// clock.
func searched(e engine.Engine, b game.Board, depth int) (took time.Duration, nodes int) {
	must.Do(e.Clear())
	l := engine.DefaultLimits()
	l.Depth = depth
	began := time.Now()
	r := must.Get(e.Search(context.Background(), b, l))
	return time.Since(began), r.Nodes
}
