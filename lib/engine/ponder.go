package engine

import (
	"context"
	"time"

	"qikit.dev/qikit/internal/alphabeta"
	"qikit.dev/qikit/internal/pool"
	"qikit.dev/qikit/lib/game"
)

// ponderMax bounds the thinking on the opponent's time, so that an opponent who has
// left the board does not empty a battery.
const ponderMax = 5 * time.Minute

// ponder is a search on the opponent's time. It fills the table for the next search;
// its result is thrown away. Use it inside the engine's gate only.
type ponder struct {
	cancel context.CancelFunc
	task   *pool.Task // nil while there is none
}

// start searches in the background until stop, or until nothing is left to find.
func (p *ponder) start(search func(ctx context.Context) error) {
	ctx, cancel := context.WithTimeout(context.Background(), ponderMax)
	p.cancel, p.task = cancel, pool.Go(func() error { return search(ctx) })
}

// stop ends it, after a thousand positions at most, and returns its panic, if it
// had one.
func (p *ponder) stop() error {
	if p.task == nil {
		return nil
	}
	p.cancel()
	err := p.task.Wait()
	p.task = nil
	if panicked, ok := err.(*pool.Panic); ok {
		return panicked
	}
	return nil
}

// expected is the board after the best move and the reply that the search
// expects, or after the move alone where it expects none; ok is false where the
// game ends with them.
func expected(b game.Board, r Result) (next game.Board, ok bool) {
	if r.Best == game.NoMove {
		return nil, false
	}
	next = b.Copy()
	next.Play(r.Best)
	if _, over := next.Outcome(); over {
		return nil, false
	}
	if line := r.Lines[0].Moves; line[0] == r.Best && len(line) > 1 {
		next.Play(line[1])
		if _, over := next.Outcome(); over {
			return nil, false
		}
	}
	return next, true
}

// ponderOn searches, in the background, the position that is expected next.
func (e *alphaBeta) ponderOn(b game.Board, r Result) {
	next, ok := expected(b, r)
	if !ok {
		return
	}
	roots := e.roots(next)
	e.ponder.start(func(ctx context.Context) error {
		_, err := e.search.Run(ctx, roots, alphabeta.Limits{Lines: 1}, nil)
		return err
	})
}
