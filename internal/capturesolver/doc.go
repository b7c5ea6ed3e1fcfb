// Package capturesolver proves who wins a position of Capture Go, as far as
// nodes allow: immediate captures, moves forced by the opponent's, ladders, and
// proof-number search over them.
//
//	s := capturesolver.New(64 << 20)
//	res := s.Solve(b.Stones(), [2]int{1, 1}, dfpn.Limits{Nodes: 100_000})
//
// It is for the usual rules: a side that can play must not pass, and a side that cannot
// play has lost. It proves the empty 5x5 board in a second; on larger boards it finds
// forced wins.
package capturesolver
