package book

import (
	"bufio"
	"context"
)

// export is one export on its way.
type export struct {
	book    *Book
	o       ExportOptions
	w       *bufio.Writer
	scratch string           // a directory that is removed in the end
	tell    func(done int64) // takes the number of positions that are done
}

// format writes the book of an export and counts what it wrote.
type format func(ctx context.Context, x *export) (records int64, err error)

// text is a format of one text for each record.
func text(head []byte, write func(x *export, dst []byte, r *Record) ([]byte, error)) format {
	return func(ctx context.Context, x *export) (records int64, err error) {
		if _, err := x.w.Write(head); err != nil {
			return 0, err
		}
		var line []byte
		w := x.book.walk(-1, x.o.where())
		for p, err := range w.filtered(ctx, &x.o, x.tell) {
			if err != nil {
				return records, err
			}
			r := w.record(p)
			if line, err = write(x, line[:0], &r); err != nil {
				return records, err
			}
			if _, err := x.w.Write(line); err != nil {
				return records, err
			}
			if len(line) > 0 {
				records++
			}
		}
		return records, nil
	}
}
