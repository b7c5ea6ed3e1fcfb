package chess

import (
	"slices"

	"qikit.dev/qikit/lib/game"
)

var (
	_ game.Targeter = (*Board)(nil)
	_ game.Attacker = (*Board)(nil)
	_ game.Checked  = (*Board)(nil)
	_ game.Quieted  = (*Board)(nil)
	_ game.Gridded  = (*Board)(nil)
)

// end is where the piece that is moved ends as a move's text has it.
func (b *Board) end(m game.Move) Square {
	if IsCastling(m) && !b.free {
		_, kingTo, _ := castled(m)
		return kingTo
	}
	return Target(m)
}

// captures says whether a move takes a man.
func (b *Board) captures(m game.Move) bool {
	return !IsCastling(m) && (b.cells[Target(m)] != NoPiece || b.passing(m))
}

// passing says whether a pawn takes en passant.
func (b *Board) passing(m game.Move) bool {
	return Target(m) == b.passed && b.cells[Source(m)].Kind() == Pawn && Source(m)&7 != Target(m)&7
}

// TargetTexts lists the squares to which the piece on a square ("e2") can move, and those where it captures, from a1 to
// h8; none when it is not a piece of the side to move. The error wraps game.ErrMoveText.
func (b *Board) TargetTexts(point string) (steps, captures []string, err error) {
	from, err := squareOf(point)
	if err != nil {
		return nil, nil, err
	}
	var targets [2]Set
	for _, m := range b.Moves(nil) {
		if Source(m) == from {
			kind := 0
			if b.captures(m) {
				kind = 1
			}
			targets[kind] |= one(b.end(m))
		}
	}
	return names(targets[0]), names(targets[1]), nil
}

// names are those of the squares of a set, in order.
func names(x Set) (texts []string) {
	for ; x != 0; x = x.Rest() {
		texts = append(texts, x.First().String())
	}
	return texts
}

// AttackerTexts lists the squares from which men of a player could take on a square, from a1 to h8. The error wraps
// game.ErrMoveText.
func (b *Board) AttackerTexts(point string, player int) ([]string, error) {
	at, err := squareOf(point)
	if err != nil {
		return nil, err
	}
	found := names(b.AttackersTo(at, Color(player)))
	slices.Sort(found)
	return found, nil
}
