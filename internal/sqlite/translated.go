//go:build !csqlite

package sqlite

import (
	"errors"

	"modernc.org/sqlite" // the driver "sqlite"
)

// Code is the extended code of an error of SQLite; ok is false for other errors.
func Code(err error) (code int, ok bool) {
	e, ok := errors.AsType[*sqlite.Error](err)
	if !ok {
		return 0, false
	}
	return e.Code(), true
}
