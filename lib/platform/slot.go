package platform

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"qikit.dev/qikit/internal/pool"
	"qikit.dev/qikit/lib/sgcp"
	"qikit.dev/qikit/lib/sgcp/client"
)

// slot is one connection of the platform and the game on it. Everything but the
// thinking happens on one goroutine.
type slot struct {
	platform *Platform
	gateway  *Endpoint
	index    int
	nick     string
	clock    Clock
	log      *slog.Logger

	client  *client.Client
	stale   bool      // what is known of the game may be wrong: sync
	paused  time.Time // until then nothing is done
	waiting bool      // 201 was said
	handled uint64    // counted pushes of the session; further ones may be waiting
	began   int       // sessions that the client has begun, as far as handled knows
	kept    place     // as the store has it
	game    match
	visitor visitor          // introduced last
	leveled *sgcp.AskedLevel // the last one

	teller   *teller              // of the client
	claims   []*sgcp.ClaimRequest // the first is looked at, the others wait
	claiming *pool.Task           // that looks; nil: none waits
	claimed  chan claimed

	coordinator *coordinator
	think       *thinking           // nil: nobody thinks
	thought     chan thought        // of the one that thinks
	background  *backgroundThinking // nil until the first time
	pondering   bool                // it is at work

	alarm   <-chan time.Time // nil: none
	alarmAt time.Time
}

// run plays until ctx ends. What another process needs to go on is in the store.
func (s *slot) run(ctx context.Context) error {
	mc := newMonteCarlo(s.platform.options.Workers, s.platform.options.TableMB, s.platform.options.Seed)
	s.coordinator = newCoordinator(mc, s.platform.memory, s.platform.options.Jobs, s.platform.options.Seed)
	defer s.coordinator.Close()
	defer func() {
		if s.claiming != nil {
			s.claiming.Wait() // nobody wants the answer any more
		}
		if s.background != nil {
			s.background.Close()
		}
	}()
	for {
		c, err := s.dial(ctx)
		if err != nil {
			return nil // ctx has ended
		}
		s.client, s.stale, s.waiting = c, true, false
		s.log.Info("logged in", "nick", s.me())
		err = s.serve(ctx)
		s.rest()
		if ctx.Err() != nil {
			s.farewell()
			return nil
		}
		s.game, s.visitor, s.alarm, s.paused = match{}, visitor{}, nil, time.Time{}
		s.log.Error("the connection has ended", "error", err)
		c.Close() // its error is that it ended
		if s.pause(ctx, s.platform.options.Backoff) != nil {
			return nil
		}
	}
}

// farewell leaves the gateway, for good when there is no store.
func (s *slot) farewell() {
	if s.platform.options.Store == "" {
		ctx, cancel := context.WithTimeout(context.Background(), farewellMax)
		defer cancel()
		if err := s.client.Quit(ctx); err != nil {
			s.log.Debug("quitting", "error", err)
		}
		return
	}
	s.keep()
	s.client.Close() // the session goes on
}

// farewellMax bounds the wait for a gateway when the platform ends.
const farewellMax = time.Second / 2

