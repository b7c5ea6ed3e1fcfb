package engine

import (
	"qikit.dev/qikit/internal/alphabeta"
	"qikit.dev/qikit/internal/nnue"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/xiangqi"
)

// netFits says whether networks can value a board and those behind it: both kings are there
// and not more men than a game begins with. Only lenient positions are others.
func netFits(b *xiangqi.Board) bool {
	men := 0
	for c := xiangqi.Red; c <= xiangqi.Black; c++ {
		if b.KingSquare(c) == xiangqi.NoSquare {
			return false
		}
		for k := xiangqi.King; k <= xiangqi.Soldier; k++ {
			men += b.Pieces(xiangqi.NewPiece(c, k)).Len()
		}
	}
	return men <= nnue.Xiangqi.MenMost
}

// netScore is the network's value of the board. Its kinds of men are those of package
// xiangqi without NoKind, and its points are the squares.
func (x *xiangqiAnalyst) netScore() int {
	for c := xiangqi.Red; c <= xiangqi.Black; c++ {
		for k := xiangqi.King; k <= xiangqi.Soldier; k++ {
			set := x.board.Pieces(xiangqi.NewPiece(c, k))
			x.men.Sets[c][k-1] = nnue.Halves(set.Lo, set.Hi, 45)
		}
		x.men.King[c] = 0
		if king := x.board.KingSquare(c); king != xiangqi.NoSquare { // it is taken where a lenient position let it stand in check
			x.men.King[c] = int(king)
		}
	}
	return min(max(x.net.Score(&x.men, int(x.board.Side())), -alphabeta.Limit), alphabeta.Limit)
}

// valued implements valuer. It leaves the analyst's own evaluator to the search.
func (x *xiangqiAnalyst) valued(b game.Board) (Term, bool) {
	if x.loaded == nil || !netFits(b.(*xiangqi.Board)) {
		return Term{}, false
	}
	y := &xiangqiAnalyst{board: b.(*xiangqi.Board), net: nnue.NewEvaluator(x.loaded.Network())}
	return Term{Name: "network", Value: y.netScore()}, true
}
