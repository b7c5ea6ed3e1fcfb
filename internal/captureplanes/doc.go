// Package captureplanes shows a position of Capture Go to a network: [Planes]
// planes of the board's points, all 0 or 1, seen by the side to move.
//
//	var f captureplanes.Filler
//	planes := make([]float32, size*size*captureplanes.Planes)
//	f.Fill(captureplanes.PositionOf(board), planes)
//
// planes[(row*size+column)*Planes+plane], rows from the bottom, columns from the
// left, is what the engine's networks take ("NHWC"). [Pack] makes it bits.
//
// # The planes
//
//	 0      own stones
//	 1      enemy stones
//	 2-5    stones of own chains with 1, 2, 3, 4 or more liberties
//	 6-9    stones of enemy chains with 1, 2, 3, 4 or more liberties
//	10-12   legal moves after which the played stone's chain has 1, 2, 3 or more
//	        liberties; together they are the legal moves
//	13-15   legal moves that capture 1, 2, 3 or more stones
//	16      the point that ko forbids
//	17      stones of enemy chains that a ladder takes: with one liberty even if
//	        the enemy moves next, with two if we do
//	18      stones of own chains that a ladder takes, the same with sides exchanged
//	19      moves that start such a ladder against an enemy chain of two liberties
//	20-22   the last move, the one before, the third last
//	23      1 everywhere
//	24-27   1 everywhere when we still have to capture 2, 3, 4, 5 stones or more
//	28-31   the same of the enemy
//
// A game that we win by capturing three more stones has planes 24 and 25 set.
// Networks are trained up to five; more looks like five.
//
// # Ladders
//
// A ladder is read to the end, over boards of any size, with the usual limits:
// the hunter gives atari, the hunted runs or takes a chain of the hunter's that
// touches it, and is safe with three liberties. As Capture Go has it, the hunted
// side is also safe when it can win by taking any chain on the board. A chain counts as
// safe once a thousand moves have been tried for it.
//
// # Cost
//
// On 9x9 a middle-game position takes some 11 microseconds of one core, a tenth of the
// network's time; nothing allocates.
package captureplanes
