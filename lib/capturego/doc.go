// Package capturego is Capture Go, in which whoever first captures a stated
// number of stones wins: rules, position texts, pictures, and records in SGF.
//
// A [Board] is a game; it is made with [New] from a position text and
// [Options], lists its legal moves, plays them and takes them back, and says how
// the game ended. What lies on it is [goban.Stones]. [Replay] reads a game of
// SGF, [Board.SGF] writes one.
//
//	b, err := capturego.New("", capturego.DefaultOptions(), false)
//	m, err := b.Parse("E5")
//	b.Play(m)
//	fmt.Println(b.Position())
//
// Importing the package registers "capturego" with package game.
//
// # Rules
//
// Black moves first. A side wins as soon as the stones that it captured number
// at least its target, 1 to 20; the targets may differ. A move that leaves its
// own chain without liberty is illegal unless it captures. A single stone that
// has just taken a single stone may not be taken back at once where this would
// restore the board (ko). Nobody passes while a stone can be played, unless
// the rules say so; two passes in a row are a draw. Who can play no stone loses
// (the rules may call it a pass or a draw instead).
//
// # Positions
//
// A position text is rows and side to move as package goban has them, and then,
// each only after those before it: black's target (1 if missing), white's target
// (the same as black's), the stones captured by black and by white (0), and the
// point that ko forbids or "-".
//
//	.X.../OO.../5/.X.../..O.. X 1 1 0 0 -
//
// # Cost
//
// Play with Undo in a middle game on 9x9 takes some 90 nanoseconds of one core.
// Nothing but the growth of a Board's history, 64 bytes a move, allocates.
//
// The package searches and evaluates nothing; it knows no clocks.
package capturego
