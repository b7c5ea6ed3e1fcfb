package generate

import (
	"context"
	"sync"

	"qikit.dev/qikit/lib/book"
)

// reevaluate searches every position that is due afresh, from its text alone
// and in the view of its record: whoever repeats the search on the record's
// FEN gets the same.
func reevaluate(ctx context.Context, t team, s shelf) error {
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
	return do(ctx, t, phase[positionTask, judged]{
		kind: kindPositions, size: partOf(all, positionsMost), next: positionsDue(reader),
		do: (*Hand).judgePosition,
		keep: func(batch []judged) error {
			list := make([]book.Evaluated, len(batch))
			for i, p := range batch {
				list[i] = p.Evaluated
			}
			if err := s.file.SetEvaluations(list); err != nil {
				return err
			}
			done += int64(len(batch))
			s.clock.Reach(begin+steps*done/due, int64(len(batch)))
			return nil
		},
	})
}

// positionsDue hands out the positions to be searched to any worker.
func positionsDue(reader *book.Book) func(context.Context) (t positionTask, ok bool, err error) {
	var mu sync.Mutex
	next := reader.NotEvaluated()
	return func(ctx context.Context) (positionTask, bool, error) {
		mu.Lock()
		defer mu.Unlock()
		if ctx.Err() != nil {
			return positionTask{}, false, context.Cause(ctx)
		}
		id, fen, ok, err := next(ctx)
		return positionTask{id, fen}, ok, err
	}
}
