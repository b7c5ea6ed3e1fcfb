package platform

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"qikit.dev/qikit/internal/sgcpgo"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/sgcp"
	"qikit.dev/qikit/lib/sgcp/client"
	"qikit.dev/qikit/lib/weiqi"
)

// match is the game of a slot, as the gateway has told it.
type match struct {
	token    sgcp.Gtoken // zero: none
	state    sgcp.State
	color    sgcp.Color // the platform's
	opponent string
	person   string // the opponent, "" when the gateway has not said
	profile  *Profile
	settings sgcp.Settings
	board    *weiqi.Board
	line     []sgcp.Coord
	ready    bool      // 311 was said
	doubted  bool      // 311 was refused, and the gateway asked why
	left     bool      // the opponent has
	deadline time.Time // for the opponent to be ready
	stopped  bool      // by two passes: the gateway counts
	resumed  int       // passes on the board when play was resumed: the gateway counts anew from there
	sent     int       // number of the move that was sent, until it is pushed
	refused  []game.Move
	undos    int
	last     *Explanation
	rate     float64  // the platform's, by its last choice; 0 before
	lost     int      // choices in a row by which the game is lost
	ahead    evidence // for the position, from the opponent's time
	asked    bool     // the opponent wants to count

	spent time.Duration // of the platform's main time

	dead    map[goban.Point]bool // chains marked
	verdict verdict              // on the marks as they are
	quiet   time.Time            // no mark since then
}

func (g *match) mine() bool {
	return g.state == sgcp.Playing && !g.stopped && g.board.Turn() == int(g.color)
}

// seat takes a new game, of which only the players are known.
func (s *slot) seat(token sgcp.Gtoken, black, white string) error {
	s.rest()
	if me := s.me(); black != me && white != me || black == white {
		s.stale = true
		return nil
	}
	s.game, s.waiting = match{token: token, state: sgcp.Seated}, false
	s.coordinator.rate = 0.5
	return s.players(black, white)
}

func (s *slot) players(black, white string) error {
	g := &s.game
	g.color, g.opponent = sgcp.Black, white
	if white == s.me() {
		g.color, g.opponent = sgcp.White, black
	}
	if g.profile != nil {
		return nil
	}
	if s.visitor.nick == g.opponent {
		g.person = s.visitor.person
	}
	profile, err := s.platform.users.ofGame(g.token)
	if profile == nil && err == nil {
		profile, err = s.profileOf(g.opponent)
	}
	g.profile = profile
	return err
}

func (s *slot) begin(settings sgcp.Settings) error {
	board, err := weiqi.New("", sgcpgo.Rules(&settings), false)
	if err != nil {
		return err
	}
	g := &s.game
	g.settings, g.board, g.line = settings, board, nil
	return nil
}

func (g *match) put(at sgcp.Coord) error {
	at, err := at.On(g.settings.Size)
	if err != nil {
		return err
	}
	m := sgcpgo.Move(at)
	if err := g.board.Check(m); err != nil {
		return fmt.Errorf("move %d: %w", len(g.line)+1, err)
	}
	g.board.Play(m)
	g.line = append(g.line, at)
	g.refused, g.ahead = nil, nil
	return nil
}

// sync asks the gateway how the game stands.
func (s *slot) sync(ctx context.Context) error {
	s.rest()
	s.stale, s.waiting = false, false
	token := s.client.Game()
	if token == (sgcp.Gtoken{}) {
		token = s.game.token
	}
	if token == (sgcp.Gtoken{}) {
		return nil
	}
	info, err := s.client.Info(ctx, token)
	if sgcp.Refused(err) == sgcp.FaultNoGame {
		s.game = match{}
		return nil
	}
	if err != nil {
		s.stale = true
		return fmt.Errorf("%w: %w", errAgain, err)
	}
	if err := s.take(info); err != nil {
		s.log.Error("the game makes no sense and is given up", "game", token.String(), "error", err)
		s.game = match{token: token}
		return s.leave(ctx)
	}
	return nil
}

// take sets the game up as the gateway describes it.
func (s *slot) take(info *client.Info) error {
	if me := s.me(); info.Black != me && info.White != me {
		return errors.New("the platform does not sit there")
	}
	if info.State == "" || info.Game == (sgcp.Gtoken{}) {
		return errors.New("the gateway does not say how far the game is")
	}
	old := s.game
	s.game = match{token: info.Game, state: info.State}
	g := &s.game
	if old.token == info.Game { // what no 301 tells
		g.spent, g.undos, g.deadline, g.rate, g.last = old.spent, old.undos, old.deadline, old.rate, old.last
		g.doubted = old.doubted
		g.person, g.profile = old.person, old.profile
	}
	if err := s.players(info.Black, info.White); err != nil {
		return err
	}
	settings := sgcp.DefaultSettings()
	settings.Size, settings.Komi, settings.Rule = info.Size, info.Komi, info.Rule
	if _, err := settings.Apply(info.Others); err != nil {
		return err
	}
	known, bad := g.profile.game(info.Game)
	if old.token == info.Game {
		settings.Main, settings.ByoYomi = old.settings.Main, old.settings.ByoYomi
	} else if kept, err := sgcp.ParseSettings(known.Settings); err == nil && bad == nil {
		settings.Main, settings.ByoYomi = kept.Main, kept.ByoYomi
		g.spent = spentGuess(&kept, len(info.Line))
	}
	if err := s.begin(settings); err != nil {
		return err
	}
	for _, at := range info.Line {
		if err := g.put(at); err != nil {
			return err
		}
	}
	if passes := g.board.Passes(); g.state == sgcp.Playing && passes > 1 {
		g.resumed = passes
	}
	if g.state == sgcp.Marking {
		s.marksFrom(info.Others)
	}
	if g.state == sgcp.Over && known.Result == "" {
		result, _ := info.Others.Get("result")
		s.conclude(result)
	}
	return nil
}

// onBoard returns the board to choose on. When play was resumed after two passes, it
// is the same position without its history.
func (g *match) onBoard() (*weiqi.Board, error) {
	if g.board.Passes() < 2 {
		return g.board, nil
	}
	return weiqi.New(g.board.Position(), g.board.Rules(), true)
}

// data returns the game as the Client's profile keeps it.
func (g *match) data(now time.Time, result string) *GameData {
	moves := make([]string, len(g.line))
	for i, at := range g.line {
		moves[i] = at.String()
	}
	d := &GameData{Game: g.token, Color: g.color, Line: strings.Join(moves, " "), Result: result, Seen: now.UnixMilli(), Level: int(g.profile.editor.effective()[keyLevel])}
	d.Settings, _ = g.settings.Text() // they came from the gateway
	return d
}

func (s *slot) record(result string) {
	if s.game.profile == nil || s.game.board == nil {
		return
	}
	if err := s.game.profile.keepGame(s.game.data(s.clock.Now(), result)); err != nil {
		s.log.Error("keeping the game", "error", err)
	}
}
