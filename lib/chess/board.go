package chess

import (
	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/game"
)

// Board is a position with the rules it is played by and the moves that led to it. Play and Undo do not allocate once
// the history has grown to the length of the game. A Board is not safe for use by several goroutines.
type Board struct {
	position
	options Options
	free    bool // castling is written as the king taking the rook: Chess960
	initial string
	history []past

	// Fills a line of the processor's cache: boards of several threads lie side by side, and a
	// move on one would hold up who reads the other.
	_ [56]byte
}

// position is all of a Board that Play changes but the history.
type position struct {
	cells   [squares]Piece
	sets    [16]Set      // by piece; by colour at NewPiece(colour, NoKind)
	kings   [2]Square    // NoSquare where there is none (lenient positions only)
	castles [2][2]Square // of each colour: the rook on the king's left, and on his right; NoSquare without the right
	passed  Square       // the square that a pawn passed, where it can be taken en passant; NoSquare for none
	turn    Color
	quiet   int // plies without a capture or a pawn's move
	loose   int // plies that a repetition may reach back
	number  int // full moves as the FEN counts them
	key     uint64
}

// past is what Undo needs of one ply.
type past struct {
	key      uint64
	castles  [2][2]Square
	quiet    int32
	loose    int32
	move     game.Move
	passed   Square
	captured Piece
}

// Sides of the castles in position.castles.
const (
	left  = 0
	right = 1
)

// Moves are written as numbers of 16 bits: source, target, the kind that a pawn becomes, and whether it is a castling,
// whose target is the rook.
const castling = 1 << 15

func newMove(source, target Square) game.Move { return game.Move(source) | game.Move(target)<<6 }

// Source is where a move starts.
func Source(m game.Move) Square { return Square(m & 63) }

// Target is where a move ends; the rook of a castling.
func Target(m game.Move) Square { return Square(m >> 6 & 63) }

// Promotion is what a pawn becomes, NoKind for other moves.
func Promotion(m game.Move) Kind { return Kind(m >> 12 & 7) }

// IsCastling says whether a king and a rook move.
func IsCastling(m game.Move) bool { return m&castling != 0 }

// kingTo and rookTo are where a castling ends.
func castled(m game.Move) (side int, kingTo, rookTo Square) {
	source, rook := Source(m), Target(m)
	home := source & 56
	if rook < source {
		return left, home + 2, home + 3
	}
	return right, home + 6, home + 5
}

// Zobrist numbers. They are part of what a transposition table or a book may store, so the seed never changes.
var keys struct {
	piece  [16][squares]uint64
	castle [squares]uint64 // by the rook's square
	passed [8]uint64       // by file
	turn   uint64
}

func init() {
	r := rng.New(0x6368657373) // "chess"
	for _, c := range [2]Color{White, Black} {
		for k := Pawn; k <= King; k++ {
			for s := range squares {
				keys.piece[NewPiece(c, k)][s] = r.Uint64()
			}
		}
	}
	for s := range keys.castle {
		keys.castle[s] = r.Uint64()
	}
	for f := range keys.passed {
		keys.passed[f] = r.Uint64()
	}
	keys.turn = r.Uint64()
}

// freshKey computes from scratch what Play and Undo keep up to date.
func (b *Board) freshKey() (key uint64) {
	for s, p := range b.cells {
		if p != NoPiece {
			key ^= keys.piece[p][s]
		}
	}
	for _, rooks := range b.castles {
		for _, s := range rooks {
			if s != NoSquare {
				key ^= keys.castle[s]
			}
		}
	}
	if b.passed != NoSquare {
		key ^= keys.passed[b.passed.File()]
	}
	if b.turn == Black {
		key ^= keys.turn
	}
	return key
}

// Game is "chess".
func (b *Board) Game() string { return "chess" }

// Sides are "white" and "black".
func (b *Board) Sides() []string { return sides }

// Turn is 0 when White is to move, 1 when Black is.
func (b *Board) Turn() int { return int(b.turn) }

// Free says whether castlings are written as the king taking the rook: in Chess960, and where a king or rook stands
// elsewhere than in chess.
func (b *Board) Free() bool { return b.free }

