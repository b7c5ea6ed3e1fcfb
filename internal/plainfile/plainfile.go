// Package plainfile opens files that users name: a pipe, which may block for ever, or
// a device, which may never end, is refused before anything is read from it or written
// to it.
//
//	f, err := plainfile.OpenText("games.pgn")
//	data, err := plainfile.Read("small.qknet", 64<<20)
//	err := plainfile.Write("report.json", data, 0o644)
//
// [Hold] marks a directory of temporary files as in use, so that others can tell what a
// killed process has left. [Take] takes a lock beside a file that only one may write.
//
// The package does not look at what a file holds, but for [ZerosMost] in text.
package plainfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// ErrKind is a path that leads to something else than a regular file.
var ErrKind = errors.New("not a regular file")

// ErrZeros is a text file with a long stretch of zero bytes.
var ErrZeros = errors.New("no text")

// ZerosMost is the longest stretch of zero bytes that text may have, in bytes. Old
// programs fill a file up with some; a hole in a file that was never written can have
// thousands of millions.
const ZerosMost = 1 << 20

// ErrSize is a file that is larger than what it is read for can be.
var ErrSize = errors.New("too large a file")

// Open opens a regular file for reading.
func Open(path string) (*os.File, error) { return OpenFile(path, os.O_RDONLY, 0) }

// OpenFile is os.OpenFile for a regular file, or with os.O_CREATE a new one.
func OpenFile(path string, flags int, mode fs.FileMode) (*os.File, error) {
	if err := check(path); err != nil && !(flags&os.O_CREATE != 0 && errors.Is(err, os.ErrNotExist)) {
		return nil, err
	}
	// Between the two looks a pipe may have come; opening it must not wait.
	f, err := os.OpenFile(path, flags|nonblock, mode)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil {
		err = regular(path, info)
	}
	if err != nil {
		f.Close() // the first error counts
		return nil, err
	}
	return f, nil
}

func check(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	return regular(path, info)
}

func regular(path string, info fs.FileInfo) error {
	if !info.Mode().IsRegular() {
		return wrong(path, kind(info.Mode()), ErrKind)
	}
	return nil
}

// wrong is an error of a path, which callers know as they know the system's.
func wrong(path, is string, why error) error {
	return &fs.PathError{Op: "open", Path: path, Err: fmt.Errorf("it is %s, %w", is, why)}
}

// Read reads a regular file of at most so many bytes; a larger one is ErrSize.
func Read(path string, most int64) ([]byte, error) {
	f, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if size := info.Size(); size > most {
		return nil, tooLarge(path, most)
	}
	// Files of the system's own say that they have no bytes, and a file may grow.
	data, err := io.ReadAll(io.LimitReader(f, most+1))
	if err == nil && int64(len(data)) > most {
		err = tooLarge(path, most)
	}
	if err != nil {
		return nil, err
	}
	return data, nil
}

func tooLarge(path string, most int64) error {
	return wrong(path, fmt.Sprintf("over %d bytes", most), ErrSize)
}

// Write writes a file, which appears whole or not at all, even if the machine stops. It
// takes the place of a regular file only. What it is written into first has a name
// that nobody can foresee, and until it is whole only the user may read it.
func Write(path string, data []byte, mode fs.FileMode) (err error) {
	if err := check(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.Remove(f.Name()) // the first error counts
		}
	}()
	if _, err = f.Write(data); err == nil {
		err = f.Chmod(mode)
	}
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// kind is a mode in words.
func kind(mode fs.FileMode) string {
	switch {
	case mode.IsDir():
		return "a directory"
	case mode&fs.ModeNamedPipe != 0:
		return "a pipe"
	case mode&fs.ModeSocket != 0:
		return "a socket"
	}
	return "a device"
}

// Text is an open file of text.
type Text struct {
	*os.File
	text io.Reader
}

// OpenText opens a regular file whose Read fails within a stretch of more than
// ZerosMost zero bytes.
func OpenText(path string) (*Text, error) {
	f, err := Open(path)
	if err != nil {
		return nil, err
	}
	return &Text{f, NoZeros(f, path)}, nil
}

// Read is io.Reader's.
func (t *Text) Read(p []byte) (int, error) { return t.text.Read(p) }

// NoZeros reads what r reads, but fails within a stretch of more than ZerosMost zero
// bytes. The name is for the error.
func NoZeros(r io.Reader, name string) io.Reader { return &guard{r: r, name: name} }

type guard struct {
	r     io.Reader
	name  string
	zeros int // at the end of what has been read
}

func (g *guard) Read(p []byte) (int, error) {
	n, err := g.r.Read(p)
	for _, c := range p[:n] {
		if g.zeros++; c != 0 {
			g.zeros = 0
		}
		if g.zeros > ZerosMost {
			return 0, fmt.Errorf("%s has over %d zero bytes in a row, expected at most that: %w", g.name, ZerosMost, ErrZeros)
		}
	}
	return n, err
}
