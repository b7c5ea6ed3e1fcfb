// Command sgcptest tests any SGCP server against the protocol: framing, faults,
// lobby, games, sessions and the extensions. Each case uses connections of its own.
//
//	go run ./examples/go/sgcptest -address 127.0.0.1:4321 [-twelve] [-run name]
//
// The server must let a handful of connections in at once and be idle otherwise.
// It ends with "N passed, N failed".
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"time"
)

func main() {
	failed, err := run(os.Args[1:], os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, "sgcptest:", err)
	}
	if err != nil || failed > 0 {
		os.Exit(1)
	}
}

// suite is the state of a run.
type suite struct {
	address string
	twelve  bool          // the server knows the twelve commands only
	patient time.Duration // that a line may take
	pause   time.Duration // between commands, for a server that limits the rate
	names   int           // nicks used
	stamp   string        // that makes nicks new
	open    []*talk
	err     error // the first failure of the case under way
}

// testCase is one case; extended ones need more than the twelve commands.
type testCase struct {
	name     string
	extended bool
	do       func(s *suite)
}

// run runs the cases and says how many failed.
func run(args []string, out io.Writer) (failed int, err error) {
	s := &suite{}
	set := flag.NewFlagSet("sgcptest", flag.ContinueOnError)
	set.StringVar(&s.address, "address", "127.0.0.1:4321", "of the server")
	set.BoolVar(&s.twelve, "twelve", false, "leave out what needs more than the twelve commands")
	set.DurationVar(&s.patient, "patience", 5*time.Second, "for a line to come")
	set.DurationVar(&s.pause, "pause", 0, "after every command, where the server limits the rate")
	only := set.String("run", "", "run the cases whose name contains this")
	if err := set.Parse(args); err != nil {
		return 0, err
	}
	s.stamp = fmt.Sprintf("%x", time.Now().UnixNano()/1000%(1<<28))
	passed := 0
	for _, c := range append(append(framing, halls...), append(games, extensions...)...) {
		if !strings.Contains(c.name, *only) || c.extended && s.twelve {
			continue
		}
		s.err = nil
		c.do(s)
		for _, t := range s.open {
			t.conn.Close()
		}
		s.open = nil
		if s.err != nil {
			failed++
			fmt.Fprintf(out, "FAIL %s: %v\n", c.name, s.err)
			continue
		}
		passed++
		fmt.Fprintf(out, "ok   %s\n", c.name)
	}
	fmt.Fprintf(out, "%d passed, %d failed\n", passed, failed)
	return failed, nil
}

// nick is a nick that nobody has.
func (s *suite) nick() string {
	s.names++
	return fmt.Sprintf("t%s%d", s.stamp, s.names)
}