// Side is the colour to move.
func (b *Board) Side() Color { return b.turn }

// At is the piece on a square, NoPiece when it is empty.
func (b *Board) At(s Square) Piece { return b.cells[s&63] }

// KingSquare is where the king of that colour stands, NoSquare without one.
func (b *Board) KingSquare(c Color) Square { return b.kings[c&1] }

// Options are the rules the board was made with.
func (b *Board) Options() Options { return b.options }

// Quiet is the number of plies since the last capture or pawn's move, those that the FEN stated included.
func (b *Board) Quiet() int { return b.quiet }

// Key is a hash of placement, side to move, castling rights and the pawn that can be taken en passant.
func (b *Board) Key() uint64 { return b.key }

// Passed is the square on which a pawn can be taken en passant, NoSquare for none.
func (b *Board) Passed() Square { return b.passed }

// put and take change one square.
func (b *Board) put(p Piece, s Square) {
	b.cells[s] = p
	b.sets[p&15] |= one(s)
	b.sets[p&8] |= one(s)
	b.key ^= keys.piece[p&15][s]
}

func (b *Board) take(p Piece, s Square) {
	b.cells[s] = NoPiece
	b.sets[p&15] &^= one(s)
	b.sets[p&8] &^= one(s)
	b.key ^= keys.piece[p&15][s]
}

// drop ends a right to castle.
func (b *Board) drop(c Color, side int) {
	if s := b.castles[c][side]; s != NoSquare {
		b.key ^= keys.castle[s]
		b.castles[c][side] = NoSquare
	}
}

// Play makes a move, which must be legal here.
func (b *Board) Play(m game.Move) {
	us, them := b.turn, b.turn.Other()
	source, target := Source(m), Target(m)
	piece, captured := b.cells[source], b.cells[target]
	if IsCastling(m) {
		captured = NoPiece
	}
	b.history = append(b.history, past{key: b.key, castles: b.castles, quiet: int32(b.quiet), loose: int32(b.loose), move: m, passed: b.passed, captured: captured})
	b.quiet++
	b.loose++
	passed := b.passed
	if passed != NoSquare {
		b.key ^= keys.passed[passed.File()]
		b.passed = NoSquare
	}
	switch {
	case IsCastling(m):
		_, kingTo, rookTo := castled(m)
		rook := NewPiece(us, Rook)
		b.take(piece, source)
		b.take(rook, target)
		b.put(piece, kingTo)
		b.put(rook, rookTo)
		b.kings[us] = kingTo
		b.drop(us, left)
		b.drop(us, right)
		b.loose = 0
	default:
		if captured != NoPiece {
			b.take(captured, target)
			b.quiet, b.loose = 0, 0
			b.lose(them, captured, target)
		}
		b.take(piece, source)
		b.put(piece, target)
		switch piece.Kind() {
		case Pawn:
			b.pawn(m, passed)
		case King:
			b.kings[us] = target
			if b.castles[us] != [2]Square{NoSquare, NoSquare} {
				b.drop(us, left)
				b.drop(us, right)
				b.loose = 0
			}
		case Rook:
			b.lose(us, piece, source)
		}
	}
	b.key ^= keys.turn
	b.number += int(us)
	b.turn = them
	if piece.Kind() == Pawn && source^target == 16 {
		b.pass((source + target) / 2)
	}
}

// lose ends the right to castle with a rook that left its square.
func (b *Board) lose(c Color, p Piece, s Square) {
	if p.Kind() != Rook {
		return
	}
	for side := range b.castles[c] {
		if b.castles[c][side] == s {
			b.drop(c, side)
			b.loose = 0
		}
	}
}

// pawn is what else a pawn's move does.
func (b *Board) pawn(m game.Move, passed Square) {
	us, target := b.turn, Target(m)
	b.quiet, b.loose = 0, 0
	if k := Promotion(m); k != NoKind {
		b.take(NewPiece(us, Pawn), target)
		b.put(NewPiece(us, k), target)
	}
	if target == passed && Source(m)&7 != target&7 {
		b.take(NewPiece(us.Other(), Pawn), target^8)
	}
}

