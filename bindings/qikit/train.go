package main

import (
	"context"
	"encoding/json"
	"fmt"

	"qikit.dev/qikit/bindings/qikit/internal/verb"
	lib "qikit.dev/qikit/lib/train"
)

var train = verb.Verb{
	Name:    "train",
	Does:    "make a network from books",
	Words:   "OUT BOOK ...",
	Least:   2,
	Most:    1000,
	Resumes: true,
	About: `The options are those of include/schema/train-options.json, which tells what they mean;
flags take precedence over --options. When it is interrupted, the same command goes on.`,
	Flags: func(set *verb.Flags) verb.Run {
		options := set.String("options", "{}", "options, JSON, or @ and a file")
		over := set.Options(lib.DefaultOptions(), "out", "books", "resume")
		return func(ctx context.Context, s verb.Streams, words []string) error {
			text, err := over(*options)
			if err != nil {
				return err
			}
			given := map[string]any{}
			if err := json.Unmarshal(text, &given); err != nil {
				return err
			}
			given["out"], given["books"], given["resume"] = words[0], words[1:], true
			if text, err = json.Marshal(given); err != nil {
				return err
			}
			o, err := lib.ParseOptions(text)
			if err != nil {
				return verb.Usagef("%w", err)
			}
			sum, err := lib.Run(ctx, o)
			if err != nil {
				return err
			}
			report, err := json.Marshal(sum)
			fmt.Fprintln(s.Out, string(report))
			return err
		}
	},
}
