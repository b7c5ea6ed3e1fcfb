// Command tune fits the weights of an evaluation to games of the engine against
// itself: the weights of internal/fiveterms for Xiangqi, and of internal/pointworth
// for Surakarta.
//
//	tune start -out internal/fiveterms/weights.go              hand-set weights
//	tune play -game surakarta -out build/positions.tsv         append positions
//	tune fit -game surakarta -out internal/pointworth/weights.go build/positions.tsv
//
// A position is a line with its text, the mover's result (1, 0.5, 0) and the
// mover's score, separated by tabs. Only the engine's own games are used. A match
// decides whether new weights are better (internal/tools/match).
package main

import (
	"flag"
	"go/format"
	"os"
	"time"

	"qikit.dev/qikit/internal/tools/must"
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
)

// tuned is what tuning knows of a game.
type tuned struct {
	table int // megabytes of the engine's table
	games
	fitting
	once  bool                                                      // a repeated position counts once
	quiet func(e engine.Engine, b game.Board, r engine.Result) bool // whether a position is kept
	text  func(b game.Board) string                                 // a position, as sample reads it
	// sample makes a position of the fit; target is the mover's.
	sample func(text string, target float64) sample
	start  func() []float64                           // hand-set weights, nil for none
	source func(w []float64, samples []sample) []byte // weights as the Go file that is compiled in
}

var tunes = map[string]func() tuned{"xiangqi": xiangqiTuned, "surakarta": surakartaTuned, "gomoku": gomokuTuned}

func main() {
	must.Main("tune", func() { run(os.Args[1:]) })
}

func run(args []string) {
	if len(args) == 0 {
		must.Fail("expected start, play or fit")
	}
	flags := flag.NewFlagSet("tune "+args[0], flag.ExitOnError)
	name := flags.String("game", "xiangqi", "xiangqi, surakarta or gomoku")
	out := flags.String("out", "/dev/stdout", "file to write")
	most := flags.Int("games", 3000, "games to play")
	seconds := flags.Int("seconds", never, "how long to play at most")
	nodes := flags.Int("nodes", 1500, "nodes a move")
	seed := flags.Uint64("seed", 1, "of the openings")
	epochs := flags.Int("epochs", 0, "passes over the positions, if not as many as usual")
	pull := flags.Float64("pull", -1, "how strongly the fit keeps to its start, if not as usual")
	afresh := flags.Bool("afresh", false, "fit from the hand-set weights instead of those compiled in")
	must.Do(flags.Parse(args[1:]))
	tune, known := tunes[*name]
	if !known {
		must.Fail("game %q, expected xiangqi, surakarta or gomoku", *name)
	}
	t := tune()
	if *epochs > 0 {
		t.epochs = *epochs
	}
	if *pull >= 0 {
		t.pull = *pull
	}
	switch {
	case args[0] == "start" && t.start != nil:
		t.write(*out, t.start(), nil)
	case args[0] == "play":
		t.play(*name, *out, *seed, *nodes, *most, time.Duration(*seconds)*time.Second)
	case args[0] == "fit":
		if *afresh && t.start != nil {
			t.from = t.start()
		}
		t.fitFiles(flags.Args(), *out)
	default:
		must.Fail("%q, expected start (not of Surakarta), play or fit", args[0])
	}
}

// write writes the weights as Go source; samples are the positions they were fitted
// to, if any.
func (t *tuned) write(path string, w []float64, samples []sample) {
	must.Do(os.WriteFile(path, must.Get(format.Source(t.source(w, samples))), 0o644))
}
