package phrase

import (
	"bufio"
	"bytes"
	"compress/flate"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

func TestChinese(t *testing.T) {
	for _, row := range []struct{ english, chinese string }{
		{`engine: bad option: level is 11, expected 1 to 10`, `引擎选项有误：level 为 11，应为 1 到 10`},
		{`book: bad option: no option "top_kk", did you mean "top_k"? Expected one of breadth, top_k`, `对局库选项有误：没有选项 "top_kk"，是否想写 "top_k"？可用的有 breadth, top_k`},
		{`game: not a move: "炮二平", expected a move such as h2e2, H2-E2, C2.5 or 炮二平五`, `不是着法："炮二平"，应为着法，例如 h2e2、H2-E2、C2.5 或 炮二平五`},
		{`game: malformed position: at character 3: rank 9 has 8 points, expected 9`, `局面文本格式有误：第 3 个字符处：第 9 行有 8 个点，应为 9 个`},
		{`book: file access: open /tmp/a: b.qkb: no such file or directory`, `对局库文件无法读写：打开 /tmp/a: b.qkb：没有这个文件或目录`},
		{`game: no game of that name: "a, expected b: c"`, `没有这个名称的棋："a, expected b: c"`},
		{`nobody has seen this: message`, `nobody has seen this: message`},
		{``, ``},
	} {
		if got := Chinese(row.english); got != row.chinese {
			t.Errorf("%s\n got %s\nwant %s", row.english, got, row.chinese)
		}
	}
}

var words = regexp.MustCompile(`[a-z]{2,} [a-z]{2,}`)

// Every message of the table of wrong options is known to its last word.
func TestChinese_wrongOptions(t *testing.T) {
	file, err := os.Open(filepath.Join("..", "ctest", "testdata", "wrong_options.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows := 0
	for lines := bufio.NewScanner(file); lines.Scan(); {
		fields := strings.Split(lines.Text(), "\t")
		if len(fields) < 5 || strings.HasPrefix(lines.Text(), "#") {
			continue
		}
		english := fields[4]
		if strings.HasSuffix(english, "one of ") { // the table leaves the names out
			english += "a, b"
		}
		rows++
		if said := Chinese(english); words.MatchString(unquoted(said)) {
			t.Errorf("%s: %s", english, said)
		}
	}
	if rows < 200 {
		t.Errorf("%d rows, expected the whole table", rows)
	}
}

// unquoted is a text without what stands in quotes.
func unquoted(text string) string {
	var rest strings.Builder
	for i := 0; i < len(text); {
		to := next(text, i)
		if to == i+1 {
			rest.WriteByte(text[i])
		}
		i = to
	}
	return rest.String()
}

// Every message of the library has its line in zh.tsv: a new one is added there, then
// go run ./internal/tools/generate.
func TestChinese_everyFormat(t *testing.T) {
	all := formats(t, func(string) bool { return true })
	for _, format := range all {
		if said := Chinese(sample(format)); words.MatchString(unquoted(said)) {
			t.Errorf("no Chinese: %s", format)
		}
	}
	if len(all) < 700 {
		t.Errorf("%d formats found, expected all", len(all))
	}
}

// Every line of the table is a format, once, with its Chinese and holes that it has.
func TestTable(t *testing.T) {
	table, err := os.ReadFile("zh.tsv")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for line := range strings.Lines(string(table)) {
		english, chinese, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if strings.HasPrefix(line, "#") {
			continue
		}
		if !ok || english == "" || seen[english] {
			t.Errorf("%q: no format with its Chinese, or there twice", line)
		}
		seen[english] = true
		holes := 0
		for _, p := range split(english) {
			if p.verb != 0 {
				holes++
			}
		}
		for i, piece := range template(chinese) {
			if n, err := strconv.Atoi(piece); i%2 == 1 && (err != nil || n < 1 || n > holes) {
				t.Errorf("%q has {%s}, expected 1 to %d", chinese, piece, holes)
			}
		}
	}
}

// The slim library's table has all that its packages say.
func TestChinese_slim(t *testing.T) {
	list, err := exec.Command("go", "list", "-tags", "slim", "-deps", "-f", "{{.Dir}}", "../../capi").Output()
	if err != nil {
		t.Fatal(err)
	}
	dirs := strings.Fields(string(list))
	file, err := os.ReadFile("zh.slim.deflate")
	if err != nil {
		t.Fatal(err)
	}
	slim, err := io.ReadAll(flate.NewReader(bytes.NewReader(file)))
	if err != nil {
		t.Fatal(err)
	}
	table, err := os.ReadFile("zh.tsv")
	if err != nil {
		t.Fatal(err)
	}
	all := formats(t, func(path string) bool {
		dir, err := filepath.Abs(filepath.Dir(path))
		return err == nil && slices.Contains(dirs, dir)
	})
	for _, format := range all {
		if line := "\n" + format + "\t"; strings.Contains(string(table), line) && !strings.Contains("\n"+string(slim), line) {
			t.Errorf("no Chinese in the slim library: %s", format)
		}
	}
	if len(all) < 300 || len(slim) > len(table)*2/3 {
		t.Errorf("%d formats found, a table of %d bytes of %d", len(all), len(slim), len(table))
	}
}

// formats are those of fmt.Errorf, errors.New and their like in files of the library,
// without the error that they wrap first.
func formats(t *testing.T, of func(path string) bool) []string {
	seen := map[string]bool{}
	var all []string
	walk(t, func(path string, file *ast.File) {
		if !of(path) {
			return
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || !makesError(call.Fun) {
				return true
			}
			for _, arg := range call.Args {
				format := strings.TrimPrefix(literal(arg), "%w: ")
				if strings.Contains(format, " ") && !seen[format] {
					seen[format] = true
					all = append(all, format)
				}
			}
			return true
		})
	})
	return all
}

// literal is a format, a text that is put together with holes where it is not
// constant, or empty.
func literal(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.BasicLit:
		if text, err := strconv.Unquote(e.Value); e.Kind == token.STRING && err == nil {
			return text
		}
	case *ast.CallExpr:
		if f, ok := e.Fun.(*ast.SelectorExpr); ok && f.Sel.Name == "Sprintf" {
			return literal(e.Args[0])
		}
	case *ast.BinaryExpr:
		a, b := literal(e.X), literal(e.Y)
		if a == "" && b == "" {
			return ""
		}
		return pick(a != "", a, "%s") + pick(b != "", b, "%s")
	}
	return ""
}

// makesError is whether the arguments of a function are formats of messages, or what
// a wrong option was expected to be.
func makesError(f ast.Expr) bool {
	switch f := f.(type) {
	case *ast.Ident:
		return f.Name == "fault" || f.Name == "malformed"
	case *ast.SelectorExpr:
		if strings.EqualFold(f.Sel.Name, "fail") || f.Sel.Name == "Read" { // of what reads a text
			return true
		}
		if pkg, ok := f.X.(*ast.Ident); ok {
			return pkg.Name == "fmt" && f.Sel.Name == "Errorf" || pkg.Name == "errors" && f.Sel.Name == "New" ||
				pkg.Name == "options" && (f.Sel.Name == "Wrong" || f.Sel.Name == "Clash")
		}
	}
	return false
}

// walk reads the Go files of what the library is made of.
func walk(t *testing.T, see func(path string, file *ast.File)) {
	for _, root := range []string{"../../lib", "../../internal", "../../capi", "../../bindings/node/wasm"} {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && (d.Name() == "tools" || d.Name() == "testdata" || strings.HasSuffix(d.Name(), "test")):
				return filepath.SkipDir
			case d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
				return nil
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			if err == nil {
				see(path, file)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// sample is a message by a format.
func sample(format string) string {
	var text strings.Builder
	for _, p := range split(format) {
		switch p.verb {
		case 0:
			text.WriteString(p.text)
		case 'd':
			text.WriteString("7")
		case 'x':
			text.WriteString("0x7")
		case 'q':
			text.WriteString(`"x"`)
		default:
			text.WriteString("X")
		}
	}
	return text.String()
}

// A message that no format fits and that can be taken apart in very many ways stays as it
// is, within the steps it may take.
func TestChinese_manyParts(t *testing.T) {
	for _, part := range []string{"a: ", `no "x" here: `, "file: open ", " is ", "', expected '"} {
		message := strings.Repeat(part, 4096/len(part))
		s := newSpeaker()
		s.say(message, 0)
		if s.steps < -10_000 {
			t.Errorf("%q, %d times: %d steps above the bound", part, 4096/len(part), -s.steps)
		}
	}
}

func FuzzChinese(f *testing.F) {
	f.Add(`a: b, expected c is "d`)
	f.Add("engine: bad option: x is [\"], expected one of 'a' to 3")
	f.Fuzz(func(t *testing.T, message string) { Chinese(message) })
}

func BenchmarkChinese(b *testing.B) {
	for b.Loop() {
		Chinese(`book: bad option: no option "top_kk", did you mean "top_k"? Expected one of breadth, depth, games, top_k`)
	}
}
