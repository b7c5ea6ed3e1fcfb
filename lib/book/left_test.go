package book_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"qikit.dev/qikit/internal/booktest"
	"qikit.dev/qikit/internal/plainfile"
	"qikit.dev/qikit/lib/book"
)

// names lists a directory.
func names(t *testing.T, dir string) (list []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

// Whoever has read or changed a book leaves the file alone, and nothing beside it; a log
// with something in it stays where it was only read.
func TestClose_leavesNothing(t *testing.T) {
	o := fakeOptions(t, "mnk")
	first, _ := made(t, o)
	first.Close()
	whole, err := os.ReadFile(o.Out)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "b.qkb")
	if err := os.WriteFile(path, whole, 0o644); err != nil {
		t.Fatal(err)
	}
	opened := func() *book.Book {
		b, err := book.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	check := func(when string) {
		t.Helper()
		if list := names(t, dir); !slices.Equal(list, []string{"b.qkb"}) {
			t.Errorf("%s: %v, want only the book", when, list)
		}
	}
	a, b := opened(), opened()
	a.Lookup("")
	b.Lookup("")
	a.Close()
	if _, err := b.Lookup(""); err != nil {
		t.Errorf("another who has it open: %v", err)
	}
	b.Close()
	check("read twice")
	a = opened()
	booktest.Export(t, a, "jsonl")
	a.Close()
	if _, err := book.Check(t.Context(), path, nil); err != nil {
		t.Error(err)
	}
	if _, err := book.Repair(t.Context(), path, filepath.Join(t.TempDir(), "out.qkb"), nil); err != nil {
		t.Error(err)
	}
	check("read in every way")
	if now, err := os.ReadFile(path); err != nil || string(now) != string(whole) {
		t.Errorf("the file has changed by reading, %v", err)
	}
	a = opened()
	a.Lookup("")
	if _, err := a.Minimax(t.Context(), nil); err != nil {
		t.Error(err)
	}
	a.Close()
	check("changed")
}

// What an export that was killed has left is removed by the next one to that directory;
// what is young, or in use, or something else, stays.
func TestExport_sweepsWhatWasLeft(t *testing.T) {
	o := fakeOptions(t, "mnk")
	b, _ := made(t, o)
	dir := t.TempDir()
	old := time.Now().Add(-48 * time.Hour)
	for _, name := range []string{".qikit-export-1", ".qikit-export-2", ".qikit-export-3", "other"} {
		left := filepath.Join(dir, name)
		if err := os.Mkdir(left, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(left, "export"), []byte("half"), 0o600); err != nil {
			t.Fatal(err)
		}
		if name != ".qikit-export-2" {
			if err := os.Chtimes(left, old, old); err != nil {
				t.Fatal(err)
			}
		}
	}
	held, ok := plainfile.Hold(filepath.Join(dir, ".qikit-export-3"))
	if !ok {
		t.Fatal("a directory that nobody uses is not held")
	}
	want := []string{".qikit-export-2", "other", "x.jsonl"}
	if held != nil { // the system can mark what is in use
		defer held.Close()
		want = slices.Insert(want, 1, ".qikit-export-3")
	}
	if _, err := b.Export(t.Context(), filepath.Join(dir, "x.jsonl"), "jsonl", book.ExportOptions{}, nil); err != nil {
		t.Fatal(err)
	}
	if list := names(t, dir); !slices.Equal(list, want) {
		t.Errorf("%v, want %v: what is young, in use or something else", list, want)
	}
}
