// Package alphabeta is one search for every game of two players without
// chance: a position that moves are played on ([Game]), its static value
// ([Eval]), and what else the game can tell ([Tactics], [Classes]).
//
//	s := alphabeta.New[game.Move](workers, megabytes)
//	r, err := s.Run(ctx, roots, alphabeta.Limits{Depth: 8, Lines: 1}, nil)
//	// r.Lines[0].Moves[0] is the best move
//
// It deepens iteratively; each iteration is a principal variation search with
// a shared transposition table, null moves, late-move reductions and
// quiescence. Further workers help at the nodes of the first one: once the first moves
// have not refuted a node, the others are shared out. With one worker and a limit of
// depth or nodes the result is a function of the position, the limits and what was
// learnt since Clear.
//
// It knows no game, no clock beyond its limit of time, and starts no goroutine but its
// helpers.
package alphabeta
