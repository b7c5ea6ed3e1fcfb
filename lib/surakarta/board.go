package surakarta

import (
	"fmt"
	"math/bits"

	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/game"
)

// Side is a player: Black moves first unless Options says otherwise.
type Side uint8

const (
	Black Side = iota
	White
)

// Other is the opponent.
func (s Side) Other() Side { return s ^ 1 }

// String is the letter of the side, "b" or "w".
func (s Side) String() string { return [...]string{"b", "w"}[s&1] }

// Each side has twelve pieces at the start.
const pieces = 12

// Board is a position of Surakarta with its rules and history. It implements
// game.Board. Play and Undo allocate nothing but the growth of the history.
type Board struct {
	own     [2]set    // by Side
	rings   [2]uint64 // by Side: the slots that its pieces fill, see Slots
	side    Side
	quiet   int // plies without capture
	ply     int // plies since the game began
	key     uint64
	options Options
	initial string
	past    []step

	// Fills a pair of lines of the processor's cache: boards of several threads lie side by side, and a
	// move on one would hold up who reads the other.
	_ [96]byte
}

// step is what Undo cannot work out.
type step struct {
	move  game.Move
	quiet int
	key   uint64 // of the position before the move
}

var keys struct {
	piece [2][points]uint64
	turn  uint64
}

func init() {
	r := rng.New(0x5355_52414b415254)
	for s := range keys.piece {
		for p := range keys.piece[s] {
			keys.piece[s][p] = r.Uint64()
		}
	}
	keys.turn = r.Uint64()
}

// Game is "surakarta".
func (b *Board) Game() string { return "surakarta" }

// Sides are "b" and "w", the one that moves first in front.
func (b *Board) Sides() []string { return []string{Black.String(), White.String()} }

// Turn is 0 for black and 1 for white.
func (b *Board) Turn() int { return int(b.side) }

// Side is the side to move.
func (b *Board) Side() Side { return b.side }

// Pieces is the set of a side's pieces, bit p for point p.
func (b *Board) Pieces(s Side) uint64 { return b.own[s] }

// Count is the number of a side's pieces.
func (b *Board) Count(s Side) int { return bits.OnesCount64(b.own[s]) }

// Quiet is the number of plies without capture.
func (b *Board) Quiet() int { return b.quiet }

// Ply is the number of plies since the game began.
func (b *Board) Ply() int { return b.ply }

// Key is a hash of the pieces and the side to move.
func (b *Board) Key() uint64 { return b.key }

// Slots are the places on the circuits that a side's pieces fill: bit s for slot s of the
// inner circuit, bit 32+s for slot s of the outer one. Slots are numbered in travelling
// order, 0 to 23, from the lower end of the circuit's left line; a loop follows slots 5, 11,
// 17 and 23. A piece where a circuit crosses itself fills two.
func (b *Board) Slots(s Side) uint64 { return b.rings[s] }

// put sets a piece up, with all that follows from it.
func (b *Board) put(s Side, p Point) {
	b.lift(s, p)
	b.key ^= keys.piece[s][p]
}

// lift puts a piece on an empty point, or takes it away.
func (b *Board) lift(s Side, p Point) {
	b.own[s] ^= 1 << (p & 63)
	b.rings[s] ^= stops[p]
}

// shift moves a piece of that side to a point without one of its own, or back.
func (b *Board) shift(s Side, from, to Point) {
	b.own[s] ^= 1<<(from&63) | 1<<(to&63)
	b.rings[s] ^= stops[from] ^ stops[to]
}

// Play makes a legal move.
func (b *Board) Play(m game.Move) {
	b.past = append(b.past, step{m, b.quiet, b.key})
	source, target, side := Source(m), Target(m), b.side
	b.shift(side, source, target)
	key := keys.turn ^ keys.piece[side][source] ^ keys.piece[side][target]
	b.quiet++
	if IsCapture(m) {
		b.lift(side.Other(), target)
		key ^= keys.piece[side.Other()][target]
		b.quiet = 0
	}
	b.key ^= key
	b.side = side.Other()
	b.ply++
}

// Undo takes the last move back and says whether there was one.
func (b *Board) Undo() bool {
	if len(b.past) == 0 {
		return false
	}
	last := &b.past[len(b.past)-1]
	b.past = b.past[:len(b.past)-1]
	b.side = b.side.Other()
	b.quiet, b.key = last.quiet, last.key
	if last.move == game.NoMove {
		return true
	}
	b.ply--
	target := Target(last.move)
	b.shift(b.side, Source(last.move), target)
	if IsCapture(last.move) {
		b.lift(b.side.Other(), target)
	}
	return true
}

func (b *Board) pass() {
	b.side = b.side.Other()
	b.key ^= keys.turn
}

// Null passes the turn, for a search; Undo takes it back. The rules know no
// passing.
func (b *Board) Null() bool {
	b.past = append(b.past, step{game.NoMove, b.quiet, b.key})
	b.quiet++
	b.pass()
	return true
}

// Initial is the position at which the history starts.
func (b *Board) Initial() string { return b.initial }

// Played appends the moves made since Initial.
func (b *Board) Played(dst []game.Move) []game.Move {
	for _, s := range b.past {
		dst = append(dst, s.move)
	}
	return dst
}

// Copy is an independent board with the same history.
func (b *Board) Copy() game.Board { return b.Clone() }

// Clone is Copy with the board's own type.
func (b *Board) Clone() *Board {
	c := *b
	c.past = append(make([]step, 0, len(b.past)+128), b.past...)
	return &c
}

// Sane says why no game can lead to the position. A side to move without a piece has
// just lost its last one, which is how games end; the side that moved last has a piece.
func (b *Board) Sane() error {
	for _, s := range [2]Side{Black, White} {
		if n := b.Count(s); n == 0 && s != b.side {
			return fmt.Errorf("%w: %s has no piece and %s is to move", game.ErrSetup, s, b.side)
		} else if n > pieces {
			return fmt.Errorf("%w: %s has %d pieces, expected at most %d", game.ErrSetup, s, n, pieces)
		}
	}
	return nil
}
