package goban

import (
	"fmt"
	"slices"

	"qikit.dev/qikit/lib/game"
)

// Resign is the move by which a side gives the game up, in games that have it.
const Resign game.Move = 2

// History is the stones of a game and the moves that led to them: the part of a
// board that knows no goal. The boards of weiqi and capturego embed it. Play and
// Undo allocate nothing but its growth.
type History struct {
	stones   Stones
	passes   int  // the last so many moves were passes
	resigned bool // by the side to move before the last move
	past     []step
}

// step is what Undo and superko need of a move.
type step struct {
	trace  Trace
	before uint64 // hash of the stones before the move
	passes uint32 // before the move
	resign bool   // the move was a resignation
}

// Sides are "black" and "white".
func (h *History) Sides() []string { return []string{Black.String(), White.String()} }

// Turn is 0 for black and 1 for white.
func (h *History) Turn() int { return int(h.stones.turn) }

// Stones is what lies on the board; it is the board's own and changes with it.
// It is to be read or copied, not played on.
func (h *History) Stones() *Stones { return &h.stones }

// Size is the number of points along a side.
func (h *History) Size() int { return h.stones.Size() }

// Grid says how the texts name stones and points.
func (h *History) Grid() game.Grid {
	return game.Grid{Rows: h.Size(), Columns: h.Size(), Men: []string{"X", "O"}, Files: columnLetters, First: 1}
}

// Passes is how many of the last moves were passes, without a stone between.
func (h *History) Passes() int { return h.passes }

// Resigned says whether the last move was a resignation.
func (h *History) Resigned() bool { return h.resigned }

// Len is the number of moves made since Initial.
func (h *History) Len() int { return len(h.past) }

// Captures is the number of stones that the last move captured.
func (h *History) Captures() int {
	if len(h.past) == 0 {
		return 0
	}
	return h.past[len(h.past)-1].trace.Captures()
}

// Play makes a legal move.
func (h *History) Play(m game.Move) {
	h.past = append(h.past, step{before: h.stones.hash, passes: uint32(h.passes), resign: m == Resign})
	last := &h.past[len(h.past)-1]
	switch m {
	case Pass:
		last.trace = h.stones.Pass()
		h.passes++
	case Resign:
		last.trace = h.stones.Pass()
		h.resigned = true
	default:
		last.trace = h.stones.Play(Point(m))
		h.passes = 0
	}
}

// Undo takes the last move back and says whether there was one.
func (h *History) Undo() bool {
	if len(h.past) == 0 {
		return false
	}
	last := &h.past[len(h.past)-1]
	h.stones.Undo(&last.trace)
	h.passes, h.resigned = int(last.passes), false
	h.past = h.past[:len(h.past)-1]
	return true
}

// Played appends the moves made since Initial.
func (h *History) Played(dst []game.Move) []game.Move {
	for i := range h.past {
		m := game.Move(h.past[i].trace.point)
		if h.past[i].resign {
			m = Resign
		} else if m == 0 {
			m = Pass
		}
		dst = append(dst, m)
	}
	return dst
}

// Forget makes the stones as they lie the start of a game.
func (h *History) Forget() { h.passes, h.resigned, h.past = 0, false, h.past[:0] }

// Detach makes a copy by assignment independent of its original.
func (h *History) Detach() { h.past = append(slices.Grow([]step(nil), len(h.past)+64), h.past...) }

// Repeats says whether a move on p, which the stones allow, would bring back an
// earlier position of this game. It compares hashes along the history: fewer than
// one game in a billion refuses a move wrongly.
func (h *History) Repeats(p Point) bool {
	hash := h.stones.hashAfter(p)
	for i := range h.past {
		if h.past[i].before == hash {
			return true
		}
	}
	return false
}

// Illegal is an error that wraps game.ErrIllegalMove and says why a move is not
// legal; nil for no reason.
func (h *History) Illegal(m game.Move, why string) error {
	if why == "" {
		return nil
	}
	return fmt.Errorf("%w: %s %s: %s", game.ErrIllegalMove, h.stones.turn, h.Text(m), why)
}
