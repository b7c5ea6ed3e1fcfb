// Command demo is `./build.sh demo`: it makes a book with the default options,
// first in Go, then by the same small program in C, Python, Node and C#. With
// -check it compares the output of those programs with the golden text and counts
// tests, for `./build.sh test`.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"qikit.dev/qikit/internal/tools/step"
)

func main() {
	check := flag.Bool("check", false, "compare with the golden text and count")
	flag.Parse()
	step.Must("demo", run(*check))
}

func run(check bool) error {
	root, err := os.Getwd()
	if err != nil {
		return err
	}
	temp, err := os.MkdirTemp(filepath.Join(root, "build"), "demo-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	if check {
		return compare(root, temp)
	}
	if err := makeBook(filepath.Join(root, "build", "demo")); err != nil {
		return err
	}
	for _, p := range programs(root, temp) {
		fmt.Printf("\n== the same from %s\n", p.language)
		out, err := p.output()
		if err != nil {
			return err
		}
		fmt.Print(out)
	}
	return nil
}

// compare runs the five programs; line 1, the version, may differ.
func compare(root, temp string) error {
	golden, err := os.ReadFile(filepath.Join(root, "examples", "testdata", "book.golden"))
	if err != nil {
		return err
	}
	passed, failed := 0, 0
	for _, p := range programs(root, temp) {
		out, err := p.output()
		_, rest, _ := strings.Cut(out, "\n")
		if err == nil && rest == string(golden) && strings.HasPrefix(out, "qikit ") {
			passed++
			continue
		}
		failed++
		fmt.Printf("%s: %v\nprinted:\n%s\nexpected (without line 1):\n%s\n", p.language, err, out, golden)
	}
	for _, readme := range []string{"README.md", "README.zh-CN.md"} {
		programs, err := readmePrograms(root, temp, readme)
		if err != nil {
			return err
		}
		for _, p := range programs {
			if out, err := p.output(); err != nil || out == "" {
				failed++
				fmt.Printf("%s: %v\n%s\n", p.language, err, out)
				continue
			}
			passed++
		}
	}
	fmt.Printf("%d passed, %d failed\n", passed, failed)
	if failed > 0 {
		return fmt.Errorf("%d programs do not do what they should", failed)
	}
	return nil
}

// program is the example of one language: how it is built and run.
type program struct {
	language string
	dir      string // "" is the root
	env      []string
	commands [][]string // the output of the last one counts
}

func (p program) output() (out string, err error) {
	for _, c := range p.commands {
		cmd := exec.Command(c[0], c[1:]...)
		cmd.Dir, cmd.Env = p.dir, append(os.Environ(), p.env...)
		if out, err = step.Output(cmd); err != nil {
			break
		}
	}
	return out, err
}

func programs(root, temp string) []program {
	lib := filepath.Join(root, "build", "lib")
	file := func(name string) string { return filepath.Join(temp, name) }
	runtime, _ := filepath.Glob(filepath.Join(root, "bindings", "unity", "Runtime", "*.cs"))
	cs := append([]string{"mcs", "-out:" + file("Book.exe"), filepath.Join(root, "examples", "unity", "Book.cs")}, runtime...)
	env := []string{"QIKIT_LIBRARY=" + filepath.Join(lib, "libqikit.so.1"), "LD_LIBRARY_PATH=" + lib}
	return []program{
		{"Go", "", nil, [][]string{{"go", "run", "./examples/go/book", file("go.qkb")}}},
		{"C", "", nil, [][]string{
			{"gcc", "-std=c99", "-pedantic", "-Wall", "-Werror", "-Iinclude", "-o", file("book"), "examples/c/book.c", "-L" + lib, "-lqikit", "-Wl,-rpath," + lib},
			{file("book"), file("c.qkb")}}},
		{"Python", "", env, [][]string{{filepath.Join(root, "build", "venv", "bin", "python"), "examples/python/book.py", file("python.qkb")}}},
		{"Node", "", env, [][]string{{"node", "examples/node/book.mjs", file("node.qkb")}}},
		{"C#", "", env, [][]string{cs, {"mono", file("Book.exe"), file("cs.qkb")}}},
	}
}
