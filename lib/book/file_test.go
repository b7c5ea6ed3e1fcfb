package book_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"qikit.dev/qikit/internal/booktest"
	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/book/generate"
	"qikit.dev/qikit/lib/engine"
)

func TestOpen_whatIsNoBook(t *testing.T) {
	o := fakeOptions(t, "mnk")
	o.Games = 60
	b, _ := made(t, o)
	whole, err := os.ReadFile(o.Out)
	if err != nil {
		t.Fatal(err)
	}
	sqliteFile := func(statements ...string) []byte {
		path := filepath.Join(t.TempDir(), "f")
		db, err := sql.Open("sqlite", path)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range statements {
			if _, err := db.Exec(s); err != nil {
				t.Fatal(err)
			}
		}
		db.Close()
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	scribbled := bytes.Clone(whole)
	for i := 4096; i < len(scribbled); i++ {
		scribbled[i] = 0xff
	}
	if len(whole) < 8*4096 {
		t.Fatalf("the book has only %d bytes", len(whole))
	}
	newer := bytes.Clone(whole)
	newer[63] = 9 // the low byte of user_version in SQLite's header
	for _, c := range []struct {
		name string
		text []byte
		is   error
		want string
	}{
		{"empty", nil, book.ErrNoBook, "empty"},
		{"text", []byte("once upon a time there was a book"), book.ErrNoBook, "does not begin as an SQLite file"},
		{"other SQLite file", sqliteFile("CREATE TABLE t (x)"), book.ErrNoBook, "another program"},
		{"newer book", newer, book.ErrVersion, "version 9"},
		{"cut short", whole[:len(whole)/2], book.ErrCorrupt, ""},
		{"cut to its header", whole[:100], book.ErrCorrupt, ""},
		{"scribbled over", scribbled, book.ErrCorrupt, ""},
		{"tables missing", sqliteFile(fmt.Sprintf("PRAGMA application_id = %d", 0x514B424B), "PRAGMA user_version = 1", "CREATE TABLE job (x)"), book.ErrCorrupt, ""},
	} {
		path := filepath.Join(t.TempDir(), "f.qkb")
		if err := os.WriteFile(path, c.text, 0o644); err != nil {
			t.Fatal(err)
		}
		opened, err := book.Open(path)
		if opened != nil {
			opened.Close()
		}
		if !errors.Is(err, c.is) || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: err = %v, want %v with %q and the path", c.name, err, c.is, c.want)
		}
		if c.text == nil {
			continue // resume starts a job in an empty file
		}
		resumed := o
		resumed.Out, resumed.Resume = path, true
		if _, err := generate.Book(t.Context(), resumed, nil); !errors.Is(err, c.is) {
			t.Errorf("%s: resume: err = %v, want %v", c.name, err, c.is)
		}
		if after, _ := os.ReadFile(path); !bytes.Equal(after, c.text) {
			t.Errorf("%s: the file was changed", c.name)
		}
	}
	if _, err := book.Open(filepath.Join(t.TempDir(), "none")); !errors.Is(err, book.ErrFile) || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: err = %v, want ErrFile and fs.ErrNotExist", err)
	}
	if _, err := book.Open(t.TempDir()); !errors.Is(err, book.ErrNoBook) {
		t.Errorf("directory: err = %v, want ErrNoBook", err)
	}
	if n, err := b.Len(); err != nil || n == 0 {
		t.Errorf("the whole book: %d, %v", n, err)
	}
}

// Damage that only shows where it is read is an error there, not a panic.
func TestBook_damageWithin(t *testing.T) {
	o := fakeOptions(t, "mnk")
	o.Games = 30
	made(t, o)
	whole, err := os.ReadFile(o.Out)
	if err != nil {
		t.Fatal(err)
	}
	faults := 0
	for page := 1; page < len(whole)/4096; page++ {
		text := bytes.Clone(whole)
		for i := range 2048 {
			text[page*4096+i] ^= 0x5a
		}
		path := filepath.Join(t.TempDir(), "f.qkb")
		if err := os.WriteFile(path, text, 0o644); err != nil {
			t.Fatal(err)
		}
		b, err := book.Open(path)
		if err != nil {
			faults++
			continue
		}
		for _, err = range b.Records() {
			if err != nil {
				break
			}
		}
		if err == nil {
			_, err = b.Stats(t.Context())
		}
		if err == nil {
			_, err = b.Lookup("")
		}
		if err != nil {
			faults++
			if !errors.Is(err, book.ErrCorrupt) && !errors.Is(err, book.ErrFile) && !errors.Is(err, book.ErrNotFound) {
				t.Errorf("page %d: %v, want ErrCorrupt", page, err)
			}
		}
		b.Close()
	}
	if faults < 4 {
		t.Errorf("only %d damaged pages were noticed", faults)
	}
}

