package xiangqi

import (
	"fmt"
	"slices"

	"qikit.dev/qikit/lib/game"
)

var _ game.Targeter = (*Board)(nil)

// TargetTexts lists the points to which the piece on a point ("h2") can move,
// and those where it captures, from a0 to i9; none when it is not a piece of
// the side to move. The error wraps game.ErrMoveText.
func (b *Board) TargetTexts(point string) (steps, captures []string, err error) {
	if len(point) != 2 || point[0] < 'a' || point[0] > 'i' || point[1] < '0' || point[1] > '9' {
		return nil, nil, fmt.Errorf("%w: %q, expected a point, a0 to i9", game.ErrMoveText, point)
	}
	from := SquareAt(int(point[0]-'a'), int(point[1]-'0'))
	moves := b.Moves(nil)
	slices.SortStableFunc(moves, func(m, n game.Move) int { return int(Target(m)) - int(Target(n)) })
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
