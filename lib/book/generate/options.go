package generate

import (
	"encoding/json"
	"fmt"
	"runtime"

	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/engine"
)

// Options is a job for [Book]. DefaultOptions fills it; Book checks it once. The json tags are the keys of ParseOptions; a nil pointer is off.
type Options struct {
	// Name of the game: "xiangqi".
	Game string `json:"game" required:"the name of a game"`
	// The game's own rules (xiangqi-rules.json, surakarta-rules.json,
	// capturego-rules.json). Left out: the game's defaults.
	Rules json.RawMessage `json:"rules,omitempty"`
	// Book file to make. A file that exists is refused, unless Resume is set.
	//
	// The error is then book.ErrExists.
	Out string `json:"out" required:"the path of the book file"`
	// Positions at which games start: a list of position texts, the path of a FEN, EPD or
	// PGN file, or one position text; nil for the game's start position.
	Initial Initial `json:"initial" expected:"a list of position texts or the path of a FEN, EPD or PGN file"`
	// Games from each initial position. Not with Breadth, which plays each initial position
	// out once. 1 to 1000000000; default 1.
	Games int `json:"games" range:"1..1000000000"`
	// Plies after which a game ends as a draw, with the reason "ply cap". Not with Breadth.
	// 1 to 10000; default 200.
	MaxPlies int `json:"max_plies" range:"1..10000"`
	// How search depths, in plies, are drawn. An engine that searches by playouts turns a
	// depth into visits.
	Depth Depth `json:"depth"`
	// Accept depths that are always the same. Default false.
	//
	// See the book document [12].
	AllowSingleDepth bool `json:"allow_single_depth"`
	// Best moves among which one is drawn. Not with Breadth, whose width says it. 1 to 256;
	// default 3.
	//
	// See the book document [131].
	TopK int `json:"top_k" range:"1..256"`
	// Most that a drawn move may lose against the best, in hundredths of an ordinary piece;
	// nil for any loss. Not with Breadth. Default 100.
	MaxLoss *int `json:"max_loss" range:"0.."`
	// Play the best moves of every decision for some plies, instead of games; nil for
	// games.
	//
	// See the book document [140].
	Breadth *Breadth `json:"breadth"`
	// Which positions of a game become records: the initial one and every one after a move
	// ("all"), or only the last one ("end"). "all" (default) or "end".
	Record Recording `json:"record" words:"all end"`
	// Only with Record "end": plies after which each game ends, or a list of least and most
	// to draw from for each game; nil plays games out. 1 to 10000.
	//
	// See the book document [134].
	Distance *Span `json:"distance" expected:"a number of plies or [least, most]"`
	// Keep unbalanced games alive by adjusting the players' strength; nil for not at all.
	//
	// See the book document [151].
	Balance *Balance `json:"balance"`
	// End games early. Not with Breadth.
	Stop Stop `json:"stop"`
	// Engines that play: one for each player, or one for all; nil for the built-in one.
	Players []Player `json:"players"`
	// Player from whose side records are seen, by name or index. Empty: the first.
	Preset book.Seat `json:"preset" expected:"a player's name or index"`
	// Drop positions that are already in the book. Default true.
	Dedupe bool `json:"dedupe"`
	// Count positions that differ only by a symmetry of the board as equal. Default false.
	Mirror bool `json:"mirror"`
	// Drop positions that cannot arise in the game, and refuse such initial positions.
	// Default true.
	Sanity bool `json:"sanity"`
	// Search every kept position afresh; nil for not at all: records then have the
	// evaluation of the search in the game.
	Reevaluate *Reevaluate `json:"reevaluate"`
	// Seed: the same options and seed give the same records; nil: a seed is drawn, and
	// recorded in the file.
	Seed *uint64 `json:"seed"`
	// Games played at the same time, which does not change the records. Left out: the
	// number of processors. 1 to 1024.
	Workers int `json:"workers" range:"1..1024"`
	// Continue the job in the file Out, if it exists; its options must agree. Default
	// false.
	Resume bool `json:"resume"`
	// Refuse engines and limits that do not give the same result every time. Without it the
	// book is marked as not repeatable. Default true.
	Repeatable bool `json:"repeatable"`

	// Engines makes the engines, for those who have engines of their own; nil
	// (default) for engine.New with the options of Players and Reevaluate. who is
	// the index of a player, or Judge, or Scholar.
	Engines func(who int) (engine.Engine, error) `json:"-"`
}

