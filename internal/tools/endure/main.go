// Command endure does in slices what takes longer than a test may: it kills the servers at
// random, runs every fuzz target, and lets the servers run with nobody killed. Each slice
// adds a row to a log, so that the sums grow over runs; they are printed at the end.
//
//	go run ./internal/tools/endure [-minutes 10] [-log FILE] kills|fuzz|mutate|soak|sums
//
// It ends with status 1 when anything was lost, doubled, found or leaked in the slice.
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
	minutes := flag.Float64("minutes", 10, "how long the slice lasts")
	path := flag.String("log", "internal/tools/endure/log.tsv", "file that rows are added to")
	flag.Parse()
	bad := 0
	must.Main("endure", func() {
		if flag.NArg() != 1 {
			must.Fail("expected one of kills, fuzz, mutate, soak, sums")
		}
		name := flag.Arg(0)
		if slice := slicesOf[name]; slice != nil {
			bad = do(*path, *minutes, slice)
		} else if name != "sums" {
			must.Fail("%q is none of kills, fuzz, mutate, soak, sums", name)
		}
		printSums(os.Stdout, must.Get(readLog(*path)))
	})
	if bad > 0 {
		os.Exit(1)
	}
}

// do is one slice: it returns how many of its rows are bad.
func do(path string, minutes float64, slice func(context.Context, string) []row) (bad int) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	ctx, cancel := context.WithTimeout(ctx, time.Duration(minutes*float64(time.Minute)))
	defer cancel()
	dir := must.Get(os.MkdirTemp("", "endure-"))
	defer os.RemoveAll(dir)
	commit := strings.TrimSpace(must.Get(step.Output(exec.Command("git", "rev-parse", "--short", "HEAD"))))
	begun := time.Now()
	rows := slice(ctx, dir)
	for i := range rows {
		rows[i].day, rows[i].commit = begun.UTC().Format(time.DateOnly), commit
		if rows[i].bad > 0 {
			bad++
		}
	}
	must.Do(addLog(path, rows))
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
