package main

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/game"
)

// sentinels lists the exported error variables of a package's files, as
// "package.ErrName".
func sentinels(t *testing.T, dir string, files []string) (names []string) {
	for _, file := range files {
		tree, err := parser.ParseFile(token.NewFileSet(), filepath.Join(dir, file), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, decl := range tree.Decls {
			vars, ok := decl.(*ast.GenDecl)
			if !ok || vars.Tok != token.VAR {
				continue
			}
			for _, spec := range vars.Specs {
				for _, name := range spec.(*ast.ValueSpec).Names {
					if strings.HasPrefix(name.Name, "Err") {
						names = append(names, tree.Name.Name+"."+name.Name)
					}
				}
			}
		}
	}
	return names
}

// mapped lists the sentinels in the table, as its source names them.
func mapped(t *testing.T) map[string]bool {
	names := map[string]bool{}
	for _, file := range []string{"status.go", "status_services.go"} {
		tree, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(tree, func(n ast.Node) bool {
			row, ok := n.(*ast.CompositeLit)
			if !ok || len(row.Elts) != 2 {
				return true
			}
			if s, ok := row.Elts[0].(*ast.SelectorExpr); ok {
				names[s.X.(*ast.Ident).Name+"."+s.Sel.Name] = true
			}
			return true
		})
	}
	return names
}

func TestStatuses_nameEveryErrorOfLib(t *testing.T) {
	cmd := exec.Command("go", "list", "-deps", "-f", "{{.ImportPath}} {{.Dir}} {{join .GoFiles \" \"}}", ".")
	list, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	table := mapped(t)
	found := 0
	for line := range strings.Lines(string(list)) {
		fields := strings.Fields(line)
		if !strings.HasPrefix(fields[0], "qikit.dev/qikit/lib/") {
			continue
		}
		for _, name := range sentinels(t, fields[1], fields[2:]) {
			found++
			if !table[name] {
				t.Errorf("%s of %s has no status: give it a row in status.go", name, path.Base(fields[0]))
			}
		}
	}
	if found < 20 {
		t.Errorf("only %d errors found: the walk over lib sees nothing", found)
	}
}

func TestStatusOf_wrappedAndUnknown(t *testing.T) {
	for _, row := range []struct {
		err  error
		want string
	}{
		{fmt.Errorf("move 3: %w", game.ErrIllegalMove), "QK_ERR_RULES"},
		{fmt.Errorf("%w: %w", book.ErrFile, &fs.PathError{Op: "open", Path: "x", Err: fs.ErrNotExist}), "QK_ERR_NOT_FOUND"},
		{fmt.Errorf("%w: %w", book.ErrFile, &fs.PathError{Op: "open", Path: "x", Err: fs.ErrPermission}), "QK_ERR_IO"},
		{&fs.PathError{Op: "open", Path: "x", Err: fs.ErrPermission}, "QK_ERR_IO"},
		{fmt.Errorf("export: %w", shortBuffer{1, 2}), "QK_ERR_BUFFER"},
		{fmt.Errorf("wrapped: %w", errPoisoned), "QK_ERR_PANIC"},
		{errors.New("never seen"), "QK_ERR_INTERNAL"},
	} {
		if got := statusName(statusOf(row.err)); got != row.want {
			t.Errorf("statusOf(%v) = %s, want %s", row.err, got, row.want)
		}
	}
}

func TestClip_staysAString(t *testing.T) {
	for _, row := range []struct {
		text string
		most int
		want string
	}{
		{"short", 10, "short"},
		{"exactly", 7, "exactly"},
		{"炮二平五", 7, "炮二"},
		{"a\x00b\xffc", 20, "a\uFFFDb\uFFFDc"},
		{"\xf0\x9f\x92", 2, ""},
	} {
		if got := clip(row.text, row.most); got != row.want {
			t.Errorf("clip(%q, %d) = %q, want %q", row.text, row.most, got, row.want)
		}
	}
}
