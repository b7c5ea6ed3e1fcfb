package main

import (
	"context"
	"fmt"
	"io"
	"os"

	"qikit.dev/qikit/bindings/qikit/internal/verb"
	lib "qikit.dev/qikit/lib/review"
)

var review = verb.Verb{
	Name:  "review",
	Does:  "look through a game of Capture Go: bad moves, targets, demonstrations",
	Words: "FILE",
	Least: 1,
	Most:  1,
	About: `FILE is a record in SGF, - for standard input. --options are those of
include/schema/review-options.json; flags take precedence.`,
	Flags: func(set *verb.Flags) verb.Run {
		options := set.String("options", "{}", "options, JSON, or @ and a file")
		format := set.String("format", "json", "format of what is printed: json, or sgf with variations and comments")
		over := set.Options(lib.DefaultOptions())
		return func(ctx context.Context, s verb.Streams, words []string) error {
			if *format != "json" && *format != "sgf" {
				return verb.Usagef("--format %s, expected json or sgf", *format)
			}
			text, err := over(*options)
			if err != nil {
				return err
			}
			o, err := lib.ParseOptions(text)
			if err != nil {
				return verb.Usagef("%w", err)
			}
			record, err := readAll(s.In, words[0])
			if err != nil {
				return err
			}
			r, err := lib.Review(ctx, record, o)
			if err != nil {
				return err
			}
			out := r.JSON()
			if *format == "sgf" {
				if out, err = r.SGF(); err != nil {
					return err
				}
			}
			fmt.Fprintln(s.Out, string(out))
			return nil
		}
	},
}

// readAll reads a file, or in when it is named -.
func readAll(in io.Reader, path string) ([]byte, error) {
	if path == "-" {
		return io.ReadAll(in)
	}
	return os.ReadFile(path)
}
