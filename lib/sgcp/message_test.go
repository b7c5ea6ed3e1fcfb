package sgcp_test

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"qikit.dev/qikit/lib/sgcp"
)

// Every number of the table has its constant, but for replies, which are their
// commands' Reply.
func TestTable_hasEveryNumber(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "numbers_gen.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	sorts := map[string]func(sgcp.Number) bool{"Command": sgcp.Number.IsCommand, "Row": sgcp.Number.IsRow, "Push": sgcp.Number.IsPush, "Fault": sgcp.Number.IsFault}
	left := sgcp.Table()
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || spec.Type == nil {
			return true
		}
		name := spec.Names[0].Name
		value, err := strconv.Atoi(spec.Values[0].(*ast.BasicLit).Value)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		i := slices.IndexFunc(left, func(e sgcp.Entry) bool { return int(e.Number) == value })
		if i < 0 {
			t.Errorf("%s = %d is not in the table, or there twice", name, value)
			return true
		}
		e := left[i]
		left = slices.Delete(left, i, i+1)
		for prefix, is := range sorts {
			if strings.HasPrefix(name, prefix) != is(e.Number) {
				t.Errorf("%s is %v: is it a %s? Its name and its range differ", name, e.Number, prefix)
			}
		}
		return true
	})
	for _, e := range left {
		command, ok := sgcp.Lookup(e.Number - 500)
		if !e.Number.IsReply() || !ok || command.Reply != e.Number || command.Number.Reply() != e.Number {
			t.Errorf("%v is in the table, has no constant and is no command's reply", e.Number)
		}
	}
}

func TestTable_agreesWithTheNumberSpace(t *testing.T) {
	var last sgcp.Number
	seeds := 0
	for _, e := range sgcp.Table() {
		n := e.Number
		if n <= last {
			t.Errorf("%v stands after %v", n, last)
		}
		last = n
		if found, ok := sgcp.Lookup(n); !ok || found.Meaning != e.Meaning {
			t.Errorf("Lookup(%v) = %v, %v", n, found, ok)
		}
		if m := sgcp.New(n); m == nil || m.Number() != n {
			t.Errorf("New(%v) = %T with number %v", n, m, m.Number())
		}
		sorts := 0
		for _, is := range []bool{n.IsCommand(), n.IsReply(), n.IsRow(), n.IsPush(), n.IsFault()} {
			if is {
				sorts++
			}
		}
		if sorts != 1 {
			t.Errorf("%v is of %d sorts, want one", n, sorts)
		}
		if got := sgcp.LimitOf(n); got != limitBySpec(n) {
			t.Errorf("LimitOf(%v) = %d, want %d", n, got, limitBySpec(n))
		}
		if e.Seed {
			seeds++
		}
		if !n.IsCommand() {
			continue
		}
		if r, ok := sgcp.Lookup(e.Reply); !ok || !r.Number.IsReply() {
			t.Errorf("the reply %v to %v is no reply", e.Reply, n)
		}
		if r, ok := sgcp.Lookup(e.Row); e.Row != 0 && (!ok || !r.Number.IsRow()) {
			t.Errorf("the rows %v of %v are no rows", e.Row, n)
		}
	}
	if seeds != 12 {
		t.Errorf("%d commands are the system's own, want 12", seeds)
	}
	if _, ok := sgcp.Lookup(310); ok || sgcp.New(310) != nil {
		t.Error("310 stands for something")
	}
}

func limitBySpec(n sgcp.Number) int {
	return map[int]int{1: 1024, 2: 1024, 3: 1024, 4: 16384, 5: 4096, 6: 4096, 7: 4096, 8: 4096, 9: 16384}[int(n)/100]
}

func TestNumber_pushesThatCount(t *testing.T) {
	for _, e := range sgcp.Table() {
		want := e.Number.IsPush() && (e.Number/100 == 7 || e.Number/100 == 8)
		if got := e.Number.IsCounted(); got != want {
			t.Errorf("%v.IsCounted() = %v, want %v", e.Number, got, want)
		}
	}
	if !sgcp.Number(899).IsCounted() {
		t.Error("a push that this package does not know does not count")
	}
}

