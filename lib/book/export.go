package book

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"qikit.dev/qikit/lib/job"
)

// exportSchema names the JSON of an Exported.
const exportSchema = "qikit/export/1"

// Exported is what an export has written.
type Exported struct {
	Schema  string `json:"schema"`
	Path    string `json:"path"`
	Format  string `json:"format"`
	Records int64  `json:"records"` // lines, games or rows, as the format has them
	Bytes   int64  `json:"bytes"`
}

// JSON writes the report as an object with a field schema.
func (e Exported) JSON() []byte { return mustJSON(e) }

// formats by name.
var formats = map[string]format{
	"jsonl": text(nil, writeJSONL),
	"csv":   text(csvLine(csvColumns), writeCSV),
	"epd":   text(nil, writeEPD),
	"plain": text(nil, writePlain),
	"pgn":   writePGN,
	"xqb":   writeXQB,
}

// Export writes the book to a file as "jsonl", "pgn", "epd", "csv", "plain" or
// "xqb". The file appears whole under its name, in place
// of one that was there, or not at all. progress may be nil.
func (b *Book) Export(ctx context.Context, path, name string, o ExportOptions, progress func(Progress)) (Exported, error) {
	e := Exported{Schema: exportSchema, Path: path, Format: name}
	write, ok := formats[name]
	if !ok {
		return e, fmt.Errorf("%w: %q, expected one of %s", ErrFormat, name, strings.Join(slices.Sorted(maps.Keys(formats)), ", "))
	}
	total, err := b.Len()
	if err != nil {
		return e, err
	}
	// The rename below would replace a device or a pipe by a file.
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return e, fmt.Errorf("%w: %s is no regular file, expected a new name or a file to replace", ErrFile, path)
	}
	// A new directory beside the target is on the same disk, so that a rename
	// puts the file in place.
	dir, err := os.MkdirTemp(filepath.Dir(path), ".qikit-export-*")
	if err != nil {
		return e, fmt.Errorf("%w: %w", ErrFile, err)
	}
	defer os.RemoveAll(dir)
	c := NewClock(progress)
	c.Start(0, total)
	c.Enter("export")
	temporary := filepath.Join(dir, "export")
	e.Records, err = write(ctx, b, temporary, o, func(done int64) { c.Reach(done, done-c.Steps()) })
	if err != nil {
		return e, err
	}
	info, err := os.Stat(temporary)
	if err == nil {
		e.Bytes = info.Size()
		err = os.Rename(temporary, path)
	}
	if err != nil {
		return e, fmt.Errorf("%w: %w", ErrFile, err)
	}
	c.Finish()
	return e, nil
}

// ExportWork is Export as the work of a job.
func (b *Book) ExportWork(path, format string, o ExportOptions) job.Work {
	return Work(func(ctx context.Context, progress func(Progress)) (Exported, error) {
		return b.Export(ctx, path, format, o, progress)
	}, nil)
}
