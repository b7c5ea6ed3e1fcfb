package main

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"os/exec"
	"slices"
	"time"

	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
	_ "qikit.dev/qikit/lib/surakarta" // registers "surakarta"
)

// surakartaBars are the speed of move generation, the depths from the start
// and what a second thread brings.
func surakartaBars(report func(bar)) error {
	for _, measure := range []func(func(bar)) error{surakartaPerft, surakartaDepths, surakartaThreads} {
		if err := measure(report); err != nil {
			return err
		}
	}
	return nil
}

// stepsBars compares strategies 101 to 105 by their test, on all its positions
// to the full depth; what the ordinary test leaves out is minutes of 101.
func stepsBars(report func(bar)) error {
	const positions = 200
	cmd := exec.Command("go", "test", "-count=1", "-timeout=2h", "-run=^TestStrategies_sameValue$", "-v", "./lib/engine", "-steps")
	out, err := cmd.CombinedOutput()
	if err != nil {
		return fmt.Errorf("%w\n%s", err, out)
	}
	alike := 0
	if bytes.Contains(out, fmt.Appendf(nil, " 6:%d]", positions)) {
		alike = positions
	}
	report(bar{name: "surakarta, 101 to 105 alike, depth 6", ours: float64(alike), unit: "positions", peer: positions, peerIs: "positions",
		ratio: float64(alike) / positions, least: 1})
	return nil
}

// surakartaPerft counts from the start. A plain C++ generator does 98 to 127
// million leaves a second, a naive one in Go 65 to 77.
func surakartaPerft(report func(bar)) error {
	const depth, leaves = 6, 58_479_230 // as surakarta.perft of lib/surakarta has it
	b, err := game.New("surakarta", game.Setup{})
	if err != nil {
		return err
	}
	took, err := best(3, func() (time.Duration, error) {
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
	speed := leaves / took.Seconds() / 1e6
	report(bar{name: "surakarta, perft 6 from the start", ours: speed, unit: "M leaves/s", peer: 100, peerIs: "M leaves/s", ratio: speed / 100, least: 1})
	return nil
}

// surakartaDepths searches from the start on one thread, cleared each time.
func surakartaDepths(report func(bar)) error {
	e, err := engine.New("surakarta", engine.DefaultOptions())
	if err != nil {
		return err
	}
	defer e.Close()
	b, err := game.New("surakarta", game.Setup{})
	if err != nil {
		return err
	}
	for _, most := range []struct {
		depth   int
		seconds float64
	}{{12, 1}, {13, 5}, {15, 30}} {
		var nodes int
		took, err := best(3, func() (d time.Duration, err error) {
			return cpu(func() error { _, nodes, err = toDepth(e, b, most.depth); return err })
		})
		if err != nil {
			return err
		}
		report(bar{name: fmt.Sprintf("surakarta, depth %d from the start", most.depth), ours: took.Seconds(), unit: fmt.Sprintf("s, %dk n", nodes/1000),
			peer: most.seconds, peerIs: "s", ratio: took.Seconds() / most.seconds, most: 1})
	}
	const nodesMost = 1_500_000
	_, nodes, err := toDepth(e, b, 10)
	if err != nil {
		return err
	}
	report(bar{name: "surakarta, nodes to depth 10", ours: float64(nodes), unit: "nodes", peer: nodesMost, peerIs: "nodes",
		ratio: float64(nodes) / nodesMost, most: 1})
	return nil
}

// toDepth searches from a cleared engine and says how long that took by the
// clock.
func toDepth(e engine.Engine, b game.Board, depth int) (took time.Duration, nodes int, err error) {
	if err := e.Clear(); err != nil {
		return 0, 0, err
	}
	l := engine.DefaultLimits()
	l.Depth = depth
	start := time.Now()
	r, err := e.Search(context.Background(), b, l)
	return time.Since(start), r.Nodes, err
}

// surakartaThreads compares two threads with one by the clock: the geometric
// mean over positions a few random plies from the start of the median of five
// pairs of searches. It needs an idle machine.
func surakartaThreads(report func(bar)) error {
	const positions, depth, runs = 12, 12, 5
	var engines [2]engine.Engine
	for i := range engines {
		o := engine.DefaultOptions()
		o.Workers = i + 1
		var err error
		if engines[i], err = engine.New("surakarta", o); err != nil {
			return err
		}
		defer engines[i].Close()
	}
	logs, slow := 0.0, 0.0
	for n := range positions {
		b, err := randomSurakarta(uint64(n))
		if err != nil {
			return err
		}
		var ratios [runs]float64
		for i := range ratios {
			var took [2]time.Duration
			for k, e := range engines {
				if took[k], _, err = toDepth(e, b, depth); err != nil {
					return err
				}
			}
			ratios[i] = took[1].Seconds() / took[0].Seconds()
			slow += took[0].Seconds() / positions / runs
		}
		slices.Sort(ratios[:])
		logs += math.Log(ratios[runs/2])
	}
	ratio := math.Exp(logs / positions)
	report(bar{name: "surakarta, depth 12 on 2 threads", ours: ratio * slow, unit: "s", peer: slow, peerIs: "s on one", ratio: ratio, most: 0.65})
	return nil
}

// randomSurakarta is a position some random plies from the start.
func randomSurakarta(seed uint64) (game.Board, error) {
	const plies = 10
	b, err := game.New("surakarta", game.Setup{})
	if err != nil {
		return nil, err
	}
	r := rng.Of(0x5355, seed)
	for range plies {
		if moves := b.Moves(nil); len(moves) > 0 {
			b.Play(moves[r.IntN(len(moves))])
		}
	}
	return b, nil
}
