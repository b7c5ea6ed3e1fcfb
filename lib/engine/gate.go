package engine

import (
	"context"
	"fmt"

	"qikit.dev/qikit/lib/game"
)

// gate lets one search in at a time, and none after close.
type gate struct {
	turn   chan struct{} // holds a token while somebody is inside
	closed bool          // read and written inside only
}

func newGate() gate { return gate{turn: make(chan struct{}, 1)} }

// begin checks a search's board and limits, turns the clock into a time, and enters
// the gate. A search that gets no error must leave.
func (g *gate) begin(ctx context.Context, name, gameName string, b game.Board, l Limits) (Limits, error) {
	l, err := l.at(b)
	if err != nil {
		return l, err
	}
	if err := sameGame(b, gameName); err != nil {
		return l, err
	}
	return l, g.enter(ctx, name)
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
func (g *gate) enter(ctx context.Context, name string) error {
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
		return fmt.Errorf("%w: %s", ErrClosed, name)
	}
	return nil
}

func (g *gate) leave() { <-g.turn }

// close waits for the search inside, lets nobody in from now on, and reports
// whether the gate was open.
func (g *gate) close() (first bool) {
	g.turn <- struct{}{}
	defer g.leave()
	first = !g.closed
	g.closed = true
	return first
}
