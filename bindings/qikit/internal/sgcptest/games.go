package sgcptest

import (
	"fmt"
	"slices"
	"strings"

	"qikit.dev/qikit/lib/sgcp"
)

// match is a game between two talks.
type match struct {
	black, white *talk
	game         string
	started      sgcp.Started
}

// match seats two new players and begins.
func (s *suite) match() *match {
	t, u := s.login(), s.login()
	u.ask("201", "701")
	t.ask("203 "+u.nick, "703 ")
	return begin(t, u, pushed[sgcp.Paired](t), pushed[sgcp.Paired](u))
}

func begin(t, u *talk, paired, same sgcp.Paired) *match {
	m := &match{black: t, white: u, game: paired.Game.String()}
	if paired.Black == u.nick {
		m.black, m.white = u, t
	}
	t.failIf(paired != same, "paired as %+v and as %+v", paired, same)
	t.ask("311", "811")
	u.ask("311", "811")
	m.started = pushed[sgcp.Started](t)
	other := pushed[sgcp.Started](u)
	t.failIf(fmt.Sprint(other) != fmt.Sprint(m.started) || m.started.Black != m.black.nick || m.started.Game.String() != m.game, "started %+v and %+v, paired %+v", m.started, other, paired)
	return m
}

// play plays moves alternately from number from on, and checks every push and its
// hash.
func (m *match) play(from int, list string) {
	players := [2]*talk{m.black, m.white}
	for i, text := range strings.Fields(list) {
		p := players[(from+i+1)&1]
		p.ask("321 "+text, fmt.Sprint("821 ", from+i))
		want, _ := sgcp.ParseCoord(text)
		want, _ = want.On(m.started.Size)
		for _, q := range players {
			got := pushed[sgcp.Played](q)
			q.failIf(got.Game.String() != m.game || got.Seq != from+i || got.Color != sgcp.Color((from+i+1)&1) || got.Coord != want, "move %d %s was pushed as %+v", from+i, text, got)
		}
	}
}

// info asks for the game's state.
func (m *match) info(t *talk) (reply sgcp.GameInfoReply, line []sgcp.Coord) {
	t.send("301 " + m.game + "\r\n")
	text := t.reply()
	for ; number(text) == sgcp.RowMoves && t.s.err == nil; text = t.reply() {
		var row sgcp.Moves
		err := sgcp.ParseInto(&row, param(text))
		t.failIf(err != nil || row.From != len(line)+1, "row %q after %d moves: %v", text, len(line), err)
		line = append(line, row.Moves...)
	}
	err := sgcp.ParseInto(&reply, param(text))
	t.failIf(number(text) != sgcp.CommandGameInfo.Reply() || err != nil || reply.Moves != len(line), "%q after %d moves: %v", text, len(line), err)
	return reply, line
}

// games are the cases of section 5.4 and 5.5.
var games = []testCase{
	{"game: a whole one with the twelve, and the next with colours exchanged", false, func(s *suite) {
		m := s.match()
		m.play(1, "A1 b2 C3 PASS")
		m.black.ask("303 well played", "803")
		m.white.push(sgcp.PushSaid)
		m.black.ask("327", "827")
		if len(m.black.pushes) == 0 {
			m.white.push(sgcp.PushCount)
		}
		for _, t := range []*talk{m.black, m.white} {
			e := pushed[sgcp.Ended](t)
			t.failIf(e.Game.String() != m.game || !e.Score.Counted, "ended %+v", e)
		}
		reply, _ := m.info(m.white)
		m.white.failIf(reply.State != sgcp.Over || reply.Turn != sgcp.Neither, "an ended game is in state %s, turn %v", reply.State, reply.Turn)
		m.black.ask("321 D4", "538 321")
		m.black.ask("311", "811")
		m.white.ask("311", "811")
		next := pushed[sgcp.Started](m.white)
		m.white.failIf(next.Game.String() == m.game || next.Black != m.white.nick, "the next game is %+v", next)
	}},
	{"game: coordinates, turns and illegal moves", false, func(s *suite) {
		m := s.match()
		m.white.ask("321 A1", "533 321")
		m.play(1, "c3 C4")
		m.black.ask("321 C4", "534 321")
		m.black.ask("321 Z9", "537 321")
		m.black.ask("321 I5", "502 321")
		m.black.ask("321", "502 321")
		top := string([]byte{'a', 'a' + byte(max(1, m.started.Size)-1)}) // A1 as SGF has it
		m.black.ask("321 "+top, "821 3")
		for _, t := range []*talk{m.black, m.white} {
			p := pushed[sgcp.Played](t)
			t.failIf(p.Coord != sgcp.At(0, 0), "%s was pushed as %v", top, p.Coord)
		}
	}},
	{"game: suicide, ko and captures", false, func(s *suite) {
		m := s.match()
		m.play(1, "A2 H8 B1 H7")
		m.play(5, "B4 C4 A3 D3 C3 C2 B2")
		m.white.ask("321 A1", "535 321")
		m.white.ask("321 B3", "821 12")
		for _, t := range []*talk{m.black, m.white} {
			p := pushed[sgcp.Played](t)
			t.failIf(p.Captures != 1, "a capture was pushed as %+v", p)
		}
		m.black.ask("321 C3", "536 321")
		m.play(13, "H1 H2")
		m.play(15, "C3")
	}},
	{"game: the hash is that of the stones", false, func(s *suite) {
		m := s.match()
		m.play(1, "A1 B2 C3")
		reply, line := m.info(m.black)
		want, err := sgcp.HashOf(max(1, m.started.Size), []sgcp.Coord{sgcp.At(0, 0), sgcp.At(2, 2)}, []sgcp.Coord{sgcp.At(1, 1)})
		m.black.failIf(err != nil || reply.Hash != want || reply.Seq != 3 || reply.Turn != sgcp.White || !slices.Equal(line, []sgcp.Coord{sgcp.At(0, 0), sgcp.At(1, 1), sgcp.At(2, 2)}), "301: %+v, %v; expected hash %v", reply, line, want)
	}},
	{"game: consent to count is withdrawn by a stone", false, func(s *suite) {
		m := s.match()
		m.play(1, "C3")
		m.black.ask("327", "827 pending") // not black's turn: consent only
		m.white.push(sgcp.PushCount)
		m.play(2, "D4 E5")
		m.white.ask("327", "827 pending") // a pass, and white's consent alone
		m.black.push(sgcp.PushPlayed)
		m.black.ask("321 F6", "821 5")
	}},
	{"game: leaving resigns, before the first stone there is no result", false, func(s *suite) {
		m := s.match()
		m.play(1, "C3")
		m.black.ask("302 "+m.game, "802")
		e := pushed[sgcp.Ended](m.white)
		m.white.failIf(e.Result != (sgcp.Result{Winner: sgcp.White, Reason: sgcp.ByResignation}), "ended %+v, expected W+R", e)
		m.white.push(sgcp.PushLeft)
		m.black.ask("201", "701")
		n := s.match()
		n.white.ask("302 "+n.game, "802")
		e = pushed[sgcp.Ended](n.black)
		n.black.failIf(e.Result.Reason != sgcp.Void, "ended %+v, expected Void", e)
	}},
	{"game: others can look and not play", false, func(s *suite) {
		m, t := s.match(), s.login()
		m.play(1, "C3")
		reply, _ := m.info(t)
		t.failIf(reply.State != sgcp.Playing, "301 by another: %+v", reply)
		t.ask("321 D4", "503 321")
		t.ask("302 "+m.game, "531 302")
	}},
}
