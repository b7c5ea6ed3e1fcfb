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
	c := Count(b)
	n := min(b.Count(surakarta.Black)+b.Count(surakarta.White), piecesMost)
	sum := 0
	for f := range c {
		sum += c[f] * int(worth[n][f])
	}
	return sum / fine
}
