// Command testrun is `./build.sh test`: every test of every language, counted. It
// needs what `./build.sh build` makes. Arguments are the names of steps to run.
package main

import (
	"os"
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
		status = run(root, os.Args[1:])
	})
	os.Exit(status)
}

// run runs the named steps, or all, and writes the last line to build/test.count.
func run(root string, names []string) int {
	var t step.Tally
	unnamed := func(s step.Step) bool {
		return len(names) > 0 && !slices.ContainsFunc(names, func(n string) bool { return strings.HasPrefix(s.Name, n) })
	}
	fuzz := fuzzers(root)
	for _, s := range slices.DeleteFunc(sources, unnamed) {
		t.Run(s)
	}
	t.RunTogether(3, slices.DeleteFunc(slices.Concat(library, bindings(root), others), unnamed))
	if fuzz = slices.DeleteFunc(fuzz, unnamed); len(fuzz) > 0 {
		t.Run(fuzz[0]) // builds instrumented packages that the others need too
		t.RunTogether(2, fuzz[1:])
	}
	must.Do(os.WriteFile(filepath.Join(root, "build", "test.count"), []byte(t.String()+"\n"), 0o644))
	return t.Close()
}

// quickC has SQLite's C compiled in half of the time.
const quickC = "CGO_CFLAGS=-O1 -g"

// hung ends a test program with the stacks of its goroutines. It is for programs that hang, not
// for slow ones: lib/review with the race detector has taken over 20 minutes beside other work.
const hung = "-timeout=60m"

// sources are what the compiler and the formatter say of the sources.
var sources = []step.Step{
	{Name: "format", Command: []string{"sh", "-c", `bad=$(gofmt -l lib capi internal examples); [ -z "$bad" ] || { echo "$bad"; exit 1; }`}},
	{Name: "vet", Env: []string{step.FewCollections}, Command: []string{"go", "vet", "./..."}},
}

// library are the two steps that take longest, all tests in Go. They begin, as their longest
// packages do: at the end they would keep one core busy and leave the other idle. Beside them
// runs what waits now and then.
var library = []step.Step{
	{Name: "go race", Env: []string{quickC}, Command: race(), Count: step.GoTest},
	{Name: "go", Command: test("-json", hung, "./lib/review", "./..."), Count: step.GoTest},
}

// others are tests in Go that need a build of their own.
var others = []step.Step{
	{Name: "go csqlite", Env: []string{quickC}, Command: test("-tags", step.CSQLite, "-json", hung, "./internal/sqlite", "./internal/pagesum", "./internal/keyfilter", "./internal/dbfile", "./lib/book"), Count: step.GoTest},
	{Name: "go arm64", Env: []string{"CGO_ENABLED=0", "GOARCH=arm64"}, Count: step.GoTest,
		Command: test("-short", "-json", "-exec", "qemu-aarch64", "./internal/netfile", "./internal/nnkern", "./internal/convnet", "./internal/nnue", "./lib/train")},
}

// race is the command that looks for data races. It leaves out what it cannot see into: the
// packages whose tests read sources or run programs that are built without it, and what
// step.Race leaves out.
func race() []string {
	all := test(append(slices.Clone(step.Race), "-short", "-json", hung)...)
	const packages = `packages=$(go list -tags ` + step.CSQLite + ` ./capi/... ./lib/... ./internal/...) || exit`
	const run = `exec "$@" ./lib/review ./lib/engine $(echo "$packages" | grep -vE '/internal/(ctest|floors|phrase)$')`
	return append([]string{"sh", "-c", packages + "\n" + run, "sh"}, all...)
}

// test is `go test` without what would be done again for each step: vet is a step of
// its own, and nobody debugs these programs. The compiler alone collects garbage less often.
func test(args ...string) []string {
	return append([]string{"go", "test", "-vet=off", "-ldflags=-w", "-toolexec", "env " + step.FewCollections}, args...)
}

// bindings are the tests in other languages. None makes bindings/node/dist, as `npm test`
// does: what runs beside it reads that.
func bindings(root string) []step.Step {
	python := filepath.Join(root, "build", "venv", "bin", "python")
	library := "QIKIT_LIBRARY=" + filepath.Join(root, "build", "lib", "libqikit.so.1")
	return []step.Step{
		{Name: "node", Dir: "bindings/node", Env: []string{library}, Command: []string{"sh", "-c", "exec node --test test/*.test.mjs"},
			Count: step.Pattern(`(?m)^(?:#|ℹ) pass (\d+)`, `(?m)^(?:#|ℹ) fail (\d+)`)},
		{Name: "python", Dir: "bindings/python", Env: []string{library}, Command: []string{python, "-m", "pytest", "-q", "tests"},
			Count: step.Pattern(`(\d+) passed`, `(\d+) (?:failed|errors?)\b`)},
		{Name: "unity", Env: []string{library}, Command: []string{"go", "run", "./internal/tools/unitytest"},
			Count: step.Pattern(`Tests run: (\d+)`, `(?:Failures|Errors): (\d+)`)},
		{Name: "goclient", Dir: "examples/node/goclient", Env: []string{library}, Command: []string{"npm", "test", "--silent"},
			Count: step.Pattern(`(?m)^(?:#|ℹ) pass (\d+)`, `(?m)^(?:#|ℹ) fail (\d+)`)},
		{Name: "review page", Dir: "examples/node/review", Env: []string{library}, Command: []string{"npm", "test", "--silent"},
			Count: step.Pattern(`(?m)^(?:#|ℹ) pass (\d+)`, `(?m)^(?:#|ℹ) fail (\d+)`)},
		{Name: "page", Dir: "examples/web", Env: []string{library}, Command: []string{"npm", "test", "--silent"},
			Count: step.Pattern(`(?m)^(?:#|ℹ) pass (\d+)`, `(?m)^(?:#|ℹ) fail (\d+)`)},
		{Name: "examples", Env: []string{library}, Command: []string{"go", "run", "./internal/tools/demo", "-check"}, Count: step.Pattern(`(?m)^(\d+) passed`, `(\d+) failed`)},
	}
}

// fuzzers runs each fuzz target for ten seconds on one core.
func fuzzers(root string) (steps []step.Step) {
	for _, t := range step.FuzzTargets(root) {
		steps = append(steps, step.Step{Name: "fuzz " + t.Name, Env: []string{quickC}, Spurious: step.DeadlineRace,
			Command: test("-tags", step.CSQLite, "-run", "^$", "-fuzz", "^"+t.Name+"$", "-parallel", "1", "-fuzztime", "10s", "-fuzzminimizetime", "1s", t.Folder)})
	}
	return steps
}
