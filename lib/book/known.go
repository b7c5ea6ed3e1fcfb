package book

import "math"

// known is what is known of a position or a move, for the player to move.
type known struct {
	score  int // hundredths
	rate   float64
	scored bool  // score says it; otherwise rate, of a tree search
	depth  int   // plies looked ahead
	engine int32 // among the names of engines; -1 for none
}

// worth orders what is known.
func (k known) worth() int {
	if k.scored {
		return k.score
	}
	return ScoreOf(k.rate)
}

// back is what the position behind a move says of the move: the other player's view,
// a ply further away.
func (k known) back() known {
	k.score, k.rate, k.depth = -k.score, 1-k.rate, k.depth+1
	switch {
	case k.score >= Mate-MatePlies:
		k.score--
	case k.score <= MatePlies-Mate:
		k.score++
	}
	return k
}

// ScoreOf turns a win rate into a score, where scores and win rates are compared: the
// Elo difference that gives this expectation, in points, up to 2000.
func ScoreOf(winRate float64) int {
	const most = 2000
	if winRate <= 0 {
		return -most
	}
	if winRate >= 1 {
		return most
	}
	return min(max(int(math.Round(400*math.Log10(winRate/(1-winRate)))), -most), most)
}
