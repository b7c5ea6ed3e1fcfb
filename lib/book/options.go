package book

import (
	"bytes"
	"encoding/json"
	"fmt"
	"runtime"

	"qikit.dev/qikit/internal/options"
	"qikit.dev/qikit/lib/engine"
)

// Options is a job for Generate. DefaultOptions fills it; Generate checks it
// once. The json tags are the keys of ParseOptions; a nil pointer is off.
type Options struct {
	// Game names the game; required.
	Game string `json:"game" required:"the name of a game"`
	// Rules is a JSON object of the game's own options; empty for its defaults.
	Rules json.RawMessage `json:"rules,omitempty"`
	// Out is the book file to be made; required. A file that is there already
	// is ErrExists, unless Resume is set.
	Out string `json:"out" required:"the path of the book file"`
	// Initial says where games start: nothing (default) for the game's start
	// position, a list of position texts, or the path of a FEN, EPD or PGN file.
	Initial Initial `json:"initial" expected:"a list of position texts or the path of a FEN, EPD or PGN file"`
	// Games is how often each initial position is played, 1 (default) to 1e9.
	// Not with Breadth, which plays each initial position out once.
	Games int `json:"games" range:"1..1000000000"`
	// MaxPlies ends a game, 1 to 10000 plies, default 200. A game so ended
	// counts as a draw, with the reason "ply cap". Not with Breadth, whose Plies
	// say it.
	MaxPlies int `json:"max_plies" range:"1..10000"`
	// Depth says how search depths are drawn.
	Depth Depth `json:"depth"`
	// AllowSingleDepth lets a Depth pass that can yield one depth only [12].
	AllowSingleDepth bool `json:"allow_single_depth"`
	// TopK is from how many of the best moves one is drawn, 1 (the best move)
	// to 256, default 3 [131]. Not with Breadth, whose Width says it.
	TopK int `json:"top_k" range:"1..256"`
	// MaxLoss is how much worse than the best a drawn move may be, 0 or more
	// hundredths, default 100; nil for any. Not with Breadth, which plays the
	// best moves whatever they lose.
	MaxLoss *int `json:"max_loss" range:"0.."`
	// Breadth makes a breadth-first job [140]; nil (default) plays games.
	Breadth *Breadth `json:"breadth"`
	// Record is what of a game becomes candidate positions: "all" (default),
	// the initial position and every one after a move, or "end", the last one.
	Record string `json:"record" words:"all end"`
	// Distance, only with Record "end", ends each game after so many plies,
	// fixed or drawn per game from a span; nil (default) plays it out [134].
	Distance *Span `json:"distance" expected:"a number of plies or [least, most]"`
	// Balance keeps unbalanced games alive [151]; nil (default) is off.
	Balance *Balance `json:"balance"`
	// Stop ends games that are decided. Not with Breadth.
	Stop Stop `json:"stop"`
	// Players are the engines, one for every player, or one for all; empty
	// (default) for the built-in one.
	Players []Player `json:"players"`
	// Preset is the player in whose view records are, by name or index; empty
	// (default) for the first player.
	Preset Seat `json:"preset" expected:"a player's name or index"`
	// Dedupe drops candidates that are in the book already; default true.
	Dedupe bool `json:"dedupe"`
	// Mirror counts positions that differ by a symmetry of the board as
	// duplicates; default false.
	Mirror bool `json:"mirror"`
	// Sanity drops candidates that can not be positions of the game, and
	// refuses initial positions that can not; default true.
	Sanity bool `json:"sanity"`
	// Reevaluate is the fresh search of every position kept; nil for none, and
	// records then have the evaluation of the search in the game.
	Reevaluate *Reevaluate `json:"reevaluate"`
	// Seed is for whatever is drawn at random: the same options and seed give
	// the same records. nil (default): drawn, and recorded in the file.
	Seed *uint64 `json:"seed"`
	// Workers is how many games are played at once, 1 to 1024; the default is
	// the number of processors. It does not change the records.
	Workers int `json:"workers" range:"1..1024"`
	// Resume goes on with the job in the file Out, if it is there; its options
	// must agree.
	Resume bool `json:"resume"`
	// Repeatable refuses engines and limits that do not give the same result
	// every time; default true. False marks the book as not repeatable.
	Repeatable bool `json:"repeatable"`

	// engines makes the engine of a player, for tests; nil for engine.New.
	engines func(player int) (engine.Engine, error)
}

