// Package store keeps a gateway's sessions, games and moves in an SQLite file.
//
// [Open] opens a [Store] or makes the file, [Store.Load] reads what a hall is to go
// on from, and [Store.Write] stores the changes of a hall, as many as have come, in
// one transaction. A killed process loses nothing that Write has returned from; a
// loss of power may cost the last second, since commits do not wait for the disk.
//
// The package decides nothing: package hall says what is to be stored, the gateway
// when.
package store
