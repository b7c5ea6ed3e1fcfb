package review

import (
	"context"
	"encoding/json"

	"qikit.dev/qikit/lib/job"
)

// progressEvent is how a Progress looks among a job's events.
type progressEvent struct {
	Schema string `json:"schema"`
	Progress
}

// Work is a review as the work of a job: its units are parts of the work, its events a
// Progress each, its result the report, as Report.JSON writes it. A cancelled
// job keeps what was done.
func Work(record []byte, o Options) job.Work {
	return func(ctx context.Context, r *job.Report) ([]byte, error) {
		rep, err := review(ctx, record, o, func(p Progress) {
			r.Progress(job.Progress{Done: uint64(p.Done), Total: uint64(p.Total), Left: job.LeftUnknown})
			// All that it holds can be written as JSON.
			if text, err := json.Marshal(progressEvent{"qikit/review-progress/1", p}); err == nil {
				r.Event(text)
			}
		})
		if rep == nil {
			return nil, err
		}
		return rep.JSON(), err
	}
}
