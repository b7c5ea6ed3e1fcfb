package platform

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"sync"

	"modernc.org/sqlite"
)

// database is an SQLite file of one kind, with one connection that everybody
// shares.
type database struct {
	path string // "" is in memory
	kind error  // what errors wrap

	mu sync.Mutex // around a transaction
	db *sql.DB
}

// schema says what a kind of file looks like.
type schema struct {
	application int // marks the file
	version     int
	tables      string
}

var background = context.Background()

// errDamaged is a file with damaged contents.
var errDamaged = errors.New("damaged")

// damaged says whether an error is about damaged contents of a file, and not about
// permissions or a file of another program.
func damaged(err error) bool {
	const corrupt, notADatabase = 11, 26 // SQLite's numbers
	var e *sqlite.Error
	return errors.Is(err, errDamaged) || errors.As(err, &e) && (e.Code()&0xff == corrupt || e.Code()&0xff == notADatabase)
}

func (d *database) error(err error) error {
	if err == nil {
		return nil
	}
	path := d.path
	if path == "" {
		path = "in memory"
	}
	return fmt.Errorf("%w: %s: %w", d.kind, path, err)
}

// openDatabase opens a file of that kind, or makes it; "" is one in memory. The file
// stays locked for other processes. An existing file is checked as a whole.
func openDatabase(path string, kind error, s schema) (*database, error) {
	d := &database{path: path, kind: kind}
	name := ":memory:"
	if path != "" {
		abs, err := filepath.Abs(path)
		if err != nil {
			return nil, d.error(err)
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
		return nil, d.error(err)
	}
	d.db = db
	d.db.SetMaxOpenConns(1)
	if err := d.adopt(s); err != nil {
		d.db.Close() // the first error counts
		return nil, d.error(err)
	}
	return d, nil
}

// adopt checks that the file is of the kind and whole, and makes missing tables.
func (d *database) adopt(s schema) error {
	var application, version, objects int
	var state string
	for _, row := range []struct {
		query string
		into  any
	}{
		{"PRAGMA application_id", &application}, {"PRAGMA user_version", &version},
		{"SELECT count(*) FROM sqlite_schema", &objects}, {"PRAGMA quick_check(1)", &state},
	} {
		if err := d.db.QueryRow(row.query).Scan(row.into); err != nil {
			return err
		}
	}
	switch {
	case application == 0 && objects == 0:
	case application != s.application:
		return fmt.Errorf("an SQLite file of another program (application_id %#x, expected %#x)", application, s.application)
	case version != s.version:
		return fmt.Errorf("version %d, expected %d", version, s.version)
	case state != "ok":
		return fmt.Errorf("%w: %s", errDamaged, state)
	}
	_, err := d.db.Exec(fmt.Sprintf("BEGIN; %s; PRAGMA application_id = %d; PRAGMA user_version = %d; COMMIT", s.tables, s.application, s.version))
	return err
}

// write runs f in a transaction.
func (d *database) write(f func(tx *sql.Tx) error) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	tx, err := d.db.Begin()
	if err != nil {
		return d.error(err)
	}
	if err := f(tx); err != nil {
		tx.Rollback() // the first error counts
		return d.error(err)
	}
	return d.error(tx.Commit())
}

// exec runs one statement in a transaction.
func (d *database) exec(query string, args ...any) error {
	return d.write(func(tx *sql.Tx) error {
		_, err := tx.Exec(query, args...)
		return err
	})
}

// rows calls f after scanning each row of a query into dest.
func (d *database) rows(query string, args, dest []any, f func() error) error {
	rows, err := d.db.QueryContext(background, query, args...)
	if err != nil {
		return d.error(err)
	}
	defer rows.Close()
	for rows.Next() {
		if err := rows.Scan(dest...); err != nil {
			return d.error(err)
		}
		if err := f(); err != nil {
			return err
		}
	}
	return d.error(rows.Err())
}

func (d *database) close() error { return d.error(d.db.Close()) }
