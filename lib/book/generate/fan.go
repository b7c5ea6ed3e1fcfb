package generate

import (
	"context"

	"qikit.dev/qikit/internal/pool"
)

// batchMost bounds what one transaction takes in.
const batchMost = 256

// fanOut runs work on so many workers and hands what they emit to keep, on the
// calling goroutine, in batches of whatever is waiting: nothing that is finished
// waits for something else. It returns the first error when all workers have
// ended; an error of keep stops them.
func fanOut[T any](ctx context.Context, workers int, work func(ctx context.Context, emit func(T)) error, keep func([]T) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	out := make(chan T, workers)
	task := pool.Go(func() error {
		defer close(out)
		return pool.Run(ctx, workers, func(ctx context.Context, _ int) error {
			return work(ctx, func(v T) { out <- v })
		})
	})
	var failed error
	for v := range out {
		if failed != nil {
			continue // the workers are ending; what they still emit is dropped
		}
		batch := append(make([]T, 0, batchMost), v)
	gather:
		for len(batch) < batchMost {
			select {
			case v, ok := <-out:
				if !ok {
					break gather
				}
				batch = append(batch, v)
			default:
				break gather
			}
		}
		if failed = keep(batch); failed != nil {
			cancel(failed)
		}
	}
	if err := task.Wait(); failed == nil {
		return err
	}
	return failed
}
