// Package capturesolver proves who wins a position of Capture Go, as far as
// nodes allow: immediate captures, moves forced by the opponent's, ladders, and
// proof-number search over them.
//
//	s := capturesolver.New(64 << 20)
//	res := s.Solve(b.Stones(), [2]int{1, 1}, dfpn.Limits{Nodes: 100_000})
//
// It is for the usual rules: nobody passes who can play, and who cannot play
// has lost. The empty 5x5 board is proven in a second; on larger boards it finds
// what is forced.
package capturesolver
