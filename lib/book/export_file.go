package book

import (
	"bufio"
	"context"
	"fmt"
	"os"
)

// format writes a book to a new file and counts what it wrote.
type format func(ctx context.Context, b *Book, path string, o ExportOptions, tell func(done int64)) (records int64, err error)

// text is a format of one text for each record.
func text(head []byte, write func(b *Book, o ExportOptions, dst []byte, r *Record) ([]byte, error)) format {
	return func(ctx context.Context, b *Book, path string, o ExportOptions, tell func(int64)) (records int64, err error) {
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
				if line, err = write(b, o, line[:0], &r); err != nil {
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

// writeFile makes a file with the output of write.
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
