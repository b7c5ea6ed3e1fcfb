// Package gamefile reads and writes files of games: a [Game] is one game with its headers, moves, comments and result.
// [Read] finds format, game and encoding by itself; [Write] writes one game or many.
//
//	games, err := gamefile.Read(file, gamefile.ReadOptions{})
//	b, err := games[0].Board(len(games[0].Record.Moves))
//	err = gamefile.Write(os.Stdout, games, gamefile.WriteOptions{Notation: "chinese"})
//
// Formats are PGN (Xiangqi in Chinese, WXF, ICCS and UCI, chess, Surakarta's form), DhtmlXQ of dpxq.com, and SGF of Go,
// Capture Go and Gomoku. Each game's package reads and writes its own records; this one stands above them all and tells them apart.
// It is called after the file because a record is one position of a book, and lib/book/play plays.
//
// [Game.JSON] and [ParseGames] are a game as other languages hold it.
package gamefile
