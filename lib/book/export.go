package book

import (
	"bufio"
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// exportSchema names the JSON of an Exported.
const exportSchema = "qikit/export/1"

// Exported is what an export has written.
type Exported struct {
	Schema  string `json:"schema"`
	Path    string `json:"path"`
	Format  string `json:"format"`
	Records int64  `json:"records"` // lines, games or rows, as the format has them
	Bytes   int64  `json:"bytes"`
}

// JSON writes the report as an object with a field schema.
func (e Exported) JSON() []byte { return mustJSON(e) }

// format writes a book in some form to a file that is ours alone, and counts
// what it wrote.
type format func(ctx context.Context, b *Book, path string, tell func(done int64)) (records int64, err error)

// formats by name.
var formats = map[string]format{
	"jsonl": text(nil, writeJSONL),
	"csv":   text(csvLine(csvColumns), writeCSV),
	"epd":   text(nil, writeEPD),
	"plain": text(nil, writePlain),
	"pgn":   writePGN,
	"xqb":   writeXQB,
}

// Export writes the book to a file as "jsonl", "pgn", "epd", "csv", "plain" or
// "xqb". The file appears whole under its name, in place of one that was there,
// or not at all. progress may be nil.
func (b *Book) Export(ctx context.Context, path, name string, progress func(Progress)) (Exported, error) {
	e := Exported{Schema: exportSchema, Path: path, Format: name}
	write, ok := formats[name]
	if !ok {
		return e, fmt.Errorf("%w: %q, expected one of %s", ErrFormat, name, strings.Join(slices.Sorted(maps.Keys(formats)), ", "))
	}
	total, err := b.Len()
	if err != nil {
		return e, err
	}
	// The rename below would put a file in a device's or a pipe's place.
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return e, fmt.Errorf("%w: %s is no regular file, expected a new name or a file to replace", ErrFile, path)
	}
	// A directory of our own beside the target: whatever lands in it, a rename
	// puts the file in place on the same disk.
	dir, err := os.MkdirTemp(filepath.Dir(path), ".qikit-export-*")
	if err != nil {
		return e, fmt.Errorf("%w: %w", ErrFile, err)
	}
	defer os.RemoveAll(dir)
	c := newClock(progress)
	c.start(0, total)
	c.enter("export")
	temporary := filepath.Join(dir, "export")
	e.Records, err = write(ctx, b, temporary, func(done int64) { c.step(done-c.steps, done-c.steps) })
	if err != nil {
		return e, err
	}
	info, err := os.Stat(temporary)
	if err == nil {
		e.Bytes = info.Size()
		err = os.Rename(temporary, path)
	}
	if err != nil {
		return e, fmt.Errorf("%w: %w", ErrFile, err)
	}
	c.finish()
	return e, nil
}

// text is a format of one text for each record.
func text(head []byte, write func(b *Book, dst []byte, r *Record) ([]byte, error)) format {
	return func(ctx context.Context, b *Book, path string, tell func(int64)) (records int64, err error) {
		err = writeFile(path, func(w *bufio.Writer) error {
			if _, err := w.Write(head); err != nil {
				return err
			}
			var line []byte
			var seen int64
			for r, err := range b.records(ctx, -1) {
				if err != nil {
					return err
				}
				if line, err = write(b, line[:0], &r); err != nil {
					return err
				}
				if _, err := w.Write(line); err != nil {
					return fmt.Errorf("%w: %w", ErrFile, err)
				}
				if len(line) > 0 {
					records++
				}
				seen++
				tell(seen)
				if ctx.Err() != nil {
					return context.Cause(ctx)
				}
			}
			return nil
		})
		return records, err
	}
}

// writeFile makes a file of what write writes.
func writeFile(path string, write func(w *bufio.Writer) error) error {
	f, err := os.Create(path)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrFile, err)
	}
	w := bufio.NewWriterSize(f, 1<<16)
	if err := write(w); err != nil {
		f.Close()
		return err
	}
	if err := w.Flush(); err != nil {
		f.Close()
		return fmt.Errorf("%w: %w", ErrFile, err)
	}
	if err := f.Close(); err != nil {
		return fmt.Errorf("%w: %w", ErrFile, err)
	}
	return nil
}

func writeJSONL(_ *Book, dst []byte, r *Record) ([]byte, error) {
	return append(append(dst, r.JSON()...), '\n'), nil
}
