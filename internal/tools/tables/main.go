// Command tables makes Surakarta's endgame tables.
//
// go run ./internal/tools/tables embedded                    the tables in the library, into ./embedded (go generate)
// go run ./internal/tools/tables build FOLDER RULES PIECES N the other tables, up to 4v4, with N
// workers
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"strconv"
	"time"

	"qikit.dev/qikit/internal/tables"
	"qikit.dev/qikit/internal/tools/must"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	must.Main("tables", func() { run(ctx, os.Args[1:]) })
}

func run(ctx context.Context, args []string) {
	switch {
	case len(args) == 1 && args[0] == "embedded":
		must.Do(tables.WriteEmbedded(ctx, "embedded", runtime.NumCPU()))
	case len(args) == 5 && args[0] == "build":
		build(ctx, args[1], args[2], args[3], args[4])
	default:
		must.Fail("usage: tables embedded | tables build FOLDER RULES PIECES WORKERS")
	}
}

func build(ctx context.Context, folder, rules, largest, workers string) {
	o := tables.DefaultBuildOptions()
	o.Rules = must.Get(tables.RulesNamed(rules))
	o.Largest = must.Get(tables.ParsePieces(largest))
	o.Workers = must.Get(strconv.Atoi(workers))
	start, said := time.Now(), time.Now()
	must.Do(tables.Build(ctx, folder, o, func(done, total int) {
		if time.Since(said) > 5*time.Second {
			said = time.Now()
			fmt.Printf("%6.0f s  %5.1f %%\n", time.Since(start).Seconds(), 100*float64(done)/float64(total))
		}
	}))
	set := must.Get(tables.Open(folder, o.Rules))
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	fmt.Printf("%s up to %s: %.1f s, %d MB of memory, longest way %d plies\n",
		o.Rules, o.Largest, time.Since(start).Seconds(), memory.Sys>>20, set.Longest())
}
