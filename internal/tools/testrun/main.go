// Command testrun is `./build.sh test`: every test of every language, counted. It
// needs what `./build.sh build` makes. Arguments are the names of steps to run.
package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"qikit.dev/qikit/internal/tools/must"
	"qikit.dev/qikit/internal/tools/step"
)

func main() {
	status := 1
	must.Main("testrun", func() {
		root := must.Get(os.Getwd())
		status = run(all(root), os.Args[1:], filepath.Join(root, "build", "test.count"))
	})
	os.Exit(status)
}

// run runs the named steps, or all, and writes the last line to the file count.
func run(steps []step.Step, names []string, count string) int {
	var t step.Tally
	for _, s := range steps {
		if len(names) == 0 || slices.ContainsFunc(names, func(n string) bool { return strings.HasPrefix(s.Name, n) }) {
			t.Run(s)
		}
	}
	must.Do(os.WriteFile(count, []byte(t.String()+"\n"), 0o644))
	return t.Close()
}

func all(root string) []step.Step {
	python := filepath.Join(root, "build", "venv", "bin", "python")
	library := "QIKIT_LIBRARY=" + filepath.Join(root, "build", "lib", "libqikit.so.1")
	steps := []step.Step{
		{Name: "format", Command: []string{"sh", "-c", `bad=$(gofmt -l lib capi internal examples); [ -z "$bad" ] || { echo "$bad"; exit 1; }`}},
		{Name: "vet", Command: []string{"go", "vet", "./..."}},
		{Name: "go", Command: []string{"go", "test", "-json", "-timeout", "20m", "./..."}, Count: step.GoTest},
		{Name: "go race", Command: []string{"go", "test", "-race", "-short", "-json", "-timeout", "20m", "./lib/...", "./internal/...", "./capi/..."}, Count: step.GoTest},
		{Name: "go arm64", Env: []string{"CGO_ENABLED=0", "GOARCH=arm64"}, Count: step.GoTest,
			Command: []string{"go", "test", "-short", "-json", "-exec", "qemu-aarch64", "./internal/netfile", "./internal/nnkern", "./internal/convnet"}},
		{Name: "python", Dir: "bindings/python", Env: []string{library}, Command: []string{python, "-m", "pytest", "-q", "tests"},
			Count: step.Pattern(`(\d+) passed`, `(\d+) (?:failed|errors?)\b`)},
		{Name: "node", Dir: "bindings/node", Env: []string{library}, Command: []string{"npm", "test", "--silent"},
			Count: step.Pattern(`(?m)^(?:#|ℹ) pass (\d+)`, `(?m)^(?:#|ℹ) fail (\d+)`)},
		{Name: "goclient", Dir: "examples/node/goclient", Env: []string{library}, Command: []string{"npm", "test", "--silent"},
			Count: step.Pattern(`(?m)^(?:#|ℹ) pass (\d+)`, `(?m)^(?:#|ℹ) fail (\d+)`)},
		{Name: "unity", Env: []string{library}, Command: []string{"go", "run", "./internal/tools/unitytest"},
			Count: step.Pattern(`Tests run: (\d+)`, `(?:Failures|Errors): (\d+)`)},
		{Name: "examples", Env: []string{library}, Command: []string{"go", "run", "./internal/tools/demo", "-check"}, Count: step.Pattern(`(?m)^(\d+) passed`, `(\d+) failed`)},
	}
	return append(steps, fuzzers()...)
}

// fuzzers runs each fuzz target for ten seconds.
func fuzzers() (steps []step.Step) {
	list := must.Get(step.Output(exec.Command("go", "test", "-list", "^Fuzz", "./...")))
	var targets []string
	for line := range strings.Lines(list) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "Fuzz") {
			targets = append(targets, line)
			continue
		}
		fields := strings.Fields(line)
		if len(fields) < 2 {
			continue
		}
		for _, target := range targets {
			steps = append(steps, step.Step{Name: "fuzz " + target, Spurious: deadlineRace,
				Command: []string{"go", "test", "-run", "^$", "-fuzz", "^" + target + "$", "-fuzztime", "10s", "-fuzzminimizetime", "1s", fields[1]}})
		}
		targets = nil
	}
	return steps
}

// deadlineRace recognises golang.org/issue/75804, fixed in Go 1.27: when the time
// for fuzzing is over, the coordinator sometimes reports its own deadline as a
// failure of the target. A real failure names the failing input.
func deadlineRace(output []byte) bool {
	return bytes.Contains(output, []byte("\n    context deadline exceeded\n")) && !bytes.Contains(output, []byte("Failing input"))
}
