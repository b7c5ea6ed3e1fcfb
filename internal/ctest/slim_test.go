package ctest

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// lacking are the calls that the slim library lacks, by how their names begin.
var lacking = regexp.MustCompile(`^qk_(book|samples|games|selfplay|train|terminal|sgcp|gateway)_`)

var prototype = regexp.MustCompile(`QK_API\s+qk_status\s+(qk_\w+)\(([^)]*)\);`)

// absentCalls writes C that makes every call which the slim library lacks, with arguments that the full one would look
// at. Frees are no such calls: freeing nothing is fine.
func absentCalls(t *testing.T) (text string, count int) {
	header, err := os.ReadFile(filepath.Join(root, "include", "qikit.h"))
	if err != nil {
		t.Fatal(err)
	}
	header = regexp.MustCompile(`(?s)/\*.*?\*/`).ReplaceAll(header, nil)
	var b strings.Builder
	b.WriteString("static void all_absent(void)\n{\n\tuint64_t to = 0;\n")
	for _, m := range prototype.FindAllStringSubmatch(string(header), -1) {
		if !lacking.MatchString(m[1]) || strings.HasSuffix(m[1], "_free") {
			continue
		}
		count++
		var args []string
		for _, parameter := range strings.Split(m[2], ",") {
			args = append(args, argument(strings.Join(strings.Fields(parameter), " ")))
		}
		fmt.Fprintf(&b, "\tabsent(%s(%s), %q);\n", m[1], strings.Join(args, ", "), m[1])
	}
	return b.String() + "}\n", count
}

// argument is a value for a parameter.
func argument(parameter string) string {
	at := strings.LastIndexAny(parameter, " *") + 1
	kind, name := strings.TrimSpace(parameter[:at]), parameter[at:]
	switch {
	case kind == "qk_error *":
		return "&err"
	case kind == "qk_str":
		return `"{}"`
	case kind == "char *":
		return "buf"
	case kind == "size_t *":
		return "&needed"
	case strings.HasSuffix(kind, "*"):
		return "(void *)&to"
	case name == "cap":
		return "sizeof buf"
	case kind == "size_t":
		return "2"
	case strings.HasPrefix(kind, "qk_"):
		return "12345"
	}
	return "0"
}

// slimFlags keep calls as calls where time does not count: in the standard library but its runtime, and in what reads,
// writes and explains. That is 150 kB less.
func slimFlags() (flags []string) {
	flags = []string{"-gcflags=all=-l"}
	for _, inlined := range []string{"qikit.dev/...", "runtime/...", "internal/...", "sync/...", "math/..."} {
		flags = append(flags, "-gcflags="+inlined+"=")
	}
	for _, cold := range []string{"capi", "lib/review/...", "lib/sgf", "lib/capturego/reason", "lib/game", "lib/job", "internal/charset", "internal/options", "internal/pattern", "internal/pgn", "internal/tables"} {
		flags = append(flags, "-gcflags=qikit.dev/qikit/"+cold+"=-l")
	}
	return flags
}

// The slim library is small, plays and reviews, and says of all else that it lacks it.
func TestSlim(t *testing.T) {
	if testing.Short() {
		return // it takes seconds to link
	}
	t.Setenv("CGO_CFLAGS", "-Os -fno-asynchronous-unwind-tables") // Go's own code has no such tables either
	flags := append(slimFlags(), "-tags", "slim", "-ldflags", "-s -w -extldflags '"+linkFlags(t)+" -Wl,-z,pack-relative-relocs -Wl,-z,noseparate-code'")
	dir := library(t, "slim", "-s -w", flags...)
	const sizeMost = 6_000_000 // bytes; without packed relocations, for systems older than glibc 2.36, 0.6 million more
	info, err := os.Stat(filepath.Join(dir, "libqikit.so.1"))
	if err != nil {
		t.Fatal(err)
	}
	if info.Size() > sizeMost {
		t.Errorf("the slim library has %d bytes, %d are the most", info.Size(), sizeMost)
	}
	list := run(t, root, "go", "list", "-tags", "slim", "-deps", "./capi")
	for _, name := range []string{"sqlite", "net/http", "lib/book", "lib/gateway"} {
		if strings.Contains(list, name) {
			t.Errorf("the slim library links %s", name)
		}
	}
	calls, count := absentCalls(t)
	if count < 25 {
		t.Errorf("the header has %d calls that the slim library lacks, expected 25 or more", count)
	}
	place := t.TempDir()
	if err := os.WriteFile(filepath.Join(place, "absent.h"), []byte(calls), 0o644); err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(place, "slim")
	run(t, "testdata/slim", "gcc", "-std=c99", "-Wall", "-Wextra", "-Werror", "-I"+place, "-I../../../../include", "-o", program, "slim.c", "-L"+dir, "-lqikit", "-Wl,-rpath,"+dir)
	if out := run(t, place, program); !strings.HasSuffix(out, "0 failures\n") {
		t.Error(out)
	}
}
