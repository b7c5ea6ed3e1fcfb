package platform

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"qikit.dev/qikit/internal/sgcpgo"
	"qikit.dev/qikit/lib/sgcp"
	"qikit.dev/qikit/lib/sgcp/client"
)

func (s *slot) event(ctx context.Context, e client.Event) error {
	switch e.Kind {
	case client.Pushed:
		if e.Number.IsCounted() {
			s.handled++
		}
		if e.Err != nil {
			param := e.Param
			if e.Number == sgcp.PushClaim {
				param = "" // a password
			}
			s.log.Warn("a line that makes no sense", "number", e.Number, "param", param, "error", e.Err)
			s.stale = true
			return nil
		}
		return s.push(ctx, e.Push)
	case client.Lost:
		s.log.Warn("the connection is lost", "error", e.Err)
	case client.Restarted:
		s.log.Warn("the session is gone")
		s.game, s.visitor, s.stale, s.handled = match{}, visitor{}, true, 0
		s.forget()
	case client.Resynced:
		s.stale, s.handled = true, 0
	case client.Missed:
		_, s.handled = s.client.Session() // how many of them counted nobody knows
		s.stale = true
	case client.Resumed:
		s.stale = true
	case client.Ended:
		return e.Err
	}
	return nil
}

func (s *slot) push(ctx context.Context, m sgcp.Message) error {
	switch m := m.(type) {
	case *sgcp.AskedLevel:
		return s.level(m)
	case *sgcp.Paired:
		if m.Game != s.game.token {
			return s.seat(m.Game, m.Black, m.White)
		}
	case *sgcp.Proposal:
		return s.proposed(ctx, m)
	case *sgcp.Person:
		return s.meets(m)
	case *sgcp.SettingsRequest:
		s.settings(m)
	case *sgcp.ClaimRequest:
		s.claim(m)
	case *sgcp.Started:
		return s.started(m)
	default:
		return s.inGame(ctx, m)
	}
	return nil
}

// level sets the level that a 207 asks for, at once, since 757 comes only once.
func (s *slot) level(m *sgcp.AskedLevel) error {
	s.leveled = m
	person := s.visitor.person
	if s.visitor.nick != m.Nick {
		person = s.person(m.Game.String()) // as profileOf has it
	}
	profile, err := s.platform.users.guest(person)
	if err != nil {
		return err
	}
	_, err = profile.editor.Set(keyLevel, fmt.Sprint(min(max(m.Level, 1), levelMax)))
	return err
}

func (s *slot) inGame(ctx context.Context, m sgcp.Message) error {
	g := &s.game
	switch m := m.(type) {
	case *sgcp.Played:
		if m.Game == g.token {
			s.played(m)
		}
	case *sgcp.Undone:
		if m.Game == g.token {
			s.stale = true
		}
	case *sgcp.Ended:
		if m.Game == g.token {
			s.ended(m)
		}
	case *sgcp.Left:
		if m.Game == g.token && m.Nick == g.opponent {
			g.left = true
		}
	case *sgcp.CountPush:
		g.asked = g.asked || m.Game == g.token && m.Nick == g.opponent
	case *sgcp.Asked:
		if m.Game == g.token && m.Nick == g.opponent {
			return s.requested(ctx, m)
		}
	case *sgcp.Said:
		if m.Game == g.token && m.Nick == g.opponent {
			return s.said(ctx, m.Text)
		}
	case *sgcp.MarkingPush:
		if m.Game == g.token {
			s.marking()
		}
	case *sgcp.Marked:
		if m.Game == g.token {
			s.marked(m)
		}
	case *sgcp.PlayOnPush:
		if m.Game == g.token {
			s.stale = true // there may be a pass that the gateway has made
		}
	}
	return nil
}

// proposed accepts a proposal when the slot is free and can play it.
func (s *slot) proposed(ctx context.Context, m *sgcp.Proposal) error {
	if s.game.token != (sgcp.Gtoken{}) {
		return nil // it lapses
	}
	settings := sgcp.DefaultSettings()
	others, err := settings.Apply(m.Settings)
	rules := sgcpgo.Rules(&settings)
	if err != nil || len(others) > 0 || rules.Check() != nil || !keepsTime(&settings) {
		return nil
	}
	_, err = s.do(ctx, &sgcp.Propose{ID: m.ID}, sgcp.FaultNotWaiting, sgcp.FaultEngaged)
	if sgcp.Refused(err) != 0 {
		return nil
	}
	return err
}

