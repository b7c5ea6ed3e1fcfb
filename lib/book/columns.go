package book

import (
	"context"
	"fmt"
	"slices"

	"qikit.dev/qikit/internal/options"
	"qikit.dev/qikit/lib/game"
)

// recordColumns make the fields of a record into columns, in their order.
var recordColumns = [...]struct {
	empty func() column
	add   func(c *column, r *Record)
}{
	{textColumn, func(c *column, r *Record) { c.string(r.FEN) }},
	{numberColumn, func(c *column, r *Record) { c.bool(r.Flipped) }},
	{nameColumn, func(c *column, r *Record) { c.name(r.Initial) }},
	{func() column { return columnOf(kindList, nameColumn()) }, func(c *column, r *Record) { c.way(r.Moves) }},
	{func() column { return missing(columnOf(kindStruct, numberColumn(), numberColumn())) }, func(c *column, r *Record) {
		var e Eval
		if c.has(r.Eval != nil) {
			e = *r.Eval
		}
		c.parts[0].real(e.Mover)
		c.parts[1].real(e.Opponent)
	}},
	{optionalColumn, func(c *column, r *Record) { c.optionalInt(r.Score) }},
	{optionalColumn, func(c *column, r *Record) { c.optionalReal(r.WinRate) }},
	{nameColumn, func(c *column, r *Record) { c.optionalName(r.Proven) }},
	{optionalColumn, func(c *column, r *Record) { c.optionalReal(r.Result) }},
	{nameColumn, func(c *column, r *Record) { c.name(string(r.Reason)) }},
	{nameColumn, func(c *column, r *Record) { c.optionalName(r.Best) }},
	{weighedColumn, func(c *column, r *Record) { c.candidates(r.Candidates) }},
	{nameColumn, func(c *column, r *Record) { c.optionalName(r.Move) }},
	{optionalColumn, func(c *column, r *Record) { c.optionalInt(r.Depth) }},
	{optionalColumn, func(c *column, r *Record) { c.optionalInt(r.Nodes) }},
	{nameColumn, func(c *column, r *Record) { c.optionalName(r.Engine) }},
	{func() column {
		return missing(columnOf(kindStruct, numberColumn(), optionalColumn(), nameColumn(), weighedColumn()))
	},
		func(c *column, r *Record) { c.search(r.Search) }},
	{func() column {
		return missing(columnOf(kindStruct, columnOf(kindList, numberColumn()), columnOf(kindList, numberColumn()), optionalColumn()))
	}, func(c *column, r *Record) { c.balance(r.Balance) }},
	{numberColumn, func(c *column, r *Record) { c.int(r.Game) }},
	{numberColumn, func(c *column, r *Record) { c.int(int64(r.Ply)) }},
	{numberColumn, func(c *column, r *Record) { c.int(int64(r.Seed)) }},
	{numberColumn, func(c *column, r *Record) { c.int(r.Count) }},
	{numberColumn, func(c *column, r *Record) { c.int(r.Wins) }},
	{numberColumn, func(c *column, r *Record) { c.int(r.Draws) }},
	{numberColumn, func(c *column, r *Record) { c.int(r.Losses) }},
	{numberColumn, func(c *column, r *Record) { c.int(r.Unknown) }},
}

func textColumn() column     { return columnOf(kindText) }
func nameColumn() column     { return columnOf(kindName) }
func numberColumn() column   { return columnOf(kindNumber) }
func optionalColumn() column { return missing(numberColumn()) }
func weighedColumn() column {
	return columnOf(kindList, columnOf(kindStruct, nameColumn(), numberColumn()))
}

// forColumns refuses what columns do not have.
func (o *ExportOptions) forColumns() error {
	for _, key := range []struct {
		name  string
		value any
		given bool
	}{
		{"unknown", o.Unknown, o.Unknown}, {"notation", o.Notation, o.Notation != ""}, {"encoding", o.Encoding, o.Encoding != ""},
		{"positions", o.Positions, o.Positions != nil}, {"shards", o.Shards, o.Shards != nil}, {"shuffle", o.Shuffle, o.Shuffle != nil},
		{"first_game", o.FirstGame, o.FirstGame > 0}, {"games", o.Games, o.Games != nil},
	} {
		if key.given {
			return options.Wrap(ErrOptions, options.Wrong(key.name, key.value, "nothing: it is of files, not of columns"))
		}
	}
	return o.chosen("a record", recordFields)
}

// columnChunk is how many rows are read at once for columns.
const columnChunk = 2048

// grownAt is how many records tell how much room the others will need.
const grownAt = 512

// Columns reads records in order of game and ply as columns, the fields of the options or
// all: at most so many (1 to PageMax) of those that the options leave, from a cursor on, 0
// at first. next is the cursor after the last of them; an empty page means that there are
// no more. qk_book_columns in include/qikit.h says what a page holds.
func (b *Book) Columns(o ExportOptions, cursor uint64, most int) (page []byte, next uint64, err error) {
	if err := o.check(); err != nil {
		return nil, cursor, err
	}
	if err := o.forColumns(); err != nil {
		return nil, cursor, err
	}
	if err := o.serves(b); err != nil {
		return nil, cursor, err
	}
	if most < 1 || most > PageMax {
		return nil, cursor, fmt.Errorf("%w: %d records at once, expected 1 to %d", ErrOptions, most, PageMax)
	}
	const last = 1 << 62
	if cursor > last {
		return nil, cursor, nil
	}
	fields, spare := allFields, spared{found: []string{"proof"}}
	if len(o.Fields) > 0 {
		fields, spare = fieldsAt(o.Fields), b.sparing(&o)
	}
	columns := make([]column, len(fields))
	for i, at := range fields {
		columns[i] = recordColumns[at].empty()
	}
	w := b.walkSparing(int64(cursor)-1, o.where(), spare)
	w.most = min(most, columnChunk)
	count, next := 0, cursor
	for count < most {
		p, ok, err := w.next(context.Background())
		if err = b.orClosed(err); err != nil {
			return nil, cursor, err
		}
		if !ok {
			break
		}
		next = uint64(w.last) + 1
		if !o.keeps(w, p) {
			continue
		}
		r := w.record(p)
		if count == 0 || count == grownAt {
			makeRoom(columns, most, count)
		}
		for i, at := range fields {
			recordColumns[at].add(&columns[i], &r)
		}
		count++
	}
	if count == 0 {
		return nil, next, nil
	}
	size := 8
	for i := range columns {
		size += columns[i].room()
	}
	page = low.AppendUint64(make([]byte, 0, size), uint64(count))
	for i := range columns {
		page = columns[i].write(page)
	}
	return page, next, nil
}

// makeRoom makes room for so many records, by those that columns hold.
func makeRoom(columns []column, most, count int) {
	for i := range columns {
		if count == 0 {
			columns[i].reserve(most)
		} else {
			columns[i].grow(most, count)
		}
	}
}

// sparing is what columns of some fields spare. The board is spared where samples know
// the turn without it.
func (b *Book) sparing(o *ExportOptions) spared {
	s := sparedBy(o.Fields)
	board, err := b.Board("")
	_, men := board.(game.Gridded)
	s.board = s.board && err == nil && men && game.Players(board) == 2 && !o.SkipCheck && !o.SkipCaptures
	if o.SkipCaptures {
		s.found = slices.DeleteFunc(s.found, func(name string) bool { return name == "best" })
	}
	return s
}
