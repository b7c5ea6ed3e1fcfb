package main

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

var (
	comment     = regexp.MustCompile(`(?s)/\*.*?\*/`)
	declaration = regexp.MustCompile(`QK_API\s+\w+\s+(qk_\w+)\(`)
	call        = regexp.MustCompile(`\bqk_(?:abi|version|status|runtime|debug|board|engine|search|tables|job|book|selfplay|review|sgcp|gateway|terminal)(?:_[a-z0-9]+)*\b`)
)

// declared lists the functions of a header, sorted.
func declared(path string) ([]string, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, m := range declaration.FindAllSubmatch(comment.ReplaceAll(text, nil), -1) {
		names = append(names, string(m[1]))
	}
	slices.Sort(names)
	if len(names) == 0 {
		return nil, fmt.Errorf("%s declares no function", path)
	}
	return names, nil
}

// exports lists the functions of a library, sorted. One that is outside the
// version node keeps its suffix, so that it matches nothing.
func exports(library string) ([]string, error) {
	out, err := exec.Command("nm", "-D", "--defined-only", library).Output()
	if err != nil {
		return nil, fmt.Errorf("nm %s: %w", library, err)
	}
	var names []string
	for line := range strings.Lines(string(out)) {
		fields := strings.Fields(line)
		if name := fields[len(fields)-1]; name != "QIKIT_1.0" {
			names = append(names, strings.TrimSuffix(name, "@@QIKIT_1.0"))
		}
	}
	slices.Sort(names)
	return names, nil
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

// handles and structs of the header, which bindings name too.
var types = []string{"qk_board", "qk_engine", "qk_job", "qk_book", "qk_review", "qk_sgcp_decoder", "qk_sgcp_client", "qk_gateway", "qk_status", "qk_runtime_opts", "qk_search_opts", "qk_job_info", "qk_runtime_opts_in", "qk_search_opts_in"}

// calls lists the functions that a binding names, sorted.
func (b binding) calls(root string) ([]string, error) {
	seen := map[string]bool{}
	err := filepath.WalkDir(filepath.Join(root, b.dir), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, b.suffix) {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, name := range call.FindAll(text, -1) {
			if !slices.Contains(types, string(name)) {
				seen[string(name)] = true
			}
		}
		return nil
	})
	names := make([]string, 0, len(seen))
	for name := range seen {
		names = append(names, name)
	}
	slices.Sort(names)
	return names, err
}
