// Package xiangqi is the network that the library plays Xiangqi with.
//
//	net, err := xiangqi.Net()
//
// How it learnt from the library's own games is told in TRAINING.md beside it; the file's
// remarks name the generation. What its inputs mean is in internal/nnue.
package xiangqi