// Depth is how search depths are drawn [120]. Depth is in plies; an engine
// that searches a tree by playouts turns it into visits.
type Depth struct {
	// What a depth is drawn for: every ply, each player for a whole game, or a whole game.
	// "ply" (default), "player" or "game".
	Scope Scope `json:"scope" words:"ply player game"`
	// Distribution that depths are drawn from. "normal" (default), "uniform" or "list".
	Distribution Distribution `json:"distribution" words:"normal uniform list"`
	// Mean of the normal distribution, in plies. A draw is rounded to the nearest whole
	// number and clamped to Min and Max. 1 to 100; default 5.
	Mean float64 `json:"mean"`
	// Standard deviation of the normal distribution, in plies. 0 to 100; default 1.5.
	SD float64 `json:"sd"`
	// Least depth in plies; 0 for 1. A uniform distribution needs it. 0 to 100; default 0.
	Min int `json:"min" range:"0..100"`
	// Greatest depth in plies; 0 for three standard deviations above the mean. A uniform
	// distribution needs it. 0 to 100; default 0.
	Max int `json:"max" range:"0..100"`
	// Depths of a list, in plies, 1 to 100 each.
	Depths []int `json:"depths,omitempty" range:"1..100"`
	// How often each depth of the list is drawn, with a sum over 0. Empty: all equally
	// often.
	Weights []float64 `json:"weights,omitempty" range:"0.."`
}

// SetDefaults sets them, for a part that is turned on.
func (d *Depth) SetDefaults() {
	*d = Depth{Scope: ScopePly, Distribution: DistributionNormal, Mean: 5, SD: 1.5}
}

// Scope says what a depth is drawn for.
type Scope string

// Distribution says how a depth is drawn.
type Distribution string

// Scopes and distributions of Depth.
const (
	ScopePly            Scope        = "ply"
	ScopePlayer         Scope        = "player"
	ScopeGame           Scope        = "game"
	DistributionNormal  Distribution = "normal"
	DistributionUniform Distribution = "uniform"
	DistributionList    Distribution = "list"
)

// Recording says which positions of a game become records.
type Recording string

// Values of Options.Record.
const (
	RecordAll Recording = "all"
	RecordEnd Recording = "end"
)

// Breadth plays the Width best moves of every decision for Plies plies, which
// gives Width^Plies lines where enough moves are legal [142].
type Breadth struct {
	// Moves played at each decision. 2 to 256; default 3.
	Width int `json:"width" range:"2..256"`
	// Plies from the initial position. 1 to 100; default 4.
	Plies int `json:"plies" range:"1..100"`
	// Play positions that are reached twice at the same ply only once. Default false.
	Merge bool `json:"merge"`
	// Most lines that a job may have; a job of more is refused. 1 to 1000000000; default
	// 1000000.
	Cap int `json:"cap" range:"1..1000000000"`
}

// DefaultBreadth is three moves a decision for four plies, up to a million
// lines.
func DefaultBreadth() *Breadth { return &Breadth{Width: 3, Plies: 4, Cap: 1_000_000} }

// SetDefaults sets them, for a part that is turned on.
func (b *Breadth) SetDefaults() { *b = *DefaultBreadth() }

// Balance adjusts the players' strength in unbalanced positions, so that the
// stronger side does not end the game at once [156].
type Balance struct {
	// Plies from one check to the next. 1 to 10000; default 1.
	Every int `json:"every" range:"1..10000"`
	// Difference of the players' evaluations, in hundredths, from which a position is
	// unbalanced; nil for none. At least 1; default 100.
	Threshold *int `json:"threshold" range:"1.."`
	// Ratio of the players' evaluations, greater by smaller, from which a position is
	// unbalanced; nil for none. Over 1.
	Ratio *float64 `json:"ratio" range:">1"`
	// Whether any or all of Threshold and Ratio make a position unbalanced. "any" (default)
	// or "all".
	Combine Combination `json:"combine" words:"any all"`
	// What evaluates the players: each one's own static evaluation, the score of the last
	// search, or a network. "terms" (default), "search" or "nnue".
	//
	// "search" is half of the score of the game's last search for the one who made it,
	// and minus half for the others; it does not go with a Ratio.
	Evaluator Evaluator `json:"evaluator" words:"terms search nnue"`
	// Whose depth is adjusted: the weaker player's up and the stronger one's down, only one
	// of the two, or none. "both" (default), "raise", "lower" or "off".
	Depth Adjustment `json:"depth" words:"both raise lower off"`
	// Plies by which the offset grows at each check while the game is unbalanced, and
	// shrinks while it is balanced. 1 to 100; default 2.
	Step int `json:"step" range:"1..100"`
	// Greatest offset in plies. 1 to 100; default 6.
	Max int `json:"max" range:"1..100"`
	// Ranks of the moves, the best being 1, from which the players draw while the game is
	// unbalanced; nil for TopK as usual. The middle of Weaker comes before that of
	// Stronger.
	Rank *Rank `json:"rank"`
}

