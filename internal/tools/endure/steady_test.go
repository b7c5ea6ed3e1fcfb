package main

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"qikit.dev/qikit/internal/tools/must"
	"qikit.dev/qikit/internal/tools/step"
)

// A trial is the same by its name: what differs in how it runs is in there.
func TestTries_what(t *testing.T) {
	for _, c := range []struct {
		tries      tries
		processors int
		want       string
	}{
		{tries{}, 1, "./lib/job, 1 processor"},
		{tries{short: true}, 2, "./lib/job short, 2 processors"},
		{tries{race: true, short: true, tags: step.CSQLite}, 2, "./lib/job race, 2 processors"},
		{tries{tags: step.CSQLite}, 1, "./lib/job csqlite,sqlite_omit_load_extension, 1 processor"},
		{tries{command: "npm test"}, 1, `./lib/job "npm test", 1 processor`},
	} {
		if got := c.tries.what("./lib/job", c.processors); got != c.want {
			t.Errorf("%+v: %q, want %q", c.tries, got, c.want)
		}
	}
}

// Rows count for a folder as it is now, and only without a failure.
func TestSteadySince(t *testing.T) {
	rows := []row{
		{kind: "steady", what: "a, 1 processor", count: 8, note: "tree 123abc, 7 s of processor"},
		{kind: "steady", what: "a, 1 processor", count: 16, bad: 1, note: "tree 123abc, 7 s of processor"},
		{kind: "steady", what: "a, 1 processor", count: 32, note: "tree 123abcd, 7 s of processor"},
		{kind: "steady", what: "a, 2 processors", count: 64, note: "tree 123abc, 7 s of processor"},
		{kind: "soak", what: "a, 1 processor", count: 128, note: "tree 123abc, 7 s of processor"},
		{kind: "steady", what: "a, 1 processor", count: 1, note: "tree 123abc, 7 s of processor"},
	}
	if n := steadySince(rows, "a, 1 processor", "123abc"); n != 9 {
		t.Errorf("%d runs, want 9", n)
	}
}

// What clocks matter to comes before the rest, and a name that merely begins alike does not.
func TestTurnOf(t *testing.T) {
	all := []string{"./capi", "./lib/clusters", "./lib/review", "./lib/gateway/internal/hall", "./lib/cluster", "./internal/ctest"}
	slices.SortStableFunc(all, func(a, b string) int { return turnOf(a) - turnOf(b) })
	want := "./lib/cluster ./lib/gateway/internal/hall ./internal/ctest ./lib/review ./capi ./lib/clusters"
	if got := strings.Join(all, " "); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// A command that fails once in nine runs is told so, with what it printed; a slice after it
// runs what is left.
func TestTries_slice(t *testing.T) {
	t.Chdir("../../..")
	log, marks := filepath.Join(t.TempDir(), "log.tsv"), t.TempDir()
	t.Setenv("MARKS", marks)
	var mu sync.Mutex
	run := func(rounds int, command string) (rows []row) {
		s := tries{rounds: rounds, copies: 8, command: command, folders: []string{"./internal/rng"}, log: log}
		err := must.Run(func() {
			s.slice(t.Context(), t.TempDir(), func(r row) {
				mu.Lock()
				defer mu.Unlock()
				rows = append(rows, r)
				must.Do(addLog(log, []row{r}))
			})
		})
		if err != nil {
			t.Fatal(err)
		}
		return rows
	}
	count := `mktemp "$MARKS/$GOMAXPROCS.XXXXXX"`
	if rows := run(3, count); len(rows) != 2 || rows[0].count != 3 || rows[0].bad != 0 {
		t.Errorf("3 rounds: %+v", rows)
	}
	if rows := run(9, count); len(rows) != 2 || rows[0].count != 6 || rows[1].count != 6 {
		t.Errorf("9 rounds after 3: %+v", rows)
	}
	for _, processors := range []string{"1", "2"} {
		if files, _ := filepath.Glob(filepath.Join(marks, processors+".*")); len(files) != 9 {
			t.Errorf("%d runs on %s, want 9", len(files), processors)
		}
	}
	rows := run(9, `mkdir "$MARKS/$GOMAXPROCS" && { echo the first; exit 3; }; true`)
	if len(rows) != 2 || rows[0].count != 9 || rows[0].bad != 1 {
		t.Fatalf("one failure: %+v", rows)
	}
	for _, r := range rows {
		_, file, _ := strings.Cut(r.note, "see ")
		out, err := os.ReadFile(file)
		if !strings.Contains(string(out), "the first") || !strings.Contains(string(out), "exit status 3") {
			t.Errorf("%q, %v", out, err)
		}
		os.Remove(file)
	}
}

// A failure after the end of a slice does not count, a run that passes does.
func TestTrial_ends(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	one := &trial{dir: ".", command: []string{"false"}, left: 2}
	if one.once(ctx, nil, 1) || one.row.count != 0 {
		t.Errorf("a failure: %+v", one.row)
	}
	one.command[0] = "true"
	if one.once(ctx, nil, 1) || one.row.count != 1 || one.row.bad != 0 {
		t.Errorf("a run that passes: %+v", one.row)
	}
}