// started begins the game, or the next one at the same table.
func (s *slot) started(m *sgcp.Started) error {
	if m.Black != s.me() && m.White != s.me() {
		return nil // watched
	}
	if m.Game == s.game.token && s.game.state != sgcp.Seated {
		return nil // said again
	}
	if m.Game != s.game.token {
		before := s.game
		if err := s.seat(m.Game, m.Black, m.White); err != nil {
			return err
		}
		if g := &s.game; before.person != "" && before.opponent == g.opponent { // who has not left the table
			g.person, g.profile = before.person, before.profile
		}
	}
	settings := sgcp.DefaultSettings()
	settings.Size, settings.Komi, settings.Rule = m.Size, m.Komi, m.Rule
	if _, err := settings.Apply(m.Others); err != nil {
		s.stale = true
		return nil
	}
	if err := s.begin(settings); err != nil {
		return err
	}
	s.game.state = sgcp.Playing
	s.platform.figures.games.Add(1)
	s.log.Info("game", "game", m.Game.String(), "black", m.Black, "white", m.White, "size", m.Size, "rule", m.Rule)
	s.record("")
	return nil
}

// played handles a move, also an own one.
func (s *slot) played(m *sgcp.Played) {
	g := &s.game
	switch {
	case g.board == nil || m.Seq > len(g.line)+1:
		s.stale = true
		return
	case m.Seq <= len(g.line):
		if at, err := m.Coord.On(g.settings.Size); err != nil || g.line[m.Seq-1] != at {
			s.stale = true
		}
		return
	}
	if s.think != nil {
		s.rest() // about a move that was made before the connection was lost
	}
	own := m.Color == g.color
	ahead := s.foreseen(m.Coord)
	if err := g.put(m.Coord); err != nil {
		s.log.Warn("a move that makes no sense", "error", err)
		s.stale = true
		return
	}
	g.ahead = ahead
	g.sent = 0
	passes := g.board.Passes()
	if passes == 0 {
		g.resumed = 0
	}
	g.stopped = passes-g.resumed > 1
	if own {
		s.record("")
	}
}

func (s *slot) ended(m *sgcp.Ended) {
	if s.game.state == sgcp.Over {
		return
	}
	s.forget()
	s.game.state, s.game.ready = sgcp.Over, false
	s.game.deadline = s.clock.Now().Add(s.platform.options.Rematch)
	s.conclude(m.Result.String())
}

// conclude stores the result of a finished game, and what the game teaches.
func (s *slot) conclude(result string) {
	g := &s.game
	s.log.Info("game over", "game", g.token.String(), "result", result)
	s.record(result)
	if g.board == nil {
		return
	}
	if err := s.platform.memory.conclude(g.data(s.clock.Now(), result)); err != nil {
		s.log.Error("concluding", "error", err)
	}
}

// requested answers a request for an undo or a draw. Silence declines.
func (s *slot) requested(ctx context.Context, m *sgcp.Asked) error {
	g := &s.game
	if g.state != sgcp.Playing || g.profile == nil {
		return nil
	}
	v := g.profile.editor.effective()
	if m.Plies == 0 {
		if !g.takesDraw(v) {
			return nil
		}
		_, err := s.do(ctx, &sgcp.Draw{}, sgcp.FaultState, sgcp.FaultGameOver)
		return unexpected(err)
	}
	if !g.grantsUndo(v) || m.Plies > len(g.line) {
		return nil
	}
	s.rest()
	a, err := s.do(ctx, &sgcp.Undo{Plies: m.Plies}, sgcp.FaultState, sgcp.FaultGameOver, sgcp.FaultParameter)
	if err == nil && !a.Reply.(*sgcp.UndoReply).Pending {
		g.undos++
		g.sent = len(g.line) + 1 // nothing is played until the undo is pushed
	}
	return unexpected(err)
}

func (g *match) takesDraw(v values) bool  { return g.rate > 0 && g.rate <= v[keyDraw] }
func (g *match) grantsUndo(v values) bool { return float64(g.undos) < v[keyUndos] }

// unexpected returns an error unless it is an expected fault.
func unexpected(err error) error {
	if sgcp.Refused(err) != 0 && !errors.Is(err, errAgain) {
		return nil
	}
	return err
}

// said answers the question "why?" about the last choice of the game, in the language of
// the question.
func (s *slot) said(ctx context.Context, text string) error {
	e, question := s.game.last, strings.ToLower(strings.TrimSpace(text))
	in, asked := questions[question]
	inDetail := slices.Contains(details, question)
	if e == nil || !asked && !inDetail {
		return nil
	}
	answer := fitting(e.sentences(in), in, sgcp.ChatMax)
	if inDetail {
		if answer = e.String(); len(answer) > sgcp.ChatMax {
			answer = strings.ToValidUTF8(answer[:sgcp.ChatMax], "")
		}
	}
	_, err := s.do(ctx, &sgcp.Chat{Text: answer}, sgcp.FaultState)
	return unexpected(err)
}
