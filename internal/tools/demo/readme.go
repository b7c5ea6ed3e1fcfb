package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// blocks are the code blocks of a README by language, in order.
func blocks(name string) (map[string][]string, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	found := map[string][]string{}
	parts := strings.Split(string(text), "\n```")
	for i := 1; i+1 < len(parts); i += 2 {
		language, code, _ := strings.Cut(parts[i], "\n")
		found[language] = append(found[language], code+"\n")
	}
	return found, nil
}

// readmePrograms are the README's code blocks as programs, each in a folder of
// its own under temp.
func readmePrograms(root, temp, readme string) ([]program, error) {
	code, err := blocks(filepath.Join(root, readme))
	if err != nil {
		return nil, err
	}
	lib := filepath.Join(root, "build", "lib")
	env := []string{"QIKIT_LIBRARY=" + filepath.Join(lib, "libqikit.so.1"), "LD_LIBRARY_PATH=" + lib}
	runtime, err := filepath.Glob(filepath.Join(root, "bindings", "unity", "Runtime", "*.cs"))
	if err != nil {
		return nil, err
	}
	var programs []program
	for language, sources := range code {
		dir := filepath.Join(temp, readme+"-"+language)
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return nil, err
		}
		p := program{language: readme + " " + language, dir: dir, env: env}
		var file string
		switch language {
		case "go":
			// Inside the module, so that it imports qikit as a user's program does.
			file = filepath.Join(dir, "main.go")
			p.commands = [][]string{{"go", "run", file}}
		case "python":
			file = filepath.Join(dir, "readme.py")
			p.commands = [][]string{{filepath.Join(root, "build", "venv", "bin", "python"), file}}
		case "js":
			file = filepath.Join(dir, "readme.mjs")
			modules := filepath.Join(dir, "node_modules")
			if err := os.MkdirAll(modules, 0o777); err != nil {
				return nil, err
			}
			if err := os.Symlink(filepath.Join(root, "bindings", "node"), filepath.Join(modules, "qikit")); err != nil {
				return nil, err
			}
			p.commands = [][]string{{"node", file}}
		case "csharp":
			file = filepath.Join(dir, "Readme.cs")
			exe := filepath.Join(dir, "Readme.exe")
			p.commands = [][]string{append([]string{"mcs", "-out:" + exe, file}, runtime...), {"mono", exe}}
		case "c":
			file = filepath.Join(dir, "readme.c")
			exe := filepath.Join(dir, "readme")
			p.commands = [][]string{{"gcc", "-std=c99", "-pedantic", "-Wall", "-Werror", "-I" + filepath.Join(root, "include"), "-o", exe, file,
				"-L" + lib, "-lqikit", "-Wl,-rpath," + lib}, {exe}}
		default:
			return nil, fmt.Errorf("%s: nobody runs its %q blocks", readme, language)
		}
		if len(sources) != 1 {
			return nil, fmt.Errorf("%s: %d blocks of %s, expected one", readme, len(sources), language)
		}
		if err := os.WriteFile(file, []byte(sources[0]), 0o666); err != nil {
			return nil, err
		}
		programs = append(programs, p)
	}
	return programs, nil
}
