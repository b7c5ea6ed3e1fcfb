package book

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"qikit.dev/qikit/internal/pagesum"
	"qikit.dev/qikit/internal/plainfile"
	"qikit.dev/qikit/lib/job"
)

// checkSchemaName names the JSON of a Checked.
const checkSchemaName = "qikit/book-check/1"

// faultsMost bounds the faults that a report lists.
const faultsMost = 100

// Checked is what Check found.
type Checked struct {
	Schema    string   `json:"schema"`
	Path      string   `json:"path"`
	Sound     bool     `json:"sound"`     // nothing is wrong
	Checksums bool     `json:"checksums"` // pages have checksums; without them a changed score or result is not found
	PageSize  int      `json:"page_size"` // bytes
	Pages     int64    `json:"pages"`
	Damaged   int64    `json:"damaged"`   // pages with another checksum than was written
	BadPages  []int64  `json:"bad_pages"` // the first thousand of them, from 1; page n begins at byte (n-1) * page_size
	Missing   int64    `json:"missing"`   // pages that are cut off at the end
	Records   int64    `json:"records"`   // that were compared with their games
	Faults    []string `json:"faults"`    // the first hundred other faults, each with its place
}

// JSON writes the report as an object with a field schema.
func (c Checked) JSON() []byte { return mustJSON(c) }

// fault takes in what is wrong beside the checksums.
func (c *Checked) fault(format string, args ...any) {
	c.Sound = false
	if len(c.Faults) < faultsMost {
		c.Faults = append(c.Faults, fmt.Sprintf(format, args...))
	}
}

// Check reads a whole book file: the checksum of each page, the order of SQLite's
// tables, and each position, which must be the one on the board where its game is
// played to it. Damage is what the report is for, and no error; an error is a file that
// is no book (ErrNoBook), is newer (ErrVersion) or cannot be read (ErrFile). It goes
// through about 20,000 records a second. progress may be nil.
func Check(ctx context.Context, path string, progress func(Progress)) (Checked, error) {
	c := Checked{Schema: checkSchemaName, Path: path, Sound: true, BadPages: []int64{}, Faults: []string{}}
	if err := checkHeader(path); err != nil && !errors.Is(err, ErrCorrupt) {
		return c, err
	}
	clock := NewClock(progress)
	clock.Enter("check")
	if err := c.pages(ctx, clock); err != nil {
		return c, err
	}
	b, err := Open(path)
	switch {
	case errors.Is(err, ErrCorrupt) || err != nil && !c.Sound:
		c.fault("%v", err)
		return c, nil
	case err != nil:
		return c, err
	}
	defer b.Close()
	if c.Sound { // what reads damaged pages only finds them again
		if err := c.order(ctx, b); err != nil {
			return c, err
		}
	}
	if err := c.records(ctx, b, clock); err != nil {
		return c, err
	}
	clock.Finish()
	return c, nil
}

// pages checks the checksums.
func (c *Checked) pages(ctx context.Context, clock *Clock) error {
	f, err := plainfile.Open(c.Path)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrFile, err)
	}
	defer f.Close()
	r, err := pagesum.Scan(ctx, f, func(done, total int64) {
		clock.Start(done, total)
		clock.Step(0, 0)
	})
	if errors.Is(err, pagesum.ErrNoHeader) {
		c.fault("the header at the beginning of the file: %v", err)
		return nil
	}
	if err != nil && ctx.Err() == nil {
		err = fmt.Errorf("%w: %w", ErrFile, err)
	}
	c.Checksums, c.PageSize, c.Pages, c.Missing, c.Damaged = r.Sums, r.Size, r.Pages, r.Missing, r.Wrong
	c.BadPages = append(c.BadPages, r.Bad...)
	c.Sound = c.Sound && r.Wrong == 0 && r.Missing == 0
	return err
}

// order checks that SQLite's tables and indexes are what they should be.
func (c *Checked) order(ctx context.Context, b *Book) error {
	var text string
	err := each(ctx, b.db, fmt.Sprintf("PRAGMA integrity_check(%d)", faultsMost), nil, []any{&text}, func() error {
		if text != "ok" {
			c.fault("%s", text)
		}
		return nil
	})
	return c.read(ctx, err)
}

// read turns an error of reading into a fault, unless the work was cancelled.
func (c *Checked) read(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if err = fileError(c.Path, err); err != nil {
		c.fault("%v", err)
	}
	return nil
}

// records compares every position with its game.
func (c *Checked) records(ctx context.Context, b *Book, clock *Clock) error {
	total, err := b.Len()
	if err != nil {
		return c.read(ctx, err)
	}
	clock.Start(0, total)
	w := b.walk(-1, "")
	var sum uint64 // over what the index should have
	for {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		p, ok, err := w.next(ctx)
		if err != nil {
			return c.read(ctx, err)
		}
		if !ok {
			break
		}
		list := identities(w.board, b.job.Preset)
		if list[0] != p.identity {
			c.fault("position %d: %q, expected %q after %d plies of game %d", p.id, p.identity, list[0], p.ply, p.game)
		}
		sum += entry{keyOf(list), p.id}.hash()
		c.Records++
		clock.Reach(c.Records, 1)
	}
	if c.Records != total {
		c.fault("%d positions, expected %d", c.Records, total)
	}
	if b.ask.Load().find == nil || !b.job.Complete { // a job under way adds positions meanwhile
		return nil
	}
	return c.index(ctx, b, sum)
}

// index checks that the positions are found by their keys.
func (c *Checked) index(ctx context.Context, b *Book, want uint64) error {
	var sum uint64
	var row sql.RawBytes
	text := "SELECT entries FROM keys"
	if b.ask.Load().version >= repeatsVersion {
		text = readIndex
	}
	err := each(ctx, b.db, text, nil, []any{&row}, func() error {
		for i := range block(row).len() {
			sum += block(row).at(i).hash()
		}
		return nil
	})
	if err == nil && sum != want {
		c.fault("the index in the table keys does not lead to every position: look-ups miss some")
	}
	return c.read(ctx, err)
}

// CheckWork is Check as the work of a job.
func CheckWork(path string) job.Work {
	return Work(func(ctx context.Context, progress func(Progress)) (Checked, error) { return Check(ctx, path, progress) }, nil)
}
