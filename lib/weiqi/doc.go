// Package weiqi is Go: the rules with area scoring, the counting of finished
// boards, position texts, pictures, and records in SGF.
//
// A [Board] is a game; it is made with [New] from a position text and
// [Options], lists its legal moves, plays them and takes them back, and says how
// the game ended. What lies on it is [goban.Stones]. [CountBoard] counts a board,
// [Suggest] says which stones are dead. [Replay] reads a game of SGF,
// [Board.SGF] writes one.
//
//	b, err := weiqi.New("", weiqi.DefaultOptions(), false)
//	m, err := b.Parse("Q16")
//	b.Play(m)
//	fmt.Println(b.Position())
//
// Importing the package registers "go" with package game.
//
// # Rules
//
// Black moves first, or White after handicap stones ([Options]). Suicide is
// forbidden, and so is a move that brings back any position of the stones in this
// game (positional superko). A game ends by resignation, or when both sides pass:
// then it is counted by area ([AreaScore]), or point by point ([SeedScore]).
//
// # Positions
//
// A position text is rows and side to move as package goban has them, and then,
// each only after those before it: the stones captured by black and by white (0),
// and the point that ko forbids or "-".
//
//	.X.../OO.../5/.X.../..O.. X 0 0 -
//
// The package searches nothing, and evaluates nothing but finished boards; it
// knows no clocks.
package weiqi
