package generate

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"strconv"
	"strings"
	"testing"

	"qikit.dev/qikit/lib/game"
)

// No code of the generator names a game: it knows them through lib/game alone.
func TestNames_noGame(t *testing.T) {
	files, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	read := 0
	for _, f := range files {
		if !strings.HasSuffix(f.Name(), ".go") || strings.HasSuffix(f.Name(), "_test.go") || f.Name() == "options_gen.go" {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), f.Name(), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		read++
		ast.Inspect(file, func(n ast.Node) bool {
			if name := gameNamed(n); name != "" {
				t.Errorf("%s names %s", f.Name(), name)
			}
			return true
		})
	}
	if read < 20 {
		t.Errorf("%d files read", read)
	}
	if gameNamed(&ast.BasicLit{Kind: token.STRING, Value: `"of qikit.dev/qikit/lib/ludo"`}) != "ludo" {
		t.Error("a literal that names a game is not seen")
	}
}

// gameNamed is the game that a text literal or a name of the program names, "" for none.
func gameNamed(n ast.Node) string {
	text := ""
	switch n := n.(type) {
	case *ast.BasicLit:
		if n.Kind == token.STRING {
			text, _ = strconv.Unquote(n.Value)
		}
	case *ast.Ident:
		text = n.Name
	}
	for _, name := range game.Names() {
		if len(name) > 3 && strings.Contains(strings.ToLower(text), name) { // "go" is in many words
			return name
		}
	}
	return ""
}
