//go:build unix

package book_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/book/generate"
)

// Files that block, never end or are nothing but size are refused before anything waits
// for them: without the check this test does not end.
func TestBook_filesThatBlockOrNeverEnd(t *testing.T) {
	dir := t.TempDir()
	pipe, hole := filepath.Join(dir, "pipe.qkb"), filepath.Join(dir, "hole.qkb")
	if err := syscall.Mkfifo(pipe, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(hole, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(hole, 8<<30); err != nil {
		t.Fatal(err)
	}
	o := book.DefaultCreate()
	o.Game = "xiangqi"
	b, err := book.Create(filepath.Join(dir, "b.qkb"), o)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	for _, c := range []struct{ path, asBook, asText string }{
		{pipe, "is a pipe", "is a pipe"},
		{"/dev/zero", "is a device", "is a device"},
		{hole, "does not begin as an SQLite file", "over 1048576 zero bytes"},
	} {
		check := func(call string, err, is error, word string) {
			t.Helper()
			if !errors.Is(err, is) || !strings.Contains(err.Error(), word) || !strings.Contains(err.Error(), c.path) {
				t.Errorf("%s(%s) = %v, want %v that says %q and the path", call, c.path, err, is, word)
			}
		}
		opened, err := book.Open(c.path)
		if opened != nil {
			opened.Close()
		}
		check("Open", err, book.ErrNoBook, c.asBook)
		_, err = b.Merge(t.Context(), c.path, nil)
		check("Merge", err, book.ErrNoBook, c.asBook)
		resumed := fakeOptions(t, "mnk")
		resumed.Out, resumed.Resume = c.path, true
		_, err = generate.Book(t.Context(), resumed, nil)
		check("resume", err, book.ErrNoBook, c.asBook)
		_, err = b.AddGames(t.Context(), c.path, nil)
		check("AddGames", err, book.ErrFile, c.asText)
		for _, suffix := range []string{".plain", ".bin", ".plain.gz", ".plain.zst", ".xqb"} {
			path := filepath.Join(t.TempDir(), "x"+suffix)
			if err := os.Symlink(c.path, path); err != nil {
				t.Fatal(err)
			}
			if _, err := b.AddGames(t.Context(), path, nil); err == nil || !strings.Contains(err.Error(), path) {
				t.Errorf("AddGames(%s to %s) = %v, want an error that says the path", path, c.path, err)
			}
		}
		first := fakeOptions(t, "mnk")
		first.Out, first.Initial = filepath.Join(dir, "new.qkb"), generate.Initial{File: c.path}
		_, err = generate.Book(t.Context(), first, nil)
		check("initial", err, book.ErrFile, "")
	}
	ends := fakeOptions(t, "xiangqi")
	if err := os.Rename(hole, hole+".pgn"); err != nil {
		t.Fatal(err)
	}
	ends.Out, ends.Initial = filepath.Join(dir, "new.qkb"), generate.Initial{File: hole + ".pgn"}
	if _, err := generate.Book(t.Context(), ends, nil); !errors.Is(err, book.ErrFile) {
		t.Errorf("initial(%s.pgn) = %v, want ErrFile", hole, err)
	}
	if n, err := b.Len(); err != nil || n != 0 {
		t.Errorf("Len = %d, %v after files that were refused, want 0", n, err)
	}
}
