package step

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"qikit.dev/qikit/internal/tools/must"
)

// FuzzTarget is a fuzz test of a package.
type FuzzTarget struct{ Folder, Name string }

var fuzzTarget = regexp.MustCompile(`(?m)^func (Fuzz\w+)\(\w+ \*testing\.F\)`)

// FuzzTargets are all fuzz tests below the folder. They are read from the sources: `go
// test -list` would link every test program for it.
func FuzzTargets(root string) (all []FuzzTarget) {
	must.Do(filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && slices.Contains([]string{".git", "build", "node_modules", "testdata"}, entry.Name()):
			return fs.SkipDir
		case !strings.HasSuffix(path, "_test.go"):
			return nil
		}
		for _, found := range fuzzTarget.FindAllSubmatch(must.Get(os.ReadFile(path)), -1) {
			all = append(all, FuzzTarget{"./" + filepath.ToSlash(must.Get(filepath.Rel(root, filepath.Dir(path)))), string(found[1])})
		}
		return nil
	}))
	return all
}

// DeadlineRace recognises golang.org/issue/75804, fixed in Go 1.27: when the time for fuzzing is over, the
// coordinator sometimes reports its own deadline as a failure of the target. A real failure names the failing
// input.
func DeadlineRace(output []byte) bool {
	return bytes.Contains(output, []byte("\n    context deadline exceeded\n")) && !bytes.Contains(output, []byte("Failing input"))
}
