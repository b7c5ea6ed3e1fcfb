package main

import (
	"fmt"
	"strings"
	"time"

	"qikit.dev/qikit/internal/tools/must"
	"qikit.dev/qikit/lib/game"
)

// leavesRate is the speed of perft from a game's start, in million leaves a second.
func leavesRate(name string, depth, leaves int) float64 {
	b := must.Get(game.New(name, game.Setup{}))
	took := quickest(3, func() {
		if n, _ := game.Perft(b, depth, nil); n != uint64(leaves) {
			must.Fail("perft %d counts %d, want %d", depth, n, leaves)
		}
	})
	return float64(leaves) / took.Seconds() / 1e6
}

func perftFromTheStart(m *meter) {
	const depth, leaves = 5, 133_312_995 // chessprogramming.org, Chinese Chess Perft Results
	theirs := best(3, func() time.Duration {
		took, out := fairyCPU(fmt.Sprintf("position startpos\ngo perft %d\n", depth), 1)
		if !strings.Contains(out, fmt.Sprint(leaves)) {
			must.Fail("%s counts otherwise: %s", fairy, out)
		}
		return took
	})
	m.beside("perft from the start, depth 5", leavesRate("xiangqi", depth, leaves), leaves/theirs.Seconds()/1e6, "")
}

// perftRows counts every row of the published table, including those that take too
// long for the tests.
func perftRows(m *meter) {
	began := time.Now()
	tested("TestPerft", "./lib/xiangqi", "-perft", "6000000000")
	m.put("all 97 rows of the perft table", time.Since(began).Seconds(), "every count exact")
}
