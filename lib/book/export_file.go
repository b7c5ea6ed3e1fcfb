package book

import (
	"bufio"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"iter"

	"qikit.dev/qikit/internal/options"
)

// export is one export on its way.
type export struct {
	book    *Book
	o       ExportOptions
	w       *bufio.Writer
	scratch string           // a directory that is removed in the end
	tell    func(done int64) // takes the number of positions that are done

	next *int64 // the first game that was left over; nil for none

	picked []int // indices of the fields that were asked for; nil before the first record
}

// format is how a book is written: either with one text for each record, or as a whole.
type format struct {
	head   func(x *export) []byte // at the beginning of each file; nil for nothing
	line   func(x *export, dst []byte, r *Record) ([]byte, error)
	fields []string            // that can be asked for; nil for none
	serves func(b *Book) error // refuses books that it cannot write; nil for none
	chunks bool                // the texts stand in chunks
	games  bool                // it has whole games, of which some can be asked for

	whole func(ctx context.Context, x *export) (records int64, err error) // counts what it wrote
}

// suits refuses options that a format does not have.
func (f *format) suits(name string, o *ExportOptions) error {
	if f.line == nil {
		const expected = "null: only jsonl, csv, epd, plain, bin and binpack have one text for each record"
		switch {
		case o.Shuffle != nil:
			return options.Wrap(ErrOptions, options.Wrong("shuffle", *o.Shuffle, expected))
		case o.Shards != nil:
			return options.Wrap(ErrOptions, options.Wrong("shards", *o.Shards, expected))
		}
	}
	if !f.games {
		const expected = "only pgn and sgf have games"
		switch {
		case o.FirstGame > 0:
			return options.Wrap(ErrOptions, options.Wrong("first_game", o.FirstGame, "0: "+expected))
		case o.Games != nil:
			return options.Wrap(ErrOptions, options.Wrong("games", *o.Games, "null: "+expected))
		}
	}
	return o.chosen(name, f.fields)
}

// write writes the book into the files of a target.
func (f *format) write(ctx context.Context, x *export, t *target) (records, bytes int64, err error) {
	if f.whole != nil || x.o.Shuffle == nil && x.o.Shards == nil {
		bytes, err = t.write(0, func(w *bufio.Writer) (err error) {
			x.w = w
			if f.whole != nil {
				records, err = f.whole(ctx, x)
				return err
			}
			records, err = f.all(x, f.lines(ctx, x))
			return err
		})
		return records, bytes, err
	}
	lines, err := f.spooled(ctx, x)
	if err != nil {
		return 0, 0, err
	}
	defer lines.close()
	order := lines.reader(x.o.Shuffle)
	for i := range t.files {
		// Each shard takes its share of the records, which follow each other.
		share := lines.records*int64(i+1)/int64(t.files) - records
		n, err := t.write(i, func(w *bufio.Writer) error {
			x.w = w
			_, err := f.all(x, order.some(ctx, share))
			return err
		})
		records, bytes = records+share, bytes+n
		if err != nil {
			return records, bytes, err
		}
	}
	return records, bytes, nil
}

// spooled is a temporary file of the texts of all records.
func (f *format) spooled(ctx context.Context, x *export) (*spool, error) {
	s, err := newSpool(x.scratch)
	if err != nil {
		return nil, err
	}
	for line, err := range f.lines(ctx, x) {
		if err == nil {
			err = s.add(line)
		}
		if err != nil {
			s.close()
			return nil, err
		}
	}
	if err := s.flush(); err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

// all writes a file of such texts, and counts them.
func (f *format) all(x *export, lines iter.Seq2[[]byte, error]) (n int64, err error) {
	if f.head != nil {
		if _, err := x.w.Write(f.head(x)); err != nil {
			return 0, err
		}
	}
	var w io.Writer = x.w
	chunked := &chunks{w: w}
	if f.chunks {
		w = chunked
	}
	for line, err := range lines {
		if err != nil {
			return n, err
		}
		if _, err := w.Write(line); err != nil {
			return n, err
		}
		n++
	}
	return n, chunked.flush()
}

// lines are the texts of the records that pass the filter, without empty ones. Each is
// valid until the next one.
func (f *format) lines(ctx context.Context, x *export) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		var line []byte
		w := x.book.walk(-1, x.o.where())
		for p, err := range w.filtered(ctx, &x.o, x.tell) {
			if err == nil {
				r := w.record(p)
				line, err = f.line(x, line[:0], &r)
			}
			if err != nil {
				yield(nil, err)
				return
			}
			if len(line) > 0 && !yield(line, nil) {
				return
			}
		}
	}
}

// some are the next n records of a spool.
func (r *spoolReader) some(ctx context.Context, n int64) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		for ; n > 0; n-- {
			record, err := r.next()
			if err == nil && ctx.Err() != nil {
				err = context.Cause(ctx)
			}
			if err == nil && record == nil {
				err = fmt.Errorf("%w: a temporary file is cut short", ErrFile)
			}
			if !yield(record, err) || err != nil {
				return
			}
		}
	}
}

// chunkMost is how many bytes a chunk has at most.
const chunkMost = 1 << 20

// chunks puts texts into chunks, each behind the letters BINP and its length in four
// bytes, the lowest first.
type chunks struct {
	w    io.Writer
	held []byte
}

func (c *chunks) Write(p []byte) (int, error) {
	if len(c.held)+len(p) > chunkMost {
		if err := c.flush(); err != nil {
			return 0, err
		}
	}
	c.held = append(c.held, p...)
	return len(p), nil
}

// flush ends a chunk.
func (c *chunks) flush() error {
	if len(c.held) == 0 {
		return nil
	}
	head := binary.LittleEndian.AppendUint32([]byte("BINP"), uint32(len(c.held)))
	_, err := c.w.Write(head)
	if err == nil {
		_, err = c.w.Write(c.held)
	}
	c.held = c.held[:0]
	return err
}
