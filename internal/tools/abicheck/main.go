// Command abicheck is `./build.sh abi`. It checks that the header declares, the
// library exports and the bindings call the same functions; that the C interface is
// compatible with that of the last release, kept as abidw's XML in capi/testdata;
// and that the Go interface of lib is compatible with that of the last tag.
//
// It reads build/abi/libqikit.so.1, built with debug information. Flags:
//
//	-update     rewrites the XML, at a release
//	-base REV   compares lib with that revision instead of the last tag
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"qikit.dev/qikit/internal/tools/must"
)

func main() {
	update := flag.Bool("update", false, "rewrite the reference of the C interface")
	base := flag.String("base", "", "the revision that lib is compared with (default: the last tag)")
	flag.Parse()
	must.Main("abicheck", func() { check(must.Get(os.Getwd()), *update, *base) })
}

// check runs all checks and joins their errors.
func check(root string, update bool, base string) {
	library := filepath.Join(root, "build", "abi", "libqikit.so.1")
	header := declared(filepath.Join(root, "include", "qikit.h"))
	if update {
		writeReference(root, library)
		return
	}
	var all []error
	step := func(name string, checked func() string) {
		if err := must.Run(func() { fmt.Printf("%-24s %s\n", name, checked()) }); err != nil {
			all = append(all, fmt.Errorf("%s: %w", name, err))
		}
	}
	step("exports", func() string {
		exported := exports(library)
		must.Do(same("the header", header.functions, "the library", exported))
		return fmt.Sprintf("%d functions, as in the header", len(exported))
	})
	for _, b := range bindings {
		step(b.name, func() string {
			used := b.calls(root, header.types)
			must.Do(same("the header", header.functions, b.name, used))
			return fmt.Sprintf("calls all %d", len(used))
		})
	}
	step("C interface", func() string {
		compareC(root, library)
		return "compatible with " + reference
	})
	step("Go interface", func() string { return compareGo(root, base) })
	must.Do(errors.Join(all...))
}

// same is an error that says how two sorted lists of functions differ.
func same(nameA string, a []string, nameB string, b []string) error {
	var said []error
	for _, name := range missing(a, b) {
		said = append(said, fmt.Errorf("%s has %s, %s does not", nameA, name, nameB))
	}
	for _, name := range missing(b, a) {
		said = append(said, fmt.Errorf("%s has %s, %s does not", nameB, name, nameA))
	}
	return errors.Join(said...)
}

// missing lists what is in a and not in b.
func missing(a, b []string) []string {
	return slices.DeleteFunc(slices.Clone(a), func(name string) bool { return slices.Contains(b, name) })
}
