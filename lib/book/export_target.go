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
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/klauspost/compress/zstd"

	"qikit.dev/qikit/internal/plainfile"
)

// target is the pipe that an export goes to, or its files, which appear together.
type target struct {
	path    string
	files   int    // how many
	sharded bool   // the files have numbers in their names
	scratch string // a directory that goes with the target
	held    *os.File
	pipe    *os.File
}

// scratchName begins the names of scratch directories.
const scratchName = ".qikit-export-"

// newTarget opens a pipe, or makes a new directory beside the place of the files. There
// they are on the same disk, so that renames put them in place. shards is the number of
// files, nil for one without a number.
func newTarget(ctx context.Context, path string, shards *int) (*target, error) {
	t := &target{path: path, files: 1}
	if shards != nil {
		t.files, t.sharded = *shards, true
	}
	pipe, beside := false, filepath.Dir(path)
	for i := range t.files {
		info, err := os.Stat(t.name(i))
		if err != nil {
			continue
		}
		pipe = info.Mode()&fs.ModeNamedPipe != 0 && !t.sharded
		// The rename would replace a device by a file.
		if !pipe && !info.Mode().IsRegular() {
			return nil, fmt.Errorf("%w: %s is no regular file, expected a new name, a file to replace or, without shards, a named pipe", ErrFile, t.name(i))
		}
	}
	if pipe {
		beside = "" // the system's directory of temporary files
	}
	sweep(beside)
	var err error
	if t.scratch, err = os.MkdirTemp(beside, scratchName+"*"); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFile, err)
	}
	t.held, _ = plainfile.Hold(t.scratch)
	if pipe {
		if t.pipe, err = openPipe(ctx, path); err != nil {
			t.remove()
			return nil, err
		}
	}
	return t, nil
}

// name is what a file is called in the end: of shards, x-00000-of-00008.jsonl.gz.
func (t *target) name(i int) string {
	if !t.sharded {
		return t.path
	}
	stem := t.path
	if compression(stem) != "" {
		stem = strings.TrimSuffix(stem, filepath.Ext(stem))
	}
	stem = strings.TrimSuffix(stem, filepath.Ext(stem))
	return fmt.Sprintf("%s-%05d-of-%05d%s", stem, i, t.files, t.path[len(stem):])
}

func (t *target) temporary(i int) string { return filepath.Join(t.scratch, strconv.Itoa(i)) }

// write writes a file, compressed as its name says, and counts the bytes.
func (t *target) write(i int, write func(w *bufio.Writer) error) (int64, error) {
	f := t.pipe
	if f == nil {
		var err error
		if f, err = os.Create(t.temporary(i)); err != nil {
			return 0, fmt.Errorf("%w: %w", ErrFile, err)
		}
	}
	return writeFile(f, t.path, write)
}

// place puts the files that were written under their names.
func (t *target) place() (names []string, err error) {
	for i := range t.files {
		if t.pipe == nil {
			err = os.Rename(t.temporary(i), t.name(i))
		}
		if err != nil {
			for _, name := range names { // some of the shards would pass for all
				os.Remove(name)
			}
			return []string{}, fmt.Errorf("%w: %w", ErrFile, err)
		}
		names = append(names, t.name(i))
	}
	return names, nil
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
	switch compression(name) {
	case ".gz":
		return gzip.NewWriter(w), nil
	case ".zst":
		return zstd.NewWriter(w, zstd.WithEncoderConcurrency(1))
	}
	return uncompressed{w}, nil
}

// compression is the suffix of a name that says how a file is compressed, "" for none.
func compression(name string) string {
	switch suffix := strings.ToLower(filepath.Ext(name)); suffix {
	case ".gz", ".zst":
		return suffix
	}
	return ""
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
