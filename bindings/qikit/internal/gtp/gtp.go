// Package gtp lets any program with a Go board on the screen, and any referee of
// matches, play qikit's engine of Go by the Go Text Protocol, version 2:
//
//	gogui -program "qikit gtp --threads 2"
package gtp

import (
	"context"
	"runtime"
	"time"

	"qikit.dev/qikit/bindings/qikit/internal/verb"
	"qikit.dev/qikit/lib/engine"
	_ "qikit.dev/qikit/lib/weiqi" // registers "go"
)

// Verb is "qikit gtp".
var Verb = verb.Verb{
	Name: "gtp",
	Does: "play Go for a program with a board, over GTP",
	About: `Without a clock from the controller it thinks as long as --time says, or as many
playouts as --visits says, and then plays the same game for the same --seed with one
thread: gogui -program "qikit gtp --threads 2"`,
	Flags: func(set *verb.Flags) verb.Run {
		o := engine.DefaultOptions()
		set.IntVar(&o.Level, "level", engine.LevelMax, "playing strength, 1 to 10")
		set.IntVar(&o.Workers, "threads", runtime.NumCPU(), "threads that search")
		set.IntVar(&o.TableMB, "memory", 256, "megabytes of the search's tree")
		set.Uint64Var(&o.Seed, "seed", 0, "of whatever is drawn at random")
		each := set.Duration("time", 2*time.Second, "thinking time a move, while no clock runs; 0 for none")
		visits := set.Int("visits", 0, "playouts a move, while no clock runs; 0 for no limit")
		return func(_ context.Context, s verb.Streams, _ []string) error {
			if *each <= 0 && *visits <= 0 {
				return verb.Usagef("--time %v and --visits %d, expected one of them over 0", *each, *visits)
			}
			session, err := newSession(s.Out, o)
			if err != nil {
				return err
			}
			defer session.engine.Close()
			session.each, session.visits = *each, *visits
			return session.run(s.In)
		}
	},
}
