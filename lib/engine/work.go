package engine

import (
	"context"

	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/job"
)

// Work is a search of b as the work of a job: its units are positions searched,
// its events the results after each iteration and its result the last of them,
// as Result.JSON writes them. A cancelled search keeps the best it has found,
// if there is one. b is copied.
func Work(e Engine, b game.Board, l Limits) job.Work {
	b = b.Copy()
	shown := b.Copy() // a search plays on its board while it reports
	return func(ctx context.Context, r *job.Report) ([]byte, error) {
		progress := l.Progress
		l.Progress = func(found Result) {
			r.Progress(job.Progress{Done: uint64(found.Nodes), Total: uint64(l.Nodes), Left: job.LeftUnknown})
			r.Event(found.JSON(shown))
			if progress != nil {
				progress(found)
			}
		}
		found, err := e.Search(ctx, b, l)
		if err != nil && (ctx.Err() == nil || found.Best == game.NoMove) {
			return nil, err
		}
		r.Progress(job.Progress{Done: uint64(found.Nodes), Total: uint64(l.Nodes), Left: job.LeftUnknown})
		return found.JSON(shown), err
	}
}
