package xiangqi

import (
	"fmt"

	"qikit.dev/qikit/lib/game"
)

// The most pieces of a kind that a side can have.
var kindCounts = [8]int{King: 1, Advisor: 2, Elephant: 2, Horse: 2, Rook: 2, Cannon: 2, Soldier: 5}

var kindNames = [8]string{"", "king", "advisor", "elephant", "horse", "rook", "cannon", "soldier"}

func (k Kind) String() string { return kindNames[k&7] }

// stands says whether a piece can ever stand on a point, seen from its own
// side of the board.
func stands(k Kind, file, rank int) bool {
	palace := file >= 3 && file <= 5 && rank <= 2
	switch k {
	case King:
		return palace
	case Advisor:
		return palace && (file+rank)%2 == 1
	case Elephant:
		return rank%2 == 0 && rank <= 4 && file%2 == 0 && (file+rank)%4 == 2
	case Soldier:
		return rank >= 5 || rank >= 3 && file%2 == 0
	}
	return true
}

// Sane says why the position cannot arise in play: a piece on a point it can
// never reach, too many of a kind, a king missing or one that could be taken.
// The error wraps [game.ErrSetup] and names point and rule.
func (b *Board) Sane() error {
	var counts [16]int
	var soldiers [2][files]bool // files with a soldier that has not crossed
	for i, p := range b.cells {
		if p == NoPiece {
			continue
		}
		s, own := Square(i), Square(i)
		if p.Color() == Black {
			own = s.turned()
		}
		if !stands(p.Kind(), own.File(), own.Rank()) {
			return fmt.Errorf("%w: a %s %s cannot stand on %s", game.ErrSetup, p.Color(), p.Kind(), s)
		}
		if p.Kind() == Soldier && own.Rank() < 5 {
			if soldiers[p.Color()][own.File()] {
				return fmt.Errorf("%w: two %s soldiers on file %c have not crossed, expected at most one", game.ErrSetup, p.Color(), 'a'+s.File())
			}
			soldiers[p.Color()][own.File()] = true
		}
		if counts[p]++; counts[p] > kindCounts[p.Kind()] {
			return fmt.Errorf("%w: more than %d %s %ss, the last on %s", game.ErrSetup, kindCounts[p.Kind()], p.Color(), p.Kind(), s)
		}
	}
	for c := Red; c <= Black; c++ {
		if counts[NewPiece(c, King)] == 0 {
			return fmt.Errorf("%w: no %s king on the board", game.ErrSetup, c)
		}
	}
	if waiting := b.turn.Other(); b.attacked(waiting) {
		return fmt.Errorf("%w: %s is to move and could take the %s king on %s", game.ErrSetup, b.turn, waiting, b.kings[waiting])
	}
	return nil
}
