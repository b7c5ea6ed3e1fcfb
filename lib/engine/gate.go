package engine

import (
	"context"
	"fmt"

	"qikit.dev/qikit/lib/game"
)

// gate lets one call at a time in to an engine, and none after Close. The engine embeds
// it and has Search, Clear and Close from it.
type gate struct {
	behind gated
	game   string
	turn   chan struct{} // holds a token while somebody is inside
	closed bool          // read and written inside only
	stale  chan struct{} // holds a token while whoever searches next is to forget first
}

// gated is the engine behind a gate. Nobody else is inside during think, forget and end.
type gated interface {
	Name() string
	think(ctx context.Context, b game.Board, l Limits) (Result, error)
	forget() error
	end() error
}

func newGate(gameName string, behind gated) gate {
	return gate{behind: behind, game: gameName, turn: make(chan struct{}, 1), stale: make(chan struct{}, 1)}
}

// Search checks the board and the limits, and turns the clock into a time.
func (g *gate) Search(ctx context.Context, b game.Board, l Limits) (Result, error) {
	l, err := l.at(b)
	if err == nil {
		err = sameGame(b, g.game)
	}
	if err == nil {
		err = g.enter(ctx)
	}
	if err != nil {
		return Result{}, err
	}
	defer g.leave()
	if err := g.forgetStale(); err != nil {
		return Result{}, err
	}
	return g.behind.think(ctx, b, l)
}

// Clear never waits: while somebody is inside, the next search forgets.
func (g *gate) Clear() error {
	select {
	case g.stale <- struct{}{}:
	default:
	}
	select {
	case g.turn <- struct{}{}:
	default:
		return nil
	}
	defer g.leave()
	if g.closed {
		return g.gone()
	}
	return g.forgetStale()
}

// forgetStale is asked inside.
func (g *gate) forgetStale() error {
	select {
	case <-g.stale:
		return g.behind.forget()
	default:
		return nil
	}
}

// Close waits for a search under way.
func (g *gate) Close() error {
	g.turn <- struct{}{}
	defer g.leave()
	if g.closed {
		return nil
	}
	g.closed = true
	return g.behind.end()
}

func sameGame(b game.Board, gameName string) error {
	if b.Game() != gameName {
		return fmt.Errorf("%w: %s, expected %s", ErrGame, b.Game(), gameName)
	}
	return nil
}

// enter waits until nobody is inside; whoever is let in must leave. It fails with
// the context's cause, or with ErrClosed that names the engine. A free gate lets in
// a search whose context has ended, too: a cancelled search still has a move.
func (g *gate) enter(ctx context.Context) error {
	select {
	case g.turn <- struct{}{}:
	default:
		select {
		case g.turn <- struct{}{}:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
	if g.closed {
		g.leave()
		return g.gone()
	}
	return nil
}

func (g *gate) gone() error { return fmt.Errorf("%w: %s", ErrClosed, g.behind.Name()) }

func (g *gate) leave() { <-g.turn }
