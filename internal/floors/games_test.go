package floors

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// anyGame are the packages that know no game by its name. What differs is in the game's own package and, for engines,
// in its own files of lib/engine.
var anyGame = []string{
	"lib/game", "lib/gamefile", "lib/engine", "lib/book", "lib/book/generate", "lib/book/play", "lib/train", "lib/compute", "lib/cluster", "capi",
	"internal/alphabeta", "internal/mcts", "internal/maxn", "internal/nnue", "internal/convnet", "internal/dfpn", "internal/fixeddepth", "internal/options",
}

var registered = regexp.MustCompile(`game\.Variant\{\s*Name:\s*"(\w+)"`)

// The games of the library have nothing that a game from outside has not: no other code names one.
func TestGames_areNoSpecialCase(t *testing.T) {
	root := filepath.Join("..", "..")
	var names []string
	for _, path := range glob(t, filepath.Join(root, "lib", "*", "*.go")) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if m := registered.FindSubmatch(text); m != nil && !strings.HasSuffix(path, "_test.go") {
			names = append(names, string(m[1]))
		}
	}
	if len(names) < 8 {
		t.Fatalf("only %q are found", names)
	}
	for _, pkg := range anyGame {
		for _, path := range glob(t, filepath.Join(root, pkg, "*.go")) {
			if strings.HasSuffix(path, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range named(file) {
				own := pkg == "lib/engine" && regexp.MustCompile("^"+name+`(_\w+)?\.go$`).MatchString(filepath.Base(path))
				if slices.Contains(names, name) && !own {
					t.Errorf("%s/%s names %q: what a game needs is told in its own package, or its knowledge", pkg, filepath.Base(path), name)
				}
			}
		}
	}
}

// named are the texts in a file.
func named(file *ast.File) (texts []string) {
	ast.Inspect(file, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			if text, err := strconv.Unquote(lit.Value); err == nil {
				texts = append(texts, text)
			}
		}
		return true
	})
	return texts
}

func glob(t *testing.T, pattern string) []string {
	t.Helper()
	paths, err := filepath.Glob(pattern)
	if err != nil || len(paths) == 0 {
		t.Fatalf("%s: %d files, %v", pattern, len(paths), err)
	}
	return paths
}

// An example imports what anybody could.
func TestExamples_importNoInternal(t *testing.T) {
	for _, p := range packages(t) {
		for _, imported := range p.Imports {
			if strings.HasPrefix(p.ImportPath, module+"examples/") && strings.HasPrefix(imported, module+"internal/") {
				t.Errorf("%s imports %s, which no other project can", p.ImportPath, imported)
			}
		}
	}
}
