// Package surakarta is the network that the library plays Surakarta with.
//
//	net, err := surakarta.Net()
//
// How it learnt from the library's own games is told in TRAINING.md beside it. What its inputs
// mean is in internal/nnue.
package surakarta
