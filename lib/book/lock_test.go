package book_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"qikit.dev/qikit/internal/booktest"
	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/book/generate"
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
)

// Two programs that grow one book: here in one process, which excludes itself as well.
func TestLock_secondGenerationIsToldAtOnce(t *testing.T) {
	o := fakeOptions(t, "mnk")
	made(t, o)
	before := booktest.Export(t, booktest.Open(t, o.Out), "jsonl")
	link := filepath.Join(t.TempDir(), "link.qkb")
	if err := os.Symlink(o.Out, link); err != nil {
		t.Fatal(err)
	}
	first, second := o, o
	first.Resume, first.Games = true, 9
	tried := 0
	first.Engines = func(int) (engine.Engine, error) {
		return &booktest.Fake{Label: "fake", Fault: func(b game.Board) error {
			if len(b.Played(nil)) == 0 || tried > 0 { // in the middle of a game
				return nil
			}
			tried++
			for _, path := range []string{o.Out, link} {
				second.Out, second.Games = path, 12
				second.Resume = true
				_, err := generate.Book(t.Context(), second, nil)
				if want := fmt.Sprintf("held by process %d on ", os.Getpid()); !errors.Is(err, book.ErrBusy) || !strings.Contains(err.Error(), want) {
					t.Errorf("%s: err = %v, want ErrBusy with %q", path, err, want)
				}
			}
			return nil
		}}, nil
	}
	if s, err := generate.Book(t.Context(), first, nil); err != nil || s.Games != 9 || tried == 0 {
		t.Fatalf("the first one: %+v, %v, want 9 games", s, err)
	}
	if after := booktest.Export(t, booktest.Open(t, o.Out), "jsonl"); len(after) <= len(before) || bytes.Equal([]byte(before), []byte(after)) {
		t.Error("the book has not grown")
	}
	second.Out = o.Out
	if s, err := generate.Book(t.Context(), second, nil); err != nil || s.Games != 12 {
		t.Errorf("the second one afterwards: %+v, %v, want 12 games", s, err)
	}
	if left, _ := filepath.Glob(o.Out + "-lock"); len(left) > 0 {
		t.Errorf("%v stay beside the book", left)
	}
}

// A kill leaves the file of the lock behind, and nobody who holds it.
func TestLock_leftBehind(t *testing.T) {
	o := fakeOptions(t, "mnk")
	made(t, o)
	if err := os.WriteFile(o.Out+"-lock", []byte(`{"process":1,"host":"gone","since":"2026-01-01T00:00:00Z"}`), 0o644); err != nil {
		t.Fatal(err)
	}
	o.Resume, o.Games = true, 9
	if _, err := generate.Book(context.Background(), o, nil); err != nil {
		t.Errorf("a lock that nobody holds: %v", err)
	}
}
