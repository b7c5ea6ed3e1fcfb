package weiqi

import (
	"slices"

	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
)

// Board is a game of Go by area rules with positional superko: stones, rules
// and history. It implements game.Board.
type Board struct {
	stones   goban.Stones
	options  Options // of a set-up position, with its own size
	passes   int     // the last so many moves were passes
	resigned bool    // by the side to move before the last move
	initial  string  // "" until it is asked for
	past     []step
}

// step is what Undo and superko need of a move.
type step struct {
	trace  goban.Trace
	before uint64 // hash of the stones before the move
	passes int    // before the move
	resign bool   // the move was a resignation
}

// Resign is the move by which a side gives the game up. It is legal as long as
// the game goes on, and not among Moves.
const Resign game.Move = 2

// Game is "go".
func (b *Board) Game() string { return "go" }

// Sides are "black" and "white".
func (b *Board) Sides() []string { return []string{goban.Black.String(), goban.White.String()} }

// Turn is 0 for black and 1 for white.
func (b *Board) Turn() int { return int(b.stones.Turn()) }

// Stones is what lies on the board; it is the board's own and changes with it.
// It is to be read or copied, not played on.
func (b *Board) Stones() *goban.Stones { return &b.stones }

// Rules are the options under which the board is played; the size is that of
// its position.
func (b *Board) Rules() Options { return b.options }

// Size is the number of points along a side.
func (b *Board) Size() int { return b.stones.Size() }

// Passes is how many of the last moves were passes, without a stone between.
func (b *Board) Passes() int { return b.passes }

// Len is the number of moves made since Initial.
func (b *Board) Len() int { return len(b.past) }

// Captures is the number of stones that the last move captured.
func (b *Board) Captures() int {
	if len(b.past) == 0 {
		return 0
	}
	return b.past[len(b.past)-1].trace.Captures()
}

// Key hashes all that Identity states.
func (b *Board) Key() uint64 {
	s := &b.stones
	return s.Hash() ^ rng.New(uint64(s.Ko())<<32|uint64(s.Size())<<44|uint64(s.Turn())<<50).Uint64()
}

// Play makes a legal move.
func (b *Board) Play(m game.Move) {
	b.past = append(b.past, step{before: b.stones.Hash(), passes: b.passes, resign: m == Resign})
	last := &b.past[len(b.past)-1]
	if m == goban.Pass || m == Resign {
		last.trace = b.stones.Pass()
		b.resigned = m == Resign
		if m == goban.Pass {
			b.passes++
		}
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
	b.passes, b.resigned = last.passes, false
	b.past = b.past[:len(b.past)-1]
	return true
}

// Initial is the position at which the history starts.
func (b *Board) Initial() string {
	if b.initial == "" { // a start position, which nobody asked for yet
		start := b.Clone()
		for start.Undo() {
		}
		b.initial = start.Position()
	}
	return b.initial
}

// Played appends the moves made since Initial.
func (b *Board) Played(dst []game.Move) []game.Move {
	for i := range b.past {
		m := goban.Pass
		if p := b.past[i].trace.Point(); p != goban.NoPoint {
			m = game.Move(p)
		} else if b.past[i].resign {
			m = Resign
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

// repeats says whether a move on p, which the stones allow, would bring back an
// earlier position of this game. It compares hashes along the history: fewer than
// one game in a billion refuses a move wrongly.
func (b *Board) repeats(p goban.Point) bool {
	hash := b.stones.HashAfter(p)
	for i := range b.past {
		if b.past[i].before == hash {
			return true
		}
	}
	return false
}
