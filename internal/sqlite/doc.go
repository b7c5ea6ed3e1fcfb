// Package sqlite is SQLite for database/sql, under the driver name "sqlite".
//
//	db, err := sql.Open("sqlite", "file:book.qkb?mode=ro&_pragma=busy_timeout(1000)")
//
// There are two. Go programs have the translation into Go, which needs no C compiler. With the build tag csqlite, which the
// C library has, it is SQLite's own C: the same files, and a library that is 3 MB smaller. Both understand file
// names with a query (sqlite.org/uri.html), whose _pragma=name(value) are carried out for each connection.
package sqlite

// Codes of errors, as sqlite.org/rescode.html has them.
const (
	Error   = 1
	Busy    = 5
	Locked  = 6
	Corrupt = 11
	Full    = 13
	NotADB  = 26
	IOWrite = 10 | 3<<8
	IOShm   = 10 | 19<<8 // the log's index does not get its size
	IOData  = 10 | 32<<8 // a wrong checksum
)

// Primary is the primary code, of which a code is a special case.
func Primary(code int) int { return code & 0xff }
