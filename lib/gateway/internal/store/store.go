package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding/json"
	"fmt"

	"qikit.dev/qikit/internal/dbfile"
	"qikit.dev/qikit/lib/gateway/internal/hall"
)

// schema describes the file; "QKGW" marks it as a gateway's.
var schema = dbfile.Schema{Application: 0x514B4757, Version: 1, Whole: true, Durable: true, Later: []string{asideTable, hashedColumn, renewedColumns}, Tables: `
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
) WITHOUT ROWID`}

// The statements.
const (
	replaceSession = "INSERT OR REPLACE INTO sessions (token, nick, account, marking, waits, hashed, now, next) VALUES (?, ?, ?, ?, ?, 1, ?, ?)"
	deleteSession  = "DELETE FROM sessions WHERE token = ?"
	replaceGame    = "INSERT OR REPLACE INTO games (token, status) VALUES (?, ?)"
	deleteGame     = "DELETE FROM games WHERE token = ?"
	insertMove     = "INSERT INTO moves (game, seq, coord, left, periods) VALUES (?, ?, ?, ?, ?)"
	deleteMoves    = "DELETE FROM moves WHERE game = ? AND seq > ?"
	begin          = "BEGIN IMMEDIATE"
	commit         = "COMMIT"
	rollback       = "ROLLBACK"
)

// Store is the file. One goroutine at a time may use it.
type Store struct {
	path     string
	db       *sql.DB
	conn     *sql.Conn
	prepared map[string]driver.Stmt // the driver's own: package sql makes a dozen objects an execution
	args     []driver.NamedValue    // of the statement under way
}

var background = context.Background()

// error adds the path of the file to an error.
func (s *Store) error(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", s.path, dbfile.Explain(s.path, err))
}

// Open opens a gateway's file, or makes it. The file stays locked: only one process at
// a time can use it.
func Open(path string) (*Store, error) {
	s := &Store{path: path, prepared: map[string]driver.Stmt{}}
	var err error
	if s.db, err = dbfile.Open(path, schema); err != nil {
		return nil, s.error(err)
	}
	if s.conn, err = s.db.Conn(background); err == nil {
		err = s.prepare()
	}
	if err != nil {
		s.db.Close()
		return nil, s.error(err)
	}
	return s, nil
}

func (s *Store) prepare() error {
	return s.conn.Raw(func(raw any) error {
		for _, text := range []string{replaceSession, deleteSession, replaceGame, deleteGame, insertMove, deleteMoves, begin, commit, rollback} {
			stmt, err := raw.(driver.ConnPrepareContext).PrepareContext(background, text)
			if err != nil {
				return err
			}
			s.prepared[text] = stmt
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
		return s.do(replaceSession, r.ID[:], r.Nick, r.Account, r.Marking, r.Waits, r.Token[:], r.Next[:])
	case hall.SessionEnded:
		return s.do(deleteSession, c.Session.ID[:])
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

func (s *Store) do(statement string, args ...any) error {
	s.args = s.args[:0]
	for i, v := range args {
		s.args = append(s.args, driver.NamedValue{Ordinal: i + 1, Value: v})
	}
	_, err := s.prepared[statement].(driver.StmtExecContext).ExecContext(background, s.args)
	clear(s.args)
	return err
}

// Close folds the log into the file and lets go of it.
func (s *Store) Close() error {
	s.conn.Raw(func(any) error {
		for _, stmt := range s.prepared {
			stmt.Close()
		}
		return nil
	})
	s.conn.Close()
	return s.error(s.db.Close())
}
