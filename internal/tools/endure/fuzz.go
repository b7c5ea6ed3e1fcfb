package main

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"qikit.dev/qikit/internal/tools/must"
)

// target is a fuzz test of a package.
type target struct{ folder, name string }

var (
	fuzzTarget = regexp.MustCompile(`(?m)^func (Fuzz\w+)\(\w+ \*testing\.F\)`)
	executions = regexp.MustCompile(`fuzz: elapsed: \S+, execs: (\d+)`)
)

// targets are all fuzz tests below the folder.
func targets(root string) (all []target) {
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
			all = append(all, target{"./" + filepath.ToSlash(must.Get(filepath.Rel(root, filepath.Dir(path)))), string(found[1])})
		}
		return nil
	}))
	return all
}

const (
	turn      = 30 * time.Second // that a target is run before the next one's turn
	buildMost = 3 * time.Minute  // for its program, beside that
)

// fuzzSlice runs the targets in turns, from a random one on.
func fuzzSlice(ctx context.Context, _ string) (rows []row) {
	all := targets(".")
	for i := rand.IntN(len(all)); ctx.Err() == nil; i++ {
		r := all[i%len(all)].run(min(turn, time.Until(deadline(ctx))))
		fmt.Printf("%s: %d executions in %.0f s %s\n", r.what, r.count, r.seconds, r.note)
		rows = append(rows, r)
	}
	return rows
}

func deadline(ctx context.Context) time.Time {
	at, _ := ctx.Deadline()
	return at
}

// run fuzzes for a while. What it finds stays in the package's testdata.
func (t target) run(long time.Duration) row {
	begun := time.Now()
	ctx, cancel := context.WithTimeout(context.Background(), long+buildMost)
	defer cancel()
	cmd := exec.CommandContext(ctx, "go", "test", "-vet=off", "-run", "^$", "-fuzz", "^"+t.name+"$",
		"-fuzztime", long.String(), "-fuzzminimizetime", "1s", "-parallel", "2", t.folder)
	cmd.WaitDelay = time.Second // its children hold its output
	out, err := cmd.CombinedOutput()
	r := row{kind: "fuzz", what: t.folder + " " + t.name, seconds: time.Since(begun).Seconds()}
	for _, found := range executions.FindAllSubmatch(out, -1) {
		r.count, _ = strconv.ParseInt(string(found[1]), 10, 64) // they add up
	}
	if ctx.Err() != nil {
		r.note = "not built in time"
	} else if err != nil && !onlyLate(out) {
		r.bad, r.note = 1, err.Error()
		fmt.Printf("%s", out)
	}
	return r
}

// onlyLate recognises golang.org/issue/75804: the end of the time is reported as a failure
// of the target. A real failure names the failing input.
func onlyLate(out []byte) bool {
	return bytes.Contains(out, []byte("context deadline exceeded")) && !bytes.Contains(out, []byte("Failing input"))
}
