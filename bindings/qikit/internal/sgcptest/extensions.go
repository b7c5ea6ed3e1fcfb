package sgcptest

import (
	"fmt"
	"strings"

	"qikit.dev/qikit/lib/sgcp"
)

// extensions are the cases of the commands beyond the twelve.
var extensions = []testCase{
	{"extension: the greeting", true, func(s *suite) {
		t := s.connect()
		m := pushed[sgcp.Greeting](t)
		t.failIf(m.Server == "", "greeting %+v", m)
	}},
	{"extension: 109, 103, 104", true, func(s *suite) {
		t := s.login()
		t.ask("109 a b", "609 a b")
		line := t.ask("104 ping marking nonsense charset=latin1", "604")
		t.failIf(strings.Contains(line, "nonsense") || strings.Contains(line, "latin1"), "granted %q", line)
		t.ask("103", "603")
		t.closed()
	}},
	{"extension: GB18030", true, func(s *suite) {
		t, u := s.login(), s.login()
		t.ask("104 charset=gb18030", "604 charset=gb18030")
		t.ask("303 \xce\xa7\xc6\xe5", "803")
		m := pushed[sgcp.Said](u)
		u.failIf(m.Text != "围棋", "said %+v", m)
	}},
	{"extension: a session is taken up with what was missed", true, func(s *suite) {
		m := s.match()
		m.play(1, "C3")
		t := m.white
		t.conn.Close()
		m.black.ask("303 are you there", "803")
		u := s.connect()
		u.nick, u.secret = t.nick, t.secret
		line := u.ask("105 "+t.secret+" 3", "605 "+t.nick+" "+m.game+" ")
		u.failIf(!strings.HasSuffix(line, " 1"), "%q, expected one push to follow", line)
		u.push(sgcp.PushSaid)
		u.ask("321 D4 2", "821 2")
		u.ask("321 D4 2", "821 2") // said again, it is the same move
		u.push(sgcp.PushPlayed)
		u.silent()
		v := s.connect()
		v.ask("105 "+t.secret+" 0", "605")
		last := u.closed()
		u.failIf(number(last) != sgcp.FaultReplaced, "the older connection ended with %q, expected 514", last)
		v.ask("105 "+t.secret+" 0", "503")
	}},
	{"extension: a move said again after 105 is the same move", true, func(s *suite) {
		m := s.match()
		m.play(1, "C3")
		for i, move := range []string{"D4", "PASS"} {
			seq, t := 2*i+2, m.white
			m.play(seq, move+[]string{" E5", " F6"}[i])
			t.conn.Close()
			u := s.connect()
			u.nick, u.secret = t.nick, t.secret
			u.ask(fmt.Sprintf("105 %s %d", t.secret, 2+seq+1), "605 "+t.nick+" "+m.game+" 0")
			u.ask("321 "+move, fmt.Sprint("821 ", seq)) // although black has answered it
			info, _ := m.info(u)
			u.failIf(info.Moves != seq+1, "%d moves after %s was said again, expected %d", info.Moves, move, seq+1)
			m.white = u
		}
	}},
	{"extension: a session whose pushes are gone", true, func(s *suite) {
		m := s.match()
		if m.started.Size < 9 {
			return // there is no room for so many moves
		}
		line := ""
		for i := range sgcp.PushesKept / 2 {
			line += fmt.Sprintf("%v %v ", sgcp.At(i%8, i/8), sgcp.At(i%8, 8-i/8))
		}
		m.play(1, line)
		t := m.white
		t.conn.Close()
		u := s.connect()
		u.nick, u.secret = t.nick, t.secret
		var reply sgcp.ResumeReply
		text := u.ask("105 "+t.secret+" 0", "605 resync")
		err := sgcp.ParseInto(&reply, param(text))
		u.failIf(err != nil, "%q: %w", text, err)
		// The specification's bare form is fine as well.
		u.failIf(reply.Nick != "" && (reply.Nick != t.nick || reply.Game.String() != m.game), "%q, expected the nick %s and the game %s", text, t.nick, m.game)
		info, _ := m.info(u)
		u.failIf(info.Moves != sgcp.PushesKept, "%d moves, expected %d", info.Moves, sgcp.PushesKept)
	}},
	{"extension: sessions of others", true, func(s *suite) {
		m, t := s.match(), s.connect()
		t.ask("105 "+strings.Repeat("A", 26)+" 0", "513 105")
		t.ask("105 "+m.game+" 0", "513 105")
		t.ask("105 short 0", "502 105")
		t.ask("105", "502 105")
	}},
	{"extension: a session's token is changed", true, func(s *suite) {
		t := s.login()
		renew := func() string {
			var reply sgcp.RenewReply
			t.failIf(sgcp.ParseInto(&reply, param(t.ask("106", "606"))) != nil, "606 without a token")
			return reply.Session.Text()
		}
		lost, token := renew(), renew()
		t.ask("106 "+lost, "513 106")
		u := s.connect()
		u.ask("105 "+lost+" 0", "513 105")
		u.ask("105 "+t.secret+" 0", "605") // the new one was not used yet
		v := s.connect()
		v.ask("105 "+token+" 0", "605")
		s.connect().ask("105 "+t.secret+" 0", "513 105")
	}},
	{"extension: resigning, undo, draw", true, func(s *suite) {
		m := s.match()
		m.play(1, "C3 D4 E5")
		m.black.ask("322 1", "822 pending")
		q := pushed[sgcp.Asked](m.white)
		m.white.failIf(q.Plies != 1, "asked %+v", q)
		m.white.ask("322 1", "822")
		u := pushed[sgcp.Undone](m.black)
		m.black.failIf(u.Seq != 2, "undone %+v", u)
		m.play(3, "F6")
		m.white.ask("324", "824 pending")
		m.black.push(sgcp.PushAsked)
		m.black.ask("324", "824")
		e := pushed[sgcp.Ended](m.white)
		m.white.failIf(e.Result != (sgcp.Result{Winner: sgcp.Neither}), "ended %+v, expected a draw", e)
		n := s.match()
		n.play(1, "C3")
		n.white.ask("323", "823")
		e = pushed[sgcp.Ended](n.black)
		n.black.failIf(e.Result != (sgcp.Result{Winner: sgcp.Black, Reason: sgcp.ByResignation}), "ended %+v, expected B+R", e)
	}},
	{"extension: a proposal with settings, and marking", true, func(s *suite) {
		t, u := s.login(), s.login()
		t.ask("104 marking", "604 marking")
		u.ask("104 marking", "604 marking")
		t.ask("206 "+u.nick+" size=0", "502 206")
		t.ask("206 "+s.nick()+" size=5", "520 206")
		t.ask("206 "+u.nick+" size=5 komi=0.5 rule=area colour=black", "706 #")
		p := pushed[sgcp.Proposal](u)
		t.ask(fmt.Sprintf("206 #%d", p.ID), "521 206")
		u.ask(fmt.Sprintf("206 #%d", p.ID), fmt.Sprintf("706 #%d", p.ID))
		m := begin(t, u, pushed[sgcp.Paired](t), pushed[sgcp.Paired](u))
		t.failIf(m.black != t || m.started.Size != 5 || m.started.Komi != 50 || m.started.Rule != sgcp.RuleArea, "started %+v", m.started)
		m.play(1, "B1 D1 B2 D2 B3 D3 B4 D4 B5 D5 PASS A1")
		t.ask("327", "827 pending")
		u.ask("327", "827 marking")
		t.push(sgcp.PushMarking)
		t.ask("325 C3", "502 325")
		for range 2 { // whatever the server suggests, twice leaves it
			t.ask("325 B1", "825 B1 ")
		}
		dead := !strings.HasSuffix(t.ask("325 A1", "825 A1 "), "dead")
		if dead { // it was, and is alive now
			t.ask("325 A1", "825 A1 dead")
		}
		hash, err := sgcp.HashOf(5, nil, []sgcp.Coord{sgcp.At(0, 0)})
		t.failIf(err != nil, "%w", err)
		t.ask("326 "+sgcp.Hash(1).String(), "502 326")
		t.ask("326 "+hash.String(), "826")
		u.ask("326 "+hash.String(), "826")
		e := pushed[sgcp.Ended](t)
		t.failIf(e.Score.Black != 1250 || e.Score.White != 1250 || e.Result != sgcp.Result{Winner: sgcp.White, Margin: 50}, "ended %+v, expected W+0.5 with 12.5 each", e)
	}},
	{"extension: watching", true, func(s *suite) {
		m, t := s.match(), s.login()
		t.ask("304 "+m.game, "804 "+m.game)
		m.play(1, "C3")
		t.push(sgcp.PushPlayed)
		t.ask("304 "+m.game, "804")
		m.play(2, "D4")
		t.silent()
		t.ask("304 "+strings.Repeat("B", 25)+"A", "530 304")
	}},
	{"extension: what nobody serves", true, func(s *suite) {
		t := s.login()
		t.ask("102 nonsense x", "512 102")
	}},
	{"extension: clocks, where the server tells them", true, func(s *suite) {
		m := s.match()
		if line := m.black.ask("104 clocks", "604"); !strings.Contains(line, "clocks") {
			return
		}
		c := pushed[sgcp.Clocks](m.black)
		m.black.failIf(c.Seq != 0 || c.Black.Left == 0, "clocks %+v, expected those of the first turn", c)
		m.black.ask("321 C3", "821")
		m.black.push(sgcp.PushPlayed)
		c = pushed[sgcp.Clocks](m.black)
		m.black.failIf(c.Game.String() != m.game || c.Seq != 1, "clocks %+v, expected those after move 1", c)
		m.white.push(sgcp.PushPlayed)
		m.white.silent() // who did not ask is not told
	}},
	{"extension: settings without an AI platform", true, func(s *suite) {
		t := s.login()
		t.ask("121", "503 121")
		t.ask("121 playouts", "503 121")
		t.ask("122 playouts 100", "503 122")
		t.ask("122 playouts", "502 122")
		t.ask("123 1 end 0", "512 123") // who answers has authenticated
		t.ask("123 1 perhaps", "502 123")
		t.ask("109 on", "609 on")
	}},
	{"extension: who is no terminal", true, func(s *suite) {
		t := s.login()
		for _, line := range []string{"402 b1 1 0000000000000000", "403 L1 0", "404 L1 0", "405"} {
			t.ask(line, "540 "+line[:3])
		}
		t.ask("401 2 sgcptest", "503 401")
		t.ask("403 L1 1 "+strings.Repeat("x", sgcp.RequestMax), "504 403")
	}},
	{"extension: a compute terminal, where the server takes them", true, func(s *suite) {
		t := s.login()
		if line := t.ask("104 compute", "604"); !strings.Contains(line, "compute") {
			t.ask("401 2 sgcptest", "503 401")
			return
		}
		t.ask("403 L1 1 "+strings.Repeat("x", sgcp.RequestMax), "540 403")
		t.ask("401 2 sgcptest", "901 ")
		t.ask("401 2 sgcptest", "503 401")
		t.ask("402 nosuchbench 1 0000000000000000", "543 402")
		t.ask("403 nosuchlease 1 "+strings.Repeat("x", sgcp.ComputeLineMax-100), "541 403")
		t.ask("109 "+strings.Repeat("x", sgcp.RequestMax), "504 109")
		u := s.login()
		m, err := sgcp.Parse(sgcp.CommandStatistics.Reply(), []byte(strings.TrimPrefix(u.ask("204", "704 "), "704 ")))
		u.failIf(err != nil || m.(*sgcp.StatisticsReply).Terminals < 1, "statistics %+v, %v, expected a terminal", m, err)
		t.ask("405", "905")
		t.ask("405", "540 405")
	}},
}
