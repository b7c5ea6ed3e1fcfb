package review

import "errors"

// What can go wrong with a review. Errors of this package wrap one of these or
// one of lib/game's: game.ErrRecord for a file that cannot be read, with
// game.ErrIllegalMove for a move against the rules, game.ErrRules for rules.
var (
	// ErrOptions is an option that does not exist or has a bad value.
	ErrOptions = errors.New("review: bad option")
	// ErrNothing is a game without a move of the user's in the range.
	ErrNothing = errors.New("review: nothing to review")
	// ErrCorrupt is a saved review that is damaged, or no review.
	ErrCorrupt = errors.New("review: damaged review")
	// ErrVersion is a saved review of a newer library.
	ErrVersion = errors.New("review: review of another version")
	// ErrMove is a question about a move that was not reviewed.
	ErrMove = errors.New("review: no such move")
)
