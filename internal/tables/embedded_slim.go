//go:build slim

package tables

import "embed"

// The slim library has the tables of up to embeddedPieces pieces, some 13 KB, and searches
// what the full one looks up.
//
//go:embed embedded/*-1v1.table embedded/*-2v1.table embedded/*-2v2.table embedded/*-3v1.table
var embedded embed.FS

// embeddedPieces is the greatest number of pieces, of both sides, of a table
// that ships inside the library.
const embeddedPieces = 4
