package main

import (
	"fmt"
	"strings"
	"time"

	"qikit.dev/qikit/lib/game"
)

// leavesRate is the speed of perft from a game's start, in million leaves a second.
func leavesRate(name string, depth, leaves int) (float64, error) {
	b, err := game.New(name, game.Setup{})
	if err != nil {
		return 0, err
	}
	took, err := quickest(3, func() error {
		if n, _ := game.Perft(b, depth, nil); n != uint64(leaves) {
			return fmt.Errorf("perft %d counts %d, want %d", depth, n, leaves)
		}
		return nil
	})
	return float64(leaves) / took.Seconds() / 1e6, err
}

func perftFromTheStart(m *meter) error {
	const depth, leaves = 5, 133_312_995 // chessprogramming.org, Chinese Chess Perft Results
	theirs, err := best(3, func() (time.Duration, error) {
		d, out, err := fairyCPU(fmt.Sprintf("position startpos\ngo perft %d\n", depth), 1)
		if err == nil && !strings.Contains(out, fmt.Sprint(leaves)) {
			err = fmt.Errorf("%s counts otherwise: %s", fairy, out)
		}
		return d, err
	})
	if err != nil {
		return err
	}
	ours, err := leavesRate("xiangqi", depth, leaves)
	if err != nil {
		return err
	}
	m.beside("perft from the start, depth 5", ours, leaves/theirs.Seconds()/1e6, "")
	return nil
}

// perftRows counts every row of the published table, including those that take too
// long for the tests.
func perftRows(m *meter) error {
	began := time.Now()
	if _, err := tested("TestPerft", "./lib/xiangqi", "-perft", "6000000000"); err != nil {
		return err
	}
	m.put("all 97 rows of the perft table", time.Since(began).Seconds(), "every count exact")
	return nil
}
