// Command tunesurakarta makes the weights of internal/pointworth out of the
// program's own games:
//
//	tunesurakarta play -games 3000 -out build/surakarta.tsv
//	tunesurakarta fit -out internal/pointworth/weights.go build/surakarta.tsv
//
// Whether new weights are worth having is for a match to say
// (internal/tools/match).
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "tunesurakarta:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) == 0 {
		return errors.New("play or fit?")
	}
	flags := flag.NewFlagSet(args[0], flag.ExitOnError)
	out := flags.String("out", "", "file to write")
	games := flags.Int("games", 3000, "games to play")
	nodes := flags.Int("nodes", 1500, "nodes a move")
	seed := flags.Uint64("seed", 1, "of the openings")
	if err := flags.Parse(args[1:]); err != nil {
		return err
	}
	switch args[0] {
	case "play":
		return play(*out, *games, *nodes, *seed)
	case "fit":
		samples, err := read(flags.Args())
		if err != nil {
			return err
		}
		return fit(samples, *out)
	}
	return fmt.Errorf("%q, expected play or fit", args[0])
}
