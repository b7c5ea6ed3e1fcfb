package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"time"

	"qikit.dev/qikit/bindings/qikit/internal/verb"
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
)

var analyse = verb.Verb{
	Name:  "analyse",
	Does:  "search a position and tell the best moves, as JSON",
	Words: "[POSITION]",
	Most:  1,
	About: `Without a position it searches the game's start. It ends at the first limit reached,
and needs one of --depth, --nodes, --visits and --time. An interrupted search tells the best
it has.`,
	Flags: func(set *verb.Flags) verb.Run {
		l := engine.DefaultLimits()
		name := set.String("game", "xiangqi", "game: "+strings.Join(game.Names(), ", "))
		rules := set.String("rules", "", "rules of the game, JSON")
		moves := set.String("moves", "", "moves played from the position, spaces between")
		options := set.String("options", "{}", "options of include/schema/engine-options.json, JSON, or @ and a file")
		set.IntVar(&l.Depth, "depth", l.Depth, "plies, 1 to 100")
		set.IntVar(&l.Nodes, "nodes", l.Nodes, "positions searched")
		set.IntVar(&l.Visits, "visits", l.Visits, "playouts of a tree search")
		set.DurationVar(&l.Time, "time", l.Time, "thinking time")
		set.IntVar(&l.Lines, "lines", l.Lines, "best lines wanted, 1 to 361")
		return func(ctx context.Context, s verb.Streams, words []string) error {
			if !l.Limited() {
				return verb.Usagef("expected one of --depth, --nodes, --visits and --time")
			}
			if err := l.Check(); err != nil {
				return verb.Usagef("%w", err)
			}
			b, err := game.New(*name, game.Setup{Position: strings.Join(words, " "), Rules: json.RawMessage(*rules)})
			if err != nil {
				return err
			}
			if err := game.PlayLine(b, strings.Fields(*moves)); err != nil {
				return err
			}
			return search(ctx, s, b, *name, *options, l)
		}
	},
}

// search prints what an engine finds, and its progress on a terminal.
func search(ctx context.Context, s verb.Streams, b game.Board, name, options string, l engine.Limits) error {
	text, err := verb.Secret(options)
	if err != nil {
		return err
	}
	o, err := engine.ParseOptions([]byte(text))
	if err != nil {
		return verb.Usagef("--options: %w", err)
	}
	e, err := engine.New(name, o)
	if err != nil {
		return err
	}
	defer e.Close()
	end := func() {}
	if watched(s.Err) {
		var last time.Time
		l.Progress = func(r engine.Result) {
			if time.Since(last) >= time.Second/5 {
				last = time.Now()
				fmt.Fprintf(s.Err, "\rdepth %d, %d nodes ", r.Depth, r.Nodes)
			}
		}
		end = func() { fmt.Fprint(s.Err, "\r\033[K") }
	}
	r, err := e.Search(ctx, b, l)
	end()
	if err != nil && ctx.Err() == nil {
		return err
	}
	fmt.Fprintln(s.Out, string(r.JSON(b)))
	return nil
}

// watched tells whether somebody looks at what is written.
func watched(w any) bool {
	file, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
