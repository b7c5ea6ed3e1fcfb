// Package weiqi is Go: boards of 2x2 to 19x19 points, the rules of Capture Go
// and of Go by area, the counting of finished boards, and records in SGF.
//
// A [Board] is a game of Capture Go, where whoever first captures a stated
// number of stones wins; it is made with [New] from a position text and
// [Options], lists its legal moves, plays them and takes them back, and says
// how the game ended. [Stones] is what lies on a board of any Go game: chains,
// liberties, captures, ko. It knows no goal, is a flat value and serves random
// games and solvers, millions of moves a second. A [Point] is a point, a
// [Color] a player or what a point holds. A [Node] is a node of a game record
// in SGF, read with [ParseSGF] and written with [WriteSGF].
//
//	b, err := weiqi.New("", weiqi.DefaultOptions(), false)
//	m, err := b.Parse("E5")
//	b.Play(m)
//	fmt.Println(b.Position())
//
// A [GoBoard] is a game of Go; [CountBoard] counts it, [Suggest] says which
// stones are dead.
//
// Importing the package registers "capturego" and "go" with package game.
//
// # Capture Go
//
// Black moves first. A side wins as soon as the stones that it captured number
// at least its target, 1 to 20; the targets may differ. A move that leaves its
// own chain without liberty is illegal unless it captures. A single stone that
// has just taken a single stone may not be taken back at once where this would
// restore the board (ko). Nobody passes while a stone can be played, unless
// the rules say so; two passes in a row are a draw. Who can play no stone loses
// (the rules may call it a pass or a draw instead).
//
// # Go
//
// Black moves first, or White after handicap stones ([GoOptions]). Suicide is
// forbidden, and so is a move that brings back any position of the stones in this
// game (positional superko). A game ends by resignation, or when both sides pass:
// then it is counted by area ([AreaScore]), or point by point ([SeedScore]).
//
// # Positions
//
// Of Capture Go, the text is the rows from the top, separated by "/": "X" black, "O" white,
// "." empty, a digit for a run of empty points. Then follow the side to move,
// "X" or "O", and then, each only after those before it: black's target (1 if
// missing), white's target (the same as black's), the stones captured by
// black and by white (0), and the point that ko forbids or "-".
//
//	.X.../OO.../5/.X.../..O.. X 1 1 0 0 -
//
// Of Go it is the same without the targets.
//
// A point is a letter from the left, without I, and a row from the bottom: C5.
//
// # Cost
//
// On 9x9 a move of a random game takes some 60 nanoseconds of one core, drawn,
// checked and played; Play with Undo in a middle game some 90. Nothing but the
// growth of a Board's history, 64 bytes a move, allocates. Stones take 8 KB.
//
// The package searches and evaluates nothing; it knows no clocks.
package weiqi
