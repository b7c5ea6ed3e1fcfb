package floors

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"
)

// The most that one function may be.
const (
	linesMost      = 70
	complexityMost = 25
)

// longer names the functions that may be longer or have more ways through them,
// each with the reason.
var longer = map[string]string{
	"internal/alphabeta/node.go try": "the search loop: its steps are numbered, and share the state of one node",
}

// A function fits on a screen, and has few ways through it.
func TestFunctions_areShort(t *testing.T) {
	var used []string
	for _, name := range tracked(t) {
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			continue
		}
		text := read(t, name)
		if bytes.HasPrefix(text, []byte("// Code generated ")) {
			continue
		}
		fset := token.NewFileSet()
		tree, err := parser.ParseFile(fset, name, text, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range tree.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			lines := fset.Position(f.End()).Line - fset.Position(f.Pos()).Line + 1
			paths := complexity(f)
			if lines <= linesMost && paths <= complexityMost {
				continue
			}
			key := fmt.Sprint(name, " ", f.Name.Name)
			if used = append(used, key); longer[key] == "" {
				t.Errorf("%s: %s has %d lines and complexity %d, %d and %d are the most", fset.Position(f.Pos()), f.Name.Name, lines, paths, linesMost, complexityMost)
			}
		}
	}
	for key := range longer {
		if !slices.Contains(used, key) {
			t.Errorf("%s is short: strike it off the list", key)
		}
	}
}

// complexity is one more than the places at which a function may go either way:
// if, for, case, && and ||.
func complexity(f *ast.FuncDecl) int {
	n := 1
	ast.Inspect(f, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.IfStmt, *ast.ForStmt, *ast.RangeStmt:
			n++
		case *ast.CaseClause:
			if node.List != nil { // default is no branch of its own
				n++
			}
		case *ast.CommClause:
			if node.Comm != nil {
				n++
			}
		case *ast.BinaryExpr:
			if node.Op == token.LAND || node.Op == token.LOR {
				n++
			}
		}
		return true
	})
	return n
}

func TestComplexity_countsBranches(t *testing.T) {
	for _, row := range []struct {
		name, body string
		want       int
	}{
		{"straight", "x()", 1},
		{"if and for", "if a { x() } else { for range b { x() } }", 3},
		{"conditions", "if a && b || !c { x() }", 4},
		{"switch", "switch a { case 1, 2: x(); case 3: x(); default: x() }", 3},
		{"select", "select { case <-a: x(); default: x() }", 2},
		{"in a literal", "func() { if a { x() } }()", 2},
	} {
		tree, err := parser.ParseFile(token.NewFileSet(), "", "package p\nfunc f() {\n"+row.body+"\n}\n", 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := complexity(tree.Decls[0].(*ast.FuncDecl)); got != row.want {
			t.Errorf("%s: complexity(%q) = %d, want %d", row.name, row.body, got, row.want)
		}
	}
}
