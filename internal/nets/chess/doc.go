// Package chess is the network that the library plays chess with.
//
//	net, err := chess.Net()
//
// How it learnt from the library's own games is told in TRAINING.md beside it. What its inputs
// mean is in internal/nnue.
package chess
