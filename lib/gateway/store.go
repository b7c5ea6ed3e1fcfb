package gateway

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"net/url"
	"path/filepath"

	_ "modernc.org/sqlite" // the driver
)

// applicationID ("QKGW") marks an SQLite file as a gateway's; storeVersion is
// the version of the schema.
const (
	applicationID = 0x514B4757
	storeVersion  = 1
)

const schema = `
CREATE TABLE IF NOT EXISTS sessions (
	token   BLOB    PRIMARY KEY,
	nick    TEXT    NOT NULL,
	account TEXT    NOT NULL,
	marking INTEGER NOT NULL, -- announced by 104
	waits   INTEGER NOT NULL  -- for an opponent, since that many milliseconds after 1970, or 0
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS games (
	token  BLOB PRIMARY KEY,
	status TEXT NOT NULL      -- JSON: all but the moves
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS moves (
	game    BLOB    NOT NULL,
	seq     INTEGER NOT NULL, -- from 1
	coord   INTEGER NOT NULL, -- row * 32 + column from the bottom left, -1 a pass
	left    INTEGER NOT NULL, -- nanoseconds of main time the mover has after it
	periods INTEGER NOT NULL, -- of byo-yomi
	PRIMARY KEY (game, seq)
) WITHOUT ROWID;
`

// The statements.
const (
	replaceSession = iota
	deleteSession
	replaceGame
	deleteGame
	insertMove
	deleteMoves // after a number
	begin
	commit
	rollback
	statementsAll
)

var statements = [statementsAll]string{
	replaceSession: "INSERT OR REPLACE INTO sessions (token, nick, account, marking, waits) VALUES (?, ?, ?, ?, ?)",
	deleteSession:  "DELETE FROM sessions WHERE token = ?",
	replaceGame:    "INSERT OR REPLACE INTO games (token, status) VALUES (?, ?)",
	deleteGame:     "DELETE FROM games WHERE token = ?",
	insertMove:     "INSERT INTO moves (game, seq, coord, left, periods) VALUES (?, ?, ?, ?, ?)",
	deleteMoves:    "DELETE FROM moves WHERE game = ? AND seq > ?",
	begin:          "BEGIN IMMEDIATE",
	commit:         "COMMIT",
	rollback:       "ROLLBACK",
}

// store is the file. One goroutine writes it.
type store struct {
	path     string
	db       *sql.DB
	conn     *sql.Conn
	prepared [statementsAll]driver.Stmt // the driver's own: package sql makes a dozen objects an execution
}

var background = context.Background()

func (s *store) error(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%w: %s: %w", ErrStore, s.path, err)
}

// openStore opens a gateway's file, or makes it. One process at a time: the file
// stays locked.
func openStore(path string) (*store, error) {
	s := &store{path: path}
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, s.error(err)
	}
	slashed := filepath.ToSlash(abs)
	if slashed[0] != '/' {
		slashed = "/" + slashed // a Windows drive
	}
	// A commit is in the system's hands when it returns: a killed process loses
	// nothing, a loss of power what the system had not written.
	query := "_pragma=locking_mode(EXCLUSIVE)&_pragma=journal_mode(WAL)&_pragma=synchronous(NORMAL)&_pragma=busy_timeout(2000)&_pragma=cache_size(-2048)"
	if s.db, err = sql.Open("sqlite", (&url.URL{Scheme: "file", Path: slashed, RawQuery: query}).String()); err != nil {
		return nil, s.error(err)
	}
	s.db.SetMaxOpenConns(1)
	if s.conn, err = s.db.Conn(background); err == nil {
		err = s.adopt()
	}
	if err != nil {
		s.db.Close()
		return nil, s.error(err)
	}
	return s, nil
}

// adopt looks whether the file is a gateway's, and prepares the statements.
func (s *store) adopt() error {
	var application, version, objects int
	for name, into := range map[string]*int{"PRAGMA application_id": &application, "PRAGMA user_version": &version, "SELECT count(*) FROM sqlite_schema": &objects} {
		if err := s.conn.QueryRowContext(background, name).Scan(into); err != nil {
			return err
		}
	}
	switch {
	case application == 0 && objects == 0:
	case application != applicationID:
		return fmt.Errorf("an SQLite file of another program (application_id %#x, expected %#x)", application, applicationID)
	case version != storeVersion:
		return fmt.Errorf("version %d, expected %d", version, storeVersion)
	}
	if _, err := s.conn.ExecContext(background, fmt.Sprintf("BEGIN; %s; PRAGMA application_id = %d; PRAGMA user_version = %d; COMMIT", schema, applicationID, storeVersion)); err != nil {
		return err
	}
	return s.conn.Raw(func(raw any) error {
		for i, text := range statements {
			stmt, err := raw.(driver.ConnPrepareContext).PrepareContext(background, text)
			if err != nil {
				return err
			}
			s.prepared[i] = stmt
		}
		return nil
	})
}

// write stores a batch in one transaction.
func (s *store) write(b *batch) error {
	return s.error(s.conn.Raw(func(any) error {
		if err := s.do(begin, nil); err != nil {
			return err
		}
		first := 0
		for _, op := range b.ops {
			if err := s.do(op.statement, b.values[first:op.end]); err != nil {
				s.do(rollback, nil) // the first error counts
				return err
			}
			first = op.end
		}
		return s.do(commit, nil)
	}))
}

func (s *store) do(statement int, args []driver.NamedValue) error {
	_, err := s.prepared[statement].(driver.StmtExecContext).ExecContext(background, args)
	return err
}

// rows calls f after scanning each row of a query into dest.
func (s *store) rows(query string, dest []any, f func() error) error {
	rows, err := s.conn.QueryContext(background, query)
	if err != nil {
		return s.error(err)
	}
	defer rows.Close()
	for rows.Next() {
		if err := rows.Scan(dest...); err != nil {
			return s.error(err)
		}
		if err := f(); err != nil {
			return err
		}
	}
	return s.error(rows.Err())
}

// close folds the log into the file and lets go of it.
func (s *store) close() error {
	s.conn.Raw(func(any) error {
		for _, stmt := range s.prepared {
			if stmt != nil {
				stmt.Close()
			}
		}
		return nil
	})
	s.conn.Close()
	return s.error(s.db.Close())
}
