package ctest

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// strict are the flags of the harness; POSIX is there for fork and threads.
var strict = []string{"-pedantic", "-Wall", "-Wextra", "-Werror", "-D_POSIX_C_SOURCE=200809L", "-I../../../include"}

func sources(t testing.TB) []string {
	files, err := filepath.Glob("testdata/*.c")
	if err != nil || len(files) == 0 {
		t.Fatalf("no sources of the harness: %v", err)
	}
	for i := range files {
		files[i] = filepath.Base(files[i])
	}
	return files
}

// harness builds the harness against the library in dir.
func harness(t testing.TB, dir string, flags ...string) string {
	program := filepath.Join(dir, "harness")
	args := slices.Concat(strict, flags, []string{"-std=c99", "-g", "-o", program}, sources(t),
		[]string{"-L" + dir, "-lqikit", "-lpthread", "-Wl,-rpath," + dir})
	run(t, "testdata", "gcc", args...)
	return program
}

// slow are the sections that take over half a second; -short leaves them to
// the full run.
var slow = []string{"book", "book_bad", "disk", "engine", "job", "handles", "panic"}

func TestHarness_underAddressSanitizer(t *testing.T) {
	dir, flags := "", []string(nil)
	if testing.Short() {
		dir = released(t) // building with the sanitizer takes too long here
	} else {
		dir, flags = library(t, "asan", "", "-asan"), []string{"-fsanitize=address"}
	}
	program := harness(t, dir, flags...)
	for _, section := range strings.Fields(run(t, "", program)) {
		if testing.Short() && slices.Contains(slow, section) {
			continue
		}
		t.Run(section, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if section == "terminal" {
				openHall(t, dir)
			}
			if section == "wrong_options" || section == "levels" {
				table, err := os.ReadFile(filepath.Join("testdata", section+".tsv"))
				if err == nil {
					err = os.WriteFile(filepath.Join(dir, section+".tsv"), table, 0o666)
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			out := run(t, "", program, section, dir)
			t.Log(strings.TrimSpace(out))
		})
	}
	if testing.Short() {
		return
	}
	// The sanitizer sees what it is there for: one byte behind a buffer.
	t.Run("overrun", func(t *testing.T) {
		t.Parallel()
		out, err := exec.Command(program, "overrun", t.TempDir()).CombinedOutput()
		if err == nil || !strings.Contains(string(out), "AddressSanitizer") {
			t.Errorf("a write behind a buffer passed unseen: %v\n%s", err, out)
		}
	})
}

// What the header says of memory and addresses: the library as it ships works within 2 GB
// of addresses, and calls take as much as they may.
func TestHarness_withinLimits(t *testing.T) {
	program := harness(t, released(t))
	out := run(t, "", "sh", "-c", `ulimit -v 2097152 && exec "$0" memory "$1"`, program, t.TempDir())
	t.Log(strings.TrimSpace(out))
}

func TestHarness_isCPlusPlusToo(t *testing.T) {
	for _, file := range append(sources(t), "../../../examples/c/book.c", "../../../examples/c/board.c", "../../../examples/c/search.c", "../../../examples/c/terminal.c") {
		run(t, "testdata", "g++", slices.Concat(strict, []string{"-x", "c++", "-std=c++11", "-fsyntax-only", file})...)
	}
}

func TestHarness_callsEveryFunction(t *testing.T) {
	var text strings.Builder
	for _, file := range sources(t) {
		source, err := os.ReadFile(filepath.Join("testdata", file))
		if err != nil {
			t.Fatal(err)
		}
		text.Write(source)
	}
	for _, name := range declared(t) {
		if !regexp.MustCompile(name + `\W`).MatchString(text.String()) {
			t.Errorf("the harness never calls %s", name)
		}
	}
}

// The example, built by pkg-config and by CMake from what build.sh installs.
func TestPackage_pkgConfigAndCMake(t *testing.T) {
	prefix := installed(t)
	example, err := filepath.Abs(filepath.Join(root, "examples", "c"))
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("PKG_CONFIG_PATH", filepath.Join(prefix, "lib", "pkgconfig"))
	flags := strings.Fields(run(t, "", "pkg-config", "--cflags", "--libs", "qikit"))
	run(t, "", "gcc", slices.Concat([]string{"-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror", "-o", filepath.Join(t.TempDir(), "terminal"), filepath.Join(example, "terminal.c")}, flags)...)
	board := filepath.Join(t.TempDir(), "board")
	run(t, "", "gcc", slices.Concat([]string{"-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror", "-o", board, filepath.Join(example, "board.c")}, flags)...)
	golden, err := os.ReadFile(filepath.Join(root, "examples", "testdata", "board.golden"))
	if out := run(t, "", board); err != nil || out != string(golden) {
		t.Errorf("the example printed %q, want %q, %v", out, golden, err)
	}
	program := filepath.Join(t.TempDir(), "book")
	run(t, "", "gcc", slices.Concat([]string{"-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror", "-o", program, filepath.Join(example, "book.c")}, flags)...)
	out := run(t, "", program, filepath.Join(t.TempDir(), "book.qkb"))
	for _, want := range []string{"qikit ", "records ", "position rnbakabnr/", " count "} {
		if !strings.Contains(out, want) {
			t.Errorf("the example printed no %q:\n%s", want, out)
		}
	}

	if testing.Short() {
		return // CMake takes seconds to look around
	}
	if _, err := exec.LookPath("cmake"); err != nil {
		t.Log("no cmake on this machine: its package files are not tried")
		return
	}
	project := t.TempDir()
	lists := "cmake_minimum_required(VERSION 3.13)\nproject(book C)\nfind_package(qikit 0.1 REQUIRED)\nadd_executable(book " +
		filepath.Join(example, "book.c") + ")\ntarget_link_libraries(book PRIVATE qikit::qikit)\n"
	if err := os.WriteFile(filepath.Join(project, "CMakeLists.txt"), []byte(lists), 0o644); err != nil {
		t.Fatal(err)
	}
	run(t, project, "cmake", "-S", ".", "-B", "out", "-DCMAKE_PREFIX_PATH="+prefix)
	run(t, project, "cmake", "--build", "out")
	run(t, project, "./out/book", filepath.Join(project, "book.qkb"))
	// A program that asks for another version does not get this one.
	bad := strings.Replace(lists, "qikit 0.1 ", "qikit 0.2 ", 1)
	if err := os.WriteFile(filepath.Join(project, "CMakeLists.txt"), []byte(bad), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("cmake", "-S", project, "-B", filepath.Join(project, "out")).CombinedOutput(); err == nil {
		t.Errorf("find_package(qikit 0.2) was satisfied:\n%s", out)
	}
}

// installed is where ./build.sh install put the library, the header and the package files. It runs in
// a tree of its own, whose build holds the library of these tests.
func installed(t testing.TB) string {
	tree, whole := t.TempDir(), run(t, root, "pwd", "-P")
	for _, name := range []string{"build.sh", "include", "capi", "examples", "LICENSE", "THIRD_PARTY_NOTICES.md"} {
		if err := os.Symlink(filepath.Join(strings.TrimSpace(whole), name), filepath.Join(tree, name)); err != nil {
			t.Fatal(err)
		}
	}
	install := func(prefix, destination string) (string, error) {
		cmd := exec.Command("sh", "./build.sh", "install")
		cmd.Dir, cmd.Env = tree, append(os.Environ(), "PREFIX="+prefix, "DESTDIR="+destination)
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	there := t.TempDir()
	if out, err := install("/opt/qikit", there); err == nil || !strings.Contains(out, "run: ./build.sh build") {
		t.Errorf("with nothing built: %v, %q", err, out)
	}
	if err := os.MkdirAll(filepath.Join(tree, "build"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(released(t), filepath.Join(tree, "build", "lib")); err != nil {
		t.Fatal(err)
	}
	if out, err := install("opt", there); err == nil || !strings.Contains(out, "expected an absolute path") {
		t.Errorf("PREFIX=opt: %v, %q", err, out)
	}
	for range 2 { // the second time over the first
		if out, err := install("/opt/qikit", there); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	prefix := filepath.Join(there, "opt", "qikit")
	for _, name := range []string{"LICENSE", "sgcp.md", "schema/board.json", "games/xiangqi.pgn"} {
		if _, err := os.Stat(filepath.Join(prefix, "share", "qikit", name)); err != nil {
			t.Error(err)
		}
	}
	return prefix
}
