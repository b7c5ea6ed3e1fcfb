package engine

import (
	"qikit.dev/qikit/internal/alphabeta"
	"qikit.dev/qikit/internal/nets"
	"qikit.dev/qikit/internal/nnue"
	"qikit.dev/qikit/lib/chess"
	"qikit.dev/qikit/lib/game"
)

// newChess values positions as the options say.
func newChess(o Options) (analyst, error) {
	net, err := chosenNet(o, nnue.Chess, nets.Chess)
	if err != nil {
		return nil, err
	}
	x := &chessAnalyst{}
	if net != nil {
		x.loaded = nnue.NewEvaluator(net)
	}
	return x, nil
}

// another implements sharer.
func (x *chessAnalyst) another() analyst {
	y := &chessAnalyst{}
	if x.loaded != nil {
		y.loaded = nnue.NewEvaluator(x.loaded.Network())
	}
	return y
}

// netFitsChess says whether networks can value a board and those behind it. Only lenient
// positions are others.
func netFitsChess(b *chess.Board) bool {
	men := 0
	for c := chess.White; c <= chess.Black; c++ {
		if b.Pieces(c, chess.King).Len() != 1 {
			return false
		}
		men += b.Pieces(c, chess.NoKind).Len()
	}
	return men <= nnue.Chess.MenMost
}

// netScore is the network's value of the board. Its kinds of men are those of package chess
// without NoKind, and its points are the squares.
func (x *chessAnalyst) netScore() int {
	for c := chess.White; c <= chess.Black; c++ {
		for k := chess.Pawn; k <= chess.King; k++ {
			x.men.Sets[c][k-1].Lo = uint64(x.board.Pieces(c, k))
		}
		x.men.King[c] = int(x.board.KingSquare(c)) & 63
	}
	return min(max(x.net.Score(&x.men, x.board.Turn()), -alphabeta.Limit), alphabeta.Limit)
}

// valued implements valuer. It leaves the analyst's own evaluator to the search.
func (x *chessAnalyst) valued(b game.Board) (Term, bool) {
	if x.loaded == nil || !netFitsChess(b.(*chess.Board)) {
		return Term{}, false
	}
	y := &chessAnalyst{board: b.(*chess.Board), net: nnue.NewEvaluator(x.loaded.Network())}
	return Term{Name: "network", Value: y.netScore()}, true
}