// A store that lags behind may hold back only lines that tell of a change.
func TestNumber_commits(t *testing.T) {
	free := []sgcp.Number{609, 650, 658, 659, 673, 675, 704, 803, 805, 853}
	for n := sgcp.Number(100); n < 1000; n++ {
		want := n.IsFault() || !n.IsCommand() && n < 900 && !slices.Contains(free, n)
		if got := n.Commits(); got != want {
			t.Errorf("%v.Commits() = %v, want %v", n, got, want)
		}
	}
}

func TestParse_errors(t *testing.T) {
	for _, row := range []struct {
		name   string
		number sgcp.Number
		param  string
		err    error
		fault  sgcp.Number
		says   string
	}{
		{"no such number", 310, "", sgcp.ErrUnknownNumber, 501, "310"},
		{"no nick", 101, "", sgcp.ErrNick, 511, "0 characters"},
		{"two nicks", 101, "bob amy", sgcp.ErrNick, 511, `' '`},
		{"no opponent", 203, "", sgcp.ErrParameter, 502, "203, field 1 is missing, expected a nick"},
		{"a bad nick", 101, "bob!", sgcp.ErrNick, 511, `'!'`},
		{"no point", 321, "", sgcp.ErrParameter, 502, "field 1 is missing"},
		{"a bad point", 321, "I5", sgcp.ErrParameter, 502, `field 1 is "I5", expected a point such as Q16`},
		{"a bad number", 321, "Q16 x", sgcp.ErrParameter, 502, `field 2 is "x", expected a whole number`},
		{"a number too many", 321, "Q16 5 6", sgcp.ErrParameter, 502, `field 3 is "6", expected nothing more`},
		{"a huge number", 322, "4294967296", sgcp.ErrParameter, 502, "up to 2147483647"},
		{"a number over 64 bits", 105, gtoken + " 18446744073709551616", sgcp.ErrParameter, 502, "field 2"},
		{"a negative number", 322, "-1", sgcp.ErrParameter, 502, `"-1"`},
		{"a short token", 301, gtoken[1:], sgcp.ErrParameter, 502, "26 base32"},
		{"a token of other characters", 301, "1" + gtoken[1:], sgcp.ErrParameter, 502, "26 base32"},
		{"a token with bits to spare", 301, gtoken[:25] + "R", sgcp.ErrParameter, 502, "26 base32"},
		{"no token", 301, "-", sgcp.ErrParameter, 502, "26 base32"},
		{"no text", 303, "", sgcp.ErrParameter, 502, "expected a text"},
		{"a long text", 303, strings.Repeat("x", 501), sgcp.ErrParameter, 502, "at most 500 octets"},
		{"a bad id", 206, "#x", sgcp.ErrParameter, 502, "such as #12"},
		{"an id and more", 206, "#1 size=19", sgcp.ErrParameter, 502, "nothing more"},
		{"a pair without a name", 104, "=1", sgcp.ErrParameter, 502, `"=1"`},
		{"a short hash", 326, "123", sgcp.ErrParameter, 502, "16 hexadecimal"},
		{"too many moves", 861, "1" + strings.Repeat(" A1", 65), sgcp.ErrParameter, 502, "at most 64 moves"},
		{"a bad value of a pair", 801, gtoken + " size=20", sgcp.ErrParameter, 502, `"size=20", expected a board size`},
		{"a bad result", 855, gtoken + " B+X 0 0 area", sgcp.ErrParameter, 502, "such as B+3.5"},
		{"a negative score", 855, gtoken + " 0 1 -1 area", sgcp.ErrParameter, 502, "0 or more"},
		{"another word", 858, gtoken + " bob swap", sgcp.ErrParameter, 502, `"swap", expected draw or undo`},
		{"an undo of nothing", 858, gtoken + " bob undo 0", sgcp.ErrParameter, 502, "at least one"},
		{"another protocol", 650, "HTTP/1.1 x 1", sgcp.ErrParameter, 502, `"HTTP/1.1", expected SGCP/1`},
		{"a fault without its command", 530, "gone", sgcp.ErrParameter, 502, "three digits"},
		{"neither dead nor alive", 860, gtoken + " bob A1 seki", sgcp.ErrParameter, 502, "dead or alive"},
	} {
		m, err := sgcp.Parse(row.number, []byte(row.param))
		if !errors.Is(err, row.err) || m != nil || !strings.Contains(fmt.Sprint(err), row.says) || sgcp.FaultOf(err) != row.fault {
			t.Errorf("%s: Parse(%v, %q) = %v, %v (fault %v); want an error with %q (fault %v)", row.name, row.number, row.param, m, err, sgcp.FaultOf(err), row.says, row.fault)
		}
	}
	if got := sgcp.FaultOf(fmt.Errorf("wrapped: %w", &sgcp.Fault{Code: 541})); got != sgcp.FaultLease {
		t.Errorf("the fault of a fault = %v, want 541", got)
	}
	if got := sgcp.FaultOf(errors.New("other")); got != sgcp.FaultSlow {
		t.Errorf("the fault of an error that is not ours = %v, want 508", got)
	}
}

