package main

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"qikit.dev/qikit/internal/tools/generate/header"
	"qikit.dev/qikit/internal/tools/must"
	"qikit.dev/qikit/internal/tools/step"
)

// names are what a header declares: its functions, and the types that bindings also
// name, both sorted.
type names struct {
	functions, types []string
}

// declared reads the names that a header declares.
func declared(path string) names {
	h, err := header.Parse(string(must.Get(os.ReadFile(path))))
	if err != nil {
		must.Fail("%s, %w", path, err)
	}
	n := names{types: append([]string{"qk_status", "qk_str"}, h.Handles...)}
	for _, s := range h.Structs {
		n.types = append(n.types, s.Name, s.Name+"_in")
	}
	for _, f := range h.Functions {
		n.functions = append(n.functions, f.Name)
	}
	slices.Sort(n.functions)
	slices.Sort(n.types)
	return n
}

// exports lists the functions of a library, sorted. One that is outside the
// version node keeps its suffix, so that it matches nothing.
func exports(library string) (names []string) {
	for line := range strings.Lines(must.Get(step.Output(exec.Command("nm", "-D", "--defined-only", library)))) {
		fields := strings.Fields(line)
		if name := fields[len(fields)-1]; name != "QIKIT_1.0" {
			names = append(names, strings.TrimSuffix(name, "@@QIKIT_1.0"))
		}
	}
	slices.Sort(names)
	return names
}

// binding is where a language calls the library from.
type binding struct {
	name, dir, suffix string
}

var bindings = []binding{
	{"Python", "bindings/python/qikit", ".py"},
	{"Node", "bindings/node/src", ""},
	{"Unity", "bindings/unity/Runtime", ".cs"},
}

var name = regexp.MustCompile(`\bqk(?:_[a-z0-9]+)+\b`)

// calls lists the functions that a binding names, sorted; types are names to
// ignore.
func (b binding) calls(root string, types []string) (found []string) {
	must.Do(filepath.WalkDir(filepath.Join(root, b.dir), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, b.suffix) {
			return err
		}
		for _, n := range name.FindAll(must.Get(os.ReadFile(path)), -1) {
			if _, isType := slices.BinarySearch(types, string(n)); !isType {
				found = append(found, string(n))
			}
		}
		return nil
	}))
	slices.Sort(found)
	return slices.Compact(found)
}
