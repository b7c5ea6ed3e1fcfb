// Package fives is what is known of rows on a board of Gomoku: what a stone would make on each empty point, kept up to
// date move by move, candidate moves, a value of the position, and proofs of victories by continuous fours and threes.
//
//	p := fives.New(board)
//	p.Play(move)
//	line, nodes := p.Solve(4000) // the winner's and the loser's moves, nil when none is found
//
// A [Position] plays on the board that it was given. It belongs to one goroutine.
//
// The weights of the value are those of points alike: four shapes along the four lines, for the side to move and for
// the other one, and who threatens what. They were fitted to games of the engine against itself:
//
//	tune play -game gomoku -nodes 600 -out a.tsv
//	tune fit -game gomoku -epochs 250 -pull 1e-9 -out internal/fives/weights.go a.tsv
//
// first with the weights that [StartWeights] gives, then once more with those of the first fit.
package fives
