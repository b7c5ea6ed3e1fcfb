package main

import (
	"fmt"
	"strings"

	"qikit.dev/qikit/lib/sgcp"
)

// halls are the cases of the lobby: sections 5.3 and 5.5.
var halls = []testCase{
	{"nick: a taken one gets an underscore, whatever its case", false, func(s *suite) error {
		nick := s.nick()
		t, u, v := s.connect(), s.connect(), s.connect()
		t.enter(nick)
		u.enter(nick)
		v.enter(strings.ToUpper(nick))
		if err := first(t, u, v); err != nil {
			return err
		}
		if t.nick != nick || u.nick != nick+"_" || v.nick != strings.ToUpper(nick)+"__" {
			return fmt.Errorf("assigned were %q, %q, %q", t.nick, u.nick, v.nick)
		}
		t.ask("204", "704") // nobody was thrown out
		return t.err
	}},
	{"nick: bad ones", false, func(s *suite) error {
		t := s.connect()
		for _, nick := range []string{"two words", strings.Repeat("x", 17), "a-b", "a\u200bb", "_"} {
			t.ask("101 "+nick, "511 101")
		}
		t.enter(s.nick())
		t.ask("101 "+s.nick(), "503 101")
		return t.err
	}},
	{"lobby: waiting, the list and its count", false, func(s *suite) error {
		t, u := s.login(), s.login()
		t.ask("205", "705")
		t.ask("201 ignored", "701")
		t.ask("201", "523 201")
		u.send("202\r\n")
		rows, found := 0, false
		line := u.reply()
		for ; number(line) == sgcp.RowWaiting; line = u.reply() {
			var m sgcp.Waiting
			if err := sgcp.ParseInto(&m, []byte(line[4:])); err != nil {
				u.fail("%q: %w", line, err)
			}
			rows++
			found = found || m.Nick == t.nick
		}
		var reply sgcp.ListWaitingReply
		if number(line) != sgcp.CommandListWaiting.Reply() || sgcp.ParseInto(&reply, []byte(line[min(4, len(line)):])) != nil || reply.Rows != rows || !found && !reply.More {
			u.fail("%d rows, then %q; %s among them: %v", rows, line, t.nick, found)
		}
		t.ask("205", "705")
		t.ask("205", "705")
		return first(t, u)
	}},
	{"lobby: statistics", false, func(s *suite) error {
		t := s.login()
		line := t.ask("204", "704 ")
		var m sgcp.StatisticsReply
		if t.err == nil && (sgcp.ParseInto(&m, []byte(line[4:])) != nil || m.Online < 1) {
			t.fail("statistics %q", line)
		}
		return t.err
	}},
	{"lobby: whom one cannot challenge", false, func(s *suite) error {
		t, u := s.login(), s.login()
		t.ask("203 "+s.nick(), "520 203")
		t.ask("203 "+t.nick, "522 203")
		t.ask("203 "+u.nick, "521 203")
		t.ask("301 "+strings.Repeat("B", 25)+"A", "530 301")
		t.ask("302 "+strings.Repeat("B", 25)+"A", "530 302")
		t.ask("311", "503 311")
		t.ask("321 A1", "503 321")
		t.ask("327", "503 327")
		return first(t, u)
	}},
	{"lobby: who was challenged first is taken", false, func(s *suite) error {
		t, u, v := s.login(), s.login(), s.login()
		t.ask("201", "701")
		game := strings.TrimPrefix(u.ask("203 "+t.nick, "703 "), "703 ")
		v.ask("203 "+t.nick, "521 203")
		for _, w := range []*talk{t, u} {
			if m := pushed[sgcp.Paired](w); w.err == nil && (m.Game.String() != game || m.Black != t.nick && m.White != t.nick || m.Black != u.nick && m.White != u.nick) {
				w.fail("paired %+v, expected game %s of %s and %s", m, game, t.nick, u.nick)
			}
		}
		u.ask("321 A1", "532 321")
		u.ask("201", "523 201")
		return first(t, u, v)
	}},
	{"lobby: chat", false, func(s *suite) error {
		t, u := s.login(), s.login()
		t.ask("303 hello 围棋", "803")
		if m := pushed[sgcp.Said](u); u.err == nil && (m.Game != sgcp.Gtoken{} || m.Nick != t.nick || m.Text != "hello 围棋") {
			u.fail("said %+v", m)
		}
		return first(t, u)
	}},
}
