package job_test

import (
	"context"
	"fmt"

	"qikit.dev/qikit/lib/job"
)

func Example() {
	j := job.Start(func(ctx context.Context, r *job.Report) ([]byte, error) {
		for i := range uint64(3) {
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			r.Event(fmt.Appendf(nil, `{"step":%d}`, i))
			r.Progress(job.Progress{Done: i + 1, Total: 3, Left: job.LeftUnknown})
		}
		return []byte(`{"steps":3}`), nil
	})
	<-j.Done()
	for j.Event(func(e []byte) error { fmt.Println(string(e)); return nil }) == nil {
	}
	result, err := j.Result()
	fmt.Println(string(result), err, j.Info().Done)
	// Output:
	// {"step":0}
	// {"step":1}
	// {"step":2}
	// {"steps":3} <nil> 3
}
