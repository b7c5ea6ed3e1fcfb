package xiangqi

import (
	"fmt"

	"qikit.dev/qikit/internal/order"
	"qikit.dev/qikit/lib/game"
)

var (
	_ game.Targeter = (*Board)(nil)
	_ game.Attacker = (*Board)(nil)
)

// TargetTexts lists the points to which the piece on a point ("h2") can move,
// and those where it captures, from a0 to i9; none when it is not a piece of
// the side to move. The error wraps game.ErrMoveText.
func (b *Board) TargetTexts(point string) (steps, captures []string, err error) {
	from, err := squareOf(point)
	if err != nil {
		return nil, nil, err
	}
	moves := b.Moves(nil)
	order.Stable(moves, func(m, n game.Move) int { return int(Target(m)) - int(Target(n)) })
	for _, m := range moves {
		switch {
		case Source(m) != from:
		case b.At(Target(m)) != NoPiece:
			captures = append(captures, Target(m).String())
		default:
			steps = append(steps, Target(m).String())
		}
	}
	return steps, captures, nil
}

// AttackerTexts lists the points from which men of a player could take on a point, from a0 to i9,
// as AttackersTo finds them. The error wraps game.ErrMoveText.
func (b *Board) AttackerTexts(point string, player int) ([]string, error) {
	at, err := squareOf(point)
	if err != nil {
		return nil, err
	}
	var points []string
	for _, s := range b.AttackersTo(at, Color(player)).Points() {
		points = append(points, s.String())
	}
	return points, nil
}

// squareOf reads a point.
func squareOf(point string) (Square, error) {
	if len(point) != 2 || point[0] < 'a' || point[0] > 'i' || point[1] < '0' || point[1] > '9' {
		return 0, fmt.Errorf("%w: %q, expected a point, a0 to i9", game.ErrMoveText, point)
	}
	return SquareAt(int(point[0]-'a'), int(point[1]-'0')), nil
}
