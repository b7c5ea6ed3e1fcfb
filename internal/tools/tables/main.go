// Command tables makes Surakarta's endgame tables.
//
// go run ./internal/tools/tables embedded                    the tables in the library, into ./embedded (go generate)
// go run ./internal/tools/tables build FOLDER RULES PIECES N the other tables, up to 4v4, with N
// workers
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"strconv"
	"time"

	"qikit.dev/qikit/internal/tables"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	switch {
	case len(args) == 1 && args[0] == "embedded":
		return tables.WriteEmbedded(ctx, "embedded", runtime.NumCPU())
	case len(args) == 5 && args[0] == "build":
		return build(ctx, args[1], args[2], args[3], args[4])
	}
	return errors.New("usage: tables embedded | tables build FOLDER RULES PIECES WORKERS")
}

func build(ctx context.Context, folder, rules, largest, workers string) (err error) {
	o := tables.DefaultBuildOptions()
	if o.Rules, err = tables.RulesNamed(rules); err != nil {
		return err
	}
	if o.Largest, err = tables.ParsePieces(largest); err != nil {
		return err
	}
	if o.Workers, err = strconv.Atoi(workers); err != nil {
		return err
	}
	start, said := time.Now(), time.Now()
	if err := tables.Build(ctx, folder, o, func(done, total int) {
		if time.Since(said) > 5*time.Second {
			said = time.Now()
			fmt.Printf("%6.0f s  %5.1f %%\n", time.Since(start).Seconds(), 100*float64(done)/float64(total))
		}
	}); err != nil {
		return err
	}
	set, err := tables.Open(folder, o.Rules)
	if err != nil {
		return err
	}
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	fmt.Printf("%s up to %s: %.1f s, %d MB of memory, longest way %d plies\n",
		o.Rules, o.Largest, time.Since(start).Seconds(), memory.Sys>>20, set.Longest())
	return nil
}