func TestParse_commandsAreStrictServersMaySayMore(t *testing.T) {
	game, err := sgcp.ParseGtoken(gtoken)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		number sgcp.Number
		param  string
		want   sgcp.Message
	}{
		{201, "whatever it is", &sgcp.Wait{}},
		{311, "  ", &sgcp.Ready{}},
		{821, "57 something new", &sgcp.PlayReply{Seq: 57}},
		{658, " 30  ", &sgcp.Shutdown{Seconds: 30}},
		{121, "-", &sgcp.ListSettings{}},
		{530, "000", &sgcp.Fault{Code: 530}},
		{599, "321 news", &sgcp.Fault{Code: 599, Command: 321, Text: "news"}},
		{605, "resync", &sgcp.ResumeReply{Resync: true}},
		{854, gtoken + " 60", &sgcp.MarkingPush{Game: game, Seconds: 60}},
		{854, gtoken + " 60 unsettled=C3,E5", &sgcp.MarkingPush{Game: game, Seconds: 60, Others: sgcp.Pairs{{"unsettled", "C3,E5"}}}},
		{605, "resync - 0", &sgcp.ResumeReply{Nick: "resync"}},
		{605, "resync " + gtoken + " 2", &sgcp.ResumeReply{Nick: "resync", Game: game, Pushes: 2}},
		{605, "resync bob -", &sgcp.ResumeReply{Resync: true, Nick: "bob"}},
		{605, "resync resync " + gtoken, &sgcp.ResumeReply{Resync: true, Nick: "resync", Game: game}},
		{704, "online=3 new=1 games=1 games=2 waiting=", &sgcp.StatisticsReply{Online: 3, Games: 2, Others: sgcp.Pairs{{"new", "1"}}}},
	} {
		m, err := sgcp.Parse(row.number, []byte(row.param))
		if err != nil || !reflect.DeepEqual(m, row.want) {
			t.Errorf("Parse(%v, %q) = %+v, %v; want %+v", row.number, row.param, m, err, row.want)
		}
	}
}

// What was in a message that is read into again does not stay.
func TestParseInto_leavesNothingBehind(t *testing.T) {
	full := map[sgcp.Number]string{}
	for _, s := range samples(t) {
		full[s.Number] = max(full[s.Number], string(s.Param))
	}
	for _, s := range samples(t) {
		m, err := sgcp.Parse(s.Number, []byte(full[s.Number]))
		if err != nil {
			t.Fatal(err)
		}
		want, err := sgcp.Parse(s.Number, s.Param)
		if err != nil {
			t.Fatal(err)
		}
		if err := sgcp.ParseInto(m, s.Param); err != nil || !reflect.DeepEqual(m, want) {
			t.Errorf("%v %q read over %q is %+v, %v; want %+v", s.Number, s.Param, full[s.Number], m, err, want)
		}
	}
}

