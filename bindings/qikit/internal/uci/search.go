package uci

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/job"
)

// search is a search under way.
type search struct {
	job    *job.Job
	budget time.Duration // for an order to ponder: from the hit on
	once   sync.Once
	played chan struct{} // closed by ponderhit, and from the start when not pondering

	answered atomic.Bool // its move is being printed, or has been
}

// hit says that the move pondered on was played.
func (s *search) hit() {
	if s != nil {
		s.once.Do(func() { close(s.played) })
	}
}

func millis(n int) time.Duration { return time.Duration(n) * time.Millisecond }

// think reads the words of go and starts the search they ask for.
func (s *session) think(words orders) error {
	if s.protocol == nil {
		s.protocol = &uci
	}
	if s.board == nil {
		s.say("%s", s.protocol.none)
		return fmt.Errorf("go without a position")
	}
	if err := s.prepare(); err != nil {
		s.say("%s", s.protocol.none)
		return err
	}
	limits, c, endless, ponder := s.limits(words)
	limits.Time = c.budget(s.overhead, len(s.board.Played(nil)))
	endless = endless || limits.Depth == 0 && limits.Nodes == 0 && limits.Time == 0
	run := &search{budget: limits.Time, played: make(chan struct{})}
	if ponder {
		limits.Time = engine.NoLimit
	} else {
		run.hit()
	}
	board := s.playable(s.board)
	limits.Progress = func(r engine.Result) { s.show(board, r) }
	e, b := s.engine, board.Copy()
	p := s.protocol
	run.job = job.Start(func(ctx context.Context, _ *job.Report) ([]byte, error) {
		r, err := run.search(ctx, e, b, limits)
		if err != nil && ctx.Err() == nil {
			run.answered.Store(true)
			s.complain(err)
			s.say("%s", p.none)
			return nil, nil
		}
		s.show(board, r)
		if r.Note != "" {
			s.complain(errors.New(r.Note))
		}
		// The move may be printed after stop, or, unless the search is endless, after
		// ponderhit.
		played := run.played
		if endless {
			played = nil
		}
		select {
		case <-ctx.Done():
		case <-played:
		}
		run.answered.Store(true)
		s.choose(board, r)
		return nil, nil
	})
	s.search = run
	return nil
}

// search runs the engine; one that ponders gets its time from the hit on.
func (run *search) search(ctx context.Context, e engine.Engine, b game.Board, l engine.Limits) (engine.Result, error) {
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	if run.budget > 0 && l.Time == engine.NoLimit {
		// The job that waits for the hit ends with the search.
		waiter := job.Start(func(context.Context, *job.Report) ([]byte, error) {
			select {
			case <-run.played:
				select {
				case <-time.After(run.budget):
					cancel()
				case <-inner.Done():
				}
			case <-inner.Done():
			}
			return nil, nil
		})
		defer func() { cancel(); <-waiter.Done() }()
	}
	r, err := e.Search(inner, b, l)
	if err != nil && errors.Is(err, context.Canceled) {
		err = nil
	}
	return r, err
}

// limits reads what follows go.
func (s *session) limits(words orders) (l engine.Limits, c clock, endless, ponder bool) {
	l = engine.DefaultLimits()
	l.Lines = s.lines
	unit := time.Millisecond
	if s.seconds {
		unit = time.Second
	}
	mine := map[int]string{0: "w", 1: "b"}[s.board.Turn()]
	for len(words) > 0 {
		word := words.next()
		switch word {
		case "infinite":
			endless = true
			continue
		case "ponder":
			ponder = true
			continue
		}
		if len(words) == 0 {
			break
		}
		n, err := strconv.Atoi(words[0])
		if err != nil || n < 0 {
			continue
		}
		words.next()
		switch word {
		case "depth":
			l.Depth = min(n, engine.DepthMax)
		case "nodes":
			l.Nodes = n
		case "movetime":
			c.fixed = millis(max(n, 1))
		case "movestogo":
			c.moves = n
		case mine + "time":
			c.left = millis(max(n, 1))
		case mine + "inc":
			c.increment = millis(n)
		case "time":
			c.left = max(time.Duration(n)*unit, time.Millisecond)
		case "increment":
			c.increment = time.Duration(n) * unit
		}
	}
	return l, c, endless, ponder
}

// show writes the lines of a result.
func (s *session) show(b game.Board, r engine.Result) {
	for i, l := range r.Lines {
		if text := s.protocol.line(i+1, scoreOf(r, l), r, l, s.texts(b, l.Moves)); text != "" {
			s.say("%s", text)
		}
	}
}

// choose prints the move.
func (s *session) choose(b game.Board, r engine.Result) {
	if r.Best == game.NoMove {
		s.say("%s", s.protocol.none)
		return
	}
	for _, l := range r.Lines {
		if l.Moves[0] == r.Best && len(l.Moves) > 1 {
			texts := strings.Fields(s.texts(b, l.Moves[:2]))
			s.say("bestmove %s ponder %s", texts[0], texts[1])
			return
		}
	}
	s.say("bestmove %s", s.texts(b, []game.Move{r.Best}))
}

// texts writes moves played one after the other from b.
func (s *session) texts(b game.Board, moves []game.Move) string {
	walk := b.Copy()
	texts := make([]string, 0, len(moves))
	for _, m := range moves {
		texts = append(texts, s.text(walk, m))
		walk.Play(m)
	}
	return strings.Join(texts, " ")
}
