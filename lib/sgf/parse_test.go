package sgf

import (
	"bytes"
	"errors"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"

	"qikit.dev/qikit/lib/game"
)

func sample(t testing.TB, name string) []byte {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// one reads a file of one game.
func one(t testing.TB, text string) *Node {
	t.Helper()
	roots, err := Parse([]byte(text), DefaultOptions())
	if err != nil || len(roots) != 1 {
		t.Fatalf("%d games, %v; want one, of %.200q", len(roots), err, text)
	}
	return roots[0]
}

func write(t testing.TB, roots ...*Node) string {
	t.Helper()
	var out strings.Builder
	if err := Write(&out, roots...); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// bare takes the places away, which writing changes.
func bare(n *Node) *Node {
	for todo := []*Node{n}; len(todo) > 0; {
		at := todo[len(todo)-1]
		todo = append(todo[:len(todo)-1], at.Children...)
		at.at = place{}
		for i := range at.Properties {
			at.Properties[i].at = place{}
		}
	}
	return n
}

func count(n *Node) int {
	nodes := 0
	for todo := []*Node{n}; len(todo) > 0; nodes++ {
		at := todo[len(todo)-1]
		todo = append(todo[:len(todo)-1], at.Children...)
	}
	return nodes
}

func TestParse_otherPrograms(t *testing.T) {
	tests := []struct {
		file        string
		nodes, line int    // in all; on the main line
		property    string // of the node, by its index on the main line
		at          int
		want        string
	}{
		{"cgoban.sgf", 8, 8, "C", 0, "kuro [4k?]: hi\nshiro [3k]: have a good game: the path is C:\\go\n"},
		{"cgoban.sgf", 8, 8, "WL", 2, "594.262"},
		{"ogs.sgf", 8, 8, "PC", 0, "OGS: https://online-go.com/game/41600000"},
		{"ogs.sgf", 8, 8, "B", 7, "df"},
		{"sabaki.sgf", 10, 8, "PW", 0, "Weiß"},
		{"sabaki.sgf", 10, 8, "SBKV", 7, "100"},
		{"katrain.sgf", 9, 8, "KT", 1, "H4sIAAAAAAAC/6tWKkktLlGyUlAqS8wpTVWqBQBK1v3cFAAAAA=="},
		{"katrain.sgf", 9, 8, "C", 2, "Move 2: W D5\nEstimated point loss: 1.2\n\u3164\u200b"},
		{"ff3.sgf", 6, 5, "C", 3, "A pass\nbefore."},
		{"ff3.sgf", 6, 5, "PB", 0, "Kuro"},
	}
	for _, test := range tests {
		root := one(t, string(sample(t, test.file)))
		line := root.MainLine()
		if count(root) != test.nodes || len(line) != test.line {
			t.Errorf("%s: %d nodes, %d on the main line, want %d and %d", test.file, count(root), len(line), test.nodes, test.line)
			continue
		}
		if got := line[test.at].Text(test.property); got != test.want {
			t.Errorf("%s: %s of node %d is %q, want %q", test.file, test.property, test.at, got, test.want)
		}
	}
}

func TestWrite_losesNothing(t *testing.T) {
	for _, file := range []string{"cgoban.sgf", "ogs.sgf", "sabaki.sgf", "katrain.sgf", "review.sgf"} {
		root := one(t, string(sample(t, file)))
		text := write(t, root)
		again := one(t, text)
		if !reflect.DeepEqual(bare(root), bare(again)) {
			t.Errorf("%s is another game when written:\n%s", file, text)
		}
		if write(t, again) != text {
			t.Errorf("%s: written, read and written again it differs", file)
		}
	}
}

func TestText_escapes(t *testing.T) {
	tests := []struct{ name, raw, text, simple string }{
		{"plain", "abc", "abc", "abc"},
		{"bracket and backslash", `a\]b\\c`, `a]b\c`, `a]b\c`},
		{"colon", `a\:b:c`, `a:b:c`, `a:b:c`},
		{"line breaks of all kinds", "a\nb\r\nc\rd\n\re", "a\nb\nc\nd\ne", "a b c d e"},
		{"soft line break", "a\\\nb\\\r\nc", "abc", "abc"},
		{"white space", "a\tb\vc", "a b c", "a b c"},
		{"escaped letters and blanks", "\\a\\\tb", "a b", "a b"},
		{"Chinese", `吃子\]棋`, "吃子]棋", "吃子]棋"},
		{"backslash at the end", `a\`, `a\`, `a\`},
	}
	for _, test := range tests {
		if got := unescape(test.raw, false); got != test.text {
			t.Errorf("%s: Text %q, want %q", test.name, got, test.text)
		}
		if got := unescape(test.raw, true); got != test.simple {
			t.Errorf("%s: SimpleText %q, want %q", test.name, got, test.simple)
		}
	}
}

func TestParse_charsets(t *testing.T) {
	const text = "(;GM[1]FF[4]CA[%]PB[吃子棋]SZ[9]C[第一手\\]:誠可]\n;B[ee]C[一])"
	for _, test := range []struct {
		ca     string
		encode func(string) (string, error)
	}{
		{"UTF-8", func(s string) (string, error) { return s, nil }},
		{"utf8", func(s string) (string, error) { return "\uFEFF" + s, nil }},
		{"GB18030", simplifiedchinese.GB18030.NewEncoder().String},
		{"gb2312", simplifiedchinese.GBK.NewEncoder().String},
		{"Big5", traditionalchinese.Big5.NewEncoder().String},
	} {
		file, err := test.encode(strings.Replace(text, "%", test.ca, 1))
		if err != nil {
			t.Fatal(err)
		}
		root := one(t, file)
		if got := root.SimpleText("PB"); got != "吃子棋" {
			t.Errorf("%s: PB %q", test.ca, got)
		}
		if got := root.Comment(); got != "第一手]:誠可" {
			t.Errorf("%s: C %q", test.ca, got)
		}
		if out := write(t, root); !strings.Contains(out, "CA[UTF-8]") || one(t, out).Comment() != root.Comment() {
			t.Errorf("%s: written as %q", test.ca, out)
		}
	}
	latin := one(t, "(;GM[1]PW[Wei\xDF])")
	if got := latin.SimpleText("PW"); got != "Weiß" {
		t.Errorf("without CA: PW %q, want Weiß", got)
	}
	if out := write(t, latin); !strings.Contains(out, "CA[UTF-8]") {
		t.Errorf("written without CA: %q", out)
	}
	gbk, err := simplifiedchinese.GBK.NewEncoder().String("(;GM[1]PW[白])")
	if err != nil {
		t.Fatal(err)
	}
	o := DefaultOptions()
	o.Charset = "GBK"
	roots, err := Parse([]byte(gbk), o)
	if err != nil || roots[0].SimpleText("PW") != "白" {
		t.Errorf("with GBK as the charset of files without CA: %v, %v", roots, err)
	}
}

func TestParse_badInput(t *testing.T) {
	small := Options{Bytes: 100, Nodes: 5, Depth: 4, Charset: "ISO-8859-1"}
	tests := []struct{ name, text, want string }{
		{"nothing", "", "line 1, column 1: no game in the file"},
		{"no game", "hello (world)", "line 1, column 1: no game in the file"},
		{"no end", "(;B[aa]\n;W[bb]", "line 2, column 7: the end of the file inside a game, expected )"},
		{"value without end", "(;C[abc\n\n", "line 1, column 4: a value that does not end, expected ]"},
		{"escape at the end", `(;C[abc\`, "line 1, column 4: a value that does not end, expected ]"},
		{"no value", "(;B;W[aa])", "line 1, column 4: ';', expected [ and a value of B"},
		{"no value behind a blank", "(;B (;W[aa]))", "line 1, column 5: '(', expected [ and a value of B"},
		{"name at the end", "(;B", "line 1, column 4: the end of the file, expected [ and a value of B"},
		{"name at the end behind a blank", "(;B ", "line 1, column 5: the end of the file, expected [ and a value of B"},
		{"variation at the end", "(;B[aa](", "line 1, column 9: the end of the file, expected ; after ("},
		{"game at the end", "(;B[aa])(", "line 1, column 10: the end of the file, expected ; after ("},
		{"end inside a node", "(;B[aa]", "line 1, column 8: the end of the file inside a game"},
		{"no text in a name", "(;CA[UTF-8]\n;B\xFF[aa])", "line 2, column 3: bytes that are no text"},
		{"no text before a value", "(;CA[UTF-8]\n;B \xFF[aa])", "line 2, column 4: bytes that are no text"},
		{"no text between values", "(;CA[UTF-8]\n;B[aa]\xFF)", "line 2, column 7: bytes that are no text"},
		{"no text before a game", "\xFF(;CA[UTF-8])", "line 1, column 1: bytes that are no text"},
		{"no text after (", "(\xFF;CA[UTF-8])", "line 1, column 2: bytes that are no text"},
		{"no name", "(;[aa])", "line 1, column 3: '[', expected a property"},
		{"lower-case name", "(;\n  b[aa])", "line 2, column 3: a property without a capital letter"},
		{"stray text", "(;B[aa]\n;W[bb] 7 )", "line 2, column 8: '7', expected a property"},
		{"empty variation", "(;B[aa]())", "line 1, column 9: ')', expected ; after ("},
		{"node after variations", "(;B[aa](;W[bb])(;W[cc]);B[dd])", "line 1, column 24: ';' after a variation, expected ( or )"},
		{"property after variations", "(;B[aa](;W[bb])C[x])", "line 1, column 16: 'C' after a variation"},
		{"one parenthesis too many", "(;B[aa]))", "line 1, column 9: ')' after a game"},
		{"unknown charset", "(;GM[1]\nCA[Klingon]B[aa])", `line 2, column 4: charset "Klingon", expected one of`},
		{"UTF-16", "\xFF\xFE(\x00;\x00", "line 1, column 1: a file in UTF-16"},
		{"bytes that are no UTF-8", "(;CA[UTF-8]\nC[ab\xFFc])", "line 2, column 5: bytes that are no text"},
		{"bytes that are no GBK", "(;CA[GBK]\nC[ab\xFF\xFFc])", "line 2, column 5: bytes that are no text"},
		{"too long", "(;C[" + strings.Repeat("x", 200) + "])", "line 1, column 101: a game of over 100 bytes"},
		{"too many nodes", "(;;;;;;;;)", "line 1, column 7: a game of more than 5 nodes"},
		{"too deep", "(;(;(;(;(;)))))", "line 1, column 9: variations more than 4 deep"},
		{"too many properties", "(;CA[UTF-8]" + manyProperties() + ")", "a node with more than 256 properties"},
	}
	for _, test := range tests {
		o := DefaultOptions()
		if strings.HasPrefix(test.name, "too") && test.name != "too many properties" {
			o = small
		}
		_, err := Parse([]byte(test.text), o)
		if !errors.Is(err, game.ErrRecord) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", test.name, err, test.want)
		}
	}
	if _, err := Parse([]byte("(;C[\xFF])"), Options{Bytes: 100, Nodes: 5, Depth: 4, Charset: "x"}); !errors.Is(err, game.ErrRecord) {
		t.Errorf("unknown charset as an option: %v", err)
	}
}

func manyProperties() string {
	var out strings.Builder
	for i := range 300 {
		out.WriteString(string([]byte{'A' + byte(i%26), 'A' + byte(i/26)}) + "[x]")
	}
	return out.String()
}

func TestParse_places(t *testing.T) {
	root := one(t, "((;GM[1]\r\n;B[aa]\r;W[bb]C[吃\n子];B[cc]\n\n(;W[dd])(;W[ee]))")
	want := [][2]int{{1, 3}, {2, 1}, {3, 1}, {4, 3}, {6, 2}}
	for i, n := range root.MainLine() {
		if line, column := n.Place(); line != want[i][0] || column != want[i][1] {
			t.Errorf("node %d is at line %d, column %d, want %v", i, line, column, want[i])
		}
	}
	if got := root.MainLine()[1].String(); got != ";B[aa]" {
		t.Errorf("String = %q", got)
	}
	var n Node
	n.Set("DO")
	n.SetText("C", "a]")
	if got := n.String(); got != `;DO[]C[a\]]` {
		t.Errorf("String = %q", got)
	}
	n.Set("C", "]")
	if got := n.String(); !strings.Contains(got, "malformed") {
		t.Errorf("String = %q", got)
	}
}

func TestRead_goesOnAfterAFault(t *testing.T) {
	file := "(;B[aa])\n(;B[bb]))\n(;B[cc] ?)\n (;B[dd])\n(B[ee])\n(;B[ff])\n\n"
	var got []string
	for root, err := range Read(strings.NewReader(file), DefaultOptions()) {
		if err != nil {
			text := err.Error()
			got = append(got, text[strings.Index(text, "line"):strings.LastIndex(text, ":")])
			continue
		}
		got = append(got, root.value("B"))
	}
	want := []string{"aa", "bb", "line 2, column 9", "line 3, column 9", "ff"}
	if !slices.Equal(got, want) {
		t.Errorf("read %q, want %q", got, want)
	}
	broken := errors.New("disk on fire")
	n := 0
	for _, err := range Read(iotest.ErrReader(broken), DefaultOptions()) {
		if n++; !errors.Is(err, broken) || errors.Is(err, game.ErrRecord) {
			t.Errorf("a reader's error comes as %v", err)
		}
	}
	if n != 1 {
		t.Errorf("a reader's error comes %d times", n)
	}
}

func TestWrite_refuses(t *testing.T) {
	for name, n := range map[string]*Node{
		"lower-case name":  {Properties: []Property{{Name: "Black", Values: []string{"aa"}}}},
		"no name":          {Properties: []Property{{Values: []string{"aa"}}}},
		"open bracket":     {Properties: []Property{{Name: "C", Values: []string{"a]b"}}}},
		"escaped bracket":  {Properties: []Property{{Name: "C", Values: []string{`ab\`}}}},
		"in a deeper node": {Children: []*Node{{Properties: []Property{{Name: "C", Values: []string{"]"}}}}}},
	} {
		var out bytes.Buffer
		if err := Write(&out, n); !errors.Is(err, game.ErrRecord) || out.Len() > 0 {
			t.Errorf("%s: %v, %d bytes written", name, err, out.Len())
		}
	}
}

func FuzzSGF(f *testing.F) {
	for _, file := range []string{"cgoban.sgf", "ogs.sgf", "sabaki.sgf", "katrain.sgf", "ff3.sgf", "review.sgf"} {
		f.Add(sample(f, file))
	}
	f.Add([]byte("(;GM[1]CA[GBK]C[\xB0\xA1\\]])(;;)"))
	f.Fuzz(func(t *testing.T, file []byte) {
		roots, err := Parse(file, DefaultOptions())
		if err != nil {
			if !errors.Is(err, game.ErrRecord) {
				t.Fatalf("%v is not %v", err, game.ErrRecord)
			}
			return
		}
		text := write(t, roots...)
		again, err := Parse([]byte(text), DefaultOptions())
		if err != nil {
			t.Fatalf("what was written is not read: %v\n%s", err, text)
		}
		if second := write(t, again...); second != text {
			t.Fatalf("written again it differs:\n%s\n%s", text, second)
		}
		for _, root := range again {
			if s, line, err := root.Stones(); err == nil && (s == nil || len(line) > len(root.MainLine())) {
				t.Fatalf("%d nodes of %d", len(line), len(root.MainLine()))
			} else if err != nil && !errors.Is(err, game.ErrRecord) {
				t.Fatalf("%v is not %v", err, game.ErrRecord)
			}
			root.Comment()
			root.Marks(9)
		}
	})
}

// A point that is named again and again, by rectangles that overlap, is one point.
func TestPoints_comeOnce(t *testing.T) {
	records, err := Parse([]byte("(;AB[aa:ac][bb]"+strings.Repeat("[aa:cc]", 1000)+")"), DefaultOptions())
	if err != nil {
		t.Fatal(err)
	}
	points, err := records[0].Points("AB", 9)
	var names []string
	for _, p := range points {
		names = append(names, p.String())
	}
	if got := strings.Join(names, " "); err != nil || got != "A9 A8 A7 B8 B9 C9 C8 B7 C7" {
		t.Errorf("%s, %v", got, err)
	}
}
