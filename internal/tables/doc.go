// Package tables solves small Surakarta endgames: it holds the result of perfect play
// for every placement of a few pieces, found by retrograde analysis.
//
// A [Set] holds the tables of one rule set and answers [Set.Probe]; [Embedded]
// is what ships inside the library, [Open] reads a folder as well, and [Build]
// fills that folder. A table of one number of pieces against another has a
// value for every placement up to the eight symmetries of the board, whichever
// side is to move; the position's index is bijective.
//
//	set, warning := tables.Open("tables", tables.Olympiad)
//	r, ok := set.Probe(board.Pieces(side), board.Pieces(side.Other()))
//
// # What a value means
//
// Under [Basic] endless play is a draw and a side without a move has lost.
// Under [Olympiad] both are decided by the number of pieces. The rules end
// endless play by counters and repetition, which depend on the moves before
// the position; a table knows the position only. Its values suppose a fresh position,
// such as one right after a capture; the caller has to compare [Result.Plies] with the
// counter and the moves played.
//
// The package knows no search and no engine.
package tables
