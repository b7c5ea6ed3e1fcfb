package weiqi

import (
	"slices"

	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/game"
)

// GoBoard is a game of Go by area rules with positional superko: stones, rules
// and history. It implements game.Board.
type GoBoard struct {
	stones   Stones
	options  GoOptions // of a set-up position, with its own size
	passes   int       // the last so many moves were passes
	resigned bool      // by the side to move before the last move
	initial  string    // "" until it is asked for
	past     []goStep
}

// goStep is what Undo and superko need of a move.
type goStep struct {
	trace  Trace
	before uint64 // hash of the stones before the move
	passes int    // before the move
	resign bool   // the move was a resignation
}

// Resign is the move by which a side gives the game up. It is legal as long as
// the game goes on, and not among Moves.
const Resign game.Move = 2

// Game is "go".
func (b *GoBoard) Game() string { return "go" }

// Sides are "black" and "white".
func (b *GoBoard) Sides() []string { return []string{Black.String(), White.String()} }

// Turn is 0 for black and 1 for white.
func (b *GoBoard) Turn() int { return int(b.stones.turn) }

// Stones is what lies on the board; it is the board's own and changes with it.
// It is to be read or copied, not played on.
func (b *GoBoard) Stones() *Stones { return &b.stones }

// Rules are the options under which the board is played; the size is that of
// its position.
func (b *GoBoard) Rules() GoOptions { return b.options }

// Size is the number of points along a side.
func (b *GoBoard) Size() int { return b.stones.Size() }

// Passes is how many of the last moves were passes, without a stone between.
func (b *GoBoard) Passes() int { return b.passes }

// Len is the number of moves made since Initial.
func (b *GoBoard) Len() int { return len(b.past) }

// Captures is the number of stones that the last move captured.
func (b *GoBoard) Captures() int {
	if len(b.past) == 0 {
		return 0
	}
	return b.past[len(b.past)-1].trace.Captures()
}

// Key hashes all that Identity states.
func (b *GoBoard) Key() uint64 {
	s := &b.stones
	return s.hash ^ rng.New(uint64(s.ko)<<32|uint64(s.size)<<44|uint64(s.turn)<<50).Uint64()
}

// Play makes a legal move.
func (b *GoBoard) Play(m game.Move) {
	b.past = append(b.past, goStep{before: b.stones.hash, passes: b.passes, resign: m == Resign})
	last := &b.past[len(b.past)-1]
	if m == Pass || m == Resign {
		last.trace = b.stones.Pass()
		b.resigned = m == Resign
		if m == Pass {
			b.passes++
		}
		return
	}
	last.trace = b.stones.Play(Point(m))
	b.passes = 0
}

// Undo takes the last move back and says whether there was one.
func (b *GoBoard) Undo() bool {
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
func (b *GoBoard) Initial() string {
	if b.initial == "" { // a start position, which nobody asked for yet
		start := b.Clone()
		for start.Undo() {
		}
		b.initial = start.Position()
	}
	return b.initial
}

// Played appends the moves made since Initial.
func (b *GoBoard) Played(dst []game.Move) []game.Move {
	for i := range b.past {
		m := Pass
		if p := b.past[i].trace.point; p != NoPoint {
			m = game.Move(p)
		} else if b.past[i].resign {
			m = Resign
		}
		dst = append(dst, m)
	}
	return dst
}

// Copy is Clone, as game.Board has it.
func (b *GoBoard) Copy() game.Board { return b.Clone() }

// Clone is an independent board with the same history.
func (b *GoBoard) Clone() *GoBoard {
	c := *b
	c.past = append(slices.Grow([]goStep(nil), len(b.past)+64), b.past...)
	return &c
}

// after is the hash of the stones after a move on p, which must be Legal as far
// as the stones go.
func (s *Stones) after(p Point) uint64 {
	hash := s.hash ^ zobrist[s.turn&1][p]
	var gone [4]Point
	for i, n := range neighbours(p) {
		name := s.chain[n]
		if s.cells[n] != s.turn.Other() || !s.libs[name].single() || slices.Contains(gone[:i], name) {
			continue
		}
		gone[i] = name
		for q := name; ; {
			hash ^= zobrist[s.cells[name]&1][q]
			if q = s.next[q]; q == name {
				break
			}
		}
	}
	return hash
}

// repeats says whether a move on p, Legal as far as the stones go, would bring
// a position of this game back. Positions are compared by their hash: less than
// one game of a billion refuses a move for nothing. It walks the history.
func (b *GoBoard) repeats(p Point) bool {
	hash := b.stones.after(p)
	for i := range b.past {
		if b.past[i].before == hash {
			return true
		}
	}
	return false
}
