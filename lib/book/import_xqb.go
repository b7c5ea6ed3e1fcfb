package book

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"strconv"
	"strings"

	"qikit.dev/qikit/lib/game"
)

// keyReader is a board of a game whose opening books can be read.
type keyReader interface {
	keyed
	BookPosition(key []byte) (position string, err error)
}

// Bounds of an opening book.
const (
	xqbKeyMost   = 64      // bytes of a key
	xqbCountMost = 1 << 40 // games of a move
	xqbRowLeast  = 16      // bytes that a row takes: a file has no more rows than fit
)

const (
	// A view, a virtual table or a column that is computed could take for ever.
	xqbTable   = "SELECT type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' FROM sqlite_schema WHERE name = 'book' COLLATE NOCASE"
	xqbColumns = `SELECT count(*) FILTER (WHERE lower(name) IN ('key', 'move', 'score', 'win', 'draw', 'lost', 'valid', 'memo')) = 8
		AND max(hidden) = 0 FROM pragma_table_xinfo('book')`
	xqbRows = `SELECT substr(CAST(Key AS BLOB), 1, 65), CAST(Move AS INTEGER), CAST(coalesce(Score, 0) AS INTEGER),
		CAST(coalesce(Win, 0) AS INTEGER), CAST(coalesce(Draw, 0) AS INTEGER), CAST(coalesce(Lost, 0) AS INTEGER),
		CAST(coalesce(Memo, '') AS TEXT) FROM book WHERE coalesce(Valid, 1) <> 0 ORDER BY Key, Move`
)

// openXQB opens an opening book for reading, and leaves nothing beside it. It gives the
// bound of its rows, too.
func openXQB(path string) (db *sql.DB, most int64, err error) {
	if _, err := readHeader(path); err != nil {
		return nil, 0, err
	}
	info, err := os.Stat(path)
	if err != nil {
		return nil, 0, fmt.Errorf("%w: %w", ErrFile, err)
	}
	query := "mode=ro&_pragma=trusted_schema(OFF)&_pragma=temp_store(FILE)"
	if _, err := os.Stat(path + "-wal"); errors.Is(err, fs.ErrNotExist) {
		query += "&immutable=1"
	}
	name, err := dsn(path, query)
	if err != nil {
		return nil, 0, err
	}
	if db, err = sql.Open("sqlite", name); err != nil {
		return nil, 0, fileError(path, err)
	}
	db.SetMaxOpenConns(1)
	var table, columns bool
	if err = db.QueryRow(xqbTable).Scan(&table); err == nil {
		err = db.QueryRow(xqbColumns).Scan(&columns)
	}
	if errors.Is(err, sql.ErrNoRows) || err == nil && !(table && columns) {
		err = fmt.Errorf("%w: %s, expected an opening book .xqb, whose table book has Key, Move, Score, Win, Draw, Lost, Valid and Memo", ErrNoBook, path)
	}
	if err != nil {
		db.Close()
		return nil, 0, fileError(path, err)
	}
	return db, info.Size() / xqbRowLeast, nil
}

// readXQB reads the positions of an opening book with the moves that it does not mark as
// invalid. A position whose moves all have the score 0 has no scores: the format has no
// other word for that.
func (b *Book) readXQB(ctx context.Context, path string) (iter.Seq2[alone, error], error) {
	start, err := b.Board("")
	if err != nil {
		return nil, err
	}
	board, ok := start.(keyReader)
	if !ok {
		return nil, fmt.Errorf("%w: xqb does not serve %s", ErrFormat, b.job.Game)
	}
	return func(yield func(alone, error) bool) {
		db, most, err := openXQB(path)
		if err != nil {
			yield(alone{}, err)
			return
		}
		defer db.Close()
		x := xqbReader{book: b, board: board, path: path, most: most, yield: yield}
		var r xqbRow
		into := []any{&r.key, &r.move, &r.score, &r.win, &r.draw, &r.lost, &r.memo}
		err = each(ctx, db, xqbRows, nil, into, func() error { return x.row(&r) })
		if err == nil {
			err = x.finish()
		}
		if err != nil && !errors.Is(err, errStop) {
			yield(alone{}, requestError(ctx, path, err))
		}
	}, nil
}

