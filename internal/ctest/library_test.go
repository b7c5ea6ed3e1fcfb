package ctest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
)

// root is the repository's, from here.
var root = filepath.Join("..", "..")

// scratch holds what is built once for all tests.
var scratch string

func TestMain(m *testing.M) {
	var err error
	if scratch, err = os.MkdirTemp("", "qikit-ctest-"); err != nil {
		fmt.Fprintln(os.Stderr, "ctest:", err)
		os.Exit(1)
	}
	code := m.Run()
	os.RemoveAll(scratch)
	os.Exit(code)
}

func run(t testing.TB, dir, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return string(out)
}

// linkFlags are those that build.sh gives the linker.
func linkFlags(t testing.TB) string {
	script, err := os.ReadFile(filepath.Join(root, "build.sh"))
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`-extldflags '([^']*)'`).FindSubmatch(script)
	if found == nil {
		t.Fatal("build.sh has no -extldflags")
	}
	whole, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(string(found[1]), "$root", whole)
}

// library builds libqikit as build.sh does, with more flags for the Go
// compiler and the linker, and gives the directory it is in.
func library(t testing.TB, name, ldflags string, flags ...string) string {
	t.Helper()
	dir := filepath.Join(scratch, name)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	args := append([]string{"build", "-trimpath", "-tags", "csqlite,sqlite_omit_load_extension", "-buildmode=c-shared", "-o", filepath.Join(dir, "libqikit.so.1"),
		"-ldflags", ldflags + " -extldflags '" + linkFlags(t) + "'"}, flags...)
	run(t, root, "go", append(args, "./capi")...)
	if err := os.Symlink("libqikit.so.1", filepath.Join(dir, "libqikit.so")); err != nil {
		t.Fatal(err)
	}
	return dir
}

// released is the library as it ships.
func released(t testing.TB) string {
	t.Helper()
	releasedOnce.Do(func() { releasedDir = library(t, "released", "-s -w") })
	if releasedDir == "" {
		t.Fatal("the library could not be built, see the first failure")
	}
	return releasedDir
}

var (
	releasedOnce sync.Once
	releasedDir  string
)

// declared lists the functions of the header.
func declared(t testing.TB) []string {
	text, err := os.ReadFile(filepath.Join(root, "include", "qikit.h"))
	if err != nil {
		t.Fatal(err)
	}
	text = regexp.MustCompile(`(?s)/\*.*?\*/`).ReplaceAll(text, nil)
	var names []string
	for _, m := range regexp.MustCompile(`QK_API\s+\w+\s+(qk_\w+)\(`).FindAllSubmatch(text, -1) {
		names = append(names, string(m[1]))
	}
	slices.Sort(names)
	return names
}

func TestExports_areTheHeaders(t *testing.T) {
	var names []string
	for line := range strings.Lines(run(t, released(t), "nm", "-D", "--defined-only", "libqikit.so.1")) {
		fields := strings.Fields(line)
		name := fields[len(fields)-1]
		if name == "QIKIT_1.0" {
			continue // the node itself
		}
		plain, ok := strings.CutSuffix(name, "@@QIKIT_1.0")
		if !ok {
			t.Errorf("%s is exported outside QIKIT_1.0", name)
		}
		names = append(names, plain)
	}
	slices.Sort(names)
	if want := declared(t); !slices.Equal(names, want) {
		t.Errorf("exported:\n%s\nin the header:\n%s", strings.Join(names, "\n"), strings.Join(want, "\n"))
	}
	if len(names) < 40 {
		t.Errorf("%d functions found, expected 40 or more", len(names))
	}
}

func TestLibrary_asItShips(t *testing.T) {
	const sizeMost = 16_000_000 // bytes, as `./build.sh bench library` has it
	info, err := os.Stat(filepath.Join(released(t), "libqikit.so.1"))
	if err != nil {
		t.Fatal(err)
	}
	if info.Size() > sizeMost {
		t.Errorf("the library has %d bytes, %d are the most", info.Size(), sizeMost)
	}
	dynamic := run(t, released(t), "readelf", "-dW", "libqikit.so.1")
	for _, want := range []string{"Library soname: [libqikit.so.1]", "NODELETE"} {
		if !strings.Contains(dynamic, want) {
			t.Errorf("readelf -d has no %q", want)
		}
	}
	for line := range strings.Lines(run(t, released(t), "readelf", "-lW", "libqikit.so.1")) {
		if f := strings.Fields(line); len(f) > 0 && f[0] == "LOAD" && f[len(f)-1] < "0x4000" && len(f[len(f)-1]) <= len("0x4000") {
			t.Errorf("a segment is aligned to %s, Android demands 0x4000: %s", f[len(f)-1], line)
		}
	}
}

// The header alone, as strict C99 and C++11, twice in one file.
func TestHeader_compilesAnywhere(t *testing.T) {
	include, err := filepath.Abs(filepath.Join(root, "include"))
	if err != nil {
		t.Fatal(err)
	}
	source := filepath.Join(t.TempDir(), "twice.c")
	if err := os.WriteFile(source, []byte("#include <qikit.h>\n#include <qikit.h>\nint main(void) { qk_error e = QK_ERROR_INIT; return (int)e.code; }\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, compiler := range [][]string{
		{"gcc", "-std=c99"}, {"gcc", "-std=c11"}, {"g++", "-x", "c++", "-std=c++11"}, {"g++", "-x", "c++", "-std=c++20"},
	} {
		args := append(slices.Clone(compiler[1:]), "-pedantic", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-I"+include, source)
		run(t, "", compiler[0], args...)
	}
}
