// Package step runs the commands that a verb of build.sh consists of: quietly
// when they pass, with their whole output when they fail, counted either way. Output,
// Match, Put and FuzzTargets serve the other tools.
package step

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Step is one command and how its tests are counted.
type Step struct {
	Name    string
	Dir     string
	Env     []string // added to the environment
	Command []string
	Count   Counter // nil: the command is one test
	// Spurious, unless nil, recognises from the output of a failed command that the
	// failure is not ours.
	Spurious func(output []byte) bool
}

// Counter reads how many tests passed and failed from a command's output.
type Counter func(output []byte) (passed, failed int)

// Tally is what has passed and failed so far.
type Tally struct {
	Passed, Failed int
	broken         []string
	mu             sync.Mutex
}

// Run runs a step and adds its tests to the tally. A command that fails
// without a failed test of its own counts as one.
func (t *Tally) Run(s Step) {
	start := time.Now()
	cmd := exec.Command(s.Command[0], s.Command[1:]...)
	cmd.Dir = s.Dir
	cmd.Env = append(os.Environ(), s.Env...)
	output, err := cmd.CombinedOutput()
	if err != nil && s.Spurious != nil && s.Spurious(output) {
		err = nil
	}
	passed, failed := 1, 0
	if s.Count != nil {
		passed, failed = s.Count(output)
	}
	switch {
	case err != nil && s.Count == nil:
		passed, failed = 0, 1
	case err != nil && failed == 0:
		failed = 1
	case err == nil && passed+failed == 0:
		failed = 1
		err = fmt.Errorf("no test ran")
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.Passed += passed
	t.Failed += failed
	fmt.Printf("%-28s %5d passed %3d failed %7.1fs %7.1fs of processor\n", s.Name, passed, failed, time.Since(start).Seconds(), processor(cmd).Seconds())
	if err != nil || failed > 0 {
		t.broken = append(t.broken, s.Name)
		fmt.Printf("--- %s: %v\n%s\n--- end of %s\n", strings.Join(s.Command, " "), err, readable(output), s.Name)
	}
}

// RunTogether runs steps, at most so many at a time: a step starts as soon as one
// before it has ended.
func (t *Tally) RunTogether(most int, steps []Step) {
	var all sync.WaitGroup
	free := make(chan struct{}, most)
	for _, s := range steps {
		free <- struct{}{}
		all.Go(func() {
			t.Run(s)
			<-free
		})
	}
	all.Wait()
}

// processor is the CPU time of a command and its children.
func processor(cmd *exec.Cmd) time.Duration {
	if cmd.ProcessState == nil {
		return 0 // it did not start
	}
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
}

// Close prints the last line and gives the exit status.
func (t *Tally) Close() int {
	if len(t.broken) > 0 {
		fmt.Printf("failed: %s\n", strings.Join(t.broken, ", "))
	}
	fmt.Println(t)
	if t.Failed > 0 {
		return 1
	}
	return 0
}

func (t *Tally) String() string { return fmt.Sprintf("%d passed, %d failed", t.Passed, t.Failed) }

// Output runs a command and returns its standard output. The error of a command that
// fails holds everything it printed.
func Output(cmd *exec.Cmd) (string, error) {
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		err = fmt.Errorf("%s: %w\n%s%s", strings.Join(cmd.Args, " "), err, out, stderr.String())
	}
	return string(out), err
}

// Match compares a program's output with the golden text. Before that stands one
// line, the version, which may differ.
func Match(out, golden string) error {
	version, rest, _ := strings.Cut(out, "\n")
	if !strings.HasPrefix(version, "qikit ") || rest != golden {
		return fmt.Errorf("it printed\n%s\nexpected (after line 1)\n%s", out, golden)
	}
	return nil
}

// Put brings a generated file up to date or, with check, only says whether it is.
func Put(path string, text []byte, check bool) error {
	old, err := os.ReadFile(path)
	switch {
	case err == nil && bytes.Equal(old, text):
		return nil
	case check && (err == nil || errors.Is(err, os.ErrNotExist)):
		return fmt.Errorf("%s differs from what it is generated from; the same command without -check writes it", path)
	case err != nil && !errors.Is(err, os.ErrNotExist):
		return err
	}
	return os.WriteFile(path, text, 0o644)
}

// CSQLite are the build tags of the C library: SQLite's own C. The race detector and the fuzzers
// use it too: they need not see into SQLite, and the translation with their marks takes a minute
// or two to compile. The race detector would also slow it down twentyfold.
const CSQLite = "csqlite,sqlite_omit_load_extension"

// FewCollections has the compiler and the analysers collect garbage less often: the compiler
// takes 9 % less processor time, staticcheck 18 %, vet of a platform 11 to 23 %.
const FewCollections = "GOGC=400"

// Race has `go test` look for data races, but not in positions of the solver of Capture Go: they
// belong to one goroutine as the solver does (that one it sees), and cost it a third of its time
// in lib/review.
var Race = []string{"-race", "-tags", CSQLite, "-gcflags=qikit.dev/qikit/internal/capturesolver=-race=false"}

// event is a line of `go test -json`.
type event struct{ Action, Package, Test, Output string }

// GoTest counts the tests and subtests in the output of `go test -json`.
func GoTest(output []byte) (passed, failed int) {
	for line := range bytes.Lines(output) {
		var e event
		if json.Unmarshal(line, &e) != nil || e.Test == "" {
			continue
		}
		switch e.Action {
		case "pass":
			passed++
		case "fail":
			failed++
		}
	}
	return passed, failed
}

// readable keeps of `go test -json` the output of failed tests. Any other output is
// kept whole, or its end when it is long.
func readable(output []byte) string {
	if bytes.HasPrefix(output, []byte(`{"`)) {
		output = failures(output)
	}
	const most = 60_000
	if len(output) > most {
		output = append([]byte("…\n"), output[len(output)-most:]...)
	}
	return string(output)
}

func failures(output []byte) []byte {
	bad := map[[2]string]bool{}
	each := func(f func(event)) {
		for line := range bytes.Lines(output) {
			var e event
			if json.Unmarshal(line, &e) == nil {
				f(e)
			}
		}
	}
	each(func(e event) {
		switch e.Action {
		case "run", "fail": // a test that started and did not end has crashed the program
			bad[[2]string{e.Package, e.Test}] = true
		case "pass", "skip":
			delete(bad, [2]string{e.Package, e.Test})
		}
	})
	var text bytes.Buffer
	each(func(e event) {
		if (e.Action == "output" && bad[[2]string{e.Package, e.Test}]) || e.Action == "build-output" {
			text.WriteString(e.Output)
		}
	})
	return text.Bytes()
}

// Pattern counts with two regular expressions, each with one group: the number of
// tests that ran or passed, and of those that failed. The matches are added up.
func Pattern(pass, fail string) Counter {
	sum := func(re *regexp.Regexp, output []byte) (n int) {
		for _, m := range re.FindAllSubmatch(output, -1) {
			k, _ := strconv.Atoi(string(m[1]))
			n += k
		}
		return n
	}
	passRE, failRE := regexp.MustCompile(pass), regexp.MustCompile(fail)
	return func(output []byte) (passed, failed int) { return sum(passRE, output), sum(failRE, output) }
}
