package book

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
)

// createStore makes a new book file; one that is there already is ErrExists.
func createStore(path string, job jobRow, initials []string) (*store, error) {
	// O_EXCL makes the file ours before SQLite opens it.
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if errors.Is(err, os.ErrExist) {
		return nil, fmt.Errorf("%w: %s, expected a new path, or resume to go on with it", ErrExists, path)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFile, err)
	}
	f.Close()
	s, err := connected(path, func(s *store) error { return s.fill(job, initials) })
	if err != nil {
		removeFiles(path)
	}
	return s, err
}

// openStore opens a book file for writing.
func openStore(path string) (*store, error) {
	if err := checkHeader(path); err != nil {
		return nil, err
	}
	return connected(path, (*store).adopt)
}

// resumeStore opens a book file, or fills one that was killed before it was a
// book: an empty file, or an SQLite file without any table, in which nothing
// of the user's can be.
func resumeStore(path string, size int64, job jobRow, initials []string) (s *store, fresh bool, err error) {
	if size > 0 {
		if err := checkHeader(path); err != nil {
			return nil, false, err
		}
	}
	s, err = connected(path, func(s *store) error {
		var tables, application int64
		if err := s.query("SELECT count(*) FROM sqlite_schema", &tables); err != nil {
			return fileError(path, err)
		}
		if err := s.query("PRAGMA application_id", &application); err != nil {
			return fileError(path, err)
		}
		if fresh = tables == 0 && application == 0; fresh {
			return s.fill(job, initials)
		}
		return s.adopt()
	})
	return s, fresh, err
}

// connected opens the one connection of a store and lets f make it ready.
func connected(path string, f func(*store) error) (*store, error) {
	db, err := openDB(path, "rwc")
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	conn, err := db.Conn(background)
	if err != nil {
		db.Close()
		return nil, fileError(path, err)
	}
	s := &store{path: path, db: db, conn: conn, statements: map[string]*sql.Stmt{}}
	if err := f(s); err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

// fill writes the schema and the job into an empty file.
func (s *store) fill(job jobRow, initials []string) error {
	s.job = job
	if err := s.prepare(); err != nil {
		return err
	}
	return s.do(func() error {
		if _, err := s.conn.ExecContext(background, schema); err != nil {
			return err
		}
		if err := s.exec(`INSERT INTO job (id, game, rules, preset, options, seed, repeatable, dedupe, mirror, sanity, planned)
			VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, job.Game, job.Rules, job.Preset, job.Options, int64(job.Seed),
			job.Repeatable, job.Dedupe, job.Mirror, job.Sanity, job.Planned); err != nil {
			return err
		}
		for i, position := range initials {
			if err := s.exec("INSERT INTO initials (id, position) VALUES (?, ?)", i, position); err != nil {
				return err
			}
		}
		// The marks come last: with them the file is a book.
		_, err := s.conn.ExecContext(background, fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = %d", applicationID, userVersion))
		return err
	})
}

// adopt makes sure that the file is a book and reads where it stands.
func (s *store) adopt() error {
	if err := checkSchema(s.path, s.query); err != nil {
		return err
	}
	if err := s.prepare(); err != nil {
		return err
	}
	return s.load()
}

// pageLimit is the most pages of a file, 0 for any number: tests stand a full
// disk in with it.
var pageLimit int

// prepare makes the connection one that writes. It changes the file, so it
// comes once the file is known to be ours.
func (s *store) prepare() error {
	// NORMAL: a killed process loses nothing that was committed; only a power
	// cut may lose the last commits, and never the file.
	pragmas := []string{"PRAGMA journal_mode = WAL", "PRAGMA synchronous = NORMAL"}
	if pageLimit > 0 {
		pragmas = append(pragmas, fmt.Sprintf("PRAGMA max_page_count = %d", pageLimit))
	}
	for _, pragma := range pragmas {
		if _, err := s.conn.ExecContext(background, pragma); err != nil {
			return fileError(s.path, err)
		}
	}
	return nil
}

// load reads the job and where the numbering of positions stands.
func (s *store) load() (err error) {
	if s.job, err = readJob(background, s.conn); err == nil {
		err = s.query("SELECT coalesce(max(id) + 1, 0) FROM positions", &s.nextID)
	}
	return fileError(s.path, err)
}

// querier is a connection, or a pool of them.
type querier interface {
	QueryContext(ctx context.Context, text string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, text string, args ...any) *sql.Row
}

// readJob reads the table job.
func readJob(ctx context.Context, q querier) (jobRow, error) {
	var j jobRow
	var seed int64
	err := q.QueryRowContext(ctx, `SELECT game, rules, preset, options, seed, repeatable, dedupe, mirror, sanity, planned, processed,
		records, candidates, duplicates, transpositions, grown, complete FROM job`).Scan(&j.Game, &j.Rules, &j.Preset, &j.Options, &seed,
		&j.Repeatable, &j.Dedupe, &j.Mirror, &j.Sanity, &j.Planned, &j.Processed,
		&j.Records, &j.Candidates, &j.Duplicates, &j.Transpositions, &j.Grown, &j.Complete)
	j.Seed = uint64(seed)
	return j, err
}

// removeFiles removes a book file and what SQLite keeps beside it.
func removeFiles(path string) {
	for _, suffix := range []string{"", "-wal", "-shm"} {
		os.Remove(path + suffix)
	}
}
