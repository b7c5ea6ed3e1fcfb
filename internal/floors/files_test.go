package floors

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// ordered are the packages whose doc.go states the order of their files, under a
// heading "Files": each file uses only those above it in the list.
var ordered = []string{"lib/book", "lib/book/generate"}

func TestFiles_goDown(t *testing.T) {
	exports := exportFiles(t)
	for _, name := range ordered {
		dir := filepath.Join("..", "..", name)
		paths, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		texts := map[string][]byte{}
		for _, path := range paths {
			if !strings.HasSuffix(path, "_test.go") {
				if texts[filepath.Base(path)], err = os.ReadFile(path); err != nil {
					t.Fatal(err)
				}
			}
		}
		faults, err := upward(module+name, texts, exports)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for _, fault := range faults {
			t.Errorf("%s/%s", name, fault)
		}
	}
}

// The check notices what it is for.
func TestFiles_arrowsAreSeen(t *testing.T) {
	doc := "// Package p is a test.\n//\n// # Files\n//\n//\tlow.go   the ground\n//\thigh.go  on it\npackage p\n"
	for _, c := range []struct{ name, low, high, want string }{
		{"down", "type t struct{ n int }", "func f(x t) int { return x.n }", ""},
		{"a function", "func f() { g() }", "func g() {}", "low.go:1 uses g of high.go"},
		{"a method", "type t struct{}\nfunc f(x t) { x.m() }", "func (t) m() {}", "low.go:2 uses m of high.go"},
		{"a constant", "var x = c", "const c = 1", "low.go:1 uses c of high.go"},
		{"a type", "func f(x *t) {}", "type t struct{}", "low.go:1 uses t of high.go"},
	} {
		faults, err := upward("p", map[string][]byte{
			"doc.go": []byte(doc), "low.go": []byte("package p; " + c.low), "high.go": []byte("package p\n" + c.high),
		}, nil)
		if got := strings.Join(faults, "\n"); err != nil || !strings.HasPrefix(got, c.want) || (got == "") != (c.want == "") {
			t.Errorf("%s: %q, %v; want %q", c.name, got, err, c.want)
		}
	}
	for name, files := range map[string]map[string][]byte{
		"a file not in the order": {"doc.go": []byte(doc), "low.go": []byte("package p"), "high.go": []byte("package p"), "more.go": []byte("package p")},
		"no order":                {"doc.go": []byte("package p"), "low.go": []byte("package p")},
	} {
		if faults, err := upward("p", files, nil); err == nil {
			t.Errorf("%s: %v and no error", name, faults)
		}
	}
}

// upward lists the uses in a package's files of what stands in a file above.
func upward(path string, texts map[string][]byte, exports map[string]string) (faults []string, err error) {
	fset := token.NewFileSet()
	var files []*ast.File
	var order []string
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		f, err := parser.ParseFile(fset, name, texts[name], parser.ParseComments)
		if err != nil {
			return nil, err
		}
		if files = append(files, f); name == "doc.go" {
			order = fileOrder(f.Doc.Text())
		}
	}
	height := map[string]int{"doc.go": len(order)}
	for i, name := range order {
		height[name] = i
	}
	if len(order) == 0 || len(height) != len(texts) || !slices.Equal(slices.Sorted(maps.Keys(height)), slices.Sorted(maps.Keys(texts))) {
		return nil, fmt.Errorf("doc.go orders %v, the files are %v", slices.Sorted(maps.Keys(height)), slices.Sorted(maps.Keys(texts)))
	}
	info := types.Info{Uses: map[*ast.Ident]types.Object{}}
	config := types.Config{Importer: importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) {
		if exports[path] == "" {
			return nil, fmt.Errorf("%s is not compiled", path)
		}
		return os.Open(exports[path])
	})}
	own, err := config.Check(path, fset, files, &info)
	if err != nil {
		return nil, err
	}
	for ident, object := range info.Uses {
		if object.Pkg() != own || !object.Pos().IsValid() {
			continue
		}
		at, from := fset.Position(ident.Pos()), fset.Position(object.Pos()).Filename
		if height[from] > height[at.Filename] {
			faults = append(faults, fmt.Sprintf("%s:%d uses %s of %s, expected a file that doc.go lists before %s", at.Filename, at.Line, object.Name(), from, at.Filename))
		}
	}
	slices.Sort(faults)
	return slices.Compact(faults), nil
}

// fileOrder reads the names of files under the heading "Files" of a package
// comment.
func fileOrder(doc string) (order []string) {
	_, list, _ := strings.Cut(doc, "\n# Files\n")
	list, _, _ = strings.Cut(list, "\n# ")
	for line := range strings.Lines(list) {
		if fields := strings.Fields(line); strings.HasPrefix(line, "\t") && len(fields) > 0 && strings.HasSuffix(fields[0], ".go") {
			order = append(order, fields[0])
		}
	}
	return order
}

// exportFiles says where the compiler's word on each imported package is.
func exportFiles(t *testing.T) map[string]string {
	args := []string{"list", "-export", "-deps", "-json=ImportPath,Export"}
	for _, name := range ordered {
		args = append(args, "./"+name)
	}
	cmd := exec.Command("go", args...)
	cmd.Dir = filepath.Join("..", "..")
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list -export: %v", err)
	}
	exports := map[string]string{}
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p struct{ ImportPath, Export string }
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return exports
		} else if err != nil {
			t.Fatal(err)
		}
		exports[p.ImportPath] = p.Export
	}
}
