package main

import (
	"math/bits"

	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
)

func init() {
	engine.Know(engine.Knowledge{
		Game:   "reversi",
		Terms:  terms,
		Worth:  worth,
		Likely: likely,
		Scale:  250,
		Inputs: &engine.Inputs{
			Rows: size, Columns: size, Mirror: true, Most: size * size,
			Men:   []engine.Man{{Letter: 'X', Worth: 5}},
			Cells: func(b game.Board, cells []int8) { b.(*board).fill(cells, game.View{}) },
		},
	})
}

const (
	corners = 0x8100000000000081
	near    = 0x42c300000000c342 // the points beside corners, which give them away
)

// values are a player's terms, in hundredths. Discs count once the end is near.
func values(b *board, c int) (v [4]int) {
	own, all := b.discs[c], b.discs[0]|b.discs[1]
	v = [4]int{200 * bits.OnesCount64(own&corners), -40 * bits.OnesCount64(own&near), 25 * bits.OnesCount64(b.targets(c))}
	if bits.OnesCount64(all) > 52 {
		v[3] = 20 * bits.OnesCount64(own)
	}
	return v
}

func terms(b game.Board) [][]engine.Term {
	own := make([][]engine.Term, 2)
	for c := range own {
		v := values(b.(*board), c)
		for i, name := range []string{"corners", "beside corners", "mobility", "discs"} {
			own[c] = append(own[c], engine.Term{Name: name, Value: v[i]})
		}
	}
	return own
}

// worth is the sum of the terms, which searches ask for at every position.
func worth(b game.Board, worth []int) {
	for c := range worth {
		v := values(b.(*board), c)
		worth[c] = v[0] + v[1] + v[2] + v[3]
	}
}

// likely puts corners first and the points beside them last.
func likely(_ game.Board, m game.Move) int {
	point := uint64(1) << (m - 1) // none for a pass
	return 2*bits.OnesCount64(point&corners) - bits.OnesCount64(point&near)
}
