package main

import (
	"fmt"
	"os/exec"
	"strings"
	"time"

	"qikit.dev/qikit/lib/game"
)

// perftBars counts to depth 5 from the start; the goal beyond the bar is 3.
func perftBars(report func(bar)) error {
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
	b, err := game.New("xiangqi", game.Setup{})
	if err != nil {
		return err
	}
	ours, err := best(3, func() (time.Duration, error) {
		return cpu(func() error {
			if n, _ := game.Perft(b, depth, nil); n != leaves {
				return fmt.Errorf("perft %d counts %d, want %d", depth, n, leaves)
			}
			return nil
		})
	})
	if err != nil {
		return err
	}
	speed := func(d time.Duration) float64 { return leaves / d.Seconds() / 1e6 }
	report(bar{name: "perft from the start, depth 5", ours: speed(ours), unit: "M leaves/s", peer: speed(theirs),
		peerIs: "fairy-stockfish", ratio: speed(ours) / speed(theirs), least: 1})
	return perftRows(report)
}

// perftRows counts every row of the published table, those included that are
// too long for the tests.
func perftRows(report func(bar)) error {
	start := time.Now()
	cmd := exec.Command("go", "test", "-count=1", "-run", "^TestPerft$", "./lib/xiangqi", "-perft", "6000000000")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", strings.Join(cmd.Args, " "), err, out)
	}
	report(bar{name: "all 97 rows of the perft table", ours: time.Since(start).Seconds(), unit: "s", peerIs: "every count exact"})
	return nil
}
