package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"qikit.dev/qikit/bindings/qikit/internal/verb"
	lib "qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/book/generate"
)

var book = verb.Verb{
	Name:  "book",
	Does:  "make a book of positions, look positions up, export it",
	Verbs: []verb.Verb{bookMake, bookLookup, bookExport},
}

var bookMake = verb.Verb{
	Name:    "make",
	Does:    "make a book by self-play, or go on with it",
	Resumes: true,
	Words:   "FILE",
	Least:   1,
	Most:    1,
	About: `--options names a file with the options of include/schema/book-options.json, such as
{"game": "xiangqi", "games": 1000, "depth": {"mean": 6}}; flags take precedence.
When it is interrupted, the same command goes on.`,
	Flags: func(set *verb.Flags) verb.Run {
		options := set.String("options", "", "file with the options, JSON")
		standard := generate.DefaultOptions()
		name := set.String("game", standard.Game, "game")
		games := set.Int("games", standard.Games, "games to play")
		workers := set.Int("workers", standard.Workers, "goroutines that play")
		seed := set.String("seed", "", "of whatever is drawn at random; without it one is drawn")
		return func(ctx context.Context, s verb.Streams, words []string) error {
			o := map[string]any{}
			if *options != "" {
				text, err := os.ReadFile(*options)
				if err != nil {
					return err
				}
				if err := json.Unmarshal(text, &o); err != nil {
					return verb.Usagef("%s: %w", *options, err)
				}
			}
			o["out"] = words[0]
			for key, value := range map[string]any{"game": *name, "games": *games, "workers": *workers, "seed": json.Number(cmp.Or(*seed, "0"))} {
				if set.Said(key) {
					o[key] = value
				}
			}
			text, err := json.Marshal(o)
			if err != nil {
				return verb.Usagef("%w", err)
			}
			full, err := generate.ParseOptions(text)
			if err != nil {
				return verb.Usagef("%w", err)
			}
			full.Resume = true
			show, end := bar(s.Err)
			_, err = generate.Book(ctx, full, func(p lib.Progress) { show(p.Phase, p.Done, p.Total) })
			end()
			if err != nil {
				return err
			}
			return withBook(words[0], func(b *lib.Book) error {
				n, err := b.Len()
				fmt.Fprintln(s.Out, "records", n)
				return err
			})
		}
	},
}

var bookLookup = verb.Verb{
	Name:  "lookup",
	Does:  "tell what a book knows of a position, as JSON",
	Words: "FILE POSITION",
	Least: 2,
	Most:  2,
	Flags: func(*verb.Flags) verb.Run {
		return func(_ context.Context, s verb.Streams, words []string) error {
			return withBook(words[0], func(b *lib.Book) error {
				entry, err := b.Lookup(words[1])
				if err != nil {
					return err
				}
				text, err := json.MarshalIndent(entry, "", "  ")
				fmt.Fprintln(s.Out, string(text))
				return err
			})
		}
	},
}

var bookExport = verb.Verb{
	Name:  "export",
	Does:  "write a book as a file of another format",
	Words: "FILE OUT",
	Least: 2,
	Most:  2,
	Flags: func(set *verb.Flags) verb.Run {
		format := set.String("format", "", "format: jsonl, pgn, csv, …; without it the suffix of OUT tells")
		options := set.String("options", "", "options of include/schema/export-options.json, JSON")
		return func(ctx context.Context, s verb.Streams, words []string) error {
			o, err := lib.ParseExportOptions([]byte(*options))
			if err != nil {
				return verb.Usagef("--options: %w", err)
			}
			return withBook(words[0], func(b *lib.Book) error {
				show, end := bar(s.Err)
				done, err := b.Export(ctx, words[1], cmp.Or(*format, strings.TrimPrefix(filepath.Ext(words[1]), ".")), o, func(p lib.Progress) { show(p.Phase, p.Done, p.Total) })
				end()
				if err == nil {
					fmt.Fprintln(s.Out, "records", done.Records)
				}
				return err
			})
		}
	},
}

func withBook(path string, do func(*lib.Book) error) error {
	b, err := lib.Open(path)
	if err != nil {
		return err
	}
	defer b.Close()
	return do(b)
}

// bar shows progress on a terminal, five times a second; elsewhere it shows nothing.
func bar(w io.Writer) (show func(phase string, done, total int64), end func()) {
	if !watched(w) {
		return func(string, int64, int64) {}, func() {}
	}
	var last time.Time
	return func(phase string, done, total int64) {
		if time.Since(last) < time.Second/5 || total <= 0 {
			return
		}
		last = time.Now()
		full := int(min(done, total) * 30 / total)
		fmt.Fprintf(w, "\r%-12s [%-30s] %d/%d ", phase, strings.Repeat("#", full), done, total)
	}, func() { fmt.Fprint(w, "\r\033[K") }
}
