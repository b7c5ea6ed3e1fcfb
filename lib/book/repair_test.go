package book_test

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"qikit.dev/qikit/internal/booktest"
	"qikit.dev/qikit/internal/pagesum"
	"qikit.dev/qikit/lib/book"
)

// lines are the records of a book as JSON lines.
func lines(t *testing.T, path string) []string {
	t.Helper()
	return strings.Split(strings.TrimSpace(booktest.Export(t, booktest.Open(t, path), "jsonl")), "\n")
}

func checked(t *testing.T, path string) book.Checked {
	t.Helper()
	c, err := book.Check(t.Context(), path, nil)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// written writes bytes to a new file.
func written(t *testing.T, text []byte) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "f.qkb")
	if err := os.WriteFile(path, text, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestCheckAndRepair_soundBook(t *testing.T) {
	o := fakeOptions(t, "mnk")
	_, s := made(t, o)
	c := checked(t, o.Out)
	if !c.Sound || !c.Checksums || c.Damaged != 0 || c.Records != s.Positions || len(c.Faults) != 0 || c.Pages == 0 {
		t.Errorf("Check = %+v, want a sound book of %d records", c, s.Positions)
	}
	out := filepath.Join(t.TempDir(), "copy.qkb")
	r, err := book.Repair(t.Context(), o.Out, out, nil)
	if err != nil || !r.Complete || r.Lost != 0 || r.Positions != s.Positions || r.Games != s.Games {
		t.Errorf("Repair = %+v, %v, want all of %d positions and %d games", r, err, s.Positions, s.Games)
	}
	if !slices.Equal(lines(t, out), lines(t, o.Out)) {
		t.Error("the copy has other records")
	}
	if c := checked(t, out); !c.Sound || !c.Checksums {
		t.Errorf("Check of the copy = %+v", c)
	}
	if _, err := book.Repair(t.Context(), o.Out, out, nil); !errors.Is(err, book.ErrExists) {
		t.Errorf("onto a file: err = %v, want ErrExists", err)
	}
	resumed := o
	resumed.Out, resumed.Resume = out, true
	made(t, resumed) // the copy is of the same job
}

// withoutCounts are records without their counts.
func withoutCounts(records []string) (list []string) {
	for _, line := range records {
		line, _, _ = strings.Cut(line, `,"count":`)
		list = append(list, line)
	}
	return list
}

// Whichever page is damaged, Check names it, and Repair saves every record that does
// not need it.
func TestCheckAndRepair_eachPage(t *testing.T) {
	o := fakeOptions(t, "mnk")
	o.Games = 25
	made(t, o)
	whole, err := os.ReadFile(o.Out)
	if err != nil {
		t.Fatal(err)
	}
	want := lines(t, o.Out)
	const size = 4096
	saved, repaired := 0, 0
	for page := 1; page <= len(whole)/size; page++ {
		text := bytes.Clone(whole)
		text[(page-1)*size+1000+page*31%3000] ^= 4
		path := written(t, text)
		if c := checked(t, path); c.Sound || c.Damaged != 1 || !slices.Equal(c.BadPages, []int64{int64(page)}) || c.PageSize != size {
			t.Errorf("page %d: Check = %+v, want that page", page, c)
		}
		out := filepath.Join(t.TempDir(), "out.qkb")
		r, err := book.Repair(t.Context(), path, out, nil)
		if err != nil {
			if !errors.Is(err, book.ErrCorrupt) {
				t.Errorf("page %d: %v, want ErrCorrupt where nothing can be saved", page, err)
			}
			if _, err := os.Stat(out); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("page %d: a file is left where nothing could be saved", page)
			}
			continue
		}
		repaired++
		if c := checked(t, out); !c.Sound || c.Records != r.Positions {
			t.Errorf("page %d: the repaired book: %+v, want it sound with %d records", page, c, r.Positions)
		}
		got, known := lines(t, out), want
		if r.Uncounted {
			got, known = withoutCounts(got), withoutCounts(want)
		}
		for _, line := range got {
			if line != "" && !slices.Contains(known, line) {
				t.Errorf("page %d: a record that was not there: %s", page, line)
			}
		}
		saved += len(got)
		if r.Complete && !slices.Equal(got, want) {
			t.Errorf("page %d: %+v, and the records differ", page, r)
		}
	}
	if all := len(whole) / size; repaired < all-1 || saved < repaired*len(want)*6/10 {
		t.Errorf("%d of %d damaged books were repaired, with %d of %d records", repaired, all, saved, repaired*len(want))
	}
	if now, err := os.ReadFile(o.Out); err != nil || !bytes.Equal(now, whole) {
		t.Error("the book itself was changed")
	}
}

