package platform

import (
	"context"
	"strings"

	"qikit.dev/qikit/internal/sgcpgo"
	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/sgcp"
	"qikit.dev/qikit/lib/weiqi"
)

// verdict is the platform's judgement of the marks.
type verdict uint8

const (
	unjudged verdict = iota
	taken            // and agreed to
	doubted          // until the opponent has had the time to change them
	refused          // play is to go on
)

// marking begins a marking, without any mark; the server's suggestions come as marks.
func (s *slot) marking() {
	g := &s.game
	s.rest()
	if g.board == nil {
		s.stale = true
		return
	}
	g.state, g.dead, g.verdict = sgcp.Marking, map[goban.Point]bool{}, unjudged
	g.quiet = s.clock.Now()
}

// marksFrom enters a marking under way, from the reply to 301, which lists the chains
// marked dead as "dead=C3,E5".
func (s *slot) marksFrom(told sgcp.Pairs) {
	s.marking()
	list, _ := told.Get("dead")
	for _, text := range strings.Split(list, ",") {
		if at, err := sgcp.ParseCoord(text); err == nil {
			s.marked(&sgcp.Marked{Coord: at, Dead: true})
		}
	}
}

// marked handles a mark, also one of the server's.
func (s *slot) marked(m *sgcp.Marked) {
	g := &s.game
	at, err := m.Coord.On(g.settings.Size)
	if g.state != sgcp.Marking || g.dead == nil || err != nil || at == sgcp.Pass {
		return
	}
	p := sgcpgo.Point(at)
	stones := g.board.Stones()
	if stones.At(p) == goban.Empty {
		return
	}
	if m.Dead {
		g.dead[stones.Chain(p)] = true
	} else {
		delete(g.dead, stones.Chain(p))
	}
	g.verdict, g.quiet = unjudged, s.clock.Now()
}

// mark agrees to the marks, or plays on when the platform does not accept them and the
// opponent leaves them as they are.
func (s *slot) mark(ctx context.Context) error {
	g := &s.game
	if g.verdict == taken || g.verdict == refused {
		return nil // nothing more to do until the next mark
	}
	// Marks come one by one: wait for a pause before judging them.
	until := g.quiet.Add(s.platform.options.Marks / marksPause)
	if g.verdict == doubted {
		until = g.quiet.Add(s.platform.options.Marks)
	}
	if s.clock.Now().Before(until) {
		s.wake(until)
		return nil
	}
	if g.verdict == doubted {
		g.verdict = refused
		s.log.Info("the marks are not taken", "game", g.token.String())
		_, err := s.do(ctx, &sgcp.PlayOn{}, sgcp.FaultState, sgcp.FaultGameOver)
		return unexpected(err)
	}
	dead, hash := sgcpgo.Marks(g.board.Stones(), g.dead)
	own := s.coordinator.judging.margin(g.board)
	if theirs := weiqi.CountBoard(g.board.Stones(), g.board.Rules(), dead).Margin; !g.profile.editor.effective().accepts(own, theirs) {
		s.log.Info("the marks are doubted", "game", g.token.String(), "own margin", own, "theirs", theirs)
		g.verdict = doubted
		return s.mark(ctx)
	}
	g.verdict = taken
	_, err := s.do(ctx, &sgcp.Agree{Marks: hash}, sgcp.FaultParameter, sgcp.FaultState, sgcp.FaultGameOver)
	return unexpected(err)
}

// marksPause divides Options.Marks: after so short a pause the marks are judged, and
// after the whole of it doubtful marks are answered by 328.
const marksPause = 20
