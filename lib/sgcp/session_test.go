package sgcp_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"qikit.dev/qikit/lib/sgcp"
)

var update = flag.Bool("update", false, "rewrite testdata/*.session")

// transcript reads a session: "> octets" are fed, as a Go string without its
// quotes, to a decoder of lines of at most the limit that the file's name ends
// with. It returns the file as it should be: under each ">" what came out, "<
// number message = the line it is written as".
func transcript(text []byte, limit int) []byte {
	var out bytes.Buffer
	d := sgcp.NewDecoder(limit)
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "<") {
			continue
		}
		out.WriteString(line)
		octets, ok := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "> ")
		if !ok {
			continue // a comment
		}
		fed, err := strconv.Unquote(`"` + octets + `"`)
		if err != nil {
			fmt.Fprintf(&out, "< not a string: %v\n", err)
			continue
		}
		d.Feed([]byte(fed))
		for l, ok := d.Next(); ok; l, ok = d.Next() {
			fmt.Fprintln(&out, "<", outcome(d, l))
		}
	}
	return out.Bytes()
}

func outcome(d *sgcp.Decoder, l sgcp.Line) string {
	if l.Fault != 0 {
		return describe(l)
	}
	m, err := sgcp.Parse(l.Number, l.Param)
	if err != nil {
		return fmt.Sprintf("%v fault %v: %v", l.Number, sgcp.FaultOf(err), err)
	}
	if a, ok := m.(*sgcp.AnnounceReply); ok { // as a server and its client would
		name, _ := a.Capabilities.Get(sgcp.CanCharset)
		if c, known := sgcp.ParseCharset(name); known {
			d.SetCharset(c)
		}
	}
	again, err := sgcp.Append(nil, m)
	if err != nil {
		return fmt.Sprintf("%v %T%+v: %v", l.Number, m, m, err)
	}
	return fmt.Sprintf("%v %T%+v = %q", l.Number, m, m, again)
}

func limitOf(name string) int {
	if strings.HasPrefix(filepath.Base(name), "client") {
		return sgcp.RequestMax
	}
	return sgcp.ComputeLineMax
}

func sessions(t testing.TB) []string {
	names, err := filepath.Glob("testdata/*.session")
	if err != nil || len(names) < 3 {
		t.Fatalf("sessions %q, %v: want three or more", names, err)
	}
	return names
}

func TestSessions(t *testing.T) {
	for _, name := range sessions(t) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		got := transcript(text, limitOf(name))
		if *update {
			if err := os.WriteFile(name, got, 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		wantLines, gotLines := bytes.Split(text, []byte("\n")), bytes.Split(got, []byte("\n"))
		for i := range max(len(wantLines), len(gotLines)) {
			if i >= len(wantLines) || i >= len(gotLines) || !bytes.Equal(wantLines[i], gotLines[i]) {
				t.Errorf("%s:%d is now\n%s", name, i+1, bytes.Join(gotLines[i:min(i+3, len(gotLines))], []byte("\n")))
				break
			}
		}
	}
}

// samples are the lines of all sessions that can be read; together they have
// every number there is.
func samples(t testing.TB) (lines []sgcp.Line) {
	for _, name := range sessions(t) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		d := sgcp.NewDecoder(sgcp.ComputeLineMax)
		for line := range strings.Lines(string(text)) {
			octets, ok := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "> ")
			if !ok {
				continue
			}
			fed, err := strconv.Unquote(`"` + octets + `"`)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			d.Feed([]byte(fed))
			for l, ok := d.Next(); ok; l, ok = d.Next() {
				if _, err := sgcp.Parse(l.Number, l.Param); l.Fault == 0 && err == nil {
					l.Param = slices.Clone(l.Param)
					lines = append(lines, l)
				}
			}
		}
	}
	return lines
}

func TestSessions_haveEveryNumber(t *testing.T) {
	all := samples(t)
	for _, e := range sgcp.Table() {
		if e.Number.IsFault() && e.Number != sgcp.FaultOccupied {
			continue // one is as good as another
		}
		if !slices.ContainsFunc(all, func(l sgcp.Line) bool { return l.Number == e.Number }) {
			t.Errorf("no session has %v (%s)", e.Number, e.Meaning)
		}
	}
}
