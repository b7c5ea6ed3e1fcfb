package tables

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// BuildOptions says what to build. DefaultBuildOptions fills it; Build checks
// it once.
type BuildOptions struct {
	Rules   Rules  // default Olympiad
	Largest Pieces // the tables it rests on are built before it; default 4v4
	Workers int    // goroutines, 1 (default) to 256; the files are the same for any number
}

// DefaultBuildOptions is all tables of the Olympiad's rules with one worker.
func DefaultBuildOptions() BuildOptions {
	return BuildOptions{Rules: Olympiad, Largest: Pieces{Most, Most}, Workers: 1}
}

// Build makes the tables that are not in the folder yet. Each is written when it is
// done, whole or not at all: a build that was stopped or killed goes on after the last
// whole table. A file that is cut short or altered is made again.
//
// progress, if not nil, gets the positions done and in all, one call at a time, on any
// goroutine.
//
// Measured: up to 3v3, 6 MB, 13 s of one core; up to 4v4, 98 MB, 13 minutes of
// one core and 1.1 GB of memory. Errors wrap ErrFolder,
// ErrPieces or the context's cause.
func Build(ctx context.Context, folder string, o BuildOptions, progress func(done, total int)) error {
	if _, err := ParsePieces(o.Largest.String()); err != nil || o.Largest.Fewer > o.Largest.More {
		return fmt.Errorf("%w: %s", ErrPieces, o.Largest)
	}
	if err := prepare(folder); err != nil {
		return err
	}
	meter := newMeter(o.Largest, progress)
	set := &Set{rules: o.Rules}
	for _, p := range Upto(o.Largest) {
		t, err := read(filepath.Join(folder, fileName(o.Rules, p)), o.Rules, p)
		switch {
		case err == nil:
			meter.add(2 * p.Positions())
		case errors.Is(err, os.ErrNotExist) || errors.Is(err, ErrFile):
			before := meter.done
			if t, err = solve(ctx, o.Rules, p, set, max(o.Workers, 1), meter.add); err != nil {
				return err
			}
			if err := t.save(folder); err != nil {
				return err
			}
			meter.add(before + 2*p.Positions() - meter.done)
		default:
			return fmt.Errorf("%w: %w", ErrFolder, err)
		}
		set.add(t)
	}
	return nil
}

// prepare makes the folder, checks before hours of work that it can be written, and
// removes what killed builds left half written.
func prepare(folder string) error {
	err := os.MkdirAll(folder, 0o755)
	if err == nil {
		var f *os.File
		if f, err = os.CreateTemp(folder, "try.*.part"); err == nil {
			err = errors.Join(f.Close(), os.Remove(f.Name()))
		}
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrFolder, err)
	}
	list, err := os.ReadDir(folder)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrFolder, err)
	}
	for _, entry := range list {
		// A younger one may belong to a build under way.
		info, err := entry.Info()
		if err == nil && strings.HasSuffix(entry.Name(), ".table.part") && time.Since(info.ModTime()) > staleAfter {
			err = os.Remove(filepath.Join(folder, entry.Name()))
		}
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return fmt.Errorf("%w: %w", ErrFolder, err)
		}
	}
	return nil
}

// staleAfter is the age at which no build is writing a half-written file any more:
// writing one takes seconds.
const staleAfter = time.Hour

// meter adds up the positions done; each counts twice, seeded and spread.
type meter struct {
	mu          sync.Mutex
	done, total int
	tell        func(done, total int)
}

func newMeter(largest Pieces, tell func(done, total int)) *meter {
	m := &meter{tell: tell}
	for _, p := range Upto(largest) {
		m.total += 2 * p.Positions()
	}
	return m
}

func (m *meter) add(positions int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.done += positions
	if m.tell != nil && positions > 0 {
		m.tell(m.done, m.total)
	}
}
