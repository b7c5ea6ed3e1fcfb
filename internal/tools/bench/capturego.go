package main

import (
	"context"
	"fmt"
	"slices"
	"time"

	"qikit.dev/qikit/internal/capturesolver"
	"qikit.dev/qikit/internal/dfpn"
	nets "qikit.dev/qikit/internal/nets/capturego"
	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/internal/rollout"
	"qikit.dev/qikit/internal/tools/must"
	"qikit.dev/qikit/lib/capturego"
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
)

// captureGoPlayouts plays games out from the empty 9x9 board, by even draws and by
// the library's policy.
func captureGoPlayouts(m *meter) {
	policy := must.Get(rollout.Load(nets.Rollout()))
	for i, policy := range []*rollout.Policy{nil, policy} {
		name := [...]string{"light", "policy"}[i]
		for _, target := range []int{1, 5} {
			const games = 40_000
			start, player, random := goban.NewStones(9), rollout.NewPlayer(policy), rng.New(1)
			rules := rollout.Rules{Target: [2]int{target, target}}
			took := quickest(5, repeat(games, func() { player.Play(start, rules, goban.NoPoint, goban.NoPoint, random) }))
			m.put(fmt.Sprintf("capture go, %s playouts, target %d", name, target), games/took.Seconds()/1000, "")
		}
	}
}

// captureGoFirstMoves proves every first move on 5x5: the nine inner ones win.
func captureGoFirstMoves(m *meter) {
	board := must.Get(game.New("capturego", game.Setup{Rules: []byte(`{"size": 5}`)}))
	b, s := board.(*capturego.Board), capturesolver.New(512<<20)
	inner := []string{"B2", "B3", "B4", "C2", "C3", "C4", "D2", "D3", "D4"}
	right, nodes := 0, 0
	took := cpu(func() {
		for _, move := range b.Moves(nil) {
			text := b.Text(move)
			b.Play(move)
			res := s.Solve(b.Stones(), [2]int{1, 1}, dfpn.Limits{})
			b.Undo()
			nodes += res.Nodes
			if (res.Value == dfpn.Loss) == slices.Contains(inner, text) {
				right++
			}
		}
	})
	m.put("capture go, 5x5 first moves proven", float64(right), fmt.Sprintf("%dk nodes, %.0f s", nodes/1000, took.Seconds()))
}

// captureGoTruth asks the engine for a winning move in random 5x5 positions that
// the solver proves won, 200 ms each.
func captureGoTruth(m *meter) {
	const positions = 1000
	e := must.Get(engine.New("capturego", engine.DefaultOptions()))
	defer e.Close()
	random, oracle := rng.New(55), capturesolver.New(256<<20)
	value := func(b *capturego.Board) dfpn.Value {
		return oracle.Solve(b.Stones(), [2]int{1, 1}, dfpn.Limits{}).Value
	}
	l := engine.DefaultLimits()
	l.Time, l.Fresh = 200*time.Millisecond, true
	asked, right, won := 0, 0, 0
	for ; asked < positions; asked++ {
		b := randomCaptureGo(random)
		if value(b) != dfpn.Win {
			continue
		}
		won++
		r := must.Get(e.Search(context.Background(), b, l))
		b.Play(r.Best)
		if _, over := b.Outcome(); over || value(b) == dfpn.Loss {
			right++
		}
	}
	m.beside("capture go, truth on 5x5, 200 ms", float64(right), float64(won), fmt.Sprintf("won positions of %d", positions))
}

// randomCaptureGo is a 5x5 position after some random moves in which the game still
// goes on.
func randomCaptureGo(random *rng.Source) *capturego.Board {
	for {
		board := must.Get(game.New("capturego", game.Setup{Rules: []byte(`{"size": 5}`)}))
		for range 6 + random.IntN(9) {
			if moves := board.Moves(nil); len(moves) > 0 {
				board.Play(moves[random.IntN(len(moves))])
			}
		}
		if _, over := board.Outcome(); !over {
			return board.(*capturego.Board)
		}
	}
}
