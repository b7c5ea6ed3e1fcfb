package book

import "errors"

// What can go wrong with a book. Errors of this package wrap one of these or
// one of lib/game's.
var (
	// ErrOptions is an option that does not exist or has a bad value.
	ErrOptions = errors.New("book: bad option")
	// ErrExists is an output file that is there already.
	ErrExists = errors.New("book: file exists")
	// ErrNoBook is a file that is no book.
	ErrNoBook = errors.New("book: not a book file")
	// ErrCorrupt is a book file that is damaged.
	ErrCorrupt = errors.New("book: damaged file")
	// ErrVersion is a book file of a newer version of this package.
	ErrVersion = errors.New("book: file of a newer version")
	// ErrFile is a file that cannot be read or written.
	ErrFile = errors.New("book: file access")
	// ErrUnfinished is a change to a book whose job has not ended.
	ErrUnfinished = errors.New("book: the job has not ended")
	// ErrBusy is a book file that another writer is changing.
	ErrBusy = errors.New("book: another writer is at the file")
	// ErrNotFound is a position that the book does not have.
	ErrNotFound = errors.New("book: position not in the book")
	// ErrFormat is an export format that does not exist or does not serve the
	// game.
	ErrFormat = errors.New("book: no such format")
	// ErrOtherGame is a book or record of another game, or of other rules.
	ErrOtherGame = errors.New("book: another game or other rules")
)
