package book

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"qikit.dev/qikit/lib/game"
)

// keyed is a board whose game has a public opening-book format of the kind
// that .xqb is: an SQLite table of moves by the board itself, packed.
type keyed interface {
	// BookKey is the same for every position that the format merges.
	BookKey() []byte
	// BookMove is the code of a legal move in the view of BookKey.
	BookMove(m game.Move) int
}

// xqbSchema is the table as its readers expect it, and two columns that xqbEnd
// removes. Its index is unique, so that symmetric records of the book become one row.
const xqbSchema = `
CREATE TABLE information (name TEXT, value TEXT);
CREATE TABLE book (
	Id    INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
	Key   BLOB,
	Move  INTEGER,
	Score INTEGER,
	Win   INTEGER,
	Draw  INTEGER,
	Lost  INTEGER,
	Valid INTEGER,
	Memo  TEXT,
	Depth   INTEGER,
	Unknown INTEGER
);
CREATE UNIQUE INDEX idxkey ON book (Key, Move);`

// Of records that become one row the deepest search gives the score.
const xqbAdd = `INSERT INTO book (Key, Move, Score, Win, Draw, Lost, Valid, Depth, Unknown) VALUES (?1, ?2, ?3, ?4, ?5, ?6, 1, ?7, ?8)
	ON CONFLICT (Key, Move) DO UPDATE SET Win = Win + ?4, Draw = Draw + ?5, Lost = Lost + ?6, Unknown = Unknown + ?8,
	Score = CASE WHEN ?7 > Depth THEN ?3 ELSE Score END, Depth = max(Depth, ?7)`

// xqbUnknown begins a remark that says how many games had no result.
const xqbUnknown = "unknown "

// xqbEnd says in the remark how many games had no result: the format has no column
// for them.
const xqbEnd = `UPDATE book SET Memo = '` + xqbUnknown + `' || Unknown WHERE Unknown > 0;
	ALTER TABLE book DROP COLUMN Depth; ALTER TABLE book DROP COLUMN Unknown`

// writeXQB writes every move that was played, with its score and results, as
// an .xqb opening book.
func writeXQB(ctx context.Context, x *export) (rows int64, err error) {
	start, err := x.book.Board("")
	if err != nil {
		return 0, err
	}
	if _, ok := start.(keyed); !ok {
		return 0, fmt.Errorf("%w: xqb does not serve %s", ErrFormat, x.book.job.Game)
	}
	path := filepath.Join(x.scratch, "xqb")
	if rows, err = x.xqbFile(ctx, path); err != nil {
		return 0, err
	}
	f, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	_, err = io.Copy(x.w, f)
	return rows, err
}

// xqbFile makes the opening book in a new file: SQLite cannot write to a stream.
func (x *export) xqbFile(ctx context.Context, path string) (rows int64, err error) {
	db, err := scratchDB(path, xqbSchema, "INSERT INTO information VALUES ('version', '1'), ('type', '"+x.book.job.Game+"')")
	if err != nil {
		return 0, err
	}
	defer db.Close()
	tx, err := db.Begin()
	if err != nil {
		return 0, fileError(path, err)
	}
	defer tx.Rollback()
	add, err := tx.Prepare(xqbAdd)
	if err != nil {
		return 0, fileError(path, err)
	}
	if err := x.xqbRows(ctx, add); err != nil {
		return 0, fileError(path, err)
	}
	if err := tx.QueryRow("SELECT count(*) FROM book").Scan(&rows); err != nil {
		return 0, fileError(path, err)
	}
	if err := errors.Join(add.Close(), tx.Commit()); err != nil {
		return 0, fileError(path, err)
	}
	if _, err := db.Exec(xqbEnd); err != nil {
		return 0, fileError(path, err)
	}
	return rows, fileError(path, db.Close())
}

// xqbRows adds the rows of the positions.
func (x *export) xqbRows(ctx context.Context, add *sql.Stmt) error {
	w := x.book.walk(-1, x.o.where())
	for p, err := range w.filtered(ctx, &x.o, x.tell) {
		if err != nil {
			return err
		}
		played, err := x.book.playedAt(w.board, p.id, game.View{Turn: presetTurn(w.board, x.book.job.Preset)})
		if err != nil {
			return err
		}
		if len(played) == 0 {
			continue
		}
		board := w.board.(keyed)
		key := board.BookKey()
		for _, m := range played {
			score, depth := 0, -1
			if m.Eval != nil {
				score, depth = *m.Eval, *m.Depth
			} else if m.WinRate != nil {
				score, depth = ScoreOf(*m.WinRate), *m.Depth
			}
			if _, err := add.Exec(key, board.BookMove(m.move), score, m.Wins, m.Draws, m.Losses, depth, m.Unknown); err != nil {
				return err
			}
		}
	}
	return nil
}
