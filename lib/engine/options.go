package engine

import (
	"time"

	"qikit.dev/qikit/internal/options"
)

// Options says what engine to make. DefaultOptions fills it; New checks it
// once. A field that the kind does not use is not looked at, unless it asks
// for something that the kind cannot do (ErrUnsupported).
type Options struct {
	// What plays: the built-in alpha-beta search, the built-in Monte-Carlo tree search, or
	// an external program that speaks UCI, UCCI or GTP. Left out, it is the tree search for
	// Go and Capture Go, and alpha-beta for the other games. "alphabeta", "mcts", "uci",
	// "ucci" or "gtp".
	Kind string `json:"kind"`
	// The search and its evaluation, where a game has several. Surakarta has "101" to
	// "106", which take neither a level nor tables and ignore Seed and TableMB; Capture Go
	// has "playouts". Empty or "default" is the game's own.
	Strategy string `json:"strategy"`
	// Playing strength: 1 plays like a beginner, 10 as well as the engine can. 1 to 10;
	// default 10.
	Level int `json:"level" range:"1..10"`
	// Threads that search. Only one worker gives the same result every time. 1 to 256;
	// default 1.
	Workers int `json:"workers" range:"1..256"`
	// Size of the transposition table in megabytes; memory is taken as it is used. Players
	// of a book job have 16 unless they say otherwise. 1 to 65536; default 64.
	TableMB int `json:"table_mb" range:"1..65536"`
	// Seed of whatever is drawn at random: the same seed gives the same moves. Default 0.
	Seed uint64 `json:"seed"`
	// Folder of endgame tables that a build of tables made. Empty: only the tables inside
	// the library. A file that cannot be read is left out, and the note of the first result
	// says so.
	//
	// BuildTables makes such a folder.
	Tables string `json:"tables"`
	// Think on the opponent's time: after a search the engine goes on where it expects the
	// game to go, until its next call, for five minutes at most. Only for alpha-beta at
	// level 10; results are then not repeatable. Default false.
	Ponder bool `json:"ponder"`
	// Network file that evaluates positions. Empty: the built-in evaluation, which for
	// Capture Go is a network on the boards that it has learnt.
	Net string `json:"net"`
	// Run networks in plain Go, which gives the same bits on every machine and is some ten
	// times slower. Otherwise a search repeats only on machines with alike processors.
	// Default false.
	Deterministic bool `json:"deterministic"`
	// Book file of the game. Empty: none. When the book has the position, a search for one
	// line with some limit is answered from it at once, whatever the level. The answer is
	// the best evaluated of the moves played there, or the most played move where that one
	// has no evaluation; so the same book gives the same move each time. In the result, the
	// score is the move's evaluation (nil where it has none), the win rate is the move's
	// share of the points in the games in which it was played, the line is the move alone,
	// depth, nodes and time are 0, and the note begins with "book: ". A move that would end
	// the game without winning it is not taken from the book. Players of a book job take no
	// book.
	//
	// It is for play.NewEngine of lib/book/play: New refuses one.
	Book string `json:"book"`
	// Program of an external engine.
	Path string `json:"path"`
	// Arguments of that program.
	Args []string `json:"args"`
	// Options sent to an external engine, in order of their names; over GTP they are
	// commands with their arguments.
	Settings map[string]string `json:"settings"`
	// Time that an external engine may stay silent when an answer is due. 0.001 to 86400 s;
	// default 10 s.
	Timeout time.Duration `json:"timeout" range:"0.001..86400"`
	// Tree search: a depth of d plies means VisitsBase x VisitsFactor^d playouts. At least
	// 0.001; default 25.
	VisitsBase float64 `json:"visits_base" range:"0.001..1000000000"`
	// See VisitsBase. 1 to 100; default 1.5.
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
