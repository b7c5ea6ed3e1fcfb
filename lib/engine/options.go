package engine

import (
	"time"

	"qikit.dev/qikit/internal/options"
)

// Options says what engine to make. DefaultOptions fills it; New checks it
// once. A field that the kind does not use is not looked at, unless it asks
// for something that the kind cannot do (ErrUnsupported).
type Options struct {
	// Kind is "alphabeta", "mcts", "uci", "ucci" or "gtp"; empty (default) for
	// the game's usual one: "mcts" for Go and Capture Go, "alphabeta" for the
	// others.
	Kind string `json:"kind"`
	// Strategy names the evaluation where a game has several; empty or
	// "default" for the game's own. Xiangqi has one; Surakarta has "101" to "106"
	// beside it, Capture Go "playouts", which does without a network. "101" to "106"
	// take neither a level nor tables, and no notice of the seed and of TableMB.
	Strategy string `json:"strategy"`
	// Level is the playing strength, 1 (a beginner's) to 10 (default, all that
	// the engine can).
	Level int `json:"level" range:"1..10"`
	// Workers is the number of goroutines that search, 1 (default) to 256. Only
	// one worker gives the same result every time.
	Workers int `json:"workers" range:"1..256"`
	// TableMB is the size of the transposition table in megabytes, 1 to 65536,
	// default 64. Memory is taken as it is used.
	TableMB int `json:"table_mb" range:"1..65536"`
	// Seed is for whatever is drawn at random: the same seed, the same moves.
	// Default 0.
	Seed uint64 `json:"seed"`
	// Tables is the directory of endgame tables that BuildTables made; empty
	// (default) for those inside the library only. What cannot be read there is
	// left out, and the first result's Note says so.
	Tables string `json:"tables"`
	// Ponder lets the engine think on the opponent's time, default false: after a
	// search it goes on with its workers where it expects the game to go, until its
	// next call, for five minutes at most. The next search is the deeper for it,
	// and no longer the same every time. Kind "alphabeta" at level 10 only.
	Ponder bool `json:"ponder"`
	// Net is a network file; empty (default) for the built-in evaluation, which for
	// Capture Go is a network on the boards that it has learnt.
	Net string `json:"net"`
	// Deterministic runs networks on plain Go, default false: some ten times
	// slower, and with the same bits on every machine. Otherwise a search repeats on
	// machines whose processors are alike.
	Deterministic bool `json:"deterministic"`
	// Book is a book file whose moves are played where it has any; empty (default)
	// for none. It is for book.NewEngine of lib/book: New refuses one.
	Book string `json:"book"`
	// Path is the program of an external engine (kinds "uci", "ucci" and "gtp").
	Path string `json:"path"`
	// Args are the program's arguments.
	Args []string `json:"args"`
	// Settings are sent to an external engine as options, in order of name; over
	// GTP as commands with their arguments.
	Settings map[string]string `json:"settings"`
	// Timeout is how long an external engine may be silent when an answer is
	// due, 1 ms to a day, default 10 s. In JSON a number of seconds.
	Timeout time.Duration `json:"timeout" range:"0.001..86400"`
	// VisitsBase and VisitsFactor turn a depth into the visits of a tree
	// search: base x factor^depth. Defaults 25 and 1.5; 0.001 to 1e9 and 1 to 100.
	VisitsBase   float64 `json:"visits_base" range:"0.001..1000000000"`
	VisitsFactor float64 `json:"visits_factor" range:"1..100"`
}

// LevelMax is the level without any handicap.
const LevelMax = 10

// DefaultOptions is the built-in engine at full strength with one worker and a
// table of 64 megabytes.
func DefaultOptions() Options {
	return Options{
		Level:        LevelMax,
		Workers:      1,
		TableMB:      64,
		Timeout:      10 * time.Second,
		VisitsBase:   25,
		VisitsFactor: 1.5,
	}
}

// ParseOptions reads a JSON object of the fields of Options over the defaults:
// {"kind": "alphabeta", "workers": 2, "timeout": 2.5}. null leaves a default
// as it is. A wrong key or value is ErrOptions.
func ParseOptions(text []byte) (Options, error) {
	o := DefaultOptions()
	return o, options.Wrap(ErrOptions, options.Read(text, &o))
}
