package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"qikit.dev/qikit/internal/tools/must"
	"qikit.dev/qikit/internal/tools/step"
)

// program is a program in one language.
type program struct {
	name     string
	language string // as Markdown calls it
	source   string // the file or, in Go, the package, under the root or absolute
}

// output builds and runs the program in a folder of its own and returns what it
// prints. Its argument is the book that the examples make.
func (p program) output(root, temp string) (out string) {
	dir, source := must.Get(os.MkdirTemp(temp, p.language+"-")), p.source
	if !filepath.IsAbs(source) {
		source = filepath.Join(root, source)
	}
	lib, exe := filepath.Join(root, "build", "lib"), filepath.Join(dir, "program.exe")
	var build, run []string
	switch p.language {
	case "go":
		run = []string{"go", "run", source}
	case "python":
		run = []string{filepath.Join(root, "build", "venv", "bin", "python"), source}
	case "js":
		run = []string{"node", source}
	case "csharp":
		runtime := must.Get(filepath.Glob(filepath.Join(root, "bindings", "unity", "Runtime", "*.cs")))
		build = append([]string{"mcs", "-warnaserror", "-out:" + exe, source}, runtime...)
		run = []string{"mono", exe}
	case "c":
		build = []string{"gcc", "-std=c99", "-pedantic", "-Wall", "-Werror", "-I" + filepath.Join(root, "include"), "-o", exe, source,
			"-L" + lib, "-lqikit", "-Wl,-rpath," + lib}
		run = []string{exe}
	default:
		must.Fail("nobody runs programs in %q", p.language)
	}
	for _, command := range [][]string{build, append(run, "book.qkb")} {
		if len(command) > 0 {
			cmd := exec.Command(command[0], command[1:]...)
			cmd.Dir, cmd.Env = dir, append(os.Environ(), "QIKIT_LIBRARY="+filepath.Join(lib, "libqikit.so.1"), "LD_LIBRARY_PATH="+lib)
			out = must.Get(step.Output(cmd))
		}
	}
	return out
}

// blocks are the code blocks of a README as programs, one of a language, written to
// files under temp.
func blocks(root, temp, readme string) (programs []program) {
	for _, p := range programsIn(root, temp, readme) {
		if slices.ContainsFunc(programs, func(q program) bool { return p.language == q.language }) {
			must.Fail("%s: more than one block of %s", readme, p.language)
		}
		programs = append(programs, p)
	}
	return programs
}

// snippets are the code blocks of the documentation's pages as programs. A program that
// stands on several pages is one of them.
func snippets(root, temp string) (programs []program) {
	seen := map[string]bool{}
	pages := must.Get(filepath.Glob(filepath.Join(root, "internal", "tools", "docs", "pages", "*", "*.md")))
	for _, page := range pages {
		for _, p := range programsIn(root, temp, must.Get(filepath.Rel(root, page))) {
			if code := string(must.Get(os.ReadFile(p.source))); !seen[code] {
				seen[code] = true
				programs = append(programs, p)
			}
		}
	}
	if len(programs) == 0 {
		must.Fail("the documentation has no programs in %s", "internal/tools/docs/pages")
	}
	return programs
}

// programsIn are the code blocks of a Markdown file, written to files under temp.
func programsIn(root, temp, name string) (programs []program) {
	files := map[string]string{"go": "main.go", "python": "readme.py", "js": "readme.mjs", "csharp": "Readme.cs", "c": "readme.c"}
	dir := filepath.Join(temp, name)
	must.Do(os.MkdirAll(filepath.Join(dir, "node_modules"), 0o777))
	must.Do(os.Symlink(filepath.Join(root, "bindings", "node"), filepath.Join(dir, "node_modules", "qikit")))
	parts := strings.Split(string(must.Get(os.ReadFile(filepath.Join(root, name)))), "\n```")
	for i := 1; i+1 < len(parts); i += 2 {
		language, code, _ := strings.Cut(parts[i], "\n")
		if language == "board" || language == "source" { // a picture, a part of an example
			continue
		}
		p := program{name + " " + language, language, filepath.Join(dir, strconv.Itoa(i/2+1)+language, files[language])}
		must.Do(os.MkdirAll(filepath.Dir(p.source), 0o777))
		must.Do(os.WriteFile(p.source, []byte(code+"\n"), 0o666))
		programs = append(programs, p)
	}
	return programs
}
