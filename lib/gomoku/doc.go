// Package gomoku is Gomoku, in which five stones in a row win: the rules of
// freestyle, standard and Renju, position texts and pictures.
//
// A [Board] is a game; it is made with [New] from a position text and [Options],
// lists its legal moves, plays them and takes them back, and says how the game
// ended. [Board.Forbidden] says which rule forbids a point to Black in Renju.
//
//	b, err := gomoku.New("", gomoku.DefaultOptions(), false)
//	m, err := b.Parse("h8")
//	b.Play(m)
//	fmt.Println(b.Position())
//
// [Replay] reads a game of SGF, [Board.SGF] writes one.
//
// Importing the package registers "gomoku" with package game.
//
// # Rules
//
// Black moves first; the players put stones in turn on empty points. In freestyle
// five or more in a row win, in standard exactly five. In Renju White wins with five
// or more and Black with exactly five, and Black may not make
//
//   - an overline: six or more in a row;
//   - a double-four: two fours with one stone, on one line or on two. A four is a row
//     that one more stone makes five;
//   - a double-three: two threes with one stone. A three is a row that one more stone,
//     on a point that is not itself forbidden to Black, makes a straight four: four
//     in an unbroken row that a stone on either end makes five.
//
// Whether that point is forbidden is asked in the position after the stone, and so
// again for the threes there. A stone that makes five is never forbidden.
//
// A forbidden move is illegal, and the error names the rule. At a table such a move
// loses the game; here nobody makes it by mistake, and an engine need not know
// better. Black loses when no other point is left to him. A full board is a draw.
//
// # Positions
//
// A position text is the rows from the top, separated by "/": "X" black, "O" white,
// "." empty, a digit for a run of empty points; then the side to move, "X" or "O". In
// Renju a third field "O" says that the moves are forbidden to that side instead of
// X: so a position with the colours exchanged stays the same position.
//
//	96/96/96/96/96/96/7O7/7X7/96/96/96/96/96/96/96 X
//
// # Moves
//
// A point is a letter from the left, with i, and a row from the bottom: h8. SGF writes
// both as letters from the top left (hh), Gomocup's protocol as numbers from zero
// from there (7,7).
//
// The package searches and evaluates nothing; it knows no clocks.
package gomoku
