// Package plainfile opens files that users name: a pipe, which may block for ever, or
// a device, which may never end, is refused before anything is read from it.
//
//	f, err := plainfile.OpenText("games.pgn")
//
// It does not look at what a file holds, but for [ZerosMost] in text.
package plainfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// ErrKind is a path that leads to something else than a regular file.
var ErrKind = errors.New("not a regular file")

// ErrZeros is a text file with a long stretch of zero bytes.
var ErrZeros = errors.New("no text")

// ZerosMost is the longest stretch of zero bytes that text may have, in bytes. Old
// programs fill a file up with some; a hole in a file that was never written can have
// thousands of millions.
const ZerosMost = 1 << 20

// Open opens a regular file for reading.
func Open(path string) (*os.File, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is %s: %w", path, kind(info.Mode()), ErrKind)
	}
	return os.Open(path)
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
