package platform

import (
	"context"
	"database/sql"
	"fmt"
	"sync"

	"qikit.dev/qikit/internal/dbfile"
)

// database is an SQLite file of one kind, with one connection for everybody.
type database struct {
	path string // "" is in memory
	kind error  // what errors wrap

	mu sync.Mutex // around a transaction
	db *sql.DB
}

func (d *database) error(err error) error {
	if err == nil {
		return nil
	}
	path := d.path
	if path == "" {
		path = "in memory"
	}
	return fmt.Errorf("%w: %s: %w", d.kind, path, dbfile.Explain(path, err))
}

// openDatabase opens a file of that kind, or makes it; "" is one in memory.
func openDatabase(path string, kind error, s dbfile.Schema) (*database, error) {
	d := &database{path: path, kind: kind}
	var err error
	d.db, err = dbfile.Open(path, s)
	return d, d.error(err)
}

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

func (d *database) exec(query string, args ...any) error {
	return d.write(func(tx *sql.Tx) error {
		_, err := tx.Exec(query, args...)
		return err
	})
}

// rows calls f after scanning each row of a query into dest.
func (d *database) rows(query string, args, dest []any, f func() error) error {
	return d.error(dbfile.Rows(context.Background(), d.db, query, args, dest, f))
}

func (d *database) close() error { return d.error(d.db.Close()) }
