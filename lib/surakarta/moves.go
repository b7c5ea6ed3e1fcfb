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

// Captures appends the legal captures. Of the pieces on a line of a circuit only the
// foremost can reach the loop ahead and only the hindmost the one behind: each takes, or
// not, the one that is next on the circuit.
func (b *Board) Captures(dst []game.Move) []game.Move {
	before := len(dst)
	mine, theirs := b.rings[b.side], b.rings[b.side.Other()]
	for c := range slots {
		own, enemy := uint32(mine>>(half*c)), uint32(theirs>>(half*c))
		if own == 0 || enemy == 0 {
			continue
		}
		at, all := &laps[c], own|enemy
		last := bits.Len32(all) - 1
		for line := 0; line < ring; line += width {
			on := all >> line & (1<<width - 1)
			if on == 0 {
				continue
			}
			// The piece before the line's first one is the last one of a line before it, and the next one the first of a line after.
			first, back := line+bits.TrailingZeros32(on), last
			last = line + bits.Len32(on) - 1
			after := all >> (line + width) << (line + width)
			if after == 0 {
				after = all
			}
			next := bits.TrailingZeros32(after)
			if own>>last&(enemy>>next)&1 != 0 {
				dst = appendNew(dst, before, newMove(at[last], at[next], 1))
			} else if at[last] == at[next] {
				dst = b.pastItself(dst, before, c, last, false)
			}
			if own>>first&(enemy>>back)&1 != 0 {
				dst = appendNew(dst, before, newMove(at[first], at[back], 1))
			} else if at[first] == at[back] {
				dst = b.pastItself(dst, before, c, first, true)
			}
		}
	}
	return dst
}

// pastItself appends the capture of a piece that meets its own starting point on the
// circuit's other line: it travels on, unless the start blocks.
func (b *Board) pastItself(dst []game.Move, before, circuit, slot int, backward bool) []game.Move {
	w := &paths[circuit][slot]
	if b.own[b.side]>>w.from&1 == 0 {
		return dst
	}
	seen := w.seen(b.occupied(circuit), b.options.StartBlocks)
	n := w.ahead(seen)
	if backward {
		n = ring - w.behind(seen)
	}
	if to := w.after(n); b.own[b.side.Other()]>>to&1 != 0 {
		dst = appendNew(dst, before, newMove(w.from, to, 1))
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
