package chinesecheckers

import "qikit.dev/qikit/lib/game"

// Reasons for which a game ends.
const (
	TargetFull = "target full"
	PlyLimit   = "ply limit"
)

// Holes appends the empty points of a player's target, in order of point.
func (b *Board) Holes(player int, dst []Point) []Point {
	target := star.home[(b.seats[player]+corners/2)%corners]
	return set{target[0] &^ b.taken[0], target[1] &^ b.taken[1]}.list(dst)
}

// Asked is how many men of his own a player has in his target at least when he is home.
func (b *Board) Asked() int {
	switch b.options.Blocking {
	case strict:
		return pieces
	case one:
		return 1
	}
	return pieces/2 + 1
}

// decided says whether all places that are played for are taken.
func (b *Board) decided() bool {
	if b.options.PlayOn {
		return b.homes >= len(b.seats)-1
	}
	return b.homes > 0
}

// Outcome says how the game has ended. Who was home first has won, also when the others then
// reached the limit of plies; a game in which nobody was is a draw.
func (b *Board) Outcome() (game.Outcome, bool) {
	over := b.decided()
	reason := TargetFull
	if !over {
		over, reason = b.options.PlyLimit > 0 && b.ply >= b.options.PlyLimit, PlyLimit
	}
	switch {
	case !over:
		return game.Outcome{}, false
	case b.homes > 0:
		return game.Outcome{Winner: int(b.home[0]), Reason: reason}, true
	}
	return game.Outcome{Winner: game.Draw, Reason: reason}, true
}

// Ranks are the players' places: 1 for the first one home. Those who are not home share the
// next place.
func (b *Board) Ranks() []int {
	ranks := make([]int, len(b.seats))
	for p := range ranks {
		ranks[p] = b.homes + 1
	}
	for place, p := range b.home[:b.homes] {
		ranks[p] = place + 1
	}
	return ranks
}
