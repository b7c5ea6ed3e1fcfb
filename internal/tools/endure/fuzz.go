package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"qikit.dev/qikit/internal/tools/must"
	"qikit.dev/qikit/internal/tools/step"
)

var executions = regexp.MustCompile(`fuzz: elapsed: \S+, execs: (\d+)`)

const (
	turn      = 30 * time.Second // that a target is run before the next one's turn
	buildMost = 3 * time.Minute  // for its program, beside that
)

// fuzzSlice runs the targets in turns, from a random one on. What it finds to be worth
// keeping goes into Go's cache, from which mutateSlice begins.
func fuzzSlice(ctx context.Context, _ string) []row {
	return turns(ctx, func(t step.FuzzTarget, long time.Duration) row {
		return fuzz(t, long, func(ctx context.Context) (*exec.Cmd, error) {
			return exec.CommandContext(ctx, "go", "test", "-vet=off", "-run", "^$", "-fuzz", "^"+t.Name+"$",
				"-fuzztime", long.String(), "-fuzzminimizetime", "1s", "-parallel", "2", t.Folder), nil
		})
	})
}

// mutateSlice does the same with programs that do not count what code an input reaches:
// they learn nothing, and do more than three times as many executions a second.
func mutateSlice(ctx context.Context, dir string) []row {
	module := strings.TrimSpace(must.Get(step.Output(exec.Command("go", "list", "-m"))))
	cache := strings.TrimSpace(must.Get(step.Output(exec.Command("go", "env", "GOCACHE"))))
	programs := map[string]string{} // by folder
	return turns(ctx, func(t step.FuzzTarget, long time.Duration) row {
		r := fuzz(t, long, func(ctx context.Context) (*exec.Cmd, error) {
			path := programs[t.Folder]
			if path == "" {
				path = filepath.Join(dir, fmt.Sprint("fuzz", len(programs)))
				if _, err := step.Output(exec.CommandContext(ctx, "go", "test", "-c", "-vet=off", "-o", path, t.Folder)); err != nil {
					return nil, err
				}
				programs[t.Folder] = path
			}
			cmd := exec.CommandContext(ctx, path, "-test.run", "^$", "-test.fuzz", "^"+t.Name+"$", "-test.fuzztime", long.String(),
				"-test.fuzzminimizetime", "1s", "-test.parallel", "2", "-test.fuzzcachedir", filepath.Join(cache, "fuzz", module, t.Folder))
			cmd.Dir = t.Folder
			return cmd, nil
		})
		r.note = strings.TrimSpace("mutations alone " + r.note)
		return r
	})
}

// turns gives every target its turn until the context ends. A target has one row.
func turns(ctx context.Context, one func(t step.FuzzTarget, long time.Duration) row) (rows []row) {
	all := step.FuzzTargets(".")
	at := map[step.FuzzTarget]int{}
	for i := rand.IntN(len(all)); ctx.Err() == nil; i++ {
		t := all[i%len(all)]
		r := one(t, min(turn, time.Until(deadline(ctx))))
		fmt.Printf("%s: %d executions in %.0f s %s\n", r.what, r.count, r.seconds, r.note)
		if k, again := at[t]; again {
			rows[k].seconds += r.seconds
			rows[k].count += r.count
			if r.bad > 0 {
				rows[k].bad, rows[k].note = rows[k].bad+r.bad, r.note
			}
			continue
		}
		at[t] = len(rows)
		rows = append(rows, r)
	}
	return rows
}

func deadline(ctx context.Context) time.Time {
	at, _ := ctx.Deadline()
	return at
}

// fuzz fuzzes for a while. What it finds stays in the package's testdata.
func fuzz(t step.FuzzTarget, long time.Duration, command func(context.Context) (*exec.Cmd, error)) row {
	begun := time.Now()
	ctx, cancel := context.WithTimeout(context.Background(), long+buildMost)
	defer cancel()
	r := row{kind: "fuzz", what: t.Folder + " " + t.Name}
	cmd, err := command(ctx)
	var out []byte
	if err == nil {
		cmd.WaitDelay = time.Second // its children hold its output
		out, err = cmd.CombinedOutput()
	}
	r.seconds = time.Since(begun).Seconds()
	for _, found := range executions.FindAllSubmatch(out, -1) {
		r.count, _ = strconv.ParseInt(string(found[1]), 10, 64) // they add up
	}
	if ctx.Err() != nil {
		r.note = "not built in time"
	} else if err != nil && !step.DeadlineRace(out) {
		r.bad, r.note = 1, err.Error()
		fmt.Printf("%s", out)
	}
	return r
}
