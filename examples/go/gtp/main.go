// Command gtp lets any program with a Go board on the screen, and any referee of
// matches, play qikit's engine of Go by the Go Text Protocol, version 2:
//
//	go build -o qikit-gtp ./examples/go/gtp
//	gogui -program "./qikit-gtp -threads 2"
//
// Without a clock from the controller it thinks as long as -time says, or as many
// playouts as -visits says, and then plays the same game for the same -seed with
// one thread.
package main

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"time"

	"qikit.dev/qikit/lib/engine"
	_ "qikit.dev/qikit/lib/weiqi" // registers "go"
)

func main() {
	o := engine.DefaultOptions()
	flag.IntVar(&o.Level, "level", engine.LevelMax, "playing strength, 1 to 10")
	flag.IntVar(&o.Workers, "threads", runtime.NumCPU(), "threads that search")
	flag.IntVar(&o.TableMB, "memory", 256, "megabytes of the search's tree")
	flag.Uint64Var(&o.Seed, "seed", 0, "of whatever is drawn at random")
	each := flag.Duration("time", 2*time.Second, "thinking time a move, while no clock runs; 0 for none")
	visits := flag.Int("visits", 0, "playouts a move, while no clock runs; 0 for no limit")
	flag.Parse()
	if err := serve(o, *each, *visits); err != nil {
		fmt.Fprintln(os.Stderr, "gtp:", err)
		os.Exit(1)
	}
}

func serve(o engine.Options, each time.Duration, visits int) error {
	if flag.NArg() > 0 {
		return fmt.Errorf("argument %q, expected flags only", flag.Arg(0))
	}
	if each <= 0 && visits <= 0 {
		return fmt.Errorf("-time %v and -visits %d, expected one of them over 0", each, visits)
	}
	s, err := newSession(os.Stdout, o)
	if err != nil {
		return err
	}
	defer s.engine.Close()
	s.each, s.visits = each, visits
	return s.run(os.Stdin)
}
