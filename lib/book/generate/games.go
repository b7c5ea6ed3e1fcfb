package generate

import (
	"context"
	"sync/atomic"

	"qikit.dev/qikit/lib/book"
)

// playGames plays the games that the file lacks. The positions of a game enter the
// book after those of all games before it.
func playGames(ctx context.Context, t team, s shelf) error {
	if err := s.catchUp(); err != nil {
		return err
	}
	next, err := gamesDue(s.file)
	if err != nil {
		return err
	}
	err = do(ctx, t, phase[gameTask, played]{
		kind: kindGames, size: gamesInPart(&t.plan.options, s.file.Job().Planned),
		next: func(context.Context) (gameTask, bool, error) {
			id, ok := next()
			if !ok {
				return gameTask{}, false, nil
			}
			return gameTask{id, t.plan.startOf(id)}, true, nil
		},
		do: (*Hand).playGame,
		keep: func(batch []played) error {
			games := make([]*book.Game, len(batch))
			for i, g := range batch {
				games[i] = g.Game
			}
			return s.keep(games)
		},
	})
	if err != nil {
		return err
	}
	if err := s.remake(ctx, t.plan); err != nil {
		return err
	}
	return s.catchUp()
}

// gamesDue hands out the ids of the games to be played, in order, to any worker.
func gamesDue(file *book.Writer) (next func() (id int64, ok bool), err error) {
	ahead, err := file.Ahead()
	if err != nil {
		return nil, err
	}
	job := file.Job()
	var last atomic.Int64
	last.Store(job.Processed - 1)
	return func() (int64, bool) {
		for {
			id := last.Add(1)
			if id >= job.Planned {
				return 0, false
			}
			if !ahead[id] {
				return id, true
			}
		}
	}, nil
}