// Depth is how search depths are drawn [120]. Depth is in plies; an engine
// that searches a tree by playouts turns it into visits.
type Depth struct {
	// Scope is for what a depth is drawn: "ply" (default), "player" (kept for
	// the whole game) or "game" (the same for all players).
	Scope string `json:"scope" words:"ply player game"`
	// Distribution is "normal" (default), "uniform" or "list".
	Distribution string `json:"distribution" words:"normal uniform list"`
	// Mean and SD are the normal distribution's, in plies; a draw is rounded to
	// the nearest whole number and clamped to Min and Max. Defaults 5 and 1.5.
	Mean float64 `json:"mean"`
	SD   float64 `json:"sd"`
	// Min and Max are the bounds, included, 1 to 100; the uniform distribution
	// draws from Min, Min+1, …, Max. 0 is Min 1 and Max three SD over Mean; a
	// uniform distribution needs both.
	Min int `json:"min" range:"0..100"`
	Max int `json:"max" range:"0..100"`
	// Depths and Weights are the list and how often each is drawn; without
	// Weights all are equally frequent.
	Depths  []int     `json:"depths,omitempty" range:"1..100"`
	Weights []float64 `json:"weights,omitempty" range:"0.."`
}

// SetDefaults sets them, for a part that is turned on.
func (d *Depth) SetDefaults() {
	*d = Depth{Scope: ScopePly, Distribution: DistributionNormal, Mean: 5, SD: 1.5}
}

// Scopes and distributions of Depth.
const (
	ScopePly            = "ply"
	ScopePlayer         = "player"
	ScopeGame           = "game"
	DistributionNormal  = "normal"
	DistributionUniform = "uniform"
	DistributionList    = "list"
)

// Values of Options.Record.
const (
	RecordAll = "all"
	RecordEnd = "end"
)

// Breadth plays the Width best moves of every decision for Plies plies, which
// gives Width^Plies lines where enough moves are legal [142].
type Breadth struct {
	Width int  `json:"width" range:"2..256"`      // moves a decision, 2 to 256, default 3
	Plies int  `json:"plies" range:"1..100"`      // 1 to 100, default 4
	Merge bool `json:"merge"`                     // play positions reached twice at the same ply once; default false
	Cap   int  `json:"cap" range:"1..1000000000"` // refuse jobs of more lines, 1 to 1e9, default 1e6
}

// DefaultBreadth is three moves a decision for four plies, up to a million
// lines.
func DefaultBreadth() *Breadth { return &Breadth{Width: 3, Plies: 4, Cap: 1_000_000} }

// SetDefaults sets them, for a part that is turned on.
func (b *Breadth) SetDefaults() { *b = *DefaultBreadth() }

// Balance adjusts the players' strength in unbalanced positions, so that the
// stronger side does not end the game at once [156].
type Balance struct {
	// Every is the number of plies from one check to the next, 1 or more;
	// default 1.
	Every int `json:"every" range:"1..10000"`
	// Threshold is the difference of the players' evaluations from which on a
	// position is unbalanced, in hundredths, over 0; default 100; nil for none.
	Threshold *int `json:"threshold" range:"1.."`
	// Ratio is the same for their ratio, greater by smaller, over 1; default nil.
	Ratio *float64 `json:"ratio" range:">1"`
	// Combine says whether "any" (default) or "all" of Threshold and Ratio
	// make a position unbalanced, when both are given.
	Combine string `json:"combine" words:"any all"`
	// Evaluator is "terms" (default: each player's own static evaluation),
	// "search" (half of the score of the game's last search for the one who
	// made it, minus half for the others; without a Ratio) or "nnue".
	Evaluator string `json:"evaluator" words:"terms search nnue"`
	// Depth is "both" (default: the weaker's up, the stronger's down), "raise"
	// (the weaker's up), "lower" (the stronger's down) or "off".
	Depth string `json:"depth" words:"both raise lower off"`
	// Step is by how many plies the offset grows at each check while the game
	// is unbalanced, and shrinks while it is not; 1 or more, default 2. Max is
	// its limit, default 6.
	Step int `json:"step" range:"1..100"`
	Max  int `json:"max" range:"1..100"`
	// Rank replaces the choice among the TopK while the game is unbalanced; nil
	// (default) is off.
	Rank *Rank `json:"rank"`
}

// DefaultBalance checks every ply for a difference of 100 and adjusts both
// depths.
func DefaultBalance() *Balance {
	threshold := 100
	return &Balance{Every: 1, Threshold: &threshold, Combine: "any", Evaluator: EvaluatorTerms, Depth: "both", Step: 2, Max: 6}
}

// SetDefaults sets them, for a part that is turned on.
func (b *Balance) SetDefaults() { *b = *DefaultBalance() }

