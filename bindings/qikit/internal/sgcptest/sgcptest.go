// Package sgcptest tests any SGCP server against the protocol:
//
//	qikit sgcptest --address 127.0.0.1:4321 [--twelve] [--run name]
package sgcptest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"qikit.dev/qikit/bindings/qikit/internal/verb"
)

// Verb is "qikit sgcptest".
var Verb = verb.Verb{
	Name: "sgcptest",
	Does: "test any SGCP server against the protocol",
	About: `Framing, faults, lobby, games, sessions and the extensions; each case uses connections of
its own. The server must let a handful of connections in at once and be idle otherwise.
It ends with "N passed, N failed", and with status 1 if any failed.`,
	Flags: func(set *verb.Flags) verb.Run {
		s := &suite{}
		set.StringVar(&s.address, "address", "127.0.0.1:4321", "address of the server")
		set.BoolVar(&s.twelve, "twelve", false, "leave out what needs more than the twelve commands")
		set.DurationVar(&s.patient, "patience", 5*time.Second, "time for a line to come")
		set.DurationVar(&s.pause, "pause", 0, "time after every command, where the server limits the rate")
		only := set.String("run", "", "run the cases whose name contains this")
		return func(_ context.Context, to verb.Streams, _ []string) error { return s.run(*only, to.Out) }
	},
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

// errFailed is a server that breaks the protocol.
var errFailed = errors.New("cases failed")

// run runs the cases whose name contains only.
func (s *suite) run(only string, out io.Writer) error {
	s.stamp = fmt.Sprintf("%x", time.Now().UnixNano()/1000%(1<<28))
	passed, failed := 0, 0
	for _, c := range append(append(framing, halls...), append(games, extensions...)...) {
		if !strings.Contains(c.name, only) || c.extended && s.twelve {
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
	if failed > 0 {
		return fmt.Errorf("%d %w", failed, errFailed)
	}
	return nil
}

// nick is a nick that nobody has.
func (s *suite) nick() string {
	s.names++
	return fmt.Sprintf("t%s%d", s.stamp, s.names)
}