// Where the first page is lost, a copy tells where the tables begin, also after the file
// was rewritten; without the copy SQLite's own list may be whole behind the first page.
func TestRepair_firstPageLost(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(path string)
	}{
		{"as it was made", func(string) {}},
		{"rewritten", func(path string) {
			b := booktest.Open(t, path)
			p := book.DefaultPrune()
			p.MinMoveCount, p.Compact = 2, true
			if _, err := b.Prune(t.Context(), p); err != nil {
				t.Fatal(err)
			}
			b.Close()
		}},
		{"of before the copy", func(path string) { change(t, "file:"+path+"?vfs="+pagesum.VFS, "DROP TABLE catalog") }},
	} {
		o := fakeOptions(t, "mnk")
		o.Games = 25
		b, _ := made(t, o)
		b.Close()
		c.change(o.Out)
		want := lines(t, o.Out)
		whole, err := os.ReadFile(o.Out)
		if err != nil {
			t.Fatal(err)
		}
		for name, fill := range map[string]byte{"zeros": 0, "ones": 0xff} {
			text := bytes.Clone(whole)
			copy(text, bytes.Repeat([]byte{fill}, pagesum.NewPageSize))
			path := written(t, text)
			out := filepath.Join(t.TempDir(), "out.qkb")
			r, err := book.Repair(t.Context(), path, out, nil)
			if err != nil || r.Complete {
				t.Errorf("%s, %s: Repair = %s, %v, want a book that is not complete", c.name, name, r.JSON(), err)
				continue
			}
			if !slices.Equal(lines(t, out), want) {
				t.Errorf("%s, %s: the repaired book has other records", c.name, name)
			}
			if c := checked(t, out); !c.Sound {
				t.Errorf("%s: Check = %s", name, c.JSON())
			}
			if now, err := os.ReadFile(path); err != nil || !bytes.Equal(now, text) {
				t.Errorf("%s, %s: the damaged file was changed, %v", c.name, name, err)
			}
		}
	}
}

func TestCheckAndRepair_cutShort(t *testing.T) {
	o := fakeOptions(t, "mnk")
	o.Games = 60
	made(t, o)
	whole, err := os.ReadFile(o.Out)
	if err != nil {
		t.Fatal(err)
	}
	path := written(t, whole[:len(whole)*3/4+100])
	if c := checked(t, path); c.Sound || c.Missing == 0 {
		t.Errorf("Check = %+v, want missing pages", c)
	}
	out := filepath.Join(t.TempDir(), "out.qkb")
	r, err := book.Repair(t.Context(), path, out, nil)
	if err != nil || r.Complete || r.Lost == 0 || r.Positions == 0 {
		t.Fatalf("Repair = %+v, %v, want what is left", r, err)
	}
	if c := checked(t, out); !c.Sound {
		t.Errorf("the repaired book: %+v", c)
	}
	b := booktest.Open(t, out)
	if _, err := b.Merge(t.Context(), o.Out, nil); err != nil {
		t.Errorf("merging into the repaired book: %v", err)
	}
}

func TestCheckAndRepair_whatIsNoBook(t *testing.T) {
	for name, path := range map[string]string{
		"text": written(t, []byte("once upon a time there was a book")), "directory": t.TempDir(), "empty": written(t, nil),
	} {
		if _, err := book.Check(t.Context(), path, nil); !errors.Is(err, book.ErrNoBook) {
			t.Errorf("%s: Check: %v, want ErrNoBook", name, err)
		}
		if _, err := book.Repair(t.Context(), path, filepath.Join(t.TempDir(), "out"), nil); !errors.Is(err, book.ErrNoBook) {
			t.Errorf("%s: Repair: %v, want ErrNoBook", name, err)
		}
	}
	none := filepath.Join(t.TempDir(), "none")
	if _, err := book.Check(t.Context(), none, nil); !errors.Is(err, book.ErrFile) || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: %v, want ErrFile and fs.ErrNotExist", err)
	}
	o := fakeOptions(t, "mnk")
	made(t, o)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	out := filepath.Join(t.TempDir(), "out")
	if _, err := book.Repair(ctx, o.Out, out, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if _, err := os.Stat(out); !errors.Is(err, fs.ErrNotExist) {
		t.Error("a cancelled repair leaves a file")
	}
	if _, err := book.Check(ctx, o.Out, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled check: %v", err)
	}
}

// A disk that is full in the middle of a change leaves the book as it was.
func TestBook_fullDiskDuringAChange(t *testing.T) {
	o := fakeOptions(t, "mnk")
	o.Games = 5
	b, _ := made(t, o)
	seed := uint64(31)
	more := fakeOptions(t, "mnk")
	more.Games, more.Seed = 400, &seed
	other, _ := made(t, more)
	before := booktest.Export(t, b, "jsonl")
	c := checked(t, o.Out)
	book.LimitPages(int(c.Pages) + 20)
	_, err := b.Merge(t.Context(), other.Path(), nil)
	book.LimitPages(0)
	if !errors.Is(err, book.ErrFile) || !strings.Contains(err.Error(), "full") {
		t.Fatalf("err = %v, want ErrFile that says full", err)
	}
	if booktest.Export(t, b, "jsonl") != before {
		t.Error("a merge that failed has changed the book")
	}
	if c := checked(t, o.Out); !c.Sound {
		t.Errorf("Check = %+v", c)
	}
	if _, err := b.Merge(t.Context(), other.Path(), nil); err != nil {
		t.Errorf("merging with room: %v", err)
	}
	if c := checked(t, o.Out); !c.Sound {
		t.Errorf("Check after the merge = %+v", c)
	}
}