// pass notes the square that a pawn passed where it can be taken there: for others it makes no difference.
func (b *Board) pass(s Square) {
	if b.kings[b.turn] == NoSquare {
		if pawnTakes[b.turn.Other()][s]&b.sets[NewPiece(b.turn, Pawn)] != 0 {
			b.passed = s
			b.key ^= keys.passed[s.File()]
		}
		return
	}
	for x := pawnTakes[b.turn.Other()][s] & b.sets[NewPiece(b.turn, Pawn)]; x != 0; x = x.Rest() {
		if b.passant(x.First(), s) {
			b.passed = s
			b.key ^= keys.passed[s.File()]
			return
		}
	}
}

// passant says whether the king is safe after a pawn takes another en passant.
func (b *Board) passant(source, s Square) bool {
	them := b.turn.Other()
	taken := s ^ 8
	king := b.kings[b.turn]
	if king == NoSquare {
		return true
	}
	occupied := b.occupied()&^(one(source)|one(taken)) | one(s)
	return b.attackers(king, them, occupied)&^one(taken) == 0
}

// Undo takes the last move, or Null, back; false when there is none.
func (b *Board) Undo() bool {
	if len(b.history) == 0 {
		return false
	}
	last := b.history[len(b.history)-1]
	b.history = b.history[:len(b.history)-1]
	b.turn ^= 1
	us := b.turn
	b.number -= int(us)
	b.castles, b.quiet, b.loose, b.passed = last.castles, int(last.quiet), int(last.loose), last.passed
	m := last.move
	if m == game.NoMove {
		b.key = last.key
		return true
	}
	source, target := Source(m), Target(m)
	if IsCastling(m) {
		_, kingTo, rookTo := castled(m)
		king, rook := NewPiece(us, King), NewPiece(us, Rook)
		b.take(king, kingTo)
		b.take(rook, rookTo)
		b.put(king, source)
		b.put(rook, target)
		b.kings[us] = source
		b.key = last.key
		return true
	}
	piece := b.cells[target]
	b.take(piece, target)
	if Promotion(m) != NoKind {
		piece = NewPiece(us, Pawn)
	}
	b.put(piece, source)
	switch {
	case last.captured != NoPiece:
		b.put(last.captured, target)
	case piece.Kind() == Pawn && target == last.passed && source&7 != target&7:
		b.put(NewPiece(us.Other(), Pawn), target^8)
	}
	if piece.Kind() == King {
		b.kings[us] = source
	}
	b.key = last.key
	return true
}

// Null passes the turn, for searches; false, and nothing done, in check.
func (b *Board) Null() bool {
	if b.InCheck() {
		return false
	}
	b.history = append(b.history, past{key: b.key, castles: b.castles, quiet: int32(b.quiet), loose: int32(b.loose), passed: b.passed})
	if b.passed != NoSquare {
		b.key ^= keys.passed[b.passed.File()]
		b.passed = NoSquare
	}
	b.loose = 0
	b.key ^= keys.turn
	b.number += int(b.turn)
	b.turn ^= 1
	return true
}

// InCheck says whether the king of the side to move is attacked.
func (b *Board) InCheck() bool { return b.checked(b.turn) }

func (b *Board) checked(c Color) bool {
	king := b.kings[c]
	return king != NoSquare && b.attackers(king, c.Other(), b.occupied()) != 0
}

// Initial is the FEN at which the history starts.
func (b *Board) Initial() string { return b.initial }

// Played appends the moves since Initial to dst.
func (b *Board) Played(dst []game.Move) []game.Move {
	for i := range b.history {
		dst = append(dst, b.history[i].move)
	}
	return dst
}

// Copy is Clone, as game.Board has it.
func (b *Board) Copy() game.Board { return b.Clone() }

// Clone is an independent board with the same history.
func (b *Board) Clone() *Board {
	c := *b
	c.history = make([]past, len(b.history), max(cap(b.history), 512))
	copy(c.history, b.history)
	return &c
}

// CloneInto makes c what Clone returns, in the memory that c has.
func (b *Board) CloneInto(c *Board) {
	history := append(c.history[:0], b.history...)
	*c = *b
	c.history = history
}
