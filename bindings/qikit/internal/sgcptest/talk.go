package sgcptest

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"net"
	"strings"
	"time"

	"qikit.dev/qikit/lib/sgcp"
)

// talk is a connection to the server. After the first failure of the case all its
// methods do nothing, so that a case reads like a dialogue.
type talk struct {
	s      *suite
	conn   net.Conn
	lines  *bufio.Reader
	nick   string
	secret string
	pushes []string
}

// connect opens a connection; a server that greets does so first.
func (s *suite) connect() *talk {
	conn, err := net.DialTimeout("tcp", s.address, s.patient)
	if err != nil {
		s.err = cmp.Or(s.err, err)
		return &talk{s: s, conn: nowhere{}}
	}
	t := &talk{s: s, conn: conn, lines: bufio.NewReader(conn)}
	s.open = append(s.open, t)
	return t
}

// nowhere is the connection of a talk that could not connect.
type nowhere struct{ net.Conn }

func (nowhere) Close() error { return nil }

// login is connect and 101 with a new nick.
func (s *suite) login() *talk {
	t := s.connect()
	t.enter(s.nick())
	return t
}

func (t *talk) enter(nick string) {
	fields := strings.Fields(t.ask("101 "+nick, "601 "))
	if t.failIf(len(fields) != 3, "601 has %d fields: %q, expected a nick and a session token", len(fields), fields); t.s.err == nil {
		t.nick, t.secret = fields[1], fields[2]
	}
}

func (t *talk) fail(format string, args ...any) {
	if t.s.err == nil {
		t.s.err = fmt.Errorf(t.nick+": "+format, args...)
	}
}

func (t *talk) failIf(wrong bool, format string, args ...any) {
	if wrong {
		t.fail(format, args...)
	}
}

func (t *talk) send(octets string) {
	if t.s.err != nil {
		return
	}
	if _, err := t.conn.Write([]byte(octets)); err != nil {
		t.fail("writing %q: %w", octets, err)
	}
	time.Sleep(t.s.pause)
}

// read reads any line.
func (t *talk) read() string {
	if t.s.err != nil {
		return ""
	}
	t.conn.SetReadDeadline(time.Now().Add(t.s.patient))
	line, err := t.lines.ReadString('\n')
	if err != nil {
		t.fail("a line was expected: %w", err)
		return ""
	}
	text, ok := strings.CutSuffix(line, "\r\n")
	if most := sgcp.LimitOf(number(line)); !ok || len(line) > most || len(text) < 3 {
		t.fail("%q is not a line of at most %d octets that ends with CRLF", line, most)
	}
	return text
}

// number is the three digits of a line.
func number(line string) sgcp.Number {
	n := 0
	if _, err := fmt.Sscanf(line[:min(3, len(line))], "%d", &n); err != nil {
		return 0
	}
	return sgcp.Number(n)
}

// param is what follows the number of a line.
func param(line string) []byte { return []byte(line[min(4, len(line)):]) }

// reply reads up to the next line that is not a push; pushes are kept.
func (t *talk) reply() string {
	for t.s.err == nil {
		line := t.read()
		if !number(line).IsPush() {
			return line
		}
		t.pushes = append(t.pushes, line)
	}
	return ""
}

// ask sends a command and expects its reply to begin with want.
func (t *talk) ask(command, want string) string {
	t.send(command + "\r\n")
	got := t.reply()
	if t.s.err == nil && !strings.HasPrefix(got, want) {
		t.fail("%q was answered %q, expected %q", clip(command), clip(got), want)
	}
	return got
}

func clip(text string) string { return text[:min(len(text), 80)] }

// push reads up to the next push of that number, which must come; others are
// passed over.
func (t *talk) push(n sgcp.Number) string {
	for t.s.err == nil {
		line := ""
		if len(t.pushes) > 0 {
			line, t.pushes = t.pushes[0], t.pushes[1:]
		} else {
			line = t.read()
		}
		if t.s.err == nil && number(line) == n {
			return line
		}
		if t.s.err == nil && !number(line).IsPush() {
			t.fail("%q came, expected the push %v", line, n)
		}
	}
	return ""
}

// pushed is push, read as its message.
func pushed[M any, P interface {
	*M
	sgcp.Message
}](t *talk) M {
	var m M
	n := P(&m).Number()
	line := t.push(n)
	if t.s.err == nil {
		if err := sgcp.ParseInto(P(&m), param(line)); err != nil {
			t.fail("%q: %w", line, err)
		}
	}
	return m
}

// silent expects that the server has said nothing else: it answers 204 next.
func (t *talk) silent() {
	t.ask("204", "704")
	for _, p := range t.pushes {
		t.fail("%q was not expected", p)
	}
}

// closed expects the server to close, after whatever it says.
func (t *talk) closed() (last string) {
	for t.s.err == nil {
		t.conn.SetReadDeadline(time.Now().Add(t.s.patient))
		line, err := t.lines.ReadString('\n')
		if err == nil {
			last = line
			continue
		}
		var timed net.Error
		if errors.As(err, &timed) && timed.Timeout() {
			t.fail("the connection was to be closed")
		}
		break
	}
	return last
}
