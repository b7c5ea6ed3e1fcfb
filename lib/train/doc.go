// Package train teaches a network to value positions (package internal/nnue) by the records
// of books.
//
//	o := train.DefaultOptions()
//	o.Books, o.Out = []string{"xiangqi.qkb"}, "xiangqi.qnet"
//	summary, err := train.Run(ctx, o)
//
// Books may be larger than memory: their records go once into temporary files of about 80
// bytes each and come back in random order, pass after pass. What a position should say is a
// win probability, mixed of the record's score and the game's result; the network moves
// towards it by the square of its error. It computes with the rounded weights that a file
// holds, so that the loss is that of the network which comes out, and its gradient passes the
// rounding by.
//
// The same books, options and seed give the same file, whatever the number of workers, on
// every machine. A job that was cancelled or killed continues where it last wrote what it had
// learnt, and ends with the same file.
//
// Two cores learn from some 400,000 positions a second at width 64. Sources: Y. Nasu,
// "Efficiently updatable neural-network-based evaluation functions for computer shogi", 2018;
// D. Kingma, J. Ba, "Adam", ICLR 2015; I. Loshchilov, F. Hutter, "Decoupled weight decay
// regularization", ICLR 2019.
package train