func TestAppend_refusesWhatLinesCanNotSay(t *testing.T) {
	game, err := sgcp.ParseGtoken(gtoken)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		name string
		m    sgcp.Message
		err  error
	}{
		{"a nick with a space", &sgcp.Challenge{Nick: "bob amy"}, sgcp.ErrParameter},
		{"no nick", &sgcp.Challenge{}, sgcp.ErrParameter},
		{"a bad nick", &sgcp.Login{Nick: "x y"}, sgcp.ErrNick},
		{"a nick that is no nick", &sgcp.Login{Nick: "x,y"}, sgcp.ErrNick},
		{"a line's end in a text", &sgcp.Chat{Text: "hi\r\n302 x"}, sgcp.ErrCharset},
		{"NUL in a nick", &sgcp.Challenge{Nick: "a\x00"}, sgcp.ErrCharset},
		{"octets that are no text", &sgcp.Chat{Text: "\xff"}, sgcp.ErrCharset},
		{"a long line", &sgcp.Ping{Text: strings.Repeat("x", 1020)}, sgcp.ErrTooLong},
		{"a long text", &sgcp.Chat{Text: strings.Repeat("x", 501)}, sgcp.ErrParameter},
		{"no game", &sgcp.Leave{}, sgcp.ErrParameter},
		{"a negative number", &sgcp.Undo{Plies: -1}, sgcp.ErrParameter},
		{"a point of no board", &sgcp.Play{Coord: sgcp.At(26, 0)}, sgcp.ErrParameter},
		{"a point that is none", &sgcp.Play{Coord: -7}, sgcp.ErrParameter},
		{"no proposal", &sgcp.ProposeReply{}, sgcp.ErrParameter},
		{"a nick that reads as an id", &sgcp.Propose{Nick: "#1"}, sgcp.ErrParameter},
		{"a nick that reads as a level", &sgcp.PlayAI{Nick: "5"}, sgcp.ErrParameter},
		{"a key with =", &sgcp.Announce{Capabilities: sgcp.Pairs{{"a=b", ""}}}, sgcp.ErrParameter},
		{"a value with a space", &sgcp.Announce{Capabilities: sgcp.Pairs{{"a", "b c"}}}, sgcp.ErrParameter},
		{"nobody's move", &sgcp.Played{Game: game, Color: sgcp.Neither}, sgcp.ErrParameter},
		{"a win by nothing", &sgcp.Ended{Game: game, Method: "area"}, sgcp.ErrParameter},
		{"a void win", &sgcp.Ended{Game: game, Result: sgcp.Result{Winner: sgcp.Black, Reason: sgcp.Void}, Method: "void"}, sgcp.ErrParameter},
		{"a board of 20", &sgcp.Started{Game: game, Black: "a", White: "b", Size: 20, Rule: "area"}, sgcp.ErrParameter},
		{"too many moves", &sgcp.Moves{From: 1, Moves: make([]sgcp.Coord, 65)}, sgcp.ErrParameter},
		{"a fault that is none", &sgcp.Fault{Code: 601}, sgcp.ErrParameter},
		{"a command of four digits", &sgcp.Fault{Code: 501, Command: 1000}, sgcp.ErrParameter},
	} {
		if dst, err := sgcp.Append([]byte("before"), row.m); !errors.Is(err, row.err) || string(dst) != "before" {
			t.Errorf("%s: Append(%+v) = %q, %v; want %v", row.name, row.m, dst, err, row.err)
		}
	}
	for _, n := range []sgcp.Number{1000, 99999, 1<<32 - 1} {
		if _, err := sgcp.AppendLine(nil, n, nil); !errors.Is(err, sgcp.ErrSyntax) || !strings.Contains(err.Error(), fmt.Sprintf("number %d,", uint32(n))) {
			t.Errorf("the number %d: %v, want ErrSyntax that names it", n, err)
		}
	}
}