// DefaultBalance checks every ply for a difference of 100 and adjusts both
// depths.
func DefaultBalance() *Balance {
	threshold := 100
	return &Balance{Every: 1, Threshold: &threshold, Combine: CombineAny, Evaluator: EvaluatorTerms, Depth: AdjustBoth, Step: 2, Max: 6}
}

// SetDefaults sets them, for a part that is turned on.
func (b *Balance) SetDefaults() { *b = *DefaultBalance() }

// Evaluator says whose evaluation tells that a game is unbalanced.
type Evaluator string

// Combination says how a threshold and a ratio go together.
type Combination string

// Adjustment says whose depth is adjusted in an unbalanced game.
type Adjustment string

// Values of Balance.
const (
	EvaluatorTerms  Evaluator   = "terms"
	EvaluatorSearch Evaluator   = "search"
	EvaluatorNNUE   Evaluator   = "nnue"
	CombineAny      Combination = "any"
	CombineAll      Combination = "all"
	AdjustBoth      Adjustment  = "both"
	AdjustRaise     Adjustment  = "raise"
	AdjustLower     Adjustment  = "lower"
	AdjustOff       Adjustment  = "off"
)

// Rank is from which of the moves, the best being 1, the weaker and the
// stronger player draw [167]: single ranks when both ends are the same. The
// middle of Weaker must be before that of Stronger.
type Rank struct {
	// First and last rank of the weaker player, 1 to 256 each. Default [1, 1].
	Weaker [2]int `json:"weaker" expected:"two ranks from 1 to 256, the better one first"`
	// First and last rank of the stronger player, 1 to 256 each. Default [2, 2].
	Stronger [2]int `json:"stronger" expected:"two ranks from 1 to 256, the better one first"`
}

// SetDefaults sets them, for a part that is turned on.
func (r *Rank) SetDefaults() { *r = Rank{Weaker: [2]int{1, 1}, Stronger: [2]int{2, 2}} }

// Stop ends games early.
type Stop struct {
	// Give the game to a player who has been ahead for long, by the scores of all players;
	// nil for never.
	Win *StopWin `json:"win"`
	// End a game that has been level for long as a draw; nil for never.
	Draw *StopDraw `json:"draw"`
	// End a game as soon as a search has proven who wins. Default false.
	Mate bool `json:"mate"`
}

// StopWin is when a game counts as won.
type StopWin struct {
	// Lead in hundredths of an ordinary piece. 1 to 32000; default 1000.
	Score int `json:"score" range:"1..32000"`
	// Plies in a row. 1 to 10000; default 6.
	Plies int `json:"plies" range:"1..10000"`
}

// SetDefaults sets them, for a part that is turned on.
func (s *StopWin) SetDefaults() { *s = StopWin{Score: 1000, Plies: 6} }

// StopDraw is when a game counts as drawn.
type StopDraw struct {
	// Greatest score, either way, in hundredths of an ordinary piece. 0 to 32000; default
	// 10.
	Score int `json:"score" range:"0..32000"`
	// Plies in a row. 1 to 10000; default 20.
	Plies int `json:"plies" range:"1..10000"`
	// Plies from the initial position before which it does not count. 0 to 10000; default
	// 80.
	After int `json:"after" range:"0..10000"`
}

// SetDefaults sets them, for a part that is turned on.
func (s *StopDraw) SetDefaults() { *s = StopDraw{Score: 10, Plies: 20, After: 80} }

// Reevaluate is the fresh search of a position that has been kept [186].
type Reevaluate struct {
	// Depth in plies. 1 to 100; default 8.
	Depth int `json:"depth" range:"1..100"`
	// Candidate moves that the search weighs. 1 to 256; default 1.
	Lines int `json:"lines" range:"1..256"`
	// Engine that searches; {} for the built-in one.
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