// serve handles events until the client or ctx ends.
func (s *slot) serve(ctx context.Context) error {
	telling, stop := context.WithCancel(ctx)
	s.teller = &teller{s.client, s.clock, s.log, make(chan answer, answersMost)}
	task := pool.Go(func() error { return s.teller.run(telling) })
	defer task.Wait() // it does not fail
	defer stop()
	for {
		s.keep() // first: a game that begins must be known to the next process
		if err := s.act(ctx); err != nil && ctx.Err() == nil && !errors.Is(err, errAgain) {
			return err
		}
		select {
		case e, ok := <-s.client.Events():
			if !ok {
				return s.client.Err()
			}
			if err := s.event(ctx, e); err != nil && ctx.Err() == nil && !errors.Is(err, errAgain) {
				return err
			}
		case t := <-s.thought:
			s.think.done()
			s.think = nil
			if err := s.answer(ctx, t); err != nil && ctx.Err() == nil && !errors.Is(err, errAgain) {
				return err
			}
		case c := <-s.claimed:
			s.answerClaim(c)
		case <-s.alarm:
			s.alarm, s.alarmAt = nil, time.Time{}
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// wake makes serve act again at that time or sooner.
func (s *slot) wake(at time.Time) {
	if s.alarm == nil || at.Before(s.alarmAt) {
		s.alarm, s.alarmAt = s.clock.After(at.Sub(s.clock.Now())), at
	}
}

// me returns the slot's nick, as the gateway gave it.
func (s *slot) me() string {
	if nick := s.client.Nick(); nick != "" {
		return nick
	}
	return s.kept.nick // of a session that another process began
}

// keep stores the slot's session when it has changed. A push counts when the slot has
// acted on it: the gateway repeats the others to the next process.
func (s *slot) keep() {
	session, received := s.client.Session()
	if began := s.client.Began(); began != s.began {
		s.handled, s.began = 0, began // Restarted is on its way
	}
	s.handled = min(s.handled, received)
	now := place{session, s.me(), s.handled, s.game.token}
	if now == s.kept {
		return
	}
	if err := s.platform.users.keepPlace(s.gateway.String(), s.index, now); err != nil {
		s.log.Error("keeping the session", "error", err)
		return
	}
	s.kept = now
}

// act does the next thing that the state of the game asks for.
func (s *slot) act(ctx context.Context) error {
	if s.clock.Now().Before(s.paused) {
		s.wake(s.paused)
		return nil
	}
	if s.stale {
		if err := s.sync(ctx); err != nil {
			s.wake(s.clock.Now().Add(s.syncPause()))
			return err
		}
	}
	switch g := &s.game; {
	case g.token == (sgcp.Gtoken{}):
		return s.wait(ctx)
	case g.state == sgcp.Seated, g.state == sgcp.Over:
		return s.prepare(ctx)
	case g.state == sgcp.Marking:
		s.rest()
		return s.mark(ctx)
	case g.mine():
		return s.move(ctx)
	default:
		return s.meanwhile(ctx)
	}
}

// syncPause is the time between two tries to learn how a game stands.
func (s *slot) syncPause() time.Duration { return min(time.Second, s.platform.options.Backoff) }

func (s *slot) wait(ctx context.Context) error {
	if s.waiting {
		return nil
	}
	s.rest()
	if _, err := s.do(ctx, &sgcp.Withdraw{}); err != nil {
		return err
	}
	_, err := s.do(ctx, &sgcp.Wait{}, sgcp.FaultEngaged)
	if sgcp.Refused(err) == sgcp.FaultEngaged {
		if _, unknown := s.client.Info(ctx, s.client.Game()); unknown == nil {
			s.stale = true // somebody asked for a game before 205 came: it is the client's
			s.wake(s.clock.Now())
			return nil
		}
		s.log.Error("the session is in a game that nobody remembers")
		return s.abandon(ctx)
	}
	s.waiting = err == nil
	return err
}

// prepare says that the platform is ready for the game, or for the next one, and
// leaves when the opponent is not ready in time.
func (s *slot) prepare(ctx context.Context) error {
	g := &s.game
	s.rest()
	if g.deadline.IsZero() {
		patience := s.platform.options.Start
		if g.state == sgcp.Over {
			patience = s.platform.options.Rematch
		}
		g.deadline = s.clock.Now().Add(patience)
	}
	if !g.ready && !g.left {
		_, err := s.do(ctx, &sgcp.Ready{}, sgcp.FaultState)
		switch {
		case err != nil && sgcp.Refused(err) == 0:
			return err
		case err != nil && !g.doubted:
			// Has the opponent left, or has the game begun, for which the platform was ready before it was killed?
			g.doubted, s.stale = true, true
			s.wake(s.clock.Now())
			return nil
		}
		g.ready, g.left = err == nil, err != nil
	}
	idle := !s.clock.Now().Before(g.deadline)
	if idle && !g.left {
		waited := s.platform.options.Start
		if g.state == sgcp.Over {
			waited = s.platform.options.Rematch
		}
		text := fmt.Sprintf("You were not ready within %[1]v: I leave for others. %[1]v 内未见准备，我先去陪别人了。", waited)
		if _, err := s.do(ctx, &sgcp.Chat{Text: text}, sgcp.FaultState, sgcp.FaultRate); err != nil && sgcp.Refused(err) == 0 {
			return err
		}
	}
	if g.left || idle {
		return s.leave(ctx)
	}
	s.wake(g.deadline)
	return nil
}

func (s *slot) leave(ctx context.Context) error {
	_, err := s.do(ctx, &sgcp.Leave{Game: s.game.token}, sgcp.FaultNoGame, sgcp.FaultNotPlayer)
	switch n := sgcp.Refused(err); {
	case err != nil && n == 0:
		return err
	case n != 0 && n != sgcp.FaultNoGame && n != sgcp.FaultNotPlayer:
		return s.abandon(ctx)
	}
	s.game, s.waiting = match{}, false
	return s.wait(ctx)
}

// abandon ends a session that is no longer usable. serve ends with it, and another
// session begins.
func (s *slot) abandon(ctx context.Context) error {
	s.game = match{}
	if err := s.platform.users.keepPlace(s.gateway.String(), s.index, place{}); err != nil {
		s.log.Error("keeping the session", "error", err)
	}
	s.kept = place{}
	if err := s.client.Quit(ctx); err != nil {
		return err
	}
	return errAbandoned
}

// errAbandoned is why a slot's client ended.
var errAbandoned = errors.New("platform: the session was abandoned")
