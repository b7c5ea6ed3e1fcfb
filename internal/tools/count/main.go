// Command count counts the lines of the project that are written by hand: Go, C and
// the bindings' languages, without tests and generated files. Comments and blank
// lines count. Tests are also the Go packages that only tests use: _test.go files
// import them, and no other file does.
//
//	go run ./internal/tools/count [DIR]
package main

import (
	"bytes"
	"fmt"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"qikit.dev/qikit/internal/tools/must"
	"qikit.dev/qikit/internal/tools/step"
)

var (
	languages = map[string]string{".go": "Go", ".c": "C", ".h": "C", ".py": "Python", ".ts": "TypeScript", ".mjs": "JavaScript", ".js": "JavaScript", ".cs": "C#"}
	tests     = regexp.MustCompile(`_test\.go$|(^|/)(tests?|testdata|internal/ctest)/`)
	generated = regexp.MustCompile(`(?m)\A.*\n?.*Code generated .* DO NOT EDIT`)
	areas     = []string{"lib", "internal/tools", "internal", "capi", "include", "bindings/python", "bindings/node", "bindings/unity", "bindings/qikit", "examples"}
)

func main() {
	root := "."
	if len(os.Args) > 1 {
		root = os.Args[1]
	}
	must.Main("count", func() { count(root) })
}

func count(root string) {
	list := exec.Command("git", "ls-files", "-co", "--exclude-standard")
	list.Dir = root
	names := strings.Split(strings.TrimSpace(must.Get(step.Output(list))), "\n")
	support := forTests(root, names)
	lines, total := map[string]int{}, 0
	for _, name := range names {
		language := languages[filepath.Ext(name)]
		if language == "" || tests.MatchString(strings.ToLower(name)) || support[path.Dir(name)] {
			continue
		}
		text, err := os.ReadFile(filepath.Join(root, name))
		if os.IsNotExist(err) || generated.Match(text) {
			continue // deleted, or not written by hand
		}
		must.Do(err)
		n := bytes.Count(text, []byte("\n"))
		lines[areaOf(name)+" "+language] += n
		total += n
	}
	for _, key := range slices.Sorted(maps.Keys(lines)) {
		fmt.Printf("%7d %s\n", lines[key], key)
	}
	fmt.Printf("%7d in all\n", total)
}

// forTests are the folders of Go packages that only tests use.
func forTests(root string, names []string) map[string]bool {
	support, used := map[string]bool{}, map[string]bool{}
	for _, name := range names {
		if path.Ext(name) != ".go" {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, name), nil, parser.ImportsOnly)
		if os.IsNotExist(err) {
			continue // deleted
		}
		must.Do(err)
		for _, i := range file.Imports {
			folder, own := strings.CutPrefix(strings.Trim(i.Path.Value, `"`), "qikit.dev/qikit/")
			switch {
			case !own:
			case strings.HasSuffix(name, "_test.go"):
				support[folder] = true
			default:
				used[folder] = true
			}
		}
	}
	maps.DeleteFunc(support, func(folder string, _ bool) bool { return used[folder] })
	return support
}

func areaOf(name string) string {
	for _, area := range areas {
		if strings.HasPrefix(name, area+"/") {
			return area
		}
	}
	return "root"
}
