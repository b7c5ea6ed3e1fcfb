package sgcp_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"qikit.dev/qikit/lib/sgcp"
)

// read feeds the pieces and tells what came, one text per line; it copies every
// view only after all lines of a piece have been read.
func read(d *sgcp.Decoder, pieces ...[]byte) (lines []string) {
	for _, piece := range pieces {
		own := slices.Clone(piece)
		d.Feed(own)
		var views []sgcp.Line
		for line, ok := d.Next(); ok; line, ok = d.Next() {
			views = append(views, line)
		}
		for _, line := range views {
			lines = append(lines, describe(line))
		}
		clear(own) // what the decoder keeps must be its own
	}
	return lines
}

func describe(l sgcp.Line) string {
	text := fmt.Sprintf("%v %q", l.Number, l.Param)
	if l.Fault != 0 {
		text = fmt.Sprintf("fault %v of %v", l.Fault, l.Number)
	}
	if l.Close {
		text += ", close"
	}
	return text
}

func TestDecoder_lines(t *testing.T) {
	long := strings.Repeat("x", sgcp.RequestMax-len("303 \r\n"))
	for _, row := range []struct {
		name, in string
		want     []string
	}{
		{"nothing", "", nil},
		{"no end", "201", nil},
		{"CRLF", "201\r\n", []string{`201 ""`}},
		{"LF alone", "201\n", []string{`201 ""`}},
		{"several at once", "101 bob\r\n201\n321 Q16\r\n", []string{`101 "bob"`, `201 ""`, `321 "Q16"`}},
		{"only the first space splits", "303 a  b c \r\n", []string{`303 "a  b c "`}},
		{"a second space is text", "303  a\r\n", []string{`303 " a"`}},
		{"an empty parameter is none", "201 \r\n", []string{`201 ""`}},
		{"unknown numbers are lines", "000\r\n999 x\r\n", []string{`000 ""`, `999 "x"`}},
		{"Chinese", "303 圍棋\r\n", []string{`303 "圍棋"`}},
		{"no line at all", "\r\n\n", []string{"fault 500 of 000", "fault 500 of 000"}},
		{"no number", "hello\r\n", []string{"fault 500 of 000"}},
		{"two digits", "20\r\n", []string{"fault 500 of 000"}},
		{"four digits", "2011\r\n", []string{"fault 500 of 201"}},
		{"no space after the number", "101bob\r\n", []string{"fault 500 of 101"}},
		{"a space before it", " 201\r\n", []string{"fault 500 of 000"}},
		{"full-width digits", "２０１\r\n", []string{"fault 500 of 000"}},
		{"a bare CR", "303 a\rb\r\n", []string{"fault 505 of 303"}},
		{"two CR", "303 a\r\r\n", []string{"fault 505 of 303"}},
		{"NUL", "303 a\x00b\r\n", []string{"fault 505 of 303"}},
		{"NUL for a number", "\x00\x00\x00\r\n", []string{"fault 505 of 000"}},
		{"TAB", "303\ta\r\n", []string{"fault 505 of 303"}},
		{"escape", "303 \x1b[2J\r\n", []string{"fault 505 of 303"}},
		{"DEL", "303 \x7f\r\n", []string{"fault 505 of 303"}},
		{"C1", "303 \u0085\r\n", []string{"fault 505 of 303"}},
		{"not UTF-8", "303 \xb9\xfe\r\n", []string{"fault 505 of 303"}},
		{"a surrogate", "303 \xed\xa0\x80\r\n", []string{"fault 505 of 303"}},
		{"overlong", "303 \xc0\x80\r\n", []string{"fault 505 of 303"}},
		{"not NFC", "303 e\u0301\r\n", []string{"fault 505 of 303"}},
		{"a fault is over with its line", "303 \x00\r\n201\r\n", []string{"fault 505 of 303", `201 ""`}},
		{"as long as may be", "303 " + long + "\r\n", []string{fmt.Sprintf("303 %q", long)}},
		{"as long as may be with LF", "303 " + long + "x\n", []string{fmt.Sprintf("303 %q", long+"x")}},
		{"an octet too long", "303 " + long + "x\r\n201\r\n", []string{"fault 504 of 303", `201 ""`}},
		{"too long without an end", "303 " + long + "xyz", []string{"fault 504 of 303"}},
		{"too long and dirty", strings.Repeat("\x00", 2000) + "\n", []string{"fault 504 of 000"}},
		{"too long three times", strings.Repeat("303 "+long+"xyz\r\n", 3) + "201\r\n",
			[]string{"fault 504 of 303", "fault 504 of 303", "fault 504 of 303, close", `201 ""`}},
	} {
		t.Run(row.name, func(t *testing.T) {
			if got := read(sgcp.NewDecoder(sgcp.RequestMax), []byte(row.in)); !slices.Equal(got, row.want) {
				t.Errorf("%q is\n%q, want\n%q", row.in, got, row.want)
			}
			var single [][]byte
			for i := range len(row.in) {
				single = append(single, []byte(row.in[i:i+1]))
			}
			if got := read(sgcp.NewDecoder(sgcp.RequestMax), single...); !slices.Equal(got, row.want) {
				t.Errorf("%q octet by octet is\n%q, want\n%q", row.in, got, row.want)
			}
		})
	}
}

func TestDecoder_fedBeforeItWasRead(t *testing.T) {
	d := sgcp.NewDecoder(sgcp.RequestMax)
	var got []string
	for _, piece := range []string{"101 bob\r\n201\r\n20", "2\r\n", "203 amy\r\n3", "03 hi\r\n"} {
		d.Feed([]byte(piece))
		if line, ok := d.Next(); ok { // one of what is there
			got = append(got, describe(line))
		}
	}
	for line, ok := d.Next(); ok; line, ok = d.Next() {
		got = append(got, describe(line))
	}
	if want := []string{`101 "bob"`, `201 ""`, `202 ""`, `203 "amy"`, `303 "hi"`}; !slices.Equal(got, want) {
		t.Errorf("read %q, want %q", got, want)
	}
}

