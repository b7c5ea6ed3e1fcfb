// Package job runs long work. A [Job] can be watched, awaited and cancelled from
// any goroutine, and keeps its result and its newest events.
//
//	j := job.Start(func(ctx context.Context, r *job.Report) ([]byte, error) {
//		for i := range 100 {
//			if ctx.Err() != nil {
//				return nil, context.Cause(ctx)
//			}
//			r.Progress(job.Progress{Done: uint64(i), Total: 100, Left: job.LeftUnknown})
//		}
//		return []byte(`{"schema":"qikit/example/1"}`), nil
//	})
//	<-j.Done()
//	result, err := j.Result()
//
// A [Group] holds the jobs that use one thing (an engine, a book), so that the
// thing can be closed safely: its running jobs are cancelled and awaited first.
//
// The package does not know what the work is about; the work itself writes its
// result and events as JSON.
package job
