//go:build !slim

package chess

import "qikit.dev/qikit/lib/game"

// A Polyglot opening book has entries of a key, a move and a weight. Kinds of men count from the black pawn: pawn, knight,
// bishop, rook, queen, king, each first black, then white.
//
// Source: hgm.nubati.net/book_format.html.

// Where the numbers of the format begin.
const (
	polyglotCastles = 12 * 64
	polyglotPassed  = polyglotCastles + 4
	polyglotTurn    = polyglotPassed + 8
)

// PolyglotKey is the position's key in a Polyglot book. A pawn that passed a square counts where one of the mover's stands
// beside it, even if it is pinned.
func (b *Board) PolyglotKey() (key uint64) {
	for s, p := range b.cells {
		if p != NoPiece {
			kind := 2*int(p.Kind()-Pawn) + 1 - int(p.Color())
			key ^= polyglotNumbers[kind<<6|s]
		}
	}
	for c, rooks := range b.castles {
		for side, s := range rooks {
			if s != NoSquare {
				key ^= polyglotNumbers[polyglotCastles+2*c+1-side]
			}
		}
	}
	if s := b.stepped(); s != NoSquare && pawnTakes[b.turn.Other()][s]&b.sets[NewPiece(b.turn, Pawn)] != 0 {
		key ^= polyglotNumbers[polyglotPassed+s.File()]
	}
	if b.turn == White {
		key ^= polyglotNumbers[polyglotTurn]
	}
	return key
}

// stepped is the square that the last move's pawn passed in two steps, or that the FEN names; NoSquare for none.
func (b *Board) stepped() Square {
	if n := len(b.history); n > 0 {
		m := b.history[n-1].move
		source, target := Source(m), Target(m)
		if m != game.NoMove && !IsCastling(m) && source^target == 16 && b.cells[target].Kind() == Pawn {
			return (source + target) / 2
		}
	}
	return b.passed
}

// PolyglotMove is a legal move's code in a Polyglot book: target, source, and what a pawn becomes, knights as 1. In a
// castling the king takes the rook.
func (b *Board) PolyglotMove(m game.Move) uint16 {
	code := uint16(Target(m)) | uint16(Source(m))<<6
	if k := Promotion(m); k != NoKind {
		code |= uint16(k-Pawn) << 12
	}
	return code
}
