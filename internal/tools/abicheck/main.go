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
	"strings"
)

func main() {
	update := flag.Bool("update", false, "rewrite the reference of the C interface")
	base := flag.String("base", "", "the revision that lib is compared with (default: the last tag)")
	flag.Parse()
	root, err := os.Getwd()
	if err == nil {
		err = check(root, *update, *base)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// check runs all checks and joins their errors.
func check(root string, update bool, base string) error {
	library := filepath.Join(root, "build", "abi", "libqikit.so.1")
	header, err := declared(filepath.Join(root, "include", "qikit.h"))
	if err != nil {
		return err
	}
	if update {
		return writeReference(root, library)
	}
	var all []error
	step := func(name, said string, err error) {
		if err != nil {
			all = append(all, fmt.Errorf("abicheck: %s: %w", name, err))
			return
		}
		fmt.Printf("%-24s %s\n", name, said)
	}
	exported, err := exports(library)
	if err == nil {
		err = same("the header", header.functions, "the library", exported)
	}
	step("exports", fmt.Sprintf("%d functions, as in the header", len(exported)), err)
	for _, b := range bindings {
		used, err := b.calls(root, header.types)
		if err == nil {
			err = same("the header", header.functions, b.name, used)
		}
		step(b.name, fmt.Sprintf("calls all %d", len(used)), err)
	}
	step("C interface", "compatible with "+reference, compareC(root, library))
	said, err := compareGo(root, base)
	step("Go interface", said, err)
	return errors.Join(all...)
}

// same is an error that says how two sorted lists of functions differ.
func same(nameA string, a []string, nameB string, b []string) error {
	var said []string
	for _, name := range missing(a, b) {
		said = append(said, fmt.Sprintf("%s has %s, %s does not", nameA, name, nameB))
	}
	for _, name := range missing(b, a) {
		said = append(said, fmt.Sprintf("%s has %s, %s does not", nameB, name, nameA))
	}
	if len(said) > 0 {
		return errors.New(strings.Join(said, "\n\t"))
	}
	return nil
}

// missing lists what is in a and not in b.
func missing(a, b []string) []string {
	return slices.DeleteFunc(slices.Clone(a), func(name string) bool { return slices.Contains(b, name) })
}
