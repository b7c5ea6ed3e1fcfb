package book

import (
	"context"
	"encoding/json"

	"qikit.dev/qikit/lib/job"
)

// progressSchema names the JSON of a Progress among a job's events.
const progressSchema = "qikit/progress/1"

// Report is what a long call at a book returns, as JSON with a field schema.
type Report interface{ JSON() []byte }

// Work makes a long call the work of a job: its progress becomes the job's and,
// as JSON with a field schema, its events. keep says whether the report of a call
// that failed or was cancelled is a result nevertheless; nil for never.
func Work[R Report](call func(ctx context.Context, progress func(Progress)) (R, error), keep func(R) bool) job.Work {
	return func(ctx context.Context, r *job.Report) ([]byte, error) {
		made, err := call(ctx, func(p Progress) {
			r.Progress(job.Progress{Done: uint64(p.Done), Total: uint64(p.Total), Rate: p.Rate, Left: p.Left})
			r.Event(p.event())
		})
		if err != nil && (keep == nil || !keep(made)) {
			return nil, err
		}
		return made.JSON(), err
	}
}

func (p Progress) event() []byte {
	type fields Progress // without methods
	return mustJSON(struct {
		Schema string `json:"schema"`
		fields
	}{progressSchema, fields(p)})
}

// mustJSON is for what always has a JSON form.
func mustJSON(v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return text
}
