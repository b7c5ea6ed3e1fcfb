// Command count counts the lines of the project that are written by hand: Go, C and
// the bindings' languages, without tests and generated files. Comments and blank
// lines count.
//
//	go run ./internal/tools/count [DIR]
package main

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"qikit.dev/qikit/internal/tools/step"
)

var (
	languages = map[string]string{".go": "Go", ".c": "C", ".h": "C", ".py": "Python", ".ts": "TypeScript", ".mjs": "JavaScript", ".js": "JavaScript", ".cs": "C#"}
	tests     = regexp.MustCompile(`_test\.go$|(^|/)(tests?|testdata|internal/ctest)/|(^|/)enginetest/`)
	generated = regexp.MustCompile(`(?m)\A.*\n?.*Code generated .* DO NOT EDIT`)
	areas     = []string{"lib", "internal/tools", "internal", "capi", "include", "bindings/python", "bindings/node", "bindings/unity", "examples"}
)

func main() {
	root := "."
	if len(os.Args) > 1 {
		root = os.Args[1]
	}
	step.Must("count", count(root))
}

func count(root string) error {
	list := exec.Command("git", "ls-files", "-co", "--exclude-standard")
	list.Dir = root
	out, err := list.Output()
	if err != nil {
		return fmt.Errorf("git ls-files in %s: %w", root, err)
	}
	lines, total := map[string]int{}, 0
	for name := range strings.Lines(string(out)) {
		name = strings.TrimSpace(name)
		language := languages[filepath.Ext(name)]
		if language == "" || tests.MatchString(strings.ToLower(name)) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(root, name))
		if os.IsNotExist(err) || generated.Match(text) {
			continue // deleted, or not written by hand
		}
		if err != nil {
			return err
		}
		n := bytes.Count(text, []byte("\n"))
		lines[areaOf(name)+" "+language] += n
		total += n
	}
	for _, key := range slices.Sorted(maps.Keys(lines)) {
		fmt.Printf("%7d %s\n", lines[key], key)
	}
	fmt.Printf("%7d in all\n", total)
	return nil
}

func areaOf(name string) string {
	for _, area := range areas {
		if strings.HasPrefix(name, area+"/") {
			return area
		}
	}
	return "root"
}