func TestOpen_readOnlyPlace(t *testing.T) {
	o := fakeOptions(t, "mnk")
	_, s := made(t, o)
	dir := t.TempDir()
	text, err := os.ReadFile(o.Out)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "odd name?#%41 ü.qkb")
	if err := os.WriteFile(path, text, 0o444); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, 0o555); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(dir, 0o755)
	b, err := book.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if n, err := b.Len(); err != nil || n != s.Positions {
		t.Errorf("Len = %d, %v, want %d", n, err, s.Positions)
	}
	if _, err := b.Lookup(""); err != nil {
		t.Error(err)
	}
}

func TestCreate(t *testing.T) {
	path := filepath.Join(t.TempDir(), "b.qkb")
	o := book.DefaultCreate()
	o.Game = "mnk"
	b, err := book.Create(path, o)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if n, err := b.Len(); err != nil || n != 0 || b.Game() != "mnk" {
		t.Errorf("a new book of %s has %d records, %v", b.Game(), n, err)
	}
	if _, err := book.Create(path, o); !errors.Is(err, book.ErrExists) {
		t.Errorf("again: err = %v, want ErrExists", err)
	}
	o.Preset = "plus"
	if _, err := book.Create(path+"2", o); !errors.Is(err, book.ErrOptions) {
		t.Errorf("bad preset: err = %v, want ErrOptions", err)
	}
	resumed := fakeOptions(t, "mnk")
	resumed.Out, resumed.Resume = path, true
	if _, err := generate.Book(t.Context(), resumed, nil); !errors.Is(err, generate.ErrResume) {
		t.Errorf("resuming a book made by hand: err = %v, want ErrResume", err)
	}
}

func TestGenerate_fullDiskLosesNothing(t *testing.T) {
	o := fakeOptions(t, "mnk")
	o.Games = 150
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	o.Engines = func(player int) (engine.Engine, error) { return &booktest.Fake{Label: "fake"}, nil }
	book.LimitPages(22)
	s, err := generate.Book(ctx, o, nil)
	book.LimitPages(0)
	if !errors.Is(err, book.ErrFile) || !strings.Contains(err.Error(), "full") {
		t.Fatalf("err = %v, want ErrFile that says full", err)
	}
	if s.Games == 0 || s.Positions == 0 || s.Complete {
		t.Errorf("summary = %+v, want what was made before", s)
	}
	o.Resume = true
	b, s := made(t, o)
	got := booktest.Export(t, b, "jsonl")
	whole := fakeOptions(t, "mnk")
	whole.Games = 150
	b, _ = made(t, whole)
	if booktest.Export(t, b, "jsonl") != got || s.Games != 150 {
		t.Error("the book resumed after a full disk differs")
	}
}

func TestLen_followsEveryChange(t *testing.T) {
	o := fakeOptions(t, "mnk")
	o.Games = 20
	b, s := made(t, o)
	db, err := sql.Open("sqlite", b.Path())
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	count := func() int64 {
		var n int64
		if err := db.QueryRow("SELECT count(*) FROM positions").Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	check := func(when string) {
		t.Helper()
		if n, err := b.Len(); err != nil || n != count() || n == 0 {
			t.Errorf("%s: Len = %d, %v, want %d", when, n, err, count())
		}
	}
	check("generated")
	if count() != s.Positions {
		t.Errorf("%d positions, the summary has %d", count(), s.Positions)
	}
	seed := uint64(99)
	p := fakeOptions(t, "mnk")
	p.Seed = &seed
	other, _ := made(t, p)
	if _, err := b.Merge(t.Context(), other.Path(), nil); err != nil {
		t.Fatal(err)
	}
	check("merged")
	prune := book.DefaultPrune()
	prune.MinCount = 2
	if _, err := b.Prune(t.Context(), prune); err != nil {
		t.Fatal(err)
	}
	check("pruned")
}
