package engine

import "time"

const (
	// movesFirst is how many own moves are expected at a game's start, movesLeast
	// how many are expected at any time.
	movesLeast = 25
	movesFirst = 40
	// movesShort divides a clock that is too short for so many moves.
	movesShort = 500
	// moveLoss is the time that a move costs beside thinking: a busy machine, a
	// message to another program.
	moveLoss = 30 * time.Millisecond
	// moveTimeLeast is the least time for a move.
	moveTimeLeast = time.Millisecond
)

// MoveTime is how long to think about a move, for Limits.Time: a share of the time
// left on the mover's clock, larger as the next time control comes nearer.
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