func TestAppendFor_gameAmongSeveral(t *testing.T) {
	game, err := sgcp.ParseGtoken(gtoken)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		m    sgcp.Message
		want string
	}{
		{&sgcp.Play{Coord: sgcp.Pass, Seq: 9}, "321 " + gtoken + " PASS 9\r\n"},
		{&sgcp.Chat{Text: "hello there"}, "303 " + gtoken + " hello there\r\n"},
		{&sgcp.Count{}, "327 " + gtoken + "\r\n"},
	} {
		line, err := sgcp.AppendFor(nil, game, row.m)
		if err != nil || string(line) != row.want {
			t.Errorf("AppendFor(%+v) = %q, %v; want %q", row.m, line, err, row.want)
		}
		got, rest, err := sgcp.CutGtoken(bytes.TrimSpace(line[4:]))
		if err != nil || got != game {
			t.Errorf("CutGtoken(%q) = %v, %v", line, got, err)
		}
		if m, err := sgcp.Parse(row.m.Number(), rest); err != nil || !reflect.DeepEqual(m, row.m) {
			t.Errorf("the rest %q is %+v, %v; want %+v", rest, m, err, row.m)
		}
	}
	if _, _, err := sgcp.CutGtoken([]byte("Q16")); !errors.Is(err, sgcp.ErrParameter) {
		t.Errorf("CutGtoken of none: %v, want ErrParameter", err)
	}
}

func TestFault_isAnError(t *testing.T) {
	f := &sgcp.Fault{Code: 534, Command: 321}
	if got := f.Error(); got != "sgcp: 321 answered 534: occupied" {
		t.Errorf("Error() = %q", got)
	}
	f.Text = "there is a stone"
	if got := f.Error(); got != "sgcp: 321 answered 534: there is a stone" {
		t.Errorf("Error() = %q", got)
	}
}

// one decodes a single line.
func one(t *testing.T, c sgcp.Charset, line []byte) (sgcp.Line, bool) {
	d := sgcp.NewDecoder(sgcp.ComputeLineMax)
	d.SetCharset(c)
	d.Feed(line)
	l, ok := d.Next()
	if !ok {
		return l, false
	}
	if _, more := d.Next(); more {
		t.Fatalf("%q is more than one line", line)
	}
	l.Param = slices.Clone(l.Param)
	return l, true
}

// FuzzMessage: what Parse reads, Append writes, in either charset, and it reads
// back the same; what it does not read is an error of this package.
func FuzzMessage(f *testing.F) {
	for _, s := range samples(f) {
		f.Add(uint16(s.Number), s.Param)
	}
	f.Fuzz(func(t *testing.T, number uint16, param []byte) {
		n := sgcp.Number(number % 1000)
		l, ok := one(t, sgcp.UTF8, slices.Concat([]byte(n.String()+" "), bytes.ReplaceAll(param, []byte("\n"), nil), []byte("\r\n")))
		if !ok || l.Fault != 0 {
			return
		}
		m, err := sgcp.Parse(l.Number, l.Param)
		if err != nil {
			if sgcp.FaultOf(err) == sgcp.FaultSlow {
				t.Errorf("%v %q: %v is not one of the package's errors", l.Number, l.Param, err)
			}
			return
		}
		line, err := sgcp.Append(nil, m)
		if errors.Is(err, sgcp.ErrTooLong) && len(l.Param) > 800 {
			return // pairs that were left out are written out
		}
		if err != nil {
			t.Fatalf("%v %q reads as %+v, which is not written: %v", l.Number, l.Param, m, err)
		}
		for _, c := range []sgcp.Charset{sgcp.UTF8, sgcp.GB18030} {
			line, err := c.Append(nil, m)
			if err != nil && c == sgcp.GB18030 {
				continue // too long in it, or not in it
			}
			back, _ := one(t, c, line)
			again, err := sgcp.Parse(back.Number, back.Param)
			if err != nil || !reflect.DeepEqual(again, m) {
				t.Errorf("%+v in %v is %q, which reads as %+v, %v", m, c, line, again, err)
			}
		}
		if again, _ := sgcp.Parse(l.Number, line[min(4, len(line)-2):len(line)-2]); !reflect.DeepEqual(again, m) {
			t.Errorf("%q is not %+v", line, m)
		}
	})
}
