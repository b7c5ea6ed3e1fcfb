package capturego

import (
	"slices"

	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
)

// Board is a game of Capture Go: stones, rules and history. It implements
// game.Board. Play and Undo allocate nothing but the growth of the history.
type Board struct {
	stones  goban.Stones
	options Options // of a set-up position, with its own size and targets
	passes  int     // the last so many moves were passes
	initial string
	past    []step
}

// step is what Undo needs of a move.
type step struct {
	trace  goban.Trace
	passes int // before the move
}

// Game is "capturego".
func (b *Board) Game() string { return "capturego" }

// Sides are "black" and "white".
func (b *Board) Sides() []string { return []string{goban.Black.String(), goban.White.String()} }

// Turn is 0 for black and 1 for white.
func (b *Board) Turn() int { return int(b.stones.Turn()) }

// Stones is what lies on the board; it is the board's own and changes with it.
// It is to be read or copied, not played on.
func (b *Board) Stones() *goban.Stones { return &b.stones }

// Rules are the options under which the board is played; size and targets are
// those of its position.
func (b *Board) Rules() Options { return b.options }

// Size is the number of points along a side.
func (b *Board) Size() int { return b.stones.Size() }

// Target is the number of stones with which a side wins.
func (b *Board) Target(c goban.Color) int { return b.options.Target[c] }

// Passes is how many of the last moves were passes, without a stone between.
func (b *Board) Passes() int { return b.passes }

// Key hashes all that Identity states.
func (b *Board) Key() uint64 {
	return b.stones.KeyWith(uint64(b.options.Target[goban.Black])<<5 | uint64(b.options.Target[goban.White]))
}

// Play makes a legal move.
func (b *Board) Play(m game.Move) {
	b.past = append(b.past, step{passes: b.passes})
	last := &b.past[len(b.past)-1]
	if m == goban.Pass {
		last.trace = b.stones.Pass()
		b.passes++
		return
	}
	last.trace = b.stones.Play(goban.Point(m))
	b.passes = 0
}

// Undo takes the last move back and says whether there was one.
func (b *Board) Undo() bool {
	if len(b.past) == 0 {
		return false
	}
	last := &b.past[len(b.past)-1]
	b.stones.Undo(&last.trace)
	b.passes = last.passes
	b.past = b.past[:len(b.past)-1]
	return true
}

// Initial is the position at which the history starts.
func (b *Board) Initial() string { return b.initial }

// Played appends the moves made since Initial.
func (b *Board) Played(dst []game.Move) []game.Move {
	for i := range b.past {
		m := goban.Pass
		if p := b.past[i].trace.Point(); p != goban.NoPoint {
			m = game.Move(p)
		}
		dst = append(dst, m)
	}
	return dst
}

// Copy is Clone, as game.Board has it.
func (b *Board) Copy() game.Board { return b.Clone() }

// Clone is an independent board with the same history.
func (b *Board) Clone() *Board {
	c := *b
	c.past = append(slices.Grow([]step(nil), len(b.past)+64), b.past...)
	return &c
}
