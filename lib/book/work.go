package book

import (
	"context"
	"encoding/json"

	work "qikit.dev/qikit/lib/job"
)

// progressSchema names the JSON of a Progress among a job's events.
const progressSchema = "qikit/progress/1"

// report is what all long calls of this package have.
type report interface{ JSON() []byte }

// asWork makes a long call of this package the work of a job: its progress
// becomes the job's and, as JSON with a field schema, its events.
func asWork[R report](f func(ctx context.Context, progress func(Progress)) (R, error), keep func(R) bool) work.Work {
	return func(ctx context.Context, r *work.Report) ([]byte, error) {
		made, err := f(ctx, func(p Progress) {
			r.Progress(work.Progress{Done: uint64(p.Done), Total: uint64(p.Total), Rate: p.Rate, Left: p.Left})
			r.Event(p.event())
		})
		if err != nil && !keep(made) {
			return nil, err
		}
		return made.JSON(), err
	}
}

func (p Progress) event() []byte {
	type fields Progress // without methods
	text, err := json.Marshal(struct {
		Schema string `json:"schema"`
		fields
	}{progressSchema, fields(p)})
	if err != nil {
		panic(err) // numbers and a name
	}
	return text
}

// nothing is what most changes leave when they are cancelled.
func nothing[R any](R) bool { return false }

// GenerateWork is Generate as the work of a job; a cancelled one has the
// Summary so far as its result.
func GenerateWork(o Options) work.Work {
	return asWork(func(ctx context.Context, progress func(Progress)) (Summary, error) {
		return Generate(ctx, o, progress)
	}, func(s Summary) bool { return s.Path != "" })
}

// ExportWork is Export as the work of a job.
func (b *Book) ExportWork(path, format string) work.Work {
	return asWork(func(ctx context.Context, progress func(Progress)) (Exported, error) {
		return b.Export(ctx, path, format, progress)
	}, nothing)
}

// MergeWork is Merge as the work of a job.
func (b *Book) MergeWork(path string) work.Work {
	return asWork(func(ctx context.Context, progress func(Progress)) (Imported, error) {
		return b.Merge(ctx, path, progress)
	}, nothing)
}

// AddGamesWork is AddGames as the work of a job.
func (b *Book) AddGamesWork(path string) work.Work {
	return asWork(func(ctx context.Context, progress func(Progress)) (Imported, error) {
		return b.AddGames(ctx, path, progress)
	}, nothing)
}

// PruneWork is Prune as the work of a job.
func (b *Book) PruneWork(o PruneOptions) work.Work {
	return asWork(func(ctx context.Context, _ func(Progress)) (Pruned, error) { return b.Prune(ctx, o) }, nothing)
}

// StatsWork is Stats as the work of a job.
func (b *Book) StatsWork() work.Work {
	return asWork(func(ctx context.Context, _ func(Progress)) (Stats, error) { return b.Stats(ctx) }, nothing)
}
