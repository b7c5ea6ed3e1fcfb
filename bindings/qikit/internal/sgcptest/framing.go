package sgcptest

import (
	"strings"

	"qikit.dev/qikit/lib/sgcp"
)

// framing are the cases of section 5.1, 5.2 and 5.8.
var framing = []testCase{
	{"framing: a line octet by octet", false, func(s *suite) {
		t := s.login()
		for _, c := range "204\r\n" {
			t.send(string(c))
		}
		got := t.reply()
		t.failIf(number(got) != sgcp.CommandStatistics.Reply(), "octet by octet: %q", got)
	}},
	{"framing: many lines in one packet are answered in order", false, func(s *suite) {
		t := s.login()
		t.send("204\r\n202\r\n205\n204 ignored\r\n777\r\n")
		for _, want := range []sgcp.Number{704, 702, 705, 704, 501} {
			got := t.reply()
			for number(got) == sgcp.RowWaiting {
				got = t.reply()
			}
			t.failIf(number(got) != want, "%q came, expected %v", got, want)
		}
	}},
	{"framing: only the first space splits", false, func(s *suite) {
		t, u := s.login(), s.login()
		t.ask("303  a  b ", "803")
		said := pushed[sgcp.Said](u)
		u.failIf(said.Text != " a  b " && said.Text != "a  b" && said.Text != "a  b ", "the text came as %q", said.Text)
	}},
	{"framing: faults name the command", false, func(s *suite) {
		t := s.login()
		for _, row := range [][2]string{
			{"hello", "500 000"}, {"", "500 000"}, {"20", "500 000"}, {"204x", "500 204"}, {"777 x", "501 777"}, {"601 x", "501 601"}, {"000", "501 000"},
			{"301", "502 301"}, {"301 short", "502 301"}, {"303", "502 303"}, {"303 " + strings.Repeat("x", sgcp.ChatMax+1), "502 303"},
		} {
			t.ask(row[0], row[1])
		}
	}},
	{"framing: control characters and what is no UTF-8", false, func(s *suite) {
		t := s.login()
		for _, text := range []string{"303 a\x00b", "303 a\rb", "303 a\tb", "303 \xff", "303 \xed\xa0\x80"} {
			t.ask(text, "505 303")
		}
		t.ask("204", "704")
	}},
	{"framing: too long a line is skipped, the third closes", false, func(s *suite) {
		t := s.login()
		for range sgcp.TooLongMax - 1 {
			t.ask("303 "+strings.Repeat("x", sgcp.RequestMax), "504 303")
			t.ask("204", "704")
		}
		if s.err == nil {
			// The server may close before it has taken all of it.
			_, _ = t.conn.Write([]byte("303 " + strings.Repeat("x", 100_000) + "\r\n"))
		}
		t.closed()
	}},
	{"framing: nothing but 101 before 101", false, func(s *suite) {
		t := s.connect()
		for _, n := range []string{"201", "202", "203 x", "204", "205", "301 x", "302 x", "303 x", "311", "321 A1", "327"} {
			t.ask(n, "510 "+n[:3])
		}
		t.enter(s.nick())
	}},
}
