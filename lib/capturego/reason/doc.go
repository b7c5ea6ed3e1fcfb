// Package reason says what a move of Capture Go does, from the board: what it
// captures, saves, threatens and gives away. [Move] lists the facts of a move,
// [Position] those of a position, and [Fact.Text] puts one into words, English or
// Chinese, for the player who reads them.
//
//	for _, f := range reason.Move(board, m) {
//		fmt.Println(f.Text("en", goban.Black))
//	}
//
// A [Fact] is true by the rules, it is no opinion: what it claims of threats and
// ladders holds whatever the opponent answers. It says nothing of who wins, unless
// its kind is [Wins] or [Loses]: a move may make two threats and be bad. Facts are
// in order of importance.
//
// # Ladders
//
// A chain is caught when its side is to move, it has one liberty, and after every
// move of its side it can be captured at once, or brought back to one liberty on
// which it is caught again. A side that reaches its target on the way has
// escaped, and its opponent has caught it. What is called a ladder here is a chain
// that is caught although it can run to two liberties. A net is a move after
// which a chain of two liberties is lost in the same way.
//
// # Cost
//
// Reading one ladder plays at most two thousand moves of the attacker, a net ten times
// as many; what then is still open is not claimed, neither that the ladder works
// nor that it does not. All facts of a move take some 0.2 milliseconds on 9x9.
//
// The package judges nothing and searches for no best move.
package reason
