package book

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"qikit.dev/qikit/internal/options"
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

	Files []string `json:"files"`     // that were written: the path, or the shards in order
	Next  *int64   `json:"next_game"` // the first game that was left over; nil for none
}

// JSON writes the report as an object with a field schema.
func (e Exported) JSON() []byte { return mustJSON(e) }

// formats by name.
var formats = map[string]format{
	"jsonl":      {line: writeJSONL, fields: recordFields},
	"csv":        {head: csvHead, line: writeCSV, fields: csvColumns},
	"epd":        {line: writeEPD},
	"plain":      {line: writePlain},
	"bin":        {line: writeBin, serves: packs},
	"binpack":    {line: writeBinpack, serves: binpacks, chunks: true},
	"pgn":        {whole: gamesIn("pgn"), games: true},
	"sgf":        {whole: gamesIn("sgf"), games: true},
	"xqb":        {whole: writeXQB},
	polyglotName: {whole: writePolyglot, serves: polyglots},
	"html":       {whole: writeHTML},
}

// formatOf is the format that the suffix of a file's name says, before that of its
// compression. A name without a suffix is of JSON lines.
func formatOf(path string) (string, error) {
	suffix := strings.ToLower(filepath.Ext(path[:len(path)-len(compression(path))]))
	switch suffix {
	case "", ".json", ".ndjson":
		return "jsonl", nil
	case ".htm":
		return "html", nil
	}
	if _, ok := formats[suffix[1:]]; ok {
		return suffix[1:], nil
	}
	return "", fmt.Errorf("%w: %s ends in %q, expected the suffix of one of %s, or a format", ErrFormat, path, suffix, formatNames())
}

func formatNames() string { return strings.Join(slices.Sorted(maps.Keys(formats)), ", ") }

// Export writes the book to a file as "jsonl", "pgn", "sgf", "epd", "csv", "plain",
// "bin", "binpack", "xqb", "polyglot" or "html", or, with no name of a format, as the
// suffix of the file's name says; in chess, ".bin" is a Polyglot book. It is compressed
// where that name ends in ".gz" or ".zst". The file appears whole under its name, in place
// of one that was there, or not at all; so do the files of an export in shards. A named
// pipe gets the records as they come. progress may be nil.
func (b *Book) Export(ctx context.Context, path, name string, o ExportOptions, progress func(Progress)) (Exported, error) {
	e := Exported{Schema: exportSchema, Path: path, Format: name, Files: []string{}}
	if name == "" {
		var err error
		if name, err = formatOf(path); err != nil {
			return e, err
		}
		if name == "bin" && polyglots(b) == nil {
			name = polyglotName
		}
		e.Format = name
	}
	if same(path, b.path) {
		return e, options.Wrap(ErrOptions, options.Clash("path", path, "another file than the book's own"))
	}
	f, ok := formats[name]
	if !ok {
		return e, fmt.Errorf("%w: %q, expected one of %s", ErrFormat, name, formatNames())
	}
	if err := errors.Join(o.check(), o.serves(b), f.suits(name, &o)); err != nil {
		return e, err
	}
	if f.serves != nil {
		if err := f.serves(b); err != nil {
			return e, err
		}
	}
	var total int64 // not known of some games: all positions of a large book are long to count
	if o.FirstGame == 0 && o.Games == nil {
		err := b.db.QueryRowContext(ctx, "SELECT count(*) FROM positions WHERE true"+o.where()).Scan(&total)
		if err != nil {
			return e, requestError(ctx, b.path, err)
		}
	}
	t, err := newTarget(ctx, path, o.Shards)
	if err != nil {
		return e, err
	}
	defer t.remove()
	c := NewClock(progress)
	c.Start(0, total)
	c.Enter("export")
	x := &export{book: b, o: o, scratch: t.scratch, tell: func(done int64) { c.Reach(done, done-c.Steps()) }}
	e.Records, e.Bytes, err = f.write(ctx, x, t)
	e.Next = x.next
	if err == nil {
		e.Files, err = t.place()
	} else if ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	if err == nil {
		c.Finish()
	}
	return e, err
}

// ExportWork is Export as the work of a job.
func (b *Book) ExportWork(path, format string, o ExportOptions) job.Work {
	return Work(func(ctx context.Context, progress func(Progress)) (Exported, error) {
		return b.Export(ctx, path, format, o, progress)
	}, nil)
}

// same says whether two paths lead to one file.
func same(path, other string) bool {
	a, err := os.Stat(path)
	if err != nil {
		return false
	}
	b, err := os.Stat(other)
	return err == nil && os.SameFile(a, b)
}