// Values of Balance.Evaluator.
const (
	EvaluatorTerms  = "terms"
	EvaluatorSearch = "search"
	EvaluatorNNUE   = "nnue"
)

// Rank is from which of the moves, the best being 1, the weaker and the
// stronger player draw [167]: single ranks when both ends are the same. The
// middle of Weaker must be before that of Stronger.
type Rank struct {
	Weaker   [2]int `json:"weaker" expected:"two ranks from 1 to 256, the better one first"`   // default 1 to 1
	Stronger [2]int `json:"stronger" expected:"two ranks from 1 to 256, the better one first"` // default 2 to 2
}

// SetDefaults sets them, for a part that is turned on.
func (r *Rank) SetDefaults() { *r = Rank{Weaker: [2]int{1, 1}, Stronger: [2]int{2, 2}} }

// Stop ends games early.
type Stop struct {
	// Win gives the game to a player who has been ahead by a score for so many
	// plies running, in the eyes of all who moved; nil (default) for never.
	Win *StopWin `json:"win"`
	// Draw ends a game that has been level for so many plies running, from a
	// ply on; nil (default) for never.
	Draw *StopDraw `json:"draw"`
	// Mate ends a game as soon as a search has proven who wins; default false,
	// and it is played out.
	Mate bool `json:"mate"`
}

// StopWin is when a game counts as won.
type StopWin struct {
	Score int `json:"score" range:"1..32000"` // hundredths, over 0, default 1000
	Plies int `json:"plies" range:"1..10000"` // 1 or more, default 6
}

// SetDefaults sets them, for a part that is turned on.
func (s *StopWin) SetDefaults() { *s = StopWin{Score: 1000, Plies: 6} }

// StopDraw is when a game counts as drawn.
type StopDraw struct {
	Score int `json:"score" range:"0..32000"` // hundredths, 0 or more, default 10
	Plies int `json:"plies" range:"1..10000"` // 1 or more, default 20
	After int `json:"after" range:"0..10000"` // plies from the initial position, 0 or more, default 80
}

// SetDefaults sets them, for a part that is turned on.
func (s *StopDraw) SetDefaults() { *s = StopDraw{Score: 10, Plies: 20, After: 80} }

// Reevaluate is the fresh search of a position that has been kept [186].
type Reevaluate struct {
	// Depth in plies, 1 to 100; default 8.
	Depth int `json:"depth" range:"1..100"`
	// Lines is how many candidate moves the search weighs, 1 (default) to 256.
	Lines int `json:"lines" range:"1..256"`
	// Engine is the engine that does it; default the built-in one.
	Engine Player `json:"engine"`
}

// DefaultReevaluate is one line at depth 8 by the built-in engine.
func DefaultReevaluate() *Reevaluate { return &Reevaluate{Depth: 8, Lines: 1} }

// SetDefaults sets them, for a part that is turned on.
func (r *Reevaluate) SetDefaults() { *r = *DefaultReevaluate() }

// DefaultOptions is one game from the start position at depths around 5, one
// of the three best moves drawn at each ply, every position kept once and
// evaluated afresh at depth 8. Game and Out are left to be said.
func DefaultOptions() Options {
	o := Options{
		Games: 1, MaxPlies: 200, TopK: 3, Record: RecordAll,
		Dedupe: true, Sanity: true, Repeatable: true, Reevaluate: DefaultReevaluate(),
		Workers: runtime.NumCPU(),
	}
	loss := 100
	o.MaxLoss = &loss
	o.Depth.SetDefaults()
	return o
}

// ParseOptions reads a JSON object of the fields of Options over the defaults.
// An unknown key, or a value of the wrong type or out of range, is ErrOptions,
// with the path of the key and what was expected.
func ParseOptions(text []byte) (Options, error) {
	o := DefaultOptions()
	if len(bytes.TrimSpace(text)) == 0 {
		return o, nil
	}
	if err := options.Fill(text, &o); err != nil {
		return DefaultOptions(), options.Wrap(ErrOptions, err)
	}
	return o, o.check()
}

// canonical is the JSON of everything that decides the records, for the file
// and for the comparison on resume: without where and how fast they are made,
// and without the initial positions, which have a table of their own.
func (o Options) canonical() []byte {
	o.Out, o.Workers, o.Resume, o.Seed, o.Initial = "", 0, false, nil, Initial{}
	text, err := json.Marshal(o)
	if err != nil {
		panic(fmt.Sprint("book: options without JSON: ", err))
	}
	return text
}
