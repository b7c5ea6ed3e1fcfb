// Command generate writes the files of the project that follow from
// include/qikit.h, the schemas of include/schema and lib/sgcp/messages.json, in
// every language. The files are committed; `./build.sh lint` runs it with -check.
//
//	go run ./internal/tools/generate          writes them
//	go run ./internal/tools/generate -check   fails when one differs, and names it
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"qikit.dev/qikit/internal/tools/generate/native"
	"qikit.dev/qikit/internal/tools/generate/options"
	"qikit.dev/qikit/internal/tools/generate/reports"
	"qikit.dev/qikit/internal/tools/generate/sgcptable"
)

//go:generate go run . -root ../../..

// generators return the files to write by their paths under root.
var generators = []struct {
	name  string
	files func(root string) (map[string][]byte, error)
}{
	{"native", native.Files},
	{"sgcp", sgcptable.Files},
	{"reports", reports.Files},
	{"options", options.Files},
}

func main() {
	check := flag.Bool("check", false, "compare the files instead of writing them")
	root := flag.String("root", ".", "the project's folder")
	flag.Parse()
	if err := run(*root, *check); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run makes every file and writes it, or says which differ.
func run(root string, check bool) error {
	var all []error
	for _, g := range generators {
		files, err := g.files(root)
		if err != nil {
			all = append(all, fmt.Errorf("generate: %s: %w", g.name, err))
			continue
		}
		for _, name := range slices.Sorted(maps.Keys(files)) {
			if err := put(filepath.Join(root, name), files[name], check); err != nil {
				all = append(all, fmt.Errorf("generate: %s: %w", g.name, err))
			}
		}
	}
	return errors.Join(all...)
}

var errDiffers = errors.New("differs from what it is generated from; `go run ./internal/tools/generate` writes it")

// put brings a file up to date, or only checks that it is.
func put(path string, text []byte, check bool) error {
	old, err := os.ReadFile(path)
	switch {
	case err == nil && bytes.Equal(old, text):
		return nil
	case check && (err == nil || errors.Is(err, os.ErrNotExist)):
		return fmt.Errorf("%s: %w", path, errDiffers)
	case err != nil && !errors.Is(err, os.ErrNotExist):
		return err
	}
	return os.WriteFile(path, text, 0o644)
}
