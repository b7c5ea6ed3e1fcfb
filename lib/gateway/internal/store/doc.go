// Package store keeps a gateway's sessions, games and moves in an SQLite file.
//
// [Open] opens a [Store] or makes the file, [Store.Load] reads what a hall is to go
// on from, and [Store.Write] stores the changes of a hall, as many as have come, in
// one transaction. Neither a killed process nor a loss of power loses what Write has
// returned from: it waits for the disk.
//
// Pages have checksums (package dbfile). A row that cannot be read is set aside into a
// table of its own, and costs one session or one game. A page that is damaged, or a
// table that is missing, is an error.
//
// The package decides nothing: package hall says what is to be stored, the gateway
// when.
package store
