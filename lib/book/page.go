package book

import (
	"context"
	"fmt"
)

// PageMax is how many records Page gives at most.
const PageMax = 10000

// Page reads records in order of game and ply as JSON lines: at most `most` (1
// to PageMax) from a cursor on, 0 at first. next is the cursor after the last of
// them; no lines mean that there are no more. Another number is ErrOptions.
func (b *Book) Page(cursor uint64, most int) (lines []byte, next uint64, err error) {
	if most < 1 || most > PageMax {
		return nil, cursor, fmt.Errorf("%w: %d records at once, expected 1 to %d", ErrOptions, most, PageMax)
	}
	const last = 1 << 62
	if cursor > last {
		return nil, cursor, nil
	}
	w := b.walk(int64(cursor)-1, "")
	for range most {
		p, ok, err := w.next(context.Background())
		if err = b.orClosed(err); err != nil {
			return nil, cursor, err
		}
		if !ok {
			break
		}
		r := w.record(p)
		lines = append(appendRecord(lines, &r, allFields), '\n')
		next = uint64(w.last) + 1
	}
	return lines, max(next, cursor), nil
}
