package rollout

import (
	"sync"

	"qikit.dev/qikit/lib/goban"
)

// DefaultPolicy has weights set by hand; it is made once.
var DefaultPolicy = sync.OnceValue(func() *Policy {
	p, err := NewPolicy(handWeights())
	if err != nil {
		panic(err) // of our own numbers
	}
	return p
})

// The weights by hand, as logarithms: 1 makes a move 2.7 times as likely.
const (
	handEmpty    = -0.7 // nothing around it
	handEdge     = -0.5 // each side of the board that it touches
	handContact  = 0.3  // each of the opponent's stones beside it
	handCut      = 0.8  // two own stones that it joins, or of the opponent's that it parts
	handOwnEye   = -4.0 // own stones or the edge on all four sides
	handDeadEnd  = -1.5 // the opponent's stones or the edge on all four sides
	handTake     = 2.0  // captures one; more stones more
	handEscape   = 1.5
	handThreat   = 5.0
	handBeside   = 1.2
	handDiagonal = 0.9
	handOwnNear  = 0.4
	handAtari    = -2.5
)

func handWeights() []float32 {
	w := make([]float32, Count)
	for c := range codes {
		if possible(uint16(c)) {
			w[firstPattern+Pattern(uint16(c), goban.Black)] = handPattern(uint16(c))
		}
	}
	for i, v := range []float32{
		handTake, handTake + 0.5, handTake + 1, handEscape, handThreat,
		handBeside, handDiagonal, handOwnNear, handOwnNear, handAtari,
	} {
		w[CaptureOne+i] = v
	}
	return w
}

// handPattern weighs what lies around, for black to move.
func handPattern(c uint16) (w float32) {
	var beside, diagonal [4]int
	for _, at := range [4][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
		beside[held(c, at[0], at[1])]++
	}
	for _, at := range [4][2]int{{-1, -1}, {1, -1}, {-1, 1}, {1, 1}} {
		diagonal[held(c, at[0], at[1])]++
	}
	w = handEdge*float32(beside[edge]) + handContact*float32(beside[goban.White])
	switch {
	case beside[goban.Black]+beside[edge] == 4:
		return handOwnEye
	case beside[goban.White]+beside[edge] == 4:
		return handDeadEnd
	case beside[goban.Empty]+beside[edge] == 4 && diagonal[goban.Empty]+diagonal[edge] == 4:
		return w + handEmpty
	case beside[goban.White] > 0 && beside[goban.Black] > 0,
		beside[goban.White] > 1 && diagonal[goban.Black] > 0:
		return w + handCut
	}
	return w
}
