package engine

import "time"

const (
	// movesLeast is how many own moves a game is always taken to have before it,
	// and movesFirst how many at its start.
	movesLeast = 25
	movesFirst = 40
	// movesShort is the share of a clock that is too short for those.
	movesShort = 500
	// moveLoss is what a move costs beside thinking: a busy machine, a line to
	// another program.
	moveLoss = 30 * time.Millisecond
	// moveTimeLeast is what any move gets.
	moveTimeLeast = time.Millisecond
)

// MoveTime is how long to think about a move, for Limits.Time: a share of the
// time left by the mover's clock, the longer the nearer the next time control.
// increment is what the clock gains by a move; movesToGo counts the own moves to
// the next control, this one included, 0 when there is none; ply is how many
// plies the game has had. It is at least 1 ms, and otherwise at most what leaves
// time for the moves to come: a game of 200 own moves in 10 s is not lost on time
// when each costs 5 ms beside the thinking.
func MoveTime(left, increment time.Duration, movesToGo, ply int) time.Duration {
	moves := max(movesFirst-ply/4, movesLeast)
	if movesToGo > 0 {
		moves = min(movesToGo, moves)
	}
	spare := left - moveLoss*time.Duration(moves)
	share := max(spare/time.Duration(moves), left/movesShort) + increment*3/4
	return max(min(share, left*4/5-moveLoss), moveTimeLeast)
}
