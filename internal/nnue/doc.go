// Package nnue values positions by a small network whose first layer is kept up to date
// from position to position (NNUE, efficiently updatable neural network, Y. Nasu 2018).
// It is made of whole numbers only, so a position has the same value on every machine.
//
//	net, err := nnue.Open(file)         // a .qnet file, see package netfile
//	e := nnue.NewEvaluator(net)         // one for each worker
//	score := e.Score(&men, side)        // hundredths, of the player to move
//
// # What it sees
//
// [Inputs] describe a game: its men, where they can stand, and which of them is the king. A
// position is seen twice, by each player from the own side of the board. An input is a man of
// one kind, own or not, on one point, together with the place of the own king: the inputs of
// "king's place x man's place" that the document behind package book names. Where the board
// is the same mirrored from left to right, the king's places are folded and every man with
// them.
//
// # What it computes
//
// Each player's view is a row of Width sums (the accumulator) of the rows of its inputs and a
// bias. With a = min(max(sum, 0), 255) for the sums of the mover's view and then of the
// opponent's, a network of one output layer has the value
//
//	scale * (sum of a*a*w) / (255 * 255 * 64) + bias + (material of mover - of opponent) / 128
//
// in hundredths, each quotient cut towards zero. Material is a further sum of one number for
// each input, which lets the network begin with the worth of the men. The w, the bias and the
// material are those of one of Outputs sets, by how many men are on the board.
//
// # How it is kept up to date
//
// An [Evaluator] finds the men that differ from the last position it saw, and adds and takes
// away their rows in both views. For each view and each place of the own king it keeps the men
// and the sums of the last such position, to which it returns when the king moves. So it needs
// no hook in the moves of a game. Four 16-bit sums lie in one 64-bit word and are added at once,
// by every tier of package nnkern: each sum is stored with 32768 added, each row as the whole
// number that its four signed weights make at their places, so that borrows run into the next
// place and come out right. [Open] refuses a network whose sums could leave 16 bits.
package nnue
