package book

import (
	"bufio"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/klauspost/compress/zstd"

	"qikit.dev/qikit/internal/plainfile"
)

// target is the file or pipe that an export goes to.
type target struct {
	path    string
	file    *os.File
	scratch string // a directory that goes with the target
	held    *os.File
	pipe    bool
}

// scratchName begins the names of scratch directories.
const scratchName = ".qikit-export-"

// newTarget opens a pipe, or a file in a new directory beside its place. There it
// is on the same disk, so that a rename puts it in place.
func newTarget(ctx context.Context, path string) (*target, error) {
	t := &target{path: path}
	info, err := os.Stat(path)
	if err == nil {
		t.pipe = info.Mode()&fs.ModeNamedPipe != 0
		// The rename would replace a device by a file.
		if !t.pipe && !info.Mode().IsRegular() {
			return nil, fmt.Errorf("%w: %s is no regular file, expected a new name, a file to replace or a named pipe", ErrFile, path)
		}
	}
	beside := filepath.Dir(path)
	if t.pipe {
		beside = "" // the system's directory of temporary files
	}
	sweep(beside)
	if t.scratch, err = os.MkdirTemp(beside, scratchName+"*"); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFile, err)
	}
	t.held, _ = plainfile.Hold(t.scratch)
	if t.pipe {
		t.file, err = openPipe(ctx, path)
	} else if t.file, err = os.Create(t.temporary()); err != nil {
		err = fmt.Errorf("%w: %w", ErrFile, err)
	}
	if err != nil {
		t.remove()
		return nil, err
	}
	return t, nil
}

func (t *target) temporary() string { return filepath.Join(t.scratch, "export") }

// place puts the file that was written under its name.
func (t *target) place() error {
	if t.pipe {
		return nil
	}
	if err := os.Rename(t.temporary(), t.path); err != nil {
		return fmt.Errorf("%w: %w", ErrFile, err)
	}
	return nil
}

// remove removes what was not put in place.
func (t *target) remove() {
	os.RemoveAll(t.scratch)
	if t.held != nil {
		t.held.Close()
	}
}

// sweep removes what exports that were killed have left in a directory, "" for the
// system's of temporary files. What it cannot remove is not this export's concern.
func sweep(dir string) {
	if dir == "" {
		dir = os.TempDir()
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || !e.IsDir() || !strings.HasPrefix(e.Name(), scratchName) || time.Since(info.ModTime()) < plainfile.ScratchOld {
			continue
		}
		left := filepath.Join(dir, e.Name())
		held, ok := plainfile.Hold(left)
		if !ok {
			continue
		}
		os.RemoveAll(left)
		if held != nil {
			held.Close()
		}
	}
}

// compressed is a stream into w that is compressed as the suffix of a name says:
// ".gz", ".zst", or not at all. Close ends the stream and leaves w open.
func compressed(w io.Writer, name string) (io.WriteCloser, error) {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".gz":
		return gzip.NewWriter(w), nil
	case ".zst":
		return zstd.NewWriter(w, zstd.WithEncoderConcurrency(1))
	}
	return uncompressed{w}, nil
}

type uncompressed struct{ io.Writer }

func (uncompressed) Close() error { return nil }

// counter counts the bytes that a file has taken.
type counter struct {
	file  *os.File
	bytes int64
}

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.file.Write(p)
	c.bytes += int64(n)
	if err != nil {
		err = fmt.Errorf("%w: %w", ErrFile, err)
	}
	return n, err
}

// writeFile writes to an open file, compressed as name says, closes it, and
// counts the bytes.
func writeFile(f *os.File, name string, write func(w *bufio.Writer) error) (int64, error) {
	c := &counter{file: f}
	stream, err := compressed(c, name)
	if err == nil {
		w := bufio.NewWriterSize(stream, 1<<16)
		if err = write(w); err == nil {
			err = w.Flush()
		}
		if err == nil {
			err = stream.Close()
		}
	}
	if e := f.Close(); err == nil && e != nil {
		err = fmt.Errorf("%w: %w", ErrFile, e)
	}
	return c.bytes, err
}

// pipePoll is how often openPipe looks whether somebody reads.
const pipePoll = 10 * time.Millisecond

// openPipe opens a named pipe for writing as soon as somebody reads it. Once ctx
// ends, a write to it fails instead of waiting for the reader.
func openPipe(ctx context.Context, path string) (*os.File, error) {
	for {
		f, err := os.OpenFile(path, os.O_WRONLY|syscall.O_NONBLOCK, 0)
		if err == nil {
			context.AfterFunc(ctx, func() { f.SetWriteDeadline(time.Unix(1, 0)) })
			return f, nil
		}
		if !errors.Is(err, syscall.ENXIO) { // what a pipe that nobody reads gives
			return nil, fmt.Errorf("%w: %w", ErrFile, err)
		}
		select {
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		case <-time.After(pipePoll):
		}
	}
}
