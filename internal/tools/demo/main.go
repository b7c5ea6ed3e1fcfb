// Command demo is `./build.sh demo`: it makes a book with the default options,
// first in Go, then by the same small program in C, Python, Node and C#. With
// -check it compares the output of those programs and of the example that writes a page
// for a browser with the golden texts, runs the
// READMEs' and the documentation's code blocks and counts tests, for `./build.sh test`.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"qikit.dev/qikit/internal/tools/must"
	"qikit.dev/qikit/internal/tools/step"
)

// examples are the program in each language.
var examples = []program{
	{"Go", "go", "examples/go/book"},
	{"C", "c", "examples/c/book.c"},
	{"Python", "python", "examples/python/book.py"},
	{"Node", "js", "examples/node/book.mjs"},
	{"C#", "csharp", "examples/unity/Book.cs"},
}

func main() {
	checks := flag.Bool("check", false, "compare with the golden text and count")
	flag.Parse()
	must.Main("demo", func() {
		root := must.Get(os.Getwd())
		temp := must.Get(os.MkdirTemp(filepath.Join(root, "build"), "_demo-")) // ./... leaves such names out
		defer os.RemoveAll(temp)
		if *checks {
			check(root, temp)
			return
		}
		makeBook(filepath.Join(root, "build", "demo"))
		for _, p := range examples {
			fmt.Printf("\n== the same from %s\n%s", p.name, p.output(root, temp))
		}
	})
}

// check runs all programs and counts those that do what they should.
func check(root, temp string) {
	golden := string(must.Get(os.ReadFile(filepath.Join(root, "examples", "testdata", "book.golden"))))
	passed, failed := 0, 0
	test := func(p program, holds func(out string) error) {
		if err := must.Run(func() { must.Do(holds(p.output(root, temp))) }); err != nil {
			failed++
			fmt.Printf("%s: %v\n", p.name, err)
			return
		}
		passed++
	}
	for _, p := range examples {
		test(p, func(out string) error { return step.Match(out, golden) })
	}
	page := string(must.Get(os.ReadFile(filepath.Join(root, "examples", "testdata", "bookpage.golden"))))
	test(program{"Python, a page for a browser", "python", "examples/python/bookpage.py"}, func(out string) error {
		if out != page {
			return fmt.Errorf("it printed\n%s\nexpected\n%s", out, page)
		}
		return nil
	})
	reversi := string(must.Get(os.ReadFile(filepath.Join(root, "examples", "testdata", "reversi.golden"))))
	test(program{"Go, a game of one's own", "go", "examples/go/reversi"}, func(out string) error { return step.Match(out, reversi) })
	for _, readme := range []string{"README.md", "README.zh-CN.md"} {
		for _, p := range blocks(root, temp, readme) {
			test(p, saysSomething)
		}
	}
	for _, p := range snippets(root, temp) {
		test(p, saysSomething)
	}
	fmt.Printf("%d passed, %d failed\n", passed, failed)
	if failed > 0 {
		must.Fail("%d programs do not do what they should", failed)
	}
}

func saysSomething(out string) error {
	if out == "" {
		return errors.New("it printed nothing")
	}
	return nil
}
