package generate

import (
	"context"
	"sync"
	"time"

	"qikit.dev/qikit/lib/book"
)

// reevaluate searches every position that is due afresh, from its text alone
// and in the view of its record: whoever repeats the search on the record's
// FEN, to the depth it has, gets the same.
func reevaluate(ctx context.Context, t team, s shelf) error {
	if err := s.file.RecallPositions(ctx, t.plan.options.Reevaluate.Depth == 0); err != nil {
		return err
	}
	reader, err := book.Open(s.file.Path())
	if err != nil {
		return err
	}
	defer reader.Close()
	all, evaluated, err := s.file.Positions()
	if err != nil {
		return err
	}
	// This phase has a step for each game, and counts them in proportion to the
	// positions searched.
	if evaluated > 0 {
		s.clock.Step(s.clock.Left()*evaluated/all, 0)
	}
	begin, steps, due, done := s.clock.Steps(), s.clock.Left(), all-evaluated, int64(0)
	var waiting []book.Evaluated
	stored := time.Now()
	store := func() error {
		if len(waiting) == 0 {
			return nil
		}
		if err := s.file.SetEvaluations(waiting); err != nil {
			return err
		}
		done += int64(len(waiting))
		s.clock.Reach(begin+steps*done/due, int64(len(waiting)))
		waiting, stored = waiting[:0], time.Now()
		return nil
	}
	err = do(ctx, t, phase[positionTask, judged]{
		kind: kindPositions, size: partOf(all, positionsMost), next: positionsDue(reader, t.plan),
		do: (*Hand).judgePosition,
		keep: func(batch []judged) error {
			for _, p := range batch {
				waiting = append(waiting, p.Evaluated)
			}
			// What a crew hands in counts as kept when this returns. Else results that
			// come together share the pages written, and a kill costs a second of them.
			if t.crew == nil && len(waiting) < batchMost && time.Since(stored) < time.Second {
				return nil
			}
			return store()
		},
	})
	if storeErr := store(); err == nil {
		err = storeErr
	}
	return err
}

// positionsDue hands out the positions to be searched to any worker.
func positionsDue(reader *book.Book, p *plan) func(context.Context) (t positionTask, ok bool, err error) {
	var mu sync.Mutex
	next := reader.NotEvaluated()
	return func(ctx context.Context) (positionTask, bool, error) {
		mu.Lock()
		defer mu.Unlock()
		if ctx.Err() != nil {
			return positionTask{}, false, context.Cause(ctx)
		}
		due, ok, err := next(ctx)
		return positionTask{due.ID, due.FEN, p.freshDepth(due.Drawn)}, ok, err
	}
}
