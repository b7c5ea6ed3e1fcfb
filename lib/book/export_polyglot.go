package book

import (
	"bufio"
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"path/filepath"

	"qikit.dev/qikit/lib/game"
)

// polyglotName is the format, whose files have the suffix that packed training data has.
const polyglotName = "polyglot"

// The entries are sorted in a file of SQLite, so that a book of any size fits.
const (
	polyglotSchema = "CREATE TABLE entries (key BLOB, move INTEGER, weight INTEGER, PRIMARY KEY (key, move)) WITHOUT ROWID"
	polyglotAdd    = "INSERT INTO entries VALUES (?1, ?2, ?3) ON CONFLICT (key, move) DO UPDATE SET weight = weight + ?3"
	polyglotSorted = "SELECT key, move, weight, max(weight) OVER (PARTITION BY key) FROM entries ORDER BY key, weight DESC, move"
)

// polyglots says whether Polyglot books serve the book's game.
func polyglots(b *Book) error {
	start, err := b.Board("")
	if err != nil {
		return err
	}
	if _, ok := start.(hashed); !ok {
		return fmt.Errorf("%w: polyglot does not serve %s", ErrFormat, b.job.Game)
	}
	return nil
}

// polyglotWeight is what Polyglot weighs a move by: two for a victory and one for a draw.
// A game without a result counts as a draw.
func polyglotWeight(t tally) int64 { return 2*t.wins + t.draws + t.unknown() }

// writePolyglot writes the moves that were played as a Polyglot book. One that lost every
// game has the weight 0: programs do not play it, but find the positions behind it.
func writePolyglot(ctx context.Context, x *export) (entries int64, err error) {
	path := filepath.Join(x.scratch, polyglotName)
	db, err := scratchDB(path, polyglotSchema)
	if err != nil {
		return 0, err
	}
	defer db.Close()
	tx, err := db.Begin()
	if err != nil {
		return 0, fileError(path, err)
	}
	defer tx.Rollback()
	add, err := tx.Prepare(polyglotAdd)
	if err != nil {
		return 0, fileError(path, err)
	}
	defer add.Close()
	err = x.polyglotMoves(ctx, func(key []byte, move uint16, weight int64) error {
		_, err := add.Exec(key, int64(move), weight)
		return err
	})
	if err != nil {
		return 0, fileError(path, err)
	}
	rows, err := tx.QueryContext(ctx, polyglotSorted)
	if err != nil {
		return 0, requestError(ctx, path, err)
	}
	var key []byte
	var move uint16
	var weight, most int64
	err = scan(rows, []any{&key, &move, &weight, &most}, func() error {
		entries++
		return writePolyglotEntry(x.w, key, move, weight, most)
	})
	return entries, requestError(ctx, path, err)
}

// writePolyglotEntry writes a move of a position whose greatest weight is most.
func writePolyglotEntry(w *bufio.Writer, key []byte, move uint16, weight, most int64) error {
	if most > math.MaxUint16 && weight > 0 {
		weight = max(int64(float64(weight)/float64(most)*math.MaxUint16), 1)
	}
	entry := append(make([]byte, 0, polyglotSize), key...)
	entry = binary.BigEndian.AppendUint16(entry, move)
	entry = binary.BigEndian.AppendUint16(entry, uint16(weight))
	_, err := w.Write(binary.BigEndian.AppendUint32(entry, 0))
	return err
}

// polyglotMoves gives the moves that were played.
func (x *export) polyglotMoves(ctx context.Context, add func(key []byte, move uint16, weight int64) error) error {
	w := x.book.walk(-1, x.o.where())
	for p, err := range w.filtered(ctx, &x.o, x.tell) {
		if err != nil {
			return err
		}
		played, err := x.book.playedAt(w.board, p.id, game.View{Turn: presetTurn(w.board, x.book.job.Preset)})
		if err != nil {
			return err
		}
		board := w.board.(hashed)
		key := binary.BigEndian.AppendUint64(nil, board.PolyglotKey())
		for _, m := range played {
			if m.Count == 0 && (m.Eval != nil || m.WinRate != nil) {
				continue // searched, but not played
			}
			if err := add(key, board.PolyglotMove(m.move), polyglotWeight(m.known.tally)); err != nil {
				return err
			}
		}
	}
	return nil
}
