package pointworth

import (
	"math"

	"qikit.dev/qikit/lib/surakarta"
)

// piecesMost is the number of pieces at the start, of both sides.
const piecesMost = 24

// worth of each feature by the number of pieces on the board, in 1/fine.
var worth [piecesMost + 1][Features]int32

// fine is how much finer the sums are than the score.
const fine = 16

func init() {
	for n := range worth {
		for f, w := range fitted {
			worth[n][f] = int32(math.Round(fine * (w[0]*Phase(n) + w[1]*(1-Phase(n)))))
		}
	}
}

// Phase is the share of the pieces that are left, by their number.
func Phase(pieces int) float64 { return float64(pieces) / piecesMost }

// Score is the value of a position for the side to move; a piece is 100.
func Score(b *surakarta.Board) int {
	var c Counts
	c.of(b)
	n := min(b.Count(surakarta.Black)+b.Count(surakarta.White), piecesMost)
	w := &worth[n]
	return (c[Corner]*int(w[Corner]) + c[InnerEnd]*int(w[InnerEnd]) + c[OuterEnd]*int(w[OuterEnd]) +
		c[InnerCross]*int(w[InnerCross]) + c[MixedCross]*int(w[MixedCross]) + c[OuterCross]*int(w[OuterCross]) +
		c[InnerHeld]*int(w[InnerHeld]) + c[OuterHeld]*int(w[OuterHeld]) +
		c[InnerFacing]*int(w[InnerFacing]) + c[OuterFacing]*int(w[OuterFacing]) + c[Tempo]*int(w[Tempo])) / fine
}
