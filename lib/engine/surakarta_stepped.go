package engine

import (
	"math/bits"
	"slices"

	"qikit.dev/qikit/internal/fixeddepth"
	"qikit.dev/qikit/internal/keyposition"
	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/surakarta"
)

// indexKeys are the 32-bit random numbers of the document's figure 3, one for each point
// and side. They are drawn apart from those of the board's key.
var indexKeys struct {
	piece [2][36]uint32
	turn  uint32
	root  [2][2]uint32 // by side at the root and its role, for strategy 106
}

func init() {
	r := rng.New(0x1032_106022479)
	draw := func() uint32 { return uint32(r.Uint64() >> 32) }
	for side := range indexKeys.piece {
		for point := range indexKeys.piece[side] {
			indexKeys.piece[side][point] = draw()
		}
		indexKeys.root[side] = [2]uint32{draw(), draw()}
	}
	indexKeys.turn = draw()
}

// indexOf is the index value of a position's pieces and side to move.
func indexOf(b *surakarta.Board) (index uint32) {
	for _, side := range [2]surakarta.Side{surakarta.Black, surakarta.White} {
		for pieces := b.Pieces(side); pieces != 0; pieces &= pieces - 1 {
			index ^= indexKeys.piece[side][bits.TrailingZeros64(pieces)]
		}
	}
	if b.Side() == surakarta.White {
		index ^= indexKeys.turn
	}
	return index
}

// show makes a worker's own root: the role of the side at the root holds for
// the whole tree.
func (e *stepped) show(b *surakarta.Board) fixeddepth.Game[game.Move] {
	s := &steppedBoard{Board: b.Clone(), values: e.values, index: indexOf(b)}
	if e.strategy.keyed {
		s.keyed, s.root, s.role = true, b.Side(), keyposition.RoleOf(b)
		s.index ^= indexKeys.root[s.root][s.role]
	}
	return s
}

// steppedBoard shows a board to the search of the strategies.
type steppedBoard struct {
	*surakarta.Board
	values *keyposition.Values
	keyed  bool
	root   surakarta.Side
	role   keyposition.Role
	index  uint32
	past   []uint32 // indexes before the moves played
}

// Moves are in order of source and target, which settles ties.
func (s *steppedBoard) Moves(dst []game.Move) []game.Move {
	first := len(dst)
	dst = s.Board.Moves(dst)
	slices.Sort(dst[first:])
	return dst
}

func (s *steppedBoard) IsCapture(m game.Move) bool { return surakarta.IsCapture(m) }

func (s *steppedBoard) Class(m game.Move) int {
	return int(surakarta.Source(m))<<6 | int(surakarta.Target(m))
}

func (s *steppedBoard) Play(m game.Move) {
	s.past = append(s.past, s.index)
	side, source, target := s.Side(), surakarta.Source(m), surakarta.Target(m)
	s.index ^= indexKeys.turn ^ indexKeys.piece[side][source] ^ indexKeys.piece[side][target]
	if surakarta.IsCapture(m) {
		s.index ^= indexKeys.piece[side.Other()][target]
	}
	s.Board.Play(m)
}

func (s *steppedBoard) Undo() {
	last := len(s.past) - 1
	s.index, s.past = s.past[last], s.past[:last]
	s.Board.Undo()
}

// Keys are the check value and the index value of the position, each the sum of its own
// random numbers (the document's [53] and figure 3), so that positions with equal check
// values are still told apart by the index. The evaluation of strategy 106 depends on the side at the root and its role, so
// these are part of the keys.
func (s *steppedBoard) Keys() (check uint64, index uint32) {
	key := s.Board.Key()
	if s.keyed {
		key ^= (uint64(s.root)<<1 | uint64(s.role) + 1) * 0x9e3779b97f4a7c15
	}
	return key, s.index
}

func (s *steppedBoard) Score() int {
	if !s.keyed {
		return s.values.Simple(s.Board, s.Side())
	}
	total := s.values.Evaluate(s.Board, s.root, s.role).Total
	if s.Side() != s.root {
		return -total
	}
	return total
}
