package platform

import (
	"context"
	"errors"
	"time"

	"qikit.dev/qikit/internal/pool"
	"qikit.dev/qikit/internal/sgcpgo"
	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/sgcp"
)

// thinking is a choice under way, on a goroutine of its own.
type thinking struct {
	cancel context.CancelFunc
	task   *pool.Task
}

type thought struct {
	explanation Explanation
	began       time.Time
	err         error
}

// done ends the goroutine, whose thought has come or is no longer wanted.
func (t *thinking) done() error {
	t.cancel()
	return t.task.Wait()
}

// rest stops all thinking of the slot, and waits for its end.
func (s *slot) rest() {
	if s.pondering {
		s.pondering = false
		if err := s.background.Stop(); err != nil {
			s.log.Error("thinking ahead", "error", err)
		}
	}
	if s.think == nil {
		return
	}
	s.think.done() // a choice that nobody wants any more, whatever it met
	s.think = nil
	select {
	case <-s.thought:
	default:
	}
}

// forget stops all thinking and frees the trees of a game that is over: they take nearly all
// the memory of a platform, which may be at rest for hours.
func (s *slot) forget() {
	s.rest()
	s.coordinator.Close()
	if s.background != nil {
		s.background.Close()
		s.background = nil
	}
}

// move begins a choice, unless one is under way or its move has been sent.
func (s *slot) move(ctx context.Context) error {
	g := &s.game
	if s.think != nil || g.sent == len(g.line)+1 {
		return nil
	}
	s.rest()
	board, err := g.onBoard()
	if err != nil {
		return err
	}
	q := question{Board: board.Clone(), Editor: g.profile.editor, Clock: g.clockLeft(), Ahead: g.ahead, Refused: g.refused}
	if s.platform.options.Vary {
		q.Game = g.token
	}
	ctx, cancel := context.WithCancel(ctx)
	s.platform.duty.begin()
	began := s.clock.Now()
	s.think = &thinking{cancel: cancel}
	s.think.task = pool.Go(func() (err error) {
		t := thought{began: began, err: errUnfinished}
		defer func() {
			s.platform.duty.end()
			s.thought <- t // has room: one thinks at a time
		}()
		t.explanation, t.err = s.coordinator.Choose(ctx, q)
		return nil
	})
	return nil
}

// errUnfinished is the error of a choice that panicked.
var errUnfinished = errors.New("platform: the choice was not finished")

// answer plays what was chosen.
func (s *slot) answer(ctx context.Context, t thought) error {
	g := &s.game
	e := t.explanation
	if t.err != nil {
		s.log.Error("choosing", "error", t.err)
	}
	if e.Chosen == 0 {
		// Nothing was chosen: a pass keeps the game going.
		e.Chosen = goban.Pass
	}
	g.rate = e.WinRate
	g.spent += s.clock.Now().Sub(t.began) + moveCost
	s.platform.figures.moves.Add(1)
	g.last = &e
	s.platform.explain(g.opponent, e)
	s.log.Debug("choice", "game", g.token.String(), "move", len(g.line)+1, "text", e.String())
	if t.err == nil && e.Chosen != goban.Pass && g.givesUp(g.profile.editor.effective()) {
		g.sent = len(g.line) + 1 // nothing is played until the end is pushed
		_, err := s.do(ctx, &sgcp.Resign{}, sgcp.FaultState, sgcp.FaultGameOver)
		s.stale = s.stale || sgcp.Refused(err) != 0
		return unexpected(err)
	}
	if e.Chosen == goban.Pass {
		g.sent = len(g.line) + 1
		_, err := s.do(ctx, &sgcp.Count{}, sgcp.FaultState)
		if sgcp.Refused(err) != 0 {
			// The gateway is counting, or stones are marked: it will tell.
			s.stale, s.paused = true, s.clock.Now().Add(s.syncPause())
			return nil
		}
		return err
	}
	at := sgcpgo.Coord(e.Chosen)
	g.sent = len(g.line) + 1
	_, err := s.do(ctx, &sgcp.Play{Coord: at, Seq: g.sent}, sgcp.FaultOccupied, sgcp.FaultSuicide, sgcp.FaultSuperko, sgcp.FaultOffBoard)
	if sgcp.Refused(err) != 0 {
		s.log.Warn("the move was refused", "move", at, "error", err)
		g.refused = append(g.refused, e.Chosen)
		g.sent = 0
		return s.act(ctx)
	}
	return err
}

// lostMost is how many choices in a row say that a game is lost before it is given up.
const lostMost = 3

// givesUp counts choices by which the game is lost, and tells whether to give it up. The
// first quarter of a board says little.
func (g *match) givesUp(v values) bool {
	if g.rate > v[keyResign] || v[keyResign] == 0 || len(g.line) < g.settings.Size*g.settings.Size/4 {
		g.lost = 0
		return false
	}
	g.lost++
	return g.lost >= lostMost
}
