// Package job is long work under way: a [Job] can be watched, waited for and
// cancelled from any goroutine, and keeps its result and the newest of its
// events until it is let go.
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
// thing can be closed safely: what runs is cancelled and waited for first.
//
// The package knows nothing of what the work is; results and events are JSON
// that the work itself has written.
package job
