package xiangqi

import "qikit.dev/qikit/lib/game"

// What ends a game, as the Reason of an outcome.
const (
	ReasonCheckmate   = "checkmate"              // no legal move, in check: lost
	ReasonStalemate   = "stalemate"              // no legal move, not in check: lost
	ReasonCheck       = "perpetual check"        // lost by the side that checks
	ReasonMutualCheck = "mutual perpetual check" // drawn
	ReasonChase       = "perpetual chase"        // lost by the side that chases
	ReasonMutualChase = "mutual perpetual chase" // drawn
	ReasonRepetition  = "repetition"             // drawn
	ReasonNatural     = "natural limit"          // drawn
)

// Outcome says how the game has ended. Having no move comes before a
// repetition, a repetition before the natural limit.
func (b *Board) Outcome() (o game.Outcome, ok bool) {
	if b.CountMoves() == 0 {
		reason := ReasonStalemate
		if b.InCheck() {
			reason = ReasonCheckmate
		}
		return game.Outcome{Winner: int(b.turn.Other()), Reason: reason}, true
	}
	if back := b.recurs(0); back > 0 {
		return b.judge(back), true
	}
	if b.exhausted() {
		return game.Outcome{Winner: game.Draw, Reason: ReasonNatural}, true
	}
	return game.Outcome{}, false
}

// Verdict says whether a node of a search is an end by repetition or count, and its
// value for the side to move: 1 a win, 0 a draw, -1 a loss. A lack of moves is for the
// search to find. ply is the number of moves since the root of the search. A position
// that recurs within the tree is judged at once, as if the game repeated that cycle for
// ever; one from before the root when it occurs for the third time. Cost: about a nanosecond for each two plies since the last
// capture or soldier's advance.
func (b *Board) Verdict(ply int) (over bool, score int) {
	if back := b.recurs(ply); back > 0 {
		switch b.judge(back).Winner {
		case game.Draw:
			return true, 0
		case int(b.turn):
			return true, 1
		}
		return true, -1
	}
	if b.exhausted() {
		if b.CountMoves() == 0 {
			return true, -1
		}
		return true, 0
	}
	return false, 0
}

func (b *Board) exhausted() bool {
	return b.options.NaturalLimit != NoLimit && b.quiet >= b.options.NaturalLimit
}
