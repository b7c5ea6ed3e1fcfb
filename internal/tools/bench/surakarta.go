package main

import (
	"fmt"
	"strings"
	"time"

	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/internal/tools/must"
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
	_ "qikit.dev/qikit/lib/surakarta" // registers "surakarta"
)

// stepsBars compares strategies 101 to 105 by their test, on all its positions to
// the full depth. The ordinary test leaves out strategy 101's longest searches,
// which take minutes.
func stepsBars(m *meter) {
	const positions = 200
	out := tested("TestStrategies_sameValue", "./lib/engine", "-steps")
	alike := 0.0
	if strings.Contains(out, fmt.Sprintf(" 6:%d]", positions)) {
		alike = positions
	}
	m.put("surakarta, 101 to 105 alike, depth 6", alike, "")
}

func surakartaPerft(m *meter) {
	m.put("surakarta, perft 6 from the start", leavesRate("surakarta", 6, 58_479_230), "") // from surakarta.perft of lib/surakarta
}

// surakartaDepths searches from the start on one thread, cleared each time.
func surakartaDepths(m *meter) {
	e := must.Get(engine.New("surakarta", engine.DefaultOptions()))
	defer e.Close()
	b := must.Get(game.New("surakarta", game.Setup{}))
	for _, depth := range []int{12, 13, 15} {
		took, nodes := toDepth(e, b, depth)
		m.put(fmt.Sprintf("surakarta, depth %d from the start", depth), took.Seconds(), fmt.Sprintf("%dk nodes", nodes/1000))
	}
	_, nodes := searched(e, b, 10)
	m.put("surakarta, nodes to depth 10", float64(nodes), "")
}

// surakartaThreads compares two threads with one, on positions that are a few random plies
// from the start.
func surakartaThreads(m *meter) {
	var positions [60]game.Board
	for n := range positions {
		positions[n] = randomSurakarta(uint64(n))
	}
	twoThreads(m, "surakarta, depth 14", "surakarta", positions[:], 14)
}

// surakartaShared compares five workers of the strategies that share a search with one,
// by the clock and by nodes to depth 8, on positions a few random plies from the start.
// The speed-up by the clock needs as many idle cores.
func surakartaShared(m *meter) {
	const positions, depth = 6, 8
	for _, strategy := range []string{"105", "106"} {
		var took [2]time.Duration
		var nodes [2]int
		for k, workers := range []int{1, 5} {
			o := engine.DefaultOptions()
			o.Strategy, o.Workers = strategy, workers
			e := must.Get(engine.New("surakarta", o))
			for n := range positions {
				t, count := searched(e, randomSurakarta(uint64(n)), depth)
				took[k], nodes[k] = took[k]+t, nodes[k]+count
			}
			must.Do(e.Close())
		}
		name := "surakarta, strategy " + strategy + " with 5 workers, "
		m.beside(name+"depth 8", took[1].Seconds(), took[0].Seconds(), "")
		m.beside(name+"nodes", float64(nodes[1])/1e6, float64(nodes[0])/1e6, "")
	}
}

// randomSurakarta is a position some random plies from the start.
func randomSurakarta(seed uint64) game.Board {
	const plies = 10
	b := must.Get(game.New("surakarta", game.Setup{}))
	r := rng.Of(0x5355, seed)
	for range plies {
		if moves := b.Moves(nil); len(moves) > 0 {
			b.Play(moves[r.IntN(len(moves))])
		}
	}
	return b
}
