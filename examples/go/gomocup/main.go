// Command gomocup lets Piskvork, and any other manager that speaks the protocol of the
// Gomocup tournament, host qikit's engine of Gomoku:
//
//	go build -o pbrain-qikit ./examples/go/gomocup
//
// It plays freestyle, standard and Renju, as INFO rule says, and chooses in the opening
// swap2. Without a limit from the manager it thinks as long as -time says.
package main

import (
	"flag"
	"fmt"
	"os"
	"time"

	"qikit.dev/qikit/lib/engine"
)

func main() {
	o := engine.DefaultOptions()
	flag.IntVar(&o.Level, "level", engine.LevelMax, "playing strength, 1 to 10")
	flag.IntVar(&o.Workers, "threads", 1, "threads that search")
	flag.IntVar(&o.TableMB, "memory", 64, "megabytes of the search's table")
	flag.Uint64Var(&o.Seed, "seed", 0, "of whatever is drawn at random")
	each := flag.Duration("time", 5*time.Second, "thinking time a move where the manager sets none")
	nodes := flag.Int("nodes", 0, "positions a move; 0 for no limit")
	flag.Parse()
	if err := serve(o, *each, *nodes); err != nil {
		fmt.Fprintln(os.Stderr, "gomocup:", err)
		os.Exit(1)
	}
}

func serve(o engine.Options, each time.Duration, nodes int) error {
	if flag.NArg() > 0 {
		return fmt.Errorf("argument %q, expected flags only", flag.Arg(0))
	}
	if each <= 0 || nodes < 0 {
		return fmt.Errorf("-time %v and -nodes %d, expected a time over 0 and no negative number", each, nodes)
	}
	s, err := newSession(os.Stdout, o)
	if err != nil {
		return err
	}
	defer s.engine.Close()
	s.each, s.nodes = each, nodes
	return s.run(os.Stdin)
}
