// Package chessterms is the static evaluation of chess: what each player has by five terms: material, the places of the
// men, their mobility, the pawns' structure, and the danger to the enemy's king.
//
//	v := chessterms.Value(board)              // hundredths of a pawn, of the player to move
//	chessterms.Player(board, chess.White, &t) // one player's terms
//
// Each number is a pair, for the opening and for the endgame, mixed by the men that are left. The numbers are this
// project's own, made from simple rules (how central a square is, how far a pawn is) rather than taken from a program.
package chessterms
