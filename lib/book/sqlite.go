package book

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"qikit.dev/qikit/internal/dbfile"
	"qikit.dev/qikit/internal/pagesum"
	"qikit.dev/qikit/internal/sqlite"
)

// cacheKB bounds the page cache of one connection, so that memory does not grow
// with the file. Measured while filling a book with random games: the process
// stays at 22 MB from a hundred thousand positions to two million, where 16 MB
// of cache let it grow to 52 MB and gained nothing that could be told from
// noise: the operating system has the pages.
const cacheKB = 2048

// dsn names a file for the SQLite driver.
func dsn(path, query string) (string, error) {
	name, err := dbfile.Name(path, query)
	if err != nil {
		return "", fmt.Errorf("%w: %s: %v", ErrFile, path, err)
	}
	return name, nil
}

// openDB opens an SQLite file with the pragmas that every connection here has.
func openDB(path, mode string) (*sql.DB, error) {
	return connect(path, fmt.Sprintf("mode=%s&_pragma=busy_timeout(10000)&_pragma=cache_size(-%d)&_pragma=temp_store(FILE)", mode, cacheKB))
}

// scratchDB makes a file that goes with what it is made for, and does the statements in
// it. Nobody else knows the file, so that it needs no journal.
func scratchDB(path string, statements ...string) (*sql.DB, error) {
	db, err := openDB(path, "rwc")
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	for _, text := range append([]string{"PRAGMA journal_mode = OFF", "PRAGMA synchronous = OFF"}, statements...) {
		if _, err := db.Exec(text); err != nil {
			return nil, errors.Join(fileError(path, err), db.Close())
		}
	}
	return db, nil
}

// connect opens an SQLite file.
func connect(path, query string) (*sql.DB, error) {
	name, err := dsn(path, "vfs="+pagesum.VFS+"&"+query)
	if err != nil {
		return nil, err
	}
	db, err := sql.Open("sqlite", name)
	if err != nil {
		return nil, fileError(path, err)
	}
	return db, nil
}

// tidy removes the log that SQLite makes beside a file for whoever reads it. It does
// nothing where others have the file open; a log that a killed program has left is
// only merged into the file by one who has changed it.
func tidy(path string, changed bool) {
	if log, err := os.Stat(realPath(path) + "-wal"); err != nil || log.Size() > 0 && !changed {
		return
	}
	db, err := connect(path, "mode=rw")
	if err != nil {
		return
	}
	defer db.Close() // the last one to close a file removes its log
	var n int64
	_ = db.QueryRow("SELECT count(*) FROM sqlite_schema").Scan(&n)
}

// fileError translates an error of SQLite into one of this package.
func fileError(path string, err error) error {
	code, ok := sqlite.Code(err)
	if !ok || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	if code == sqlite.IOData {
		return fmt.Errorf("%w: %s: %v", ErrCorrupt, path, dbfile.Explain(path, err))
	}
	if code == sqlite.IOWrite || code == sqlite.IOShm {
		return fmt.Errorf("%w: %s: writing failed, as on a full disk or at a limit of file sizes; what was committed is kept: %v", ErrFile, path, err)
	}
	switch sqlite.Primary(code) {
	case sqlite.Corrupt:
		return fmt.Errorf("%w: %s: %v", ErrCorrupt, path, err)
	case sqlite.NotADB:
		return fmt.Errorf("%w: %s: %v", ErrNoBook, path, err)
	case sqlite.Busy, sqlite.Locked:
		return fmt.Errorf("%w: %s: %v", ErrBusy, path, err)
	case sqlite.Full:
		return fmt.Errorf("%w: %s: the disk or the file's limit is full; what was committed is kept: %v", ErrFile, path, err)
	}
	return fmt.Errorf("%w: %s: %v", ErrFile, path, err)
}

// realPath is the one name of a file that has several, as far as it is there.
func realPath(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	return path
}

// requestError is fileError, or the cause where a request ended with its context:
// database/sql only says that it did.
func requestError(ctx context.Context, path string, err error) error {
	if err != nil && ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return fileError(path, err)
}

var background = context.Background()

// querier is a connection, or a pool of them.
type querier interface {
	QueryContext(ctx context.Context, text string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, text string, args ...any) *sql.Row
}

// each runs a query and calls a function after scanning each row; scan does so with the
// rows of a statement.
var each, scan = dbfile.Rows, dbfile.Scan

// errStop ends reading rows early.
var errStop = errors.New("stop")

// session is a connection with the statements that it has prepared.
type session struct {
	path       string // of the file
	conn       *sql.Conn
	statements map[string]*sql.Stmt
}

// close ends the connection.
func (s *session) close() {
	for _, stmt := range s.statements {
		stmt.Close()
	}
	s.conn.Close()
}

// statement prepares each text once.
func (s *session) statement(text string) (*sql.Stmt, error) {
	if stmt := s.statements[text]; stmt != nil {
		return stmt, nil
	}
	stmt, err := s.conn.PrepareContext(background, text)
	if err != nil {
		return nil, err
	}
	s.statements[text] = stmt
	return stmt, nil
}

func (s *session) exec(text string, args ...any) error {
	stmt, err := s.statement(text)
	if err != nil {
		return err
	}
	_, err = stmt.ExecContext(background, args...)
	return err
}

// query reads one row.
func (s *session) query(text string, args []any, dest ...any) error {
	stmt, err := s.statement(text)
	if err != nil {
		return err
	}
	return stmt.QueryRowContext(background, args...).Scan(dest...)
}

// rows calls f after scanning each row into dest.
func (s *session) rows(text string, args []any, dest []any, f func() error) error {
	stmt, err := s.statement(text)
	if err != nil {
		return err
	}
	rows, err := stmt.QueryContext(background, args...)
	if err != nil {
		return err
	}
	return scan(rows, dest, f)
}
