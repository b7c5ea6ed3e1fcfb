package engine

import (
	"fmt"

	"qikit.dev/qikit/internal/alphabeta"
	"qikit.dev/qikit/internal/netfile"
	"qikit.dev/qikit/internal/nnue"
	"qikit.dev/qikit/internal/plainfile"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/xiangqi"
)

// xiangqiNet reads a network's file; without a path there is none.
func xiangqiNet(path string) (*nnue.Network, error) {
	if path == "" {
		return nil, nil
	}
	file, err := plainfile.Read(path, netfile.MaxFile)
	if err != nil {
		return nil, fmt.Errorf("%w: net %q: %w", ErrOptions, path, err)
	}
	net, err := nnue.Open(file)
	if err != nil {
		return nil, fmt.Errorf("%w: net %q: %w", ErrOptions, path, err)
	}
	if in := net.Layout.In; in != nnue.Xiangqi {
		return nil, fmt.Errorf("%w: net %q is for %s, expected %s", ErrOptions, path, in.Name, nnue.Xiangqi.Name)
	}
	return net, nil
}

// netScore is the network's value of the board. Its kinds of men are those of package
// xiangqi without NoKind, and its points are the squares.
func (x *xiangqiAnalyst) netScore() int {
	for c := xiangqi.Red; c <= xiangqi.Black; c++ {
		for k := xiangqi.King; k <= xiangqi.Soldier; k++ {
			set := x.board.Pieces(xiangqi.NewPiece(c, k))
			x.men.Sets[c][k-1] = nnue.Halves(set.Lo, set.Hi, 45)
		}
		x.men.King[c] = int(x.board.KingSquare(c))
	}
	return min(max(x.net.Score(&x.men, int(x.board.Side())), -alphabeta.Limit), alphabeta.Limit)
}

// valued implements valuer. It leaves the analyst's own evaluator to the search.
func (x *xiangqiAnalyst) valued(b game.Board) (Term, bool) {
	if x.net == nil {
		return Term{}, false
	}
	y := &xiangqiAnalyst{board: b.(*xiangqi.Board), net: nnue.NewEvaluator(x.net.Network())}
	return Term{Name: "network", Value: y.netScore()}, true
}
