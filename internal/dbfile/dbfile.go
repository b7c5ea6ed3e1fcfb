// Package dbfile opens the SQLite files in which the services keep their state.
//
// A [Schema] says what a kind of file looks like, [Open] opens one or makes it, and
// [Rows] reads. The package knows nothing of what the tables hold.
package dbfile

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"

	"modernc.org/sqlite"
)

// Schema says what a kind of file looks like.
type Schema struct {
	Application int // marks the file
	Version     int
	Tables      string // makes those that are missing
	Whole       bool   // an existing file is checked as a whole
}

// errDamaged is a file with damaged contents.
var errDamaged = errors.New("damaged")

// Damaged says whether an error is about damaged contents of a file, and not about
// permissions or a file of another program.
func Damaged(err error) bool {
	const corrupt, notADatabase = 11, 26 // SQLite's numbers
	e, ok := errors.AsType[*sqlite.Error](err)
	return errors.Is(err, errDamaged) || ok && (e.Code()&0xff == corrupt || e.Code()&0xff == notADatabase)
}

// Open opens a file of that kind, or makes it; "" is one in memory. It has one
// connection, and stays locked for other processes.
func Open(path string, s Schema) (*sql.DB, error) {
	name := ":memory:"
	if path != "" {
		abs, err := filepath.Abs(path)
		if err != nil {
			return nil, err
		}
		slashed := filepath.ToSlash(abs)
		if slashed[0] != '/' {
			slashed = "/" + slashed // a Windows drive
		}
		// A commit returns when the system has the data: a killed process loses nothing,
		// a loss of power what the system has not written.
		query := "_pragma=locking_mode(EXCLUSIVE)&_pragma=journal_mode(WAL)&_pragma=synchronous(NORMAL)&_pragma=busy_timeout(2000)&_pragma=cache_size(-2048)"
		name = (&url.URL{Scheme: "file", Path: slashed, RawQuery: query}).String()
	}
	db, err := sql.Open("sqlite", name)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	if err := s.adopt(db); err != nil {
		db.Close() // the first error counts
		return nil, err
	}
	return db, nil
}

// adopt checks that the file is of the kind, and makes missing tables.
func (s Schema) adopt(db *sql.DB) error {
	var application, version, objects int
	err := db.QueryRow("SELECT a.application_id, v.user_version, (SELECT count(*) FROM sqlite_schema) FROM pragma_application_id a, pragma_user_version v").Scan(&application, &version, &objects)
	state := "ok"
	if err == nil && s.Whole {
		err = db.QueryRow("PRAGMA quick_check(1)").Scan(&state)
	}
	switch {
	case err != nil:
		return err
	case application == 0 && objects == 0:
	case application != s.Application:
		return fmt.Errorf("an SQLite file of another program (application_id %#x, expected %#x)", application, s.Application)
	case version != s.Version:
		return fmt.Errorf("version %d, expected %d", version, s.Version)
	case state != "ok":
		return fmt.Errorf("%w: %s", errDamaged, state)
	}
	_, err = db.Exec(fmt.Sprintf("BEGIN; %s; PRAGMA application_id = %d; PRAGMA user_version = %d; COMMIT", s.Tables, s.Application, s.Version))
	return err
}

// querier is a database, or a connection to one.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// Rows calls f after scanning each row of a query into dest.
func Rows(db querier, query string, args, dest []any, f func() error) error {
	rows, err := db.QueryContext(context.Background(), query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := rows.Scan(dest...); err != nil {
			return err
		}
		if err := f(); err != nil {
			return err
		}
	}
	return rows.Err()
}
