// Package pgn reads and writes portable game notation for games whose moves are words:
// tags, comments, variations, a result. A [Format] says what one game's records have of
// their own; it reads a file with [Format.Read] and writes a record with [Format.Write].
// A [Text] and its [Mark]s are text that knows its line and column.
//
//	var records = pgn.Format{Name: "surakarta", Title: "Surakarta", Tag: tag, Replay: replay}
//	for rec, err := range records.Read(file) { … }
//
// Lines that begin with % are left out; numeric glyphs and variations too, unless
// [Format.ReadTrees] reads. The package knows no game.
package pgn
