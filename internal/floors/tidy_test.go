package floors

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// tracked lists the files that are part of the project, from the root.
func tracked(t *testing.T) []string {
	cmd := exec.Command("git", "ls-files", "-co", "--exclude-standard")
	cmd.Dir = filepath.Join("..", "..")
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("git ls-files: %v", err)
	}
	var files []string
	for name := range strings.Lines(string(out)) {
		name = strings.TrimSpace(name)
		if _, err := os.Stat(filepath.Join("..", "..", name)); err == nil {
			files = append(files, name)
		}
	}
	return files
}

func read(t *testing.T, name string) []byte {
	text, err := os.ReadFile(filepath.Join("..", "..", name))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

var topLevel = " lib capi include examples bindings internal go.mod go.sum build.sh README.md README.zh-CN.md LICENSE ARCHITECTURE.md CHANGELOG.md CONTRIBUTING.md THIRD_PARTY_NOTICES.md "

func TestTopLevel_isTheCustomers(t *testing.T) {
	for _, name := range tracked(t) {
		top, _, _ := strings.Cut(name, "/")
		if !strings.HasPrefix(top, ".") && !strings.Contains(topLevel, " "+top+" ") {
			t.Errorf("%s: nothing else stands at the top level", name)
		}
	}
}

var unfinished = regexp.MustCompile(`(//|#|/\*).*\b(TO[D]O|FIX[M]E|XX[X]|HAC[K])\b`)

func TestSources_areTidy(t *testing.T) {
	for _, name := range tracked(t) {
		most := 600 // lines
		if name == "include/qikit.h" {
			most = 900 // the C manual, which is one file by contract
		}
		switch filepath.Ext(name) {
		case ".go", ".c", ".h", ".py", ".ts", ".mjs", ".cs":
		default:
			continue
		}
		text := read(t, name)
		if bytes.HasPrefix(text, []byte("// Code generated ")) {
			continue
		}
		if n := bytes.Count(text, []byte("\n")); n > most {
			t.Errorf("%s has %d lines, %d are the most", name, n, most)
		}
		if m := unfinished.Find(text); m != nil {
			t.Errorf("%s: %q: finish it or leave it out", name, m)
		}
	}
}

func TestPackages_explainThemselves(t *testing.T) {
	for _, p := range packages(t) {
		if len(p.GoFiles)+len(p.CgoFiles) > 0 && p.Doc == "" {
			t.Errorf("%s has no package comment", p.ImportPath)
		}
		if strings.HasPrefix(p.ImportPath, module+"lib/") && p.Name != "enginetest" {
			if _, err := os.Stat(filepath.Join(p.Dir, "doc.go")); err != nil {
				t.Errorf("%s has no doc.go", p.ImportPath)
			}
			if _, err := os.Stat(filepath.Join(p.Dir, "example_test.go")); err != nil {
				t.Errorf("%s has no example_test.go", p.ImportPath)
			}
		}
	}
}

// Library code starts goroutines through internal/pool, prints nothing and
// never exits.
func TestLibrary_keepsQuiet(t *testing.T) {
	for _, p := range packages(t) {
		name := strings.TrimPrefix(p.ImportPath, module)
		if floorOf(t, p.ImportPath) == 9 || strings.HasPrefix(name, "internal/tools/") {
			continue
		}
		for _, file := range append(p.GoFiles, p.CgoFiles...) {
			fset := token.NewFileSet()
			tree, err := parser.ParseFile(fset, filepath.Join(p.Dir, file), nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(tree, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.GoStmt:
					if name != "internal/pool" {
						t.Errorf("%s: a goroutine that internal/pool does not know", fset.Position(n.Pos()))
					}
				case *ast.SelectorExpr:
					if pkg, ok := n.X.(*ast.Ident); ok {
						switch pkg.Name + "." + n.Sel.Name {
						case "fmt.Print", "fmt.Printf", "fmt.Println", "os.Exit", "log.Fatal", "log.Fatalf", "os.Stdout":
							t.Errorf("%s: %s.%s in library code", fset.Position(n.Pos()), pkg.Name, n.Sel.Name)
						}
					}
				}
				return true
			})
		}
	}
}
