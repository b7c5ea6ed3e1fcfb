// Package dfpn proves who wins a game of two players without draws, by
// depth-first proof-number search: a best-first search for the cheapest proof whose
// memory is only a table of positions.
//
//	s := dfpn.New[Move](64 << 20)
//	res := s.Solve(g, dfpn.Limits{Nodes: 1_000_000})
//	if res.Value == dfpn.Win { g.Play(res.Best) }
//
// A position has two numbers: how many positions at least must still be won to
// prove it a win for the side to move, and how many to prove it a loss. The
// search goes to where the lesser of them is, and stays there until another
// place is cheaper. What it learns is kept in the table, also for later calls
// on other positions of the same game; Clear forgets it.
//
// It is for games in which no position occurs twice in one line: it does not handle
// cycles. It has no goroutines and no randomness: the same calls give the same
// results.
//
// Sources: A. Nagai, "Df-pn algorithm for searching AND/OR trees and its
// applications", thesis, Tokyo 2002; J. Pawlewicz, L. Lew, "Improving
// depth-first pn-search: 1+ε trick", CG 2006.
package dfpn
