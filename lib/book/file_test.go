package book

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestOpen_whatIsNoBook(t *testing.T) {
	o := fakeOptions(t, "mnk")
	o.Games = 60
	b, _ := generate(t, o)
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
		{"empty", nil, ErrNoBook, "empty"},
		{"text", []byte("once upon a time there was a book"), ErrNoBook, "does not begin as an SQLite file"},
		{"other SQLite file", sqliteFile("CREATE TABLE t (x)"), ErrNoBook, "another program"},
		{"newer book", newer, ErrVersion, "version 9"},
		{"cut short", whole[:len(whole)/2], ErrCorrupt, ""},
		{"cut to its header", whole[:100], ErrCorrupt, ""},
		{"scribbled over", scribbled, ErrCorrupt, ""},
		{"tables missing", sqliteFile(fmt.Sprintf("PRAGMA application_id = %d", applicationID), "PRAGMA user_version = 1", "CREATE TABLE job (x)"), ErrCorrupt, ""},
	} {
		path := filepath.Join(t.TempDir(), "f.qkb")
		if err := os.WriteFile(path, c.text, 0o644); err != nil {
			t.Fatal(err)
		}
		opened, err := Open(path)
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
		if _, err := Generate(t.Context(), resumed, nil); !errors.Is(err, c.is) {
			t.Errorf("%s: resume: err = %v, want %v", c.name, err, c.is)
		}
		if after, _ := os.ReadFile(path); !bytes.Equal(after, c.text) {
			t.Errorf("%s: the file was changed", c.name)
		}
	}
	if _, err := Open(filepath.Join(t.TempDir(), "none")); !errors.Is(err, ErrFile) || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: err = %v, want ErrFile and fs.ErrNotExist", err)
	}
	if _, err := Open(t.TempDir()); !errors.Is(err, ErrNoBook) {
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
	generate(t, o)
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
		b, err := Open(path)
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
			if !errors.Is(err, ErrCorrupt) && !errors.Is(err, ErrFile) && !errors.Is(err, ErrNotFound) {
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
	_, s := generate(t, o)
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
	b, err := Open(path)
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
	o := DefaultCreate()
	o.Game = "mnk"
	b, err := Create(path, o)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if n, err := b.Len(); err != nil || n != 0 || b.Game() != "mnk" {
		t.Errorf("a new book of %s has %d records, %v", b.Game(), n, err)
	}
	if _, err := Create(path, o); !errors.Is(err, ErrExists) {
		t.Errorf("again: err = %v, want ErrExists", err)
	}
	o.Preset = "plus"
	if _, err := Create(path+"2", o); !errors.Is(err, ErrOptions) {
		t.Errorf("bad preset: err = %v, want ErrOptions", err)
	}
	resumed := fakeOptions(t, "mnk")
	resumed.Out, resumed.Resume = path, true
	if _, err := Generate(t.Context(), resumed, nil); !errors.Is(err, ErrResume) {
		t.Errorf("resuming a book made by hand: err = %v, want ErrResume", err)
	}
}
