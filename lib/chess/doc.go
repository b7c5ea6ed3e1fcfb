// Package chess holds the rules of chess and of Chess960: the board, the moves, the ends of a game, FEN, SAN and PGN,
// and pictures.
//
//	b, err := chess.New("", chess.DefaultOptions(), false)
//	m, err := b.Parse("Nf3") // or g1f3
//	b.Play(m)
//	fmt.Println(b.Position())
//
// # Rules
//
// They are FIDE's (Laws of Chess, 2023), Chess960 included. What a player may claim ends the game: the third occurrence
// of a position and fifty moves of each side without a capture or a pawn's move. [Options] take the fifth occurrence and
// 75 moves instead, which end a game without a claim. Two positions are the same when the same men stand on the same
// squares, the same side is to move, the same castlings may still be allowed, and the same pawn can be taken en passant.
// Material is insufficient with a lone knight or bishop, or with bishops on squares of one colour; other dead positions
// are not seen.
//
// # Cost
//
// Play and Undo take about 20 ns, a list of moves 150 ns, a count of them 60 ns. Attacks are computed, not looked up:
// the package's tables have 70 KB.
package chess
