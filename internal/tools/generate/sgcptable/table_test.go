package sgcptable

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var root = filepath.Join("..", "..", "..", "..")

func TestFiles_areCommitted(t *testing.T) {
	files, err := Files(root)
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < 8 {
		t.Errorf("%d files, want those of five families and the table's", len(files))
	}
	for name, text := range files {
		committed, err := os.ReadFile(filepath.Join(root, name))
		if err != nil || !bytes.Equal(committed, text) {
			t.Errorf("%s is not what the table says (%v): go run ./internal/tools/generate", name, err)
		}
	}
}

func TestFiles_refuses(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, source))
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct{ name, old, mended, says string }{
		{"an unknown column", `"seed": true`, `"sead": true`, `unknown field "sead"`},
		{"a push that says nothing of commits", `{"push": 751, "name": "Paired", "meaning": "two players sit at a new game", "commits": true,`, `{"push": 751, "name": "Paired", "meaning": "x",`, `751: "commits" is missing`},
		{"an unknown kind", `"is": "moves"`, `"is": "move"`, `861: field Moves is "move"`},
		{"a number twice", `"push": 751`, `"push": 756`, "756 stands there twice"},
		{"a command without a reply", `"meaning": "resign",`, `"meaning": "resign"}, {"push": 870, "commits": true, "name": "X", "meaning": "x",`, "323 has no reply"},
	} {
		dir := t.TempDir()
		changed := strings.Replace(string(text), row.old, row.mended, 1)
		if changed == string(text) {
			t.Fatalf("%s: the table does not have %q", row.name, row.old)
		}
		path := filepath.Join(dir, source)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(changed), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := Files(dir); !strings.Contains(fmt.Sprint(err), row.says) {
			t.Errorf("%s: %v, want %q", row.name, err, row.says)
		}
	}
}
