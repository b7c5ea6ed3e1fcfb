// Package pointworth is the project's own valuation of a Surakarta position:
// a piece's worth by the kind of its point, who holds the loops, and the worth of the
// move while pieces face each other through a loop. Its
// weights are fitted to the project's own games by internal/tools/tune.
//
//	score := pointworth.Score(b) // for the side to move; a piece is 100
//
// It allocates nothing and costs about as much as finding the captures.
package pointworth
