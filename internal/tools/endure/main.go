// Command endure does in slices what takes longer than a test may: it kills the servers at
// random, runs every fuzz target, lets the servers run with nobody killed, and runs every
// test again and again. Each slice adds rows to a log, so that the sums grow over runs;
// they are printed at the end.
//
//	go run ./internal/tools/endure [-minutes 10] [-log FILE] kills|fuzz|mutate|soak|sums
//	go run ./internal/tools/endure [-minutes 10] [-rounds 50] [-race|-short] [-tags TAGS] steady [PACKAGE ...]
//	go run ./internal/tools/endure [-minutes 10] [-rounds 50] [-copies 8] -command COMMAND steady FOLDER ...
//
// It ends with status 1 when anything was lost, doubled, found, leaked or failed in the slice.
//
// steady runs the test program of each package fifty times on one processor and fifty
// times on two, eight copies at a time; on one processor it keeps each of the machine's
// busy with eight. -race is the step "go race" of ./build.sh test: the
// short tests, with C's SQLite. With -command each folder's command of the shell is run
// instead. What the log already has of a folder as it is committed is not run again, so a
// slice that was stopped goes on where it was; what failing runs printed stays in
// build/steady.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"qikit.dev/qikit/internal/tools/must"
	"qikit.dev/qikit/internal/tools/step"
)

// slices are what can be done, by name: each does its work until the context ends, and
// returns what is to be logged.
var slicesOf = map[string]func(ctx context.Context, dir string) []row{
	"kills":  killSlice,
	"fuzz":   fuzzSlice,
	"mutate": mutateSlice,
	"soak":   soakSlice,
}

func main() {
	minutes := flag.Float64("minutes", 10, "how long the slice lasts; steady may end sooner")
	path := flag.String("log", "internal/tools/endurance.tsv", "file that rows are added to")
	var s tries
	flag.IntVar(&s.rounds, "rounds", 50, "steady: runs on each number of processors")
	flag.IntVar(&s.copies, "copies", 8, "steady: runs at a time on the same processors; fewer make the load where a command starts many processes")
	flag.BoolVar(&s.race, "race", false, "steady: with the race detector, the short tests alone")
	flag.BoolVar(&s.short, "short", false, "steady: the short tests alone")
	flag.StringVar(&s.tags, "tags", "", "steady: build tags")
	flag.StringVar(&s.command, "command", "", "steady: a command that is run in each folder, instead of its tests in Go")
	flag.Parse()
	bad := 0
	must.Main("endure", func() {
		name := flag.Arg(0)
		if flag.NArg() != 1 && name != "steady" {
			must.Fail("expected one of kills, fuzz, mutate, soak, steady, sums")
		}
		if slice := slicesOf[name]; slice != nil {
			bad = do(*path, *minutes, atEnd(slice))
		} else if name == "steady" {
			if s.copies < 1 {
				must.Fail("-copies is %d, expected 1 or more", s.copies)
			}
			s.folders, s.log = flag.Args()[1:], *path
			if s.race {
				s.short, s.tags = true, step.CSQLite
			}
			bad = do(*path, *minutes, s.slice)
		} else if name != "sums" {
			must.Fail("%q is none of kills, fuzz, mutate, soak, steady, sums", name)
		}
		printSums(os.Stdout, must.Get(readLog(*path)))
	})
	if bad > 0 {
		os.Exit(1)
	}
}

// atEnd logs all rows of a slice when it has ended.
func atEnd(slice func(context.Context, string) []row) func(context.Context, string, func(row)) {
	return func(ctx context.Context, dir string, add func(row)) {
		for _, r := range slice(ctx, dir) {
			add(r)
		}
	}
}

// do is one slice: it returns how many of its rows are bad.
func do(path string, minutes float64, slice func(context.Context, string, func(row))) (bad int) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	ctx, cancel := context.WithTimeout(ctx, time.Duration(minutes*float64(time.Minute)))
	defer cancel()
	dir := must.Get(os.MkdirTemp("", "endure-"))
	defer os.RemoveAll(dir)
	commit := strings.TrimSpace(must.Get(step.Output(exec.Command("git", "rev-parse", "--short", "HEAD"))))
	begun := time.Now()
	var mu sync.Mutex
	slice(ctx, dir, func(r row) {
		mu.Lock()
		defer mu.Unlock()
		r.day, r.commit = begun.UTC().Format(time.DateOnly), commit
		if r.bad > 0 {
			bad++
		}
		must.Do(addLog(path, []row{r}))
	})
	return bad
}

// program makes the program of this library that the servers are verbs of.
func program(dir string) string {
	path := filepath.Join(dir, "qikit")
	must.Get(step.Output(exec.Command("go", "build", "-o", path, "./bindings/qikit")))
	return path
}

// host is a loopback address of this process: while a server there is away nobody else's
// connection can take its port.
func host() string {
	pid := os.Getpid()
	return fmt.Sprintf("127.%d.%d.%d", 64+pid>>16&63, pid>>8&255, pid&255)
}