func TestDecoder_limitAndCharsetFromTheNextLine(t *testing.T) {
	d := sgcp.NewDecoder(sgcp.RequestMax)
	payload := strings.Repeat("x", 2000)
	d.Feed([]byte("104 charset=gb18030 compute\r\n303 \xce\xa7\xc6\xe5\r\n403 L1 9 " + payload + "\r\n303 \x81\r\n303 \xff\xff\r\n303 \x80\r\n303 \xfd\x9c\r\n"))
	first, _ := d.Next()
	d.SetCharset(sgcp.GB18030)
	d.SetLimit(sgcp.ComputeLineMax)
	got := []string{describe(first)}
	var views []sgcp.Line
	for line, ok := d.Next(); ok; line, ok = d.Next() {
		views = append(views, line)
	}
	for _, v := range views {
		got = append(got, describe(v))
	}
	// FD9C is U+F92C, which the normal form C writes as U+90CE.
	want := []string{`104 "charset=gb18030 compute"`, `303 "围棋"`, fmt.Sprintf("403 %q", "L1 9 "+payload), "fault 505 of 303", "fault 505 of 303", `303 "€"`, `303 "郎"`}
	if !slices.Equal(got, want) {
		t.Errorf("read\n%q, want\n%q", got, want)
	}
}

func TestDecoder_limitByNumber(t *testing.T) {
	for _, row := range []struct {
		number string
		most   int
	}{{"303", sgcp.RequestMax}, {"403", sgcp.ComputeLineMax}, {"853", sgcp.ServerLineMax}, {"952", sgcp.ComputeLineMax}, {"abc", sgcp.RequestMax}} {
		fits := row.number + " " + strings.Repeat("x", row.most-6) + "\r\n"
		over := row.number + " " + strings.Repeat("x", row.most-5) + "\r\n"
		for _, piece := range []int{1, 100, 1 << 20} {
			d := sgcp.NewDecoder(sgcp.ByNumber)
			var faults []sgcp.Number
			for rest := []byte(fits + over); len(rest) > 0; {
				n := min(piece, len(rest))
				d.Feed(rest[:n])
				rest = rest[n:]
				for line, ok := d.Next(); ok; line, ok = d.Next() {
					faults = append(faults, line.Fault)
				}
			}
			first := sgcp.Number(0)
			if row.number == "abc" {
				first = sgcp.FaultSyntax
			}
			if want := []sgcp.Number{first, sgcp.FaultTooLong}; !slices.Equal(faults, want) {
				t.Errorf("%s in pieces of %d: faults %v, want %v", row.number, piece, faults, want)
			}
		}
	}
}

func TestDecoder_holdsOneLineAtMost(t *testing.T) {
	d := sgcp.NewDecoder(sgcp.RequestMax)
	piece := bytes.Repeat([]byte("x"), 4096)
	faults := 0
	allocs := testing.AllocsPerRun(1, func() {
		for range 256 { // a line of a million octets
			d.Feed(piece)
			for _, ok := d.Next(); ok; _, ok = d.Next() {
				faults++
			}
		}
	})
	if faults != 1 || allocs > 0 {
		t.Errorf("two million octets without a line's end: %d faults, %v allocations; want 1 and 0", faults, allocs)
	}
}

func TestLine_errSaysWhatIsWrong(t *testing.T) {
	for fault, want := range map[sgcp.Number]error{
		0: nil, sgcp.FaultSyntax: sgcp.ErrSyntax, sgcp.FaultTooLong: sgcp.ErrTooLong, sgcp.FaultCharset: sgcp.ErrCharset,
	} {
		err := sgcp.Line{Number: 303, Fault: fault}.Err()
		if !errors.Is(err, want) {
			t.Errorf("Err of fault %d = %v, want %v", fault, err, want)
		}
		if err != nil && (!strings.Contains(err.Error(), "303") || sgcp.FaultOf(err) != fault) {
			t.Errorf("Err of fault %d = %v, FaultOf = %v: want the line's number and the fault", fault, err, sgcp.FaultOf(err))
		}
	}
}

// FuzzDecoder: any split of the octets gives the same lines as one piece.
func FuzzDecoder(f *testing.F) {
	f.Add([]byte("101 bob\r\n303 圍棋\r\n\r\n303 a\rb\n"), []byte{1, 2, 3}, uint8(64), false)
	f.Add([]byte("303 \xce\xa7\xc6\xe5\r\n20130 \x80\n"), []byte{5}, uint8(30), true)
	f.Add(bytes.Repeat([]byte("303 x"), 40), []byte{200, 1, 0, 7}, uint8(20), false)
	f.Fuzz(func(t *testing.T, stream, cuts []byte, limit uint8, legacy bool) {
		open := func() *sgcp.Decoder {
			d := sgcp.NewDecoder(int(limit))
			if legacy {
				d.SetCharset(sgcp.GB18030)
			}
			return d
		}
		whole := read(open(), stream)
		var pieces [][]byte
		rest := stream
		for i := 0; len(rest) > 0; i++ {
			n := len(rest)
			if len(cuts) > 0 && i < 1000 {
				n = min(n, int(cuts[i%len(cuts)]))
			}
			pieces = append(pieces, rest[:n])
			rest = rest[n:]
		}
		if split := read(open(), pieces...); !slices.Equal(split, whole) {
			t.Errorf("in %d pieces\n%q, in one\n%q", len(pieces), split, whole)
		}
	})
}
