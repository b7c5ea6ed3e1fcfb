package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"qikit.dev/qikit/internal/tools/must"
	"qikit.dev/qikit/internal/tools/step"
)

// reference is the C interface of the last release, as abidw writes it, and
// suppressions lists changes that were reviewed and found compatible (a struct that
// has grown at its end is compatible for us, but not for abidiff).
const (
	reference    = "capi/testdata/libqikit.abi"
	suppressions = "capi/testdata/libqikit.abignore"
)

// writeReference makes the interface of a library the reference.
func writeReference(root, library string) {
	run(root, "abidw", "--out-file", reference, "--headers-dir", "include", "--exported-interfaces-only", "--no-show-locs", "--no-elf-needed",
		"--no-corpus-path", "--no-comp-dir-path", "--no-parameter-names", "--drop-private-types", "--type-id-style", "hash", library)
}

// compareC fails when a program built for the reference might not run with the
// library. New functions are fine. It does not use --headers-dir2: the reference
// has no source locations, so every type would count as private and no change would
// be seen.
func compareC(root, library string) {
	run(root, "abidiff", "--no-added-syms", "--suppressions", suppressions, reference, library)
}

// compareGo fails when a program written for lib of the base revision might not
// compile with lib of today.
func compareGo(root, base string) (said string) {
	if base == "" {
		tag, err := exec.Command("git", "-C", root, "describe", "--tags", "--abbrev=0").Output()
		if err != nil {
			return "no release yet to compare with"
		}
		base = strings.TrimSpace(string(tag))
	}
	dir := filepath.Join(root, "build", "abi")
	tool, old, export := filepath.Join(dir, "apidiff"), filepath.Join(dir, "base"), filepath.Join(dir, "base.export")
	must.Do(os.RemoveAll(old))
	must.Do(os.MkdirAll(old, 0o755))
	defer os.RemoveAll(old)
	for _, command := range [][]string{
		{root, "go", "build", "-o", tool, "golang.org/x/exp/cmd/apidiff"},
		{root, "git", "archive", "--output", filepath.Join(dir, "base.tar"), base},
		{old, "tar", "-xf", filepath.Join(dir, "base.tar")},
		{old, tool, "-m", "-w", export, "qikit.dev/qikit"},
	} {
		run(command[0], command[1], command[2:]...)
	}
	if breaks := libOnly(run(root, tool, "-m", "-incompatible", export, "qikit.dev/qikit")); breaks != "" {
		must.Fail("incompatible with %s:\n%s", base, breaks)
	}
	return "compatible with " + base
}

// libOnly keeps apidiff's lines about lib: examples and tools promise no compatibility.
func libOnly(report string) string {
	var kept strings.Builder
	for line := range strings.Lines(report) {
		if strings.Contains(line, "lib/") {
			kept.WriteString(line)
		}
	}
	return kept.String()
}

// run runs a command and returns its standard output; an error holds all of it.
func run(dir, name string, args ...string) string {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	out, err := step.Output(cmd)
	if errors.Is(err, exec.ErrNotFound) {
		must.Fail("%s is not installed: %w", name, err)
	}
	must.Do(err)
	return out
}
