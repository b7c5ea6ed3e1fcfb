// Package dbfile opens the SQLite files in which the services keep their state.
//
// A [Schema] says what a kind of file looks like, [Open] opens one or makes it, and
// [Rows] reads. Whoever opens files in another way has [Name], [Explain] and [Scan]. Only the user may read the files. Their pages have checksums
// (package pagesum), and a file without a table that it should have is damaged. The
// package knows nothing of what the tables hold.
package dbfile

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"qikit.dev/qikit/internal/pagesum"
	"qikit.dev/qikit/internal/plainfile"
	"qikit.dev/qikit/internal/sqlite"
)

// Schema says what a kind of file looks like.
type Schema struct {
	Application int      // marks the file
	Version     int      // the oldest that is read
	Tables      string   // makes those of that version
	Later       []string // each brings a file of the version before to the next
	Whole       bool     // an existing file is checked as a whole
	Durable     bool     // a commit returns when the disk has it: a loss of power loses nothing
}

// latest is the version of a file that was opened.
func (s *Schema) latest() int { return s.Version + len(s.Later) }

// errDamaged is a file with damaged contents.
var errDamaged = errors.New("damaged")

// Damaged says whether an error is about damaged contents of a file, and not about
// permissions or a file of another program.
func Damaged(err error) bool {
	code, _ := sqlite.Code(err)
	return errors.Is(err, errDamaged) || sqlite.Primary(code) == sqlite.Corrupt || sqlite.Primary(code) == sqlite.NotADB || code == sqlite.IOData
}

// Explain adds the page to an error about a page with a wrong checksum.
func Explain(path string, err error) error {
	if code, _ := sqlite.Code(err); code != sqlite.IOData || errors.Is(err, errDamaged) {
		return err // another one, or explained before
	}
	real, found := filepath.Abs(path)
	if found == nil {
		real, found = filepath.EvalSymlinks(real)
	}
	page := "a page"
	if n, ok := pagesum.Damaged(real); ok && found == nil {
		page = fmt.Sprint("page ", n)
	}
	return fmt.Errorf("%w: %s has another checksum than was written with it: %w", errDamaged, page, err)
}

// Open opens a file of that kind, or makes it; "" is one in memory. It has one
// connection, and stays locked for other processes.
func Open(path string, s Schema) (*sql.DB, error) {
	name := ":memory:"
	if path != "" {
		if err := begin(path); err != nil {
			return nil, err
		}
		// A commit returns when the system has the data: a killed process loses nothing,
		// a loss of power what the system has not written.
		synchronous := "NORMAL"
		if s.Durable {
			synchronous = "FULL"
		}
		var err error
		if name, err = Name(path, "vfs="+pagesum.VFS+"&_pragma=locking_mode(EXCLUSIVE)&_pragma=journal_mode(WAL)&_pragma=synchronous("+synchronous+")&_pragma=busy_timeout(2000)&_pragma=cache_size(-512)"); err != nil {
			return nil, err
		}
	}
	db, err := sql.Open("sqlite", name)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	if err := s.adopt(db); err != nil {
		db.Close() // the first error counts
		return nil, Explain(path, err)
	}
	return db, nil
}

// Name is how the driver names a file that is opened with the parameters of a query.
func Name(path, query string) (string, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	slashed := filepath.ToSlash(abs)
	if slashed[0] != '/' {
		slashed = "/" + slashed // a Windows drive
	}
	return (&url.URL{Scheme: "file", Path: slashed, RawQuery: query}).String(), nil
}

// begin makes a file whose pages have room for sums, unless there is one, and keeps it
// from the eyes of other users: SQLite makes the log with the same mode. A process that
// was killed in the middle of it leaves a part of an empty database.
func begin(path string) error {
	// A file in use is not opened here: closing it would end this process's locks on it.
	if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && info.Size() >= pagesum.NewPageSize {
		if info.Mode().Perm()&0o077 != 0 {
			return os.Chmod(path, 0o600)
		}
		return nil
	}
	f, err := plainfile.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("it cannot be made: %v", err) // nothing was looked for
	}
	if err != nil {
		return err
	}
	empty := pagesum.NewFile()
	there := make([]byte, len(empty))
	n, err := io.ReadFull(f, there)
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		if err = nil; bytes.Equal(there[:n], empty[:n]) {
			_, err = f.WriteAt(empty, 0)
		}
	}
	if err == nil {
		err = f.Chmod(0o600)
	}
	return errors.Join(err, f.Close())
}

// adopt checks that the file is of the kind, and brings it to the latest version.
func (s *Schema) adopt(db *sql.DB) error {
	var application, version, objects int
	err := db.QueryRow("SELECT a.application_id, v.user_version, (SELECT count(*) FROM sqlite_schema) FROM pragma_application_id a, pragma_user_version v").Scan(&application, &version, &objects)
	state := "ok"
	if err == nil && s.Whole {
		err = db.QueryRow("PRAGMA quick_check(1)").Scan(&state)
	}
	steps := []string{s.Tables}
	switch {
	case err != nil:
		return err
	case application == 0 && objects == 0:
		version = s.Version
	case application != s.Application:
		return fmt.Errorf("an SQLite file of another program (application_id %#x, expected %#x)", application, s.Application)
	case version < s.Version || version > s.latest():
		return fmt.Errorf("version %d, expected %d to %d", version, s.Version, s.latest())
	case state != "ok":
		return fmt.Errorf("%w: %s", errDamaged, state)
	default:
		if err := s.whole(db, version); err != nil {
			return err
		}
		if steps = nil; version == s.latest() {
			return nil
		}
	}
	steps = append(steps, s.Later[version-s.Version:]...)
	_, err = db.Exec(fmt.Sprintf("BEGIN; %s; PRAGMA application_id = %d; PRAGMA user_version = %d; COMMIT", strings.Join(steps, "; "), s.Application, s.latest()))
	return err
}

// whole is nil when a file of a version has everything that it should have.
func (s *Schema) whole(db *sql.DB, version int) error {
	model, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		return err
	}
	defer model.Close()
	model.SetMaxOpenConns(1)
	if _, err := model.Exec(strings.Join(append([]string{s.Tables}, s.Later[:version-s.Version]...), "; ")); err != nil {
		return err
	}
	there := map[string]bool{}
	var name string
	const names = "SELECT name FROM sqlite_schema"
	if err := Rows(context.Background(), db, names, nil, []any{&name}, func() error { there[name] = true; return nil }); err != nil {
		return err
	}
	return Rows(context.Background(), model, names, nil, []any{&name}, func() error {
		if !there[name] {
			return fmt.Errorf("%w: %s is missing", errDamaged, name)
		}
		return nil
	})
}

// querier is a database, a connection to one or a transaction.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// Rows calls f after scanning each row of a query into dest.
func Rows(ctx context.Context, q querier, query string, args, dest []any, f func() error) error {
	rows, err := q.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	return Scan(rows, dest, f)
}

// Scan calls f after scanning each row into dest, and closes the rows.
func Scan(rows *sql.Rows, dest []any, f func() error) error {
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
