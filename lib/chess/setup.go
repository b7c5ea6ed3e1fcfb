package chess

import (
	"fmt"

	"qikit.dev/qikit/lib/game"
)

// playable says why the rules do not tell what happens in a position: the king of a side must be one, and pawns move on.
func (b *Board) playable() error {
	for _, c := range [2]Color{White, Black} {
		if n := b.Pieces(c, King).Len(); n > 1 {
			return fmt.Errorf("%w: %s has %d kings, expected 1", game.ErrSetup, c, n)
		}
		if x := b.Pieces(c, Pawn) & (rankSet(0) | rankSet(7)); x != 0 {
			return fmt.Errorf("%w: a %s pawn cannot stand on %s", game.ErrSetup, c, x.First())
		}
	}
	return nil
}

// starting is how many men of a kind a side begins with.
var starting = [...]int{Pawn: 8, Knight: 2, Bishop: 2, Rook: 2, Queen: 1, King: 1}

// Sane says why the position cannot arise in play: a king missing or one that could be taken, too many men, more
// promoted men than pawns are gone, a pawn on the first or last rank. The error wraps [game.ErrSetup].
func (b *Board) Sane() error {
	if err := b.playable(); err != nil {
		return err
	}
	for _, c := range [2]Color{White, Black} {
		if b.kings[c] == NoSquare {
			return fmt.Errorf("%w: no %s king on the board", game.ErrSetup, c)
		}
		pawns, more := b.Pieces(c, Pawn).Len(), 0
		for _, k := range [...]Kind{Knight, Bishop, Rook, Queen} {
			more += max(0, b.Pieces(c, k).Len()-starting[k])
		}
		if pawns+more > 8 {
			return fmt.Errorf("%w: %s has %d pawns and at least %d promoted men, expected at most 8 together", game.ErrSetup, c, pawns, more)
		}
	}
	if waiting := b.turn.Other(); b.checked(waiting) {
		return fmt.Errorf("%w: %s is to move and could take the %s king on %s", game.ErrSetup, b.turn, waiting, b.kings[waiting])
	}
	if b.kings[b.turn] != NoSquare && b.AttackersTo(b.kings[b.turn], b.turn.Other()).Len() > 2 {
		return fmt.Errorf("%w: more than two men give check to the %s king", game.ErrSetup, b.turn)
	}
	return nil
}
