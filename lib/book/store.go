package book

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// store is the one writer of a book file: a single connection with its
// prepared statements. It is used by one goroutine at a time. Writes take no
// context: a cancelled job ends between transactions, not within.
type store struct {
	path string
	db   *sql.DB
	conn *sql.Conn
	job  jobRow

	statements map[string]*sql.Stmt
	nextID     int64 // of the next position
}

// jobRow is the table job.
type jobRow struct {
	Game, Rules, Options               string
	Preset                             int
	Seed                               uint64
	Repeatable, Dedupe, Mirror, Sanity bool
	Planned, Processed                 int64
	Records, Candidates, Duplicates    int64
	Transpositions, Grown              int64
	Complete                           bool
}

var background = context.Background()

// close folds the log into the file and lets go of it.
func (s *store) close() error {
	if s.conn == nil {
		return nil
	}
	for _, stmt := range s.statements {
		stmt.Close()
	}
	s.conn.Close()
	err := s.db.Close()
	s.conn = nil
	return fileError(s.path, err)
}

// do runs f in a transaction: all of it happens, or nothing.
func (s *store) do(f func() error) error {
	if _, err := s.conn.ExecContext(background, "BEGIN IMMEDIATE"); err != nil {
		return fileError(s.path, err)
	}
	job, next := s.job, s.nextID
	err := f()
	if err == nil {
		_, err = s.conn.ExecContext(background, "COMMIT")
	}
	if err != nil {
		s.job, s.nextID = job, next
		s.conn.ExecContext(background, "ROLLBACK") // SQLite may have done so itself
		return fileError(s.path, err)
	}
	return nil
}

// statement prepares each text once.
func (s *store) statement(text string) (*sql.Stmt, error) {
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

func (s *store) exec(text string, args ...any) error {
	stmt, err := s.statement(text)
	if err != nil {
		return err
	}
	_, err = stmt.ExecContext(background, args...)
	return err
}

// query reads one row.
func (s *store) query(text string, dest ...any) error {
	return s.queryArgs(text, nil, dest...)
}

func (s *store) queryArgs(text string, args []any, dest ...any) error {
	stmt, err := s.statement(text)
	if err != nil {
		return err
	}
	return stmt.QueryRowContext(background, args...).Scan(dest...)
}

// rows calls f after scanning each row into dest.
func (s *store) rows(text string, args []any, dest []any, f func() error) error {
	stmt, err := s.statement(text)
	if err != nil {
		return err
	}
	rows, err := stmt.QueryContext(background, args...)
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

// errStop ends a walk over rows early.
var errStop = errors.New("stop")

// gamesInOrder reads the stored games from, from+1, … up to the first one that
// is missing, at most so many.
func (s *store) gamesInOrder(from int64, most int) ([]*playedGame, error) {
	var list []*playedGame
	var g playedGame
	var seed int64
	err := s.rows(nextGames, []any{from, most}, g.scan(&seed), func() error {
		if g.ID != from+int64(len(list)) {
			return errStop
		}
		read := g
		read.Seed = uint64(seed)
		list = append(list, &read)
		return nil
	})
	if errors.Is(err, errStop) {
		err = nil
	}
	return list, fileError(s.path, err)
}

// saveCounts writes how far the processing has come. from is where it stood
// when the transaction began: another value in the file means that somebody
// else is writing.
func (s *store) saveCounts(from int64) error {
	stmt, err := s.statement(`UPDATE job SET planned = ?, processed = ?, records = ?, candidates = ?, duplicates = ?,
		transpositions = ?, grown = ?, repeatable = ? WHERE processed = ?`)
	if err != nil {
		return err
	}
	j := &s.job
	r, err := stmt.ExecContext(background, j.Planned, j.Processed, j.Records, j.Candidates, j.Duplicates, j.Transpositions, j.Grown, j.Repeatable, from)
	if err != nil {
		return err
	}
	if n, err := r.RowsAffected(); err != nil || n != 1 {
		return fmt.Errorf("%w: %s", ErrBusy, s.path)
	}
	return nil
}
