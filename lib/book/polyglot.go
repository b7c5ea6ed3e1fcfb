package book

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"sort"
	"strings"

	"qikit.dev/qikit/internal/plainfile"
	"qikit.dev/qikit/lib/game"
)

// hashed is a board of a game that Polyglot books serve.
type hashed interface {
	PolyglotKey() uint64
	PolyglotMove(m game.Move) uint16
}

// polyglotSize is the length of an entry in bytes: key, move, weight and what was
// learned, the highest byte first.
const polyglotSize = 16

// polyglotEntry is a move of a position.
type polyglotEntry struct {
	key          uint64
	move, weight uint16
}

// polyglotFile is a file of entries, sorted by their keys.
type polyglotFile struct {
	file    *os.File
	entries int
	wrap    func(error) error // says which file cannot be read
}

// polyglotEntries is how many entries a file of that size has.
func polyglotEntries(size int64) (int, error) {
	if size%polyglotSize != 0 {
		return 0, fmt.Errorf("%w: the file ends within an entry, expected entries of %d bytes each", game.ErrRecord, polyglotSize)
	}
	return int(size / polyglotSize), nil
}

// at is an entry.
func (f *polyglotFile) at(i int) (e polyglotEntry, err error) {
	var raw [polyglotSize]byte
	if _, err := f.file.ReadAt(raw[:], int64(i)*polyglotSize); err != nil {
		return e, f.wrap(err)
	}
	return polyglotEntry{binary.BigEndian.Uint64(raw[:]), binary.BigEndian.Uint16(raw[8:]), binary.BigEndian.Uint16(raw[10:])}, nil
}

// sorted refuses a file, read from its beginning, whose keys do not ascend: it is none of the
// format.
func (f *polyglotFile) sorted(from io.Reader) error {
	var raw [polyglotSize]byte
	last := uint64(0)
	for i := range f.entries {
		if _, err := io.ReadFull(from, raw[:]); err != nil {
			return err
		}
		key := binary.BigEndian.Uint64(raw[:])
		if key < last {
			return fmt.Errorf("%w: entry %d has the key %016x behind %016x, expected a Polyglot book, whose keys ascend", game.ErrRecord, i+1, key, last)
		}
		last = key
	}
	return nil
}

// find lists the entries of a key.
func (f *polyglotFile) find(key uint64) (list []polyglotEntry, err error) {
	first := sort.Search(f.entries, func(i int) bool {
		e, failed := f.at(i)
		if failed != nil {
			err = failed
		}
		return e.key >= key
	})
	for i := first; i < f.entries && err == nil; i++ {
		var e polyglotEntry
		if e, err = f.at(i); e.key != key {
			break
		}
		list = append(list, e)
	}
	return list, err
}

// Polyglot is an open Polyglot book (.bin), which is read where it lies. Several goroutines may
// use it.
type Polyglot struct{ file polyglotFile }

// Weighed is a move of a Polyglot book.
type Weighed struct {
	Move   game.Move
	Weight int // how good or how often played, beside the other moves; 0 for a move that is not to be played
}

// IsPolyglot says whether a file of that name is a Polyglot book for boards of that game: its
// suffix is ".bin", and the game has the keys.
func IsPolyglot(path string, b game.Board) bool {
	_, ok := b.(hashed)
	return ok && len(path) > 4 && strings.EqualFold(path[len(path)-4:], ".bin")
}

// OpenPolyglot opens a Polyglot book. A file of another size than whole entries, or whose keys do
// not ascend, is ErrNoBook.
func OpenPolyglot(path string) (*Polyglot, error) {
	f, err := plainfile.Open(path)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFile, err)
	}
	p := &Polyglot{polyglotFile{file: f, wrap: func(err error) error { return fmt.Errorf("%w: %s: %w", ErrFile, path, err) }}}
	if err := p.check(); err != nil {
		f.Close()
		if errors.Is(err, game.ErrRecord) {
			return nil, fmt.Errorf("%w: %s: %w", ErrNoBook, path, err)
		}
		return nil, p.file.wrap(err)
	}
	return p, nil
}

// check reads the file once.
func (p *Polyglot) check() error {
	info, err := p.file.file.Stat()
	if err != nil {
		return err
	}
	if p.file.entries, err = polyglotEntries(info.Size()); err != nil {
		return err
	}
	return p.file.sorted(bufio.NewReaderSize(p.file.file, 1<<16))
}

// Close closes the file.
func (p *Polyglot) Close() error { return p.file.file.Close() }

// Moves are the moves of a board's position, those of the greatest weight first, then in the
// order of the board's moves. What is no legal move, of another position with the same key, is left out.
func (p *Polyglot) Moves(b game.Board) ([]Weighed, error) {
	h, ok := b.(hashed)
	if !ok {
		return nil, fmt.Errorf("%w: polyglot does not serve %s", ErrFormat, b.Game())
	}
	list, err := p.file.find(h.PolyglotKey())
	if err != nil || len(list) == 0 {
		return nil, err
	}
	var moves []Weighed
	for _, m := range b.Moves(nil) {
		code := h.PolyglotMove(m)
		for _, e := range list {
			if e.move == code {
				moves = append(moves, Weighed{m, int(e.weight)})
			}
		}
	}
	slices.SortStableFunc(moves, func(a, b Weighed) int { return b.Weight - a.Weight })
	return moves, nil
}
