// Package goban is the board on which Go and the games like it are played:
// points, stones with their chains and liberties, captures, ko, position texts
// and pictures, for boards of 2x2 to 19x19 points. It knows no goal and no end
// of a game; those are [qikit.dev/qikit/lib/weiqi]'s and
// [qikit.dev/qikit/lib/capturego]'s.
//
// [Stones] is what lies on a board. It is a flat value and serves random games
// and solvers, millions of moves a second. A [Point] is a point of the board, a
// [Color] a player or what a point holds, a [PointSet] a set of points. [History] is
// stones with the moves that led to them, which the games' boards embed.
//
//	s := goban.NewStones(9)
//	trace := s.Play(goban.PointAt(4, 4)) // E5, by Black
//	fmt.Println(s.Liberties(goban.PointAt(4, 4), goban.NoLimit))
//	s.Undo(&trace)
//
// # Moves and points
//
// A point is a letter from the left, without I, and a row from the bottom: C5.
// As a game.Move it is its own number; [Pass] is the other move that all games
// here have.
//
// # Positions
//
// A position text begins with the rows from the top, separated by "/": "X"
// black, "O" white, "." empty, a digit for a run of empty points. Then follow the
// side to move, "X" or "O", numbers that each game chooses, and the point that ko
// forbids or "-":
//
//	.X.../OO.../5/.X.../..O.. X 0 0 -
//
// # Cost
//
// On 9x9 a move of a random game takes some 60 nanoseconds of one core, drawn,
// checked and played. Nothing allocates. Stones take 8 KB.
package goban
