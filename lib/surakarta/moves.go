package surakarta

import (
	"math/bits"

	"qikit.dev/qikit/lib/game"
)

// A move is source<<7 | target<<1 | capture, plus one so that none is 0.
func newMove(source, target Point, capture uint32) game.Move {
	return game.Move(uint32(source)<<7|uint32(target)<<1|capture) + 1
}

// Source is where the move starts.
func Source(m game.Move) Point { return Point((m - 1) >> 7) }

// Target is where the move ends.
func Target(m game.Move) Point { return Point((m - 1) >> 1 & 63) }

// IsCapture says whether the move takes a piece.
func IsCapture(m game.Move) bool { return (m-1)&1 != 0 }

// Moves appends the legal moves, captures first.
func (b *Board) Moves(dst []game.Move) []game.Move {
	if b.own[b.side.Other()] == 0 {
		return dst
	}
	dst = b.Captures(dst)
	empty := ^(b.own[Black] | b.own[White])
	for own := b.own[b.side]; own != 0; own &= own - 1 {
		p := Point(bits.TrailingZeros64(own))
		for to := near[p] & empty; to != 0; to &= to - 1 {
			dst = append(dst, newMove(p, Point(bits.TrailingZeros64(to)), 0))
		}
	}
	return dst
}

// Captures appends the legal captures. Of the pieces on a line of a circuit
// only the foremost can reach the loop ahead and only the hindmost the one
// behind: sixteen walks at most, whatever the number of pieces.
func (b *Board) Captures(dst []game.Move) []game.Move {
	own, enemy, first := b.own[b.side], b.own[b.side.Other()], len(dst)
	for c := range b.rings {
		occupied := b.rings[c]
		for line := uint8(0); line < ring; line += width {
			on := uint8(occupied >> line & (1<<width - 1))
			if on == 0 {
				continue
			}
			foremost, hindmost := &paths[c][line+uint8(bits.Len8(on))-1], &paths[c][line+uint8(bits.TrailingZeros8(on))]
			if own>>foremost.from&1 != 0 {
				if to := foremost.after(foremost.ahead(foremost.seen(occupied, b.options.StartBlocks))); enemy>>to&1 != 0 {
					dst = appendNew(dst, first, newMove(foremost.from, to, 1))
				}
			}
			if own>>hindmost.from&1 != 0 {
				if to := hindmost.after(ring - hindmost.behind(hindmost.seen(occupied, b.options.StartBlocks))); enemy>>to&1 != 0 {
					dst = appendNew(dst, first, newMove(hindmost.from, to, 1))
				}
			}
		}
	}
	return dst
}

// appendNew appends a move unless dst[first:] has it: two routes to the same
// victim are one move.
func appendNew(dst []game.Move, first int, m game.Move) []game.Move {
	for _, had := range dst[first:] {
		if had == m {
			return dst
		}
	}
	return append(dst, m)
}

// CanCapture says whether the side to move has a capture.
func (b *Board) CanCapture() bool {
	var room [32]game.Move
	return len(b.Captures(room[:0])) > 0
}

// CountMoves is the number of legal moves.
func (b *Board) CountMoves() int {
	if b.own[b.side.Other()] == 0 {
		return 0
	}
	var room [32]game.Move
	n := len(b.Captures(room[:0]))
	empty := ^(b.own[Black] | b.own[White])
	for own := b.own[b.side]; own != 0; own &= own - 1 {
		n += bits.OnesCount64(near[bits.TrailingZeros64(own)] & empty)
	}
	return n
}
