package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"qikit.dev/qikit/internal/tools/must"
)

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestDeclared_withoutComments(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.h")
	write(t, path, "/* QK_API int qk_old(void); */\nQK_API qk_status qk_b_two(uint32_t a,\n  uint32_t b);\nQK_API qk_str qk_a_one(void);\n")
	if n := declared(path); !slices.Equal(n.functions, []string{"qk_a_one", "qk_b_two"}) {
		t.Errorf("declared = %v", n)
	}
	write(t, path, "int x;")
	if err := must.Run(func() { declared(path) }); err == nil {
		t.Error("a header without functions passed")
	}
}

func TestCalls_functionsOnly(t *testing.T) {
	root := t.TempDir()
	write(t, filepath.Join(root, "b", "a.py"), `lib.qk_board_new; "qk_board"; qk_job_info; # qk_version`)
	write(t, filepath.Join(root, "b", "deep", "b.py"), "qk_book_open(qk_board)")
	write(t, filepath.Join(root, "b", "c.txt"), "qk_job_free")
	names := binding{"b", "b", ".py"}.calls(root, []string{"qk_board", "qk_job_info"})
	if want := []string{"qk_board_new", "qk_book_open", "qk_version"}; !slices.Equal(names, want) {
		t.Errorf("calls = %v, want %v", names, want)
	}
}

func TestSame_saysWhatDiffers(t *testing.T) {
	if err := same("a", []string{"x"}, "b", []string{"x"}); err != nil {
		t.Error(err)
	}
	err := same("a", []string{"x", "y"}, "b", []string{"x", "z"})
	if err == nil || !strings.Contains(err.Error(), "a has y, b does not") || !strings.Contains(err.Error(), "b has z, a does not") {
		t.Errorf("same = %v", err)
	}
}

func TestLibOnly(t *testing.T) {
	got := libOnly("Incompatible changes:\n- ./examples/go/book.X: removed\n- ./lib/game.Board: removed\n")
	if got != "- ./lib/game.Board: removed\n" {
		t.Errorf("libOnly = %q", got)
	}
}

// A struct that has changed is found; a new function is fine.
func TestCompareC_seesABreak(t *testing.T) {
	if _, err := exec.LookPath("abidiff"); err != nil {
		t.Log("no abidiff on this machine: `./build.sh abi` installs it")
		return
	}
	const good = "struct s { int a; int b; };\nint qk_x(struct s *s);\n"
	for _, row := range []struct {
		name, header, source string
		fine                 bool
	}{
		{"nothing", good, "", true},
		{"a new function", good + "int qk_y(void);\n", "int qk_y(void) { return 0; }\n", true},
		{"a field before others", strings.Replace(good, "int a;", "int a; int c;", 1), "", false},
		{"a wider field", strings.Replace(good, "int a;", "long a;", 1), "", false},
	} {
		root := t.TempDir()
		library := filepath.Join(root, "lib.so")
		build := func(header, more string) {
			write(t, filepath.Join(root, "include", "x.h"), header)
			write(t, filepath.Join(root, "x.c"), "#include \"x.h\"\nint qk_x(struct s *s) { return (int)s->b; }\n"+more)
			run(root, "gcc", "-g", "-shared", "-fPIC", "-Iinclude", "-o", library, "x.c")
		}
		write(t, filepath.Join(root, suppressions), "")
		build(good, "")
		writeReference(root, library)
		build(row.header, row.source)
		if err := must.Run(func() { compareC(root, library) }); (err == nil) != row.fine {
			t.Errorf("%s: compareC = %v", row.name, err)
		}
	}
}
