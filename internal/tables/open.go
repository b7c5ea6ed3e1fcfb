package tables

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"
	"weak"

	"qikit.dev/qikit/internal/plainfile"
)

// Open is the embedded tables and those in the folder. The set can be used in any case:
// err, wrapping ErrFolder or ErrFile, says what is missing from it.
//
// Tables that several sets open are in memory once, and leave it when no set
// has them any more. 4v4 is 66 MB and takes some 0.3 s to read and check.
func Open(folder string, r Rules) (s *Set, err error) {
	s = &Set{rules: r}
	*s = *Embedded(r)
	if info, err := os.Stat(folder); err != nil {
		return s, fmt.Errorf("%w: %w", ErrFolder, err)
	} else if !info.IsDir() {
		return s, fmt.Errorf("%w: %s is a file", ErrFolder, folder)
	}
	var bad []error
	for _, p := range Upto(Pieces{Most, Most}) {
		switch t, err := load(folder, r, p); {
		case err == nil:
			s.add(t)
		case errors.Is(err, os.ErrNotExist):
		case errors.Is(err, ErrFile):
			bad = append(bad, err)
		default:
			bad = append(bad, fmt.Errorf("%w: %w", ErrFolder, err))
		}
	}
	return s, errors.Join(bad...)
}

// opened lists the tables in memory by the state of their files when they were read.
var opened struct {
	sync.Mutex
	tables map[fileState]weak.Pointer[table]
}

type fileState struct {
	path  string
	size  int64
	write time.Time
}

// load is read, or finds the table in memory.
func load(folder string, r Rules, p Pieces) (*table, error) {
	path, err := filepath.Abs(filepath.Join(folder, fileName(r, p)))
	if err != nil {
		return nil, err
	}
	opened.Lock()
	defer opened.Unlock()
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	state := fileState{path, info.Size(), info.ModTime()}
	if t := opened.tables[state].Value(); t != nil {
		return t, nil
	}
	t, err := read(path, r, p)
	if err != nil {
		return nil, err
	}
	for old, t := range opened.tables {
		if old.path == path || t.Value() == nil {
			delete(opened.tables, old)
		}
	}
	if opened.tables == nil {
		opened.tables = map[fileState]weak.Pointer[table]{}
	}
	opened.tables[state] = weak.Make(t)
	return t, nil
}

// fileMost is the most bytes that a table's file has.
const fileMost = 256 << 20

// read reads a table's file: an error wrapping os.ErrNotExist or ErrFile, which
// names the file.
func read(path string, r Rules, p Pieces) (*table, error) {
	file, err := plainfile.Read(path, fileMost)
	if err != nil {
		return nil, err
	}
	t, err := decode(file, r, p, nil)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return t, nil
}
