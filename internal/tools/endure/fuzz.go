package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"regexp"
	"strconv"
	"time"

	"qikit.dev/qikit/internal/tools/step"
)

var executions = regexp.MustCompile(`fuzz: elapsed: \S+, execs: (\d+)`)

const (
	turn      = 30 * time.Second // that a target is run before the next one's turn
	buildMost = 3 * time.Minute  // for its program, beside that
)

// fuzzSlice runs the targets in turns, from a random one on.
func fuzzSlice(ctx context.Context, _ string) (rows []row) {
	all := step.FuzzTargets(".")
	for i := rand.IntN(len(all)); ctx.Err() == nil; i++ {
		r := fuzz(all[i%len(all)], min(turn, time.Until(deadline(ctx))))
		fmt.Printf("%s: %d executions in %.0f s %s\n", r.what, r.count, r.seconds, r.note)
		rows = append(rows, r)
	}
	return rows
}

func deadline(ctx context.Context) time.Time {
	at, _ := ctx.Deadline()
	return at
}

// fuzz fuzzes for a while. What it finds stays in the package's testdata.
func fuzz(t step.FuzzTarget, long time.Duration) row {
	begun := time.Now()
	ctx, cancel := context.WithTimeout(context.Background(), long+buildMost)
	defer cancel()
	cmd := exec.CommandContext(ctx, "go", "test", "-vet=off", "-run", "^$", "-fuzz", "^"+t.Name+"$",
		"-fuzztime", long.String(), "-fuzzminimizetime", "1s", "-parallel", "2", t.Folder)
	cmd.WaitDelay = time.Second // its children hold its output
	out, err := cmd.CombinedOutput()
	r := row{kind: "fuzz", what: t.Folder + " " + t.Name, seconds: time.Since(begun).Seconds()}
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
