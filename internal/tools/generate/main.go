// Command generate writes the files of the project that follow from
// include/qikit.h, the schemas of include/schema, lib/sgcp/messages.json and
// internal/phrase/zh.tsv, in every language. The files are committed; `./build.sh lint` runs it with -check.
//
//	go run ./internal/tools/generate          writes them
//	go run ./internal/tools/generate -check   fails when one differs, and names it
package main

import (
	"bytes"
	"compress/flate"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"qikit.dev/qikit/internal/tools/generate/native"
	"qikit.dev/qikit/internal/tools/generate/options"
	"qikit.dev/qikit/internal/tools/generate/reports"
	"qikit.dev/qikit/internal/tools/generate/sgcptable"
	"qikit.dev/qikit/internal/tools/must"
	"qikit.dev/qikit/internal/tools/step"
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
	{"phrases", phrases},
}

// phrases is the table of messages in Chinese, compressed, for the library, and for the slim
// one without the sections of what that lacks.
func phrases(root string) (map[string][]byte, error) {
	table, err := os.ReadFile(filepath.Join(root, "internal", "phrase", "zh.tsv"))
	if err != nil {
		return nil, err
	}
	const section = "# -- "
	lacks := []string{"WebAssembly", "Gomoku", "Chinese checkers, Ludo", "books", "SGCP, the gateway, terminals, clusters"}
	var all, slim bytes.Buffer
	left := false
	for line := range bytes.Lines(table) {
		if name, ok := strings.CutPrefix(strings.TrimSpace(string(line)), section); ok {
			left = slices.Contains(lacks, name)
		}
		if line[0] == '#' {
			continue
		}
		if all.Write(line); !left {
			slim.Write(line)
		}
	}
	return map[string][]byte{"internal/phrase/zh.deflate": deflate(all.Bytes()), "internal/phrase/zh.slim.deflate": deflate(slim.Bytes())}, nil
}

func deflate(text []byte) []byte {
	var packed bytes.Buffer
	w, _ := flate.NewWriter(&packed, flate.BestCompression) // an error is of the level only
	w.Write(text)                                           // into memory
	w.Close()
	return packed.Bytes()
}

func main() {
	check := flag.Bool("check", false, "compare the files instead of writing them")
	root := flag.String("root", ".", "the project's folder")
	flag.Parse()
	must.Main("generate", func() { must.Do(run(*root, *check)) })
}

// run makes every file and writes it, or says which differ.
func run(root string, check bool) error {
	var all []error
	for _, g := range generators {
		files, err := g.files(root)
		if err != nil {
			all = append(all, fmt.Errorf("%s: %w", g.name, err))
			continue
		}
		for _, name := range slices.Sorted(maps.Keys(files)) {
			if err := step.Put(filepath.Join(root, name), files[name], check); err != nil {
				all = append(all, fmt.Errorf("%s: %w", g.name, err))
			}
		}
	}
	return errors.Join(all...)
}
