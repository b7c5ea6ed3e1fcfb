//go:build csqlite

package sqlite

// int sqlite_extended_codes(void);
import "C"

import (
	"database/sql"
	"database/sql/driver"
	"errors"
	"net/url"
	"strings"

	sqlite3 "github.com/mattn/go-sqlite3"
)

func init() {
	if C.sqlite_extended_codes() != 0 {
		panic("sqlite: SQLite does not take an extension")
	}
	sql.Register("sqlite", translatedDriver{})
}

// translatedDriver opens files as the driver of the translation does.
type translatedDriver struct{ sqlite3.SQLiteDriver }

// Open connects to a file, and carries out the pragmas of its name. A connection is used by one goroutine at a time, and a
// commit waits for the disk unless a pragma says otherwise.
func (d translatedDriver) Open(name string) (driver.Conn, error) {
	_, query, found := strings.Cut(name, "?")
	values, err := url.ParseQuery(query)
	if err != nil {
		return nil, err
	}
	more := "?"
	if found {
		more = "&"
	}
	conn, err := d.SQLiteDriver.Open(name + more + "_mutex=no&_synchronous=FULL")
	if err != nil {
		return nil, err
	}
	for _, pragma := range values["_pragma"] {
		if _, err := conn.(*sqlite3.SQLiteConn).Exec("PRAGMA "+pragma, nil); err != nil {
			return nil, errors.Join(err, conn.Close())
		}
	}
	return conn, nil
}

// Code is the extended code of an error of SQLite; ok is false for other errors.
func Code(err error) (code int, ok bool) {
	e, ok := errors.AsType[sqlite3.Error](err)
	if !ok {
		return 0, false
	}
	if e.ExtendedCode != 0 {
		return int(e.ExtendedCode), true
	}
	return int(e.Code), true
}
