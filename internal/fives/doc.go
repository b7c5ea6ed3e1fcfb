// Package fives is what is known of rows on a board of Gomoku: what a stone would make
// on each empty point, kept up to date move by move, candidate moves, a value of the
// position, and a solver that proves victories by continuous fours and threes.
//
//	p := fives.New(board)
//	p.Play(move)
//	line, nodes := p.Solve(100_000) // the winner's and the loser's moves, nil when none is found
//
// A [Position] plays on the board that it was given. It belongs to one goroutine.
package fives
