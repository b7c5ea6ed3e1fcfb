package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding/json"
	"fmt"
	"net/url"
	"path/filepath"

	_ "modernc.org/sqlite" // the driver

	"qikit.dev/qikit/lib/gateway/internal/hall"
	"qikit.dev/qikit/lib/sgcp"
)

// applicationID ("QKGW") marks an SQLite file as a gateway's; schemaVersion is
// the version of the schema.
const (
	applicationID = 0x514B4757
	schemaVersion = 1
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

// Store is the file. One goroutine at a time may use it.
type Store struct {
	path     string
	db       *sql.DB
	conn     *sql.Conn
	prepared [statementsAll]driver.Stmt // the driver's own: package sql makes a dozen objects an execution
	args     []driver.NamedValue        // of the statement under way
}

var background = context.Background()

// error adds the path of the file to an error.
func (s *Store) error(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", s.path, err)
}

// Open opens a gateway's file, or makes it. The file stays locked: only one process at
// a time can use it.
func Open(path string) (*Store, error) {
	s := &Store{path: path}
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, s.error(err)
	}
	slashed := filepath.ToSlash(abs)
	if slashed[0] != '/' {
		slashed = "/" + slashed // a Windows drive
	}
	// A commit that returns has handed its data to the system: a killed process loses
	// nothing, a loss of power loses what the system had not yet written.
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

// adopt checks that the file is a gateway's, and prepares the statements.
func (s *Store) adopt() error {
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
	case version != schemaVersion:
		return fmt.Errorf("version %d, expected %d", version, schemaVersion)
	}
	if _, err := s.conn.ExecContext(background, fmt.Sprintf("BEGIN; %s; PRAGMA application_id = %d; PRAGMA user_version = %d; COMMIT", schema, applicationID, schemaVersion)); err != nil {
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

// Write stores changes in one transaction.
func (s *Store) Write(changes []hall.Change) error {
	return s.error(s.conn.Raw(func(any) error {
		if err := s.do(begin); err != nil {
			return err
		}
		for i := range changes {
			if err := s.change(&changes[i]); err != nil {
				s.do(rollback) // the first error counts
				return err
			}
		}
		return s.do(commit)
	}))
}

func (s *Store) change(c *hall.Change) error {
	switch c.What {
	case hall.SessionKept:
		r := c.Session
		return s.do(replaceSession, r.Token[:], r.Nick, r.Account, r.Marking, r.Waits)
	case hall.SessionEnded:
		return s.do(deleteSession, c.Session.Token[:])
	case hall.GameKept:
		text, err := json.Marshal(c.Status)
		if err != nil {
			return err
		}
		return s.do(replaceGame, c.Game[:], string(text))
	case hall.GameForgotten:
		if err := s.do(deleteGame, c.Game[:]); err != nil {
			return err
		}
		return s.do(deleteMoves, c.Game[:], int64(0))
	case hall.MoveMade:
		return s.do(insertMove, c.Game[:], int64(c.Seq), int64(c.Move.At), int64(c.Move.Left), int64(c.Move.Periods))
	case hall.MovesUndone:
		return s.do(deleteMoves, c.Game[:], int64(c.Seq))
	}
	return fmt.Errorf("no change %d", c.What)
}

func (s *Store) do(statement int, args ...any) error {
	s.args = s.args[:0]
	for i, v := range args {
		s.args = append(s.args, driver.NamedValue{Ordinal: i + 1, Value: v})
	}
	_, err := s.prepared[statement].(driver.StmtExecContext).ExecContext(background, s.args)
	clear(s.args)
	return err
}

// Load reads what is stored.
func (s *Store) Load() (sessions []hall.SessionRecord, games []hall.GameRecord, err error) {
	var token []byte
	var r hall.SessionRecord
	err = s.rows("SELECT token, nick, account, marking, waits FROM sessions", []any{&token, &r.Nick, &r.Account, &r.Marking, &r.Waits}, func() error {
		r.Token = sgcp.Session(token)
		sessions = append(sessions, r)
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	moves := map[sgcp.Gtoken][]hall.MoveRecord{}
	var seq int
	var m hall.MoveRecord
	err = s.rows("SELECT game, seq, coord, left, periods FROM moves ORDER BY game, seq", []any{&token, &seq, &m.At, &m.Left, &m.Periods}, func() error {
		game := sgcp.Gtoken(token)
		if seq != len(moves[game])+1 {
			return fmt.Errorf("game %v: move %d follows move %d", game, seq, len(moves[game]))
		}
		moves[game] = append(moves[game], m)
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	var text string
	err = s.rows("SELECT token, status FROM games", []any{&token, &text}, func() error {
		g := hall.GameRecord{Game: sgcp.Gtoken(token), Moves: moves[sgcp.Gtoken(token)]}
		if err := json.Unmarshal([]byte(text), &g.Status); err != nil {
			return fmt.Errorf("game %v: %w", g.Game, err)
		}
		games = append(games, g)
		return nil
	})
	return sessions, games, err
}

// rows calls f after scanning each row of a query into dest.
func (s *Store) rows(query string, dest []any, f func() error) error {
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
			return s.error(err)
		}
	}
	return s.error(rows.Err())
}

// Close folds the log into the file and lets go of it.
func (s *Store) Close() error {
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
