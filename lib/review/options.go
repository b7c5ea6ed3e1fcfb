package review

import (
	"fmt"
	"runtime"

	"qikit.dev/qikit/internal/options"
)

// Options say what is reviewed and how thoroughly. [Effort] and
// [DefaultOptions] fill them; the json tags are the keys of [ParseOptions].
type Options struct {
	// User is the learner's colour, "black" or "white"; required.
	User string `json:"user" words:"black white"`
	// Game is the game of the file to review, from 1. Default 1.
	Game int `json:"game" range:"1..1000000"`
	// Target is how many stones must be captured, by black and by white; nil
	// (default) for what the record says, 1 where it says nothing. In JSON a
	// number for both or a list of two.
	Target *Target `json:"target" range:"1..20" expected:"a number of stones, or a list of black's and white's" each:"true"`
	// Pass and NoMove are rules, as capturego.Options has them: "forced" (default) or
	// "free"; "lose" (default), "pass" or "draw".
	Pass   string `json:"pass" words:"forced free"`
	NoMove string `json:"no_move" words:"lose pass draw"`

	// Range is the first and the last of the user's moves to analyse, counted
	// from 1; nil (default) for what Level says.
	Range *Range `json:"range" expected:"a list of the first move's number and the last's"`
	// Level is the user's, 1 (a beginner) to 10: who is good makes no mistakes in
	// the first moves and the last, which are left out from level 4 on, up to a
	// quarter of the game at either end. 0 (default) is for all moves.
	Level int `json:"level" range:"0..10"`
	// FirstMove analyses a first move on the empty board, too. Default true.
	FirstMove bool `json:"first_move"`

	// Value is the recommendation value that decides, "a" (default) or "b".
	Value string `json:"value" words:"a b"`
	// Select says which moves are bad: "threshold" (default), those with a value
	// under Threshold; or "lowest", the Lowest ones.
	Select    string  `json:"select" words:"threshold lowest"`
	Threshold float64 `json:"threshold" range:"0..1000"` // 0 to 1000; default 0.2
	Lowest    int     `json:"lowest" range:"1..1000"`    // 1 to 1000; default 5
	// ClearLoss clears a bad move that loses less, in points of win rate, 0 to
	// 100. Default 5.
	ClearLoss float64 `json:"clear_loss" range:"0..100"`
	// Inaccuracy, Mistake and Blunder are the least losses of their classes, in
	// points, 0 to 100. Defaults 5, 10, 20.
	Inaccuracy float64 `json:"inaccuracy" range:"0..100"`
	Mistake    float64 `json:"mistake" range:"0..100"`
	Blunder    float64 `json:"blunder" range:"0..100"`
	// Worst is how many of the bad moves are called the worst, 0 to 100. Default 3.
	Worst int `json:"worst" range:"0..100"`
	// Demonstrate are the numbers of the bad moves to demonstrate; nil (default)
	// for all. Each must be of a move that is analysed; one that turns out not to
	// be bad has no demonstration.
	Demonstrate []int `json:"demonstrate"`
	// Order lists the bad moves as in the "game" (default), or the "worst" first.
	Order string `json:"order" words:"game worst"`

	// Effort is "quick", "default" or "deep": the limits below, of which each may
	// be set by itself. Times are in seconds, 0 for none; only limits by visits
	// give the same review every time. The move played gets a quarter of the visits
	// at least, of a recommendation search besides these; so does, there, a move that
	// would be told to be better by an inaccuracy or more.
	Effort            string  `json:"effort" words:"quick default deep"`
	Visits            int     `json:"visits" range:"16..1000000"`              // of each recommendation search, 16 to 1e6; default 400
	SearchTime        float64 `json:"search_time" range:"0..86400"`            // of each recommendation search; default 0
	TargetVisits      int     `json:"target_visits" range:"16..10000000"`      // of each target search, 16 to 1e7; default 3200
	TargetTime        float64 `json:"target_time" range:"0..86400"`            // of each target search; default 5
	DemonstrateVisits int     `json:"demonstrate_visits" range:"16..10000000"` // of each ply of a demonstration, 16 to 1e7; default 800
	DemonstrateTime   float64 `json:"demonstrate_time" range:"0..86400"`       // of each ply; default 5
	ProofNodes        int     `json:"proof_nodes" range:"0..10000000"`         // of each try to prove a position, 0 to 1e7, 16 times as many on boards up to 6x6; default 4000
	Time              float64 `json:"time" range:"0..86400"`                   // of the whole review; default 0
	// Gap ends a target search when the best win rate is so much above the
	// second, 0 to 1, each with GapVisits (1 to 1e6) or proven; 0 is none.
	// Defaults 0.5 and 16.
	Gap       float64 `json:"gap" range:"0..1"`
	GapVisits int     `json:"gap_visits" range:"1..1000000"`
	// Width widens the searches at the root: 0 plain, 1 nearly even. Default 0.04.
	Width float64 `json:"width" range:"0..1"`
	// Recommended is how many points are recommended, 5 to 400. Default 5.
	Recommended int `json:"recommended" range:"5..400"`
	// Plies is the least length of a demonstration, the target included, unless
	// the game ends, 5 to 400. Default 5.
	Plies int `json:"plies" range:"5..400"`

	// Language of the texts, "en" (default) or "zh".
	Language string `json:"language" words:"en zh"`
	// Seed of the searches. Default 1.
	Seed uint64 `json:"seed"`
	// Workers is how many positions are searched at once, 1 to 256; default: as
	// many as threads that compute. It changes nothing else.
	Workers int `json:"workers" range:"1..256"`
	// Net is the file of a network that judges; empty (default) for the library's
	// own.
	Net string `json:"net"`
	// Deterministic runs the network on plain Go, default false: some ten times
	// slower, and the same review on every machine. Otherwise it is the same on
	// those whose processors are alike: see Search.Tier.
	Deterministic bool `json:"deterministic"`
}