// xqbRow is a row of the table book.
type xqbRow struct {
	key             []byte
	move, score     int
	win, draw, lost int64
	memo            string
}

// xqbReader joins rows to positions.
type xqbReader struct {
	book  *Book
	board keyReader
	path  string
	most  int64 // rows
	rows  int64
	yield func(alone, error) bool

	key []byte
	now alone // has a board while the key stands for a position
}

// row takes a row, and gives the position before it when it is complete.
func (x *xqbReader) row(r *xqbRow) error {
	if x.rows++; x.rows > x.most {
		return fmt.Errorf("%w: %s has over %d rows, expected no more than its size has room for", ErrCorrupt, x.path, x.most)
	}
	if x.key == nil || !bytes.Equal(x.key, r.key) {
		if err := x.finish(); err != nil {
			return err
		}
		x.key = append(make([]byte, 0, xqbKeyMost), r.key...)
		if err := x.begin(); err != nil {
			if x.rows == 1 { // no opening book of this game
				return fmt.Errorf("%w: %s: %v", ErrNoBook, x.path, err)
			}
			return x.give(alone{}, err)
		}
	}
	if x.now.board == nil {
		return nil
	}
	if err := x.add(r); err != nil {
		return x.give(alone{}, fmt.Errorf("key %x: %w", r.key, err))
	}
	return nil
}

// begin sets the position of the key up.
func (x *xqbReader) begin() error {
	if len(x.key) > xqbKeyMost {
		return fmt.Errorf("%w: a key of over %d bytes, expected less", game.ErrPosition, xqbKeyMost)
	}
	position, err := x.board.BookPosition(x.key)
	if err != nil {
		return err
	}
	board, err := x.book.Board(position)
	if err != nil {
		return err
	}
	if key := board.(keyed).BookKey(); !bytes.Equal(key, x.key) {
		return fmt.Errorf("%w: key %x, expected %x for %s", game.ErrPosition, x.key, key, position)
	}
	x.now = alone{board: board, winner: game.Draw, reason: ReasonPosition}
	return nil
}

// add adds a move to the position.
func (x *xqbReader) add(r *xqbRow) error {
	m, err := among(x.now.board, r.move, x.now.board.(keyed).BookMove)
	if err != nil {
		return err
	}
	unknown := int64(0)
	if text, ok := strings.CutPrefix(r.memo, xqbUnknown); ok {
		unknown, _ = strconv.ParseInt(text, 10, 64) // another remark is not ours
	}
	for _, n := range []int64{r.win, r.draw, r.lost, unknown} {
		if n < 0 || n > xqbCountMost {
			return fmt.Errorf("%w: %d games of %s, expected 0 to %d", game.ErrPosition, n, x.now.board.Text(m), int64(xqbCountMost))
		}
	}
	if r.score < -Mate || r.score > Mate {
		return fmt.Errorf("%w: score %d of %s, expected %d to %d", game.ErrPosition, r.score, x.now.board.Text(m), -Mate, Mate)
	}
	t := tally{r.win + r.draw + r.lost + unknown, r.win, r.draw, r.lost}
	x.now.tally.add(t)
	for i := range x.now.moves { // a file without its unique index may say a thing twice
		if known := &x.now.moves[i]; known.move == m {
			known.tally.add(t)
			return nil
		}
	}
	x.now.moves = append(x.now.moves, aloneMove{m, t, new(r.score)})
	return nil
}

// finish gives the position that is complete.
func (x *xqbReader) finish() error {
	p := x.now
	x.now = alone{}
	if len(p.moves) == 0 {
		return nil
	}
	best, scored := 0, false
	for i, m := range p.moves {
		scored = scored || *m.eval != 0
		if *m.eval > *p.moves[best].eval {
			best = i
		}
	}
	p.moves[0], p.moves[best] = p.moves[best], p.moves[0]
	p.score = p.moves[0].eval
	if !scored {
		p.score = nil
		for i := range p.moves {
			p.moves[i].eval = nil
		}
	}
	return x.give(p, nil)
}

// give hands a position or a fault on.
func (x *xqbReader) give(p alone, err error) error {
	if !x.yield(p, err) {
		return errStop
	}
	return nil
}
