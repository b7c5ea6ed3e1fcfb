//go:build unix

package book_test

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"qikit.dev/qikit/internal/booktest"
	"qikit.dev/qikit/lib/book"
)

func namedPipe(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "pipe.jsonl")
	if err := syscall.Mkfifo(path, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// A named pipe gets the bytes of the file, and stays.
func TestExport_pipe(t *testing.T) {
	b := trainingBook(t)
	path := namedPipe(t)
	read := make(chan string)
	go func() {
		text, _ := os.ReadFile(path)
		read <- string(text)
	}()
	e, err := b.Export(t.Context(), path, "jsonl", book.ExportOptions{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if text := <-read; text != booktest.Export(t, b, "jsonl") || int64(len(text)) != e.Bytes {
		t.Errorf("%d bytes through the pipe, %d in the report", len(text), e.Bytes)
	}
	if info, err := os.Stat(path); err != nil || info.Mode()&os.ModeNamedPipe == 0 {
		t.Errorf("the pipe is gone: %v, %v", info, err)
	}
}

// exportInto exports into a pipe that holds less than the book, and says later how
// that went.
func exportInto(ctx context.Context, t *testing.T, path string) chan error {
	b := trainingBook(t)
	if size := len(booktest.Export(t, b, "jsonl")); size < 1<<17 {
		t.Fatalf("the book has only %d bytes", size)
	}
	done := make(chan error, 1)
	go func() {
		_, err := b.Export(ctx, path, "jsonl", book.ExportOptions{}, nil)
		done <- err
	}()
	return done
}

// readOne opens a pipe and reads the first byte.
func readOne(t *testing.T, path string) *os.File {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	if _, err := io.ReadFull(f, make([]byte, 1)); err != nil {
		t.Fatal(err)
	}
	return f
}

// A pipe that nobody reads, or whose reader does not read on, does not hold up whoever
// cancels; without the check this test does not end.
func TestExport_pipeCancelled(t *testing.T) {
	for _, read := range []bool{false, true} {
		path := namedPipe(t)
		ctx, cancel := context.WithCancelCause(t.Context())
		done := exportInto(ctx, t, path)
		if read {
			readOne(t, path)
		}
		cancel(errAway)
		if err := <-done; !errors.Is(err, errAway) {
			t.Errorf("read %v: %v, want the cause", read, err)
		}
	}
}

// A reader that goes away ends the export.
func TestExport_pipeBroken(t *testing.T) {
	path := namedPipe(t)
	done := exportInto(t.Context(), t, path)
	readOne(t, path).Close()
	if err := <-done; !errors.Is(err, book.ErrFile) || !errors.Is(err, syscall.EPIPE) {
		t.Errorf("the reader went away: %v, want ErrFile for a broken pipe", err)
	}
}

// A pipe takes shuffled records as a file does, but no shards.
func TestExport_pipeShuffled(t *testing.T) {
	b := trainingBook(t)
	path := namedPipe(t)
	o := book.ExportOptions{Shuffle: new(uint64(1))}
	read := make(chan string)
	go func() {
		text, _ := os.ReadFile(path)
		read <- string(text)
	}()
	if _, err := b.Export(t.Context(), path, "jsonl", o, nil); err != nil {
		t.Fatal(err)
	}
	if text := <-read; text != booktest.ExportAs(t, b, "jsonl", o) {
		t.Errorf("%d bytes through the pipe, other than in the file", len(text))
	}
	shard := filepath.Join(t.TempDir(), "x-00001-of-00002.jsonl")
	if err := syscall.Mkfifo(shard, 0o644); err != nil {
		t.Fatal(err)
	}
	o.Shards = new(2)
	if _, err := b.Export(t.Context(), filepath.Join(filepath.Dir(shard), "x.jsonl"), "jsonl", o, nil); !errors.Is(err, book.ErrFile) {
		t.Errorf("a pipe in the place of a shard: %v, want ErrFile", err)
	}
}
