//go:build !slim

package tables

import "embed"

// The tables of up to embeddedPieces pieces, some 210 KB: those of Basic
// deflated, those of Olympiad as changes to them. Nothing is read before the
// first one asks.
//
//go:embed embedded/*.table
var embedded embed.FS

// embeddedPieces is the greatest number of pieces, of both sides, of a table
// that ships inside the library.
const embeddedPieces = 5
