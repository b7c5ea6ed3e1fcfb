// Package fixeddepth is alpha-beta to a fixed depth as the Surakarta document, the
// published Chinese patent application CN106022479A, builds it step by step: move ordering
// (102), a table of static evaluations (103), principal-variation search (104),
// threads that share alpha (105). Numbers in [brackets] are its paragraphs.
//
// Every step only speeds the search up: at the same depth all of them find the
// same root value and the same move. To make this exact the root moves have one order,
// and of moves of equal value the first wins; a subtree earlier in the order than the
// best one so far is searched with alpha one lower, which keeps ties exact.
//
//	s := fixeddepth.New[game.Move](fixeddepth.Steps{Order: true, Table: 1 << 20, Window: true, Threads: 2})
//	r, err := s.Run(ctx, roots, 8, 3) // three lines
//
// Several lines are the best root moves in that order, each with its exact value.
//
// There is no quiescence, no reduction and no bound in any table: for strength there is
// internal/alphabeta.
package fixeddepth
