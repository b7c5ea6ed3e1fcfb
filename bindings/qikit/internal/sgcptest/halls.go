package sgcptest

import (
	"strings"

	"qikit.dev/qikit/lib/sgcp"
)

// halls are the cases of the lobby: sections 5.3 and 5.5.
var halls = []testCase{
	{"nick: a taken one gets an underscore, whatever its case", false, func(s *suite) {
		nick := s.nick()
		t, u, v := s.connect(), s.connect(), s.connect()
		t.enter(nick)
		u.enter(nick)
		v.enter(strings.ToUpper(nick))
		t.failIf(t.nick != nick || u.nick != nick+"_" || v.nick != strings.ToUpper(nick)+"__", "assigned were %q, %q, %q", t.nick, u.nick, v.nick)
		t.ask("204", "704") // nobody was thrown out
	}},
	{"nick: bad ones", false, func(s *suite) {
		t := s.connect()
		for _, nick := range []string{"two words", strings.Repeat("x", 17), "a-b", "a\u200bb", "_"} {
			t.ask("101 "+nick, "511 101")
		}
		t.enter(s.nick())
		t.ask("101 "+s.nick(), "503 101")
	}},
	{"lobby: waiting, the list and its count", false, func(s *suite) {
		t, u := s.login(), s.login()
		t.ask("205", "705")
		t.ask("201 ignored", "701")
		t.ask("201", "523 201")
		u.send("202\r\n")
		rows, found := 0, false
		line := u.reply()
		for ; number(line) == sgcp.RowWaiting; line = u.reply() {
			var m sgcp.Waiting
			err := sgcp.ParseInto(&m, param(line))
			u.failIf(err != nil, "%q: %w", line, err)
			rows++
			found = found || m.Nick == t.nick
		}
		var reply sgcp.ListWaitingReply
		u.failIf(number(line) != sgcp.CommandListWaiting.Reply() || sgcp.ParseInto(&reply, param(line)) != nil || reply.Rows != rows || !found && !reply.More, "%d rows, then %q; %s among them: %v", rows, line, t.nick, found)
		t.ask("205", "705")
		t.ask("205", "705")
	}},
	{"lobby: statistics", false, func(s *suite) {
		t := s.login()
		line := t.ask("204", "704 ")
		var m sgcp.StatisticsReply
		t.failIf(sgcp.ParseInto(&m, param(line)) != nil || m.Online < 1, "statistics %q", line)
	}},
	{"lobby: whom one cannot challenge", false, func(s *suite) {
		t, u := s.login(), s.login()
		t.ask("203 "+s.nick(), "520 203")
		t.ask("203 "+t.nick, "522 203")
		t.ask("203 "+u.nick, "521 203")
		t.ask("301 "+strings.Repeat("B", 25)+"A", "530 301")
		t.ask("302 "+strings.Repeat("B", 25)+"A", "530 302")
		t.ask("311", "503 311")
		t.ask("321 A1", "503 321")
		t.ask("327", "503 327")
	}},
	{"lobby: who was challenged first is taken", false, func(s *suite) {
		t, u, v := s.login(), s.login(), s.login()
		t.ask("201", "701")
		game := strings.TrimPrefix(u.ask("203 "+t.nick, "703 "), "703 ")
		v.ask("203 "+t.nick, "521 203")
		for _, w := range []*talk{t, u} {
			m := pushed[sgcp.Paired](w)
			w.failIf(m.Game.String() != game || m.Black != t.nick && m.White != t.nick || m.Black != u.nick && m.White != u.nick, "paired %+v, expected game %s of %s and %s", m, game, t.nick, u.nick)
		}
		u.ask("321 A1", "532 321")
		u.ask("201", "523 201")
	}},
	{"lobby: chat", false, func(s *suite) {
		t, u := s.login(), s.login()
		t.ask("303 hello 围棋", "803")
		m := pushed[sgcp.Said](u)
		u.failIf(m.Game != sgcp.Gtoken{} || m.Nick != t.nick || m.Text != "hello 围棋", "said %+v", m)
	}},
}
