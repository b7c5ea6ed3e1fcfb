// Package fiveterms is the static evaluation of Xiangqi: what each player has by the
// five terms of the book document (CN115292368A): the value of the pieces, their
// position, their mobility, their relations to each other and to the enemy's.
//
//	var t fiveterms.Tally
//	t.Count(board)
//	t.Player(xiangqi.Red, fiveterms.Mobility) // hundredths of a soldier
//	t.Total(xiangqi.Red) - t.Total(xiangqi.Black)
//
// It is a sum per player over features of the position, weighed between
// opening and endgame. It does not look ahead.
package fiveterms
