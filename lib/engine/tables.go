package engine

import (
	"context"
	"fmt"

	"qikit.dev/qikit/internal/options"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/job"
)

// DefaultTableOptions is every table of the Olympiad's rules with one worker.
func DefaultTableOptions() (o TableOptions) {
	o.setDefaults()
	return o
}

// ParseTableOptions reads a JSON object of the fields of TableOptions over the
// defaults. A wrong key or value is ErrOptions.
func ParseTableOptions(text []byte) (TableOptions, error) {
	o := DefaultTableOptions()
	return o, options.Wrap(ErrOptions, options.Read(text, &o))
}

// BuildTables makes a game's endgame tables in a folder, for Options.Tables of
// an engine; only Surakarta has any. Each table is written when it is done, whole or
// not at all, so that a stopped build goes on after the last whole table. Tables that
// exist already are checked, and made again when they were cut short or altered.
// progress, if not nil, gets the positions done and in all, one call at a time, on
// any goroutine.
//
// Surakarta up to 3v3: 6 MB, 13 s of one core. Up to 4v4: 98 MB, 13 minutes of
// one core, 1.1 GB of memory.
//
// Errors wrap ErrUnsupported (a game without tables), ErrOptions, the file
// system's (a folder that cannot be written, told before the work begins) or
// the context's cause.
func BuildTables(ctx context.Context, gameName, folder string, o TableOptions, progress func(done, total int)) error {
	k, err := lookup(gameName)
	if err != nil {
		return err
	}
	if k.tables == nil {
		return fmt.Errorf("%w: %s has no endgame tables", ErrUnsupported, gameName)
	}
	if err := options.Check(&o); err != nil {
		return options.Wrap(ErrOptions, err)
	}
	return k.tables(ctx, folder, o, progress)
}

// tablesSchema names the JSON report on a build and its version.
const tablesSchema = "qikit/tables/1"

// TableWork is BuildTables as the work of a job: its units are positions, its
// result a JSON object with schema, game, folder and the options but the
// workers. A cancelled build has none; what was built is kept all the same.
func TableWork(gameName, folder string, o TableOptions) job.Work {
	return func(ctx context.Context, r *job.Report) ([]byte, error) {
		err := BuildTables(ctx, gameName, folder, o, func(done, total int) {
			r.Progress(job.Progress{Done: uint64(done), Total: uint64(total), Left: job.LeftUnknown})
		})
		if err != nil {
			return nil, err
		}
		return game.MustJSON(struct {
			Schema  string `json:"schema"`
			Game    string `json:"game"`
			Folder  string `json:"folder"`
			RuleSet string `json:"rule_set" words:"olympiad basic"`
			Largest string `json:"largest"`
		}{tablesSchema, gameName, folder, o.RuleSet, o.Largest}), nil
	}
}