// Target is what black and white must capture.
type Target [2]int

// Range is the first and the last of some moves.
type Range [2]int

// efforts multiply the visits and times of the default.
var efforts = map[string]float64{"quick": 0.25, "default": 1, "deep": 4}

// DefaultOptions are those of the default effort; they lack the user's colour.
func DefaultOptions() Options { return Effort("default") }

// Effort fills the options of an effort: "quick" is a quarter of "default",
// "deep" four times as much. Any other name is kept, and refused later.
func Effort(name string) Options {
	factor, ok := efforts[name]
	if !ok {
		factor = 1
	}
	times := func(n int) int { return int(factor * float64(n)) }
	return Options{
		Game: 1, Pass: "forced", NoMove: "lose", FirstMove: true,
		Value: "a", Select: "threshold", Threshold: 0.2, Lowest: 5, ClearLoss: 5, Inaccuracy: 5, Mistake: 10, Blunder: 20,
		Worst: 3, Order: "game",
		Effort: name, Visits: times(400), TargetVisits: times(3200), TargetTime: factor * 5,
		DemonstrateVisits: times(800), DemonstrateTime: factor * 5, ProofNodes: times(4000),
		Gap: 0.5, GapVisits: 16, Width: 0.04, Recommended: 5, Plies: 5,
		Language: "en", Seed: 1, Workers: runtime.GOMAXPROCS(0),
	}
}

// ParseOptions reads a JSON object over the options of its effort. Errors wrap
// ErrOptions: a key that does not exist, a value out of range.
func ParseOptions(text []byte) (Options, error) {
	o := DefaultOptions()
	options.Ahead(text, "effort", &o.Effort)
	o = Effort(o.Effort)
	if err := options.Fill(text, &o); err != nil {
		return o, options.Wrap(ErrOptions, err)
	}
	return o, o.check()
}

func (o *Options) check() error {
	err := options.Check(o)
	switch {
	case err != nil:
	case o.Inaccuracy > o.Mistake:
		err = options.Wrong("inaccuracy", o.Inaccuracy, fmt.Sprintf("at most mistake (%v)", o.Mistake))
	case o.Mistake > o.Blunder:
		err = options.Wrong("mistake", o.Mistake, fmt.Sprintf("at most blunder (%v)", o.Blunder))
	case o.Range != nil && (o.Range[0] < 1 || o.Range[1] < o.Range[0]):
		err = options.Wrong("range", *o.Range, "two numbers of moves from 1 on, the lesser first")
	}
	return options.Wrap(ErrOptions, err)
}

// within says which of n moves are analysed: the range asked for, or the one
// that suits the level.
func (o *Options) within(n int) (first, last int) {
	if o.Range != nil {
		return o.Range[0], min(o.Range[1], n)
	}
	// From level 4 to 10 the margin grows to a quarter of the moves.
	margin := n * max(o.Level-3, 0) / (4 * 7)
	return 1 + margin, n - margin
}
