package alphabeta

// The scale of scores: hundredths of an ordinary piece up to Limit, then games
// claimed by rule, then games won on the board.
const (
	// Mate is a game won at once; won in n plies it is Mate-n.
	Mate = 32000
	// MatePlies is the width of the band of proven ends below Mate.
	MatePlies = 1000
	// Claim is what Verdict says of a game won by what was played before
	// (perpetual check, perpetual chase). It is below every proven win, because
	// the table, which knows no history, may hand it to another line.
	Claim = 30000
	// Limit bounds static values.
	Limit = 28000

	infinity = Mate + 1
	// won is the least score that is no static value.
	won = Claim - MatePlies
)

// Proven says whether a score is a proven end, and in how many plies.
func Proven(score int) (plies int, ok bool) {
	switch {
	case score >= Mate-MatePlies:
		return Mate - score, true
	case score <= MatePlies-Mate:
		return score + Mate, true
	}
	return 0, false
}

// lostIn is the score of a game lost at that distance from the root.
func lostIn(ply int) int { return ply - Mate }

// atNode turns the score of a game decided at a node (±Mate, ±Claim) into
// one counted from the root, so that nearer wins are better.
func atNode(score, ply int) int {
	switch {
	case score >= won:
		return score - ply
	case score <= -won:
		return score + ply
	}
	return score
}

// toTable counts the distance to the end from the node, fromTable from the
// root again: one position is reached at different distances from the root.
func toTable(score, ply int) int {
	switch {
	case score >= won:
		return score + ply
	case score <= -won:
		return score - ply
	}
	return score
}

func fromTable(score, ply int) int { return atNode(score, ply) }
