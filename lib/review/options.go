package review

import (
	"fmt"
	"runtime"

	"qikit.dev/qikit/internal/options"
)

// Options say what is reviewed and how thoroughly. [Effort] and
// [DefaultOptions] fill them; the json tags are the keys of [ParseOptions].
type Options struct {
	// Colour of the learner. "black" or "white".
	User string `json:"user" words:"black white"`
	// Number of the game in the file. 1 to 1000000; default 1.
	Game int `json:"game" range:"1..1000000"`
	// Stones to capture: one number for both sides, or a list of Black's and White's; nil
	// for what the record says, or 1 where it says nothing. 1 to 20.
	Target *Target `json:"target" range:"1..20" expected:"a number of stones, or a list of black's and white's" each:"true"`
	// When a side that can play a stone may pass: never ("forced"), or always ("free").
	// "forced" (default) or "free".
	Pass string `json:"pass" words:"forced free"`
	// What happens to a side that can play no stone: it loses, it must pass, or the game is
	// drawn. "lose" (default), "pass" or "draw".
	NoMove string `json:"no_move" words:"lose pass draw"`

	// First and last number of the user's moves to analyse, from 1; nil for what Level
	// says.
	Range *Range `json:"range" expected:"a list of the first move's number and the last's"`
	// Level of the user: from 4 on, the first and last moves are left out, up to a quarter
	// of the game at either end; 0 analyses all moves. 0 to 10; default 0.
	Level int `json:"level" range:"0..10"`
	// Analyse a first move on the empty board too. Default true.
	FirstMove bool `json:"first_move"`

	// Recommendation value that decides: the degree of the move divided by the sum of the
	// better ones ("a"), or by the highest ("b"). "a" (default) or "b".
	Value string `json:"value" words:"a b"`
	// Which moves are bad: those with a value under Threshold, or those with the Lowest
	// values. "threshold" (default) or "lowest".
	Select string `json:"select" words:"threshold lowest"`
	// Recommendation value under which a move is bad. 0 to 1000; default 0.2.
	Threshold float64 `json:"threshold" range:"0..1000"`
	// Number of bad moves when the lowest values are selected. 1 to 1000; default 5.
	Lowest int `json:"lowest" range:"1..1000"`
	// Loss, in points of win rate, under which a bad move is cleared. 0 to 100; default 5.
	ClearLoss float64 `json:"clear_loss" range:"0..100"`
	// Least loss of an inaccuracy, in points of win rate. 0 to 100; default 5.
	Inaccuracy float64 `json:"inaccuracy" range:"0..100"`
	// Least loss of a mistake, in points of win rate. 0 to 100; default 10.
	Mistake float64 `json:"mistake" range:"0..100"`
	// Least loss of a blunder, in points of win rate. 0 to 100; default 20.
	Blunder float64 `json:"blunder" range:"0..100"`
	// Number of bad moves that are called the worst. 0 to 100; default 3.
	Worst int `json:"worst" range:"0..100"`
	// Numbers of the bad moves to demonstrate, which must be analysed; nil for all. A move
	// that turns out not to be bad has no demonstration.
	Demonstrate []int `json:"demonstrate"`
	// Order of the bad moves: as played, or the worst first. "game" (default) or "worst".
	Order string `json:"order" words:"game worst"`

	// Scale of the default limits: a quarter of those stated here, these, or four times as
	// much. "quick", "default" (default) or "deep".
	Effort string `json:"effort" words:"quick default deep"`
	// Visits of each recommendation search; up to a quarter more for the move played, and
	// for one that seems better. 16 to 1000000; default 400.
	Visits int `json:"visits" range:"16..1000000"`
	// Seconds of each recommendation search; 0 for no limit. 0 to 86400; default 0.
	SearchTime float64 `json:"search_time" range:"0..86400"`
	// Visits of each target search, with those for the move played. 16 to 10000000; default
	// 3200.
	TargetVisits int `json:"target_visits" range:"16..10000000"`
	// Seconds of each target search; 0 for no limit. 0 to 86400; default 5.
	TargetTime float64 `json:"target_time" range:"0..86400"`
	// Visits for each ply of a demonstration. 16 to 10000000; default 800.
	DemonstrateVisits int `json:"demonstrate_visits" range:"16..10000000"`
	// Seconds for each ply of a demonstration; 0 for no limit. 0 to 86400; default 5.
	DemonstrateTime float64 `json:"demonstrate_time" range:"0..86400"`
	// Nodes of each attempt to prove a position, 16 times as many on boards up to 6x6; 0
	// for no attempt. 0 to 10000000; default 4000.
	ProofNodes int `json:"proof_nodes" range:"0..10000000"`
	// Seconds of the whole review; 0 for no limit. 0 to 86400; default 0.
	Time float64 `json:"time" range:"0..86400"`
	// Lead in win rate over the second move that ends a target search; 0 for no such end. 0
	// to 1; default 0.5.
	EarlyStop float64 `json:"gap" range:"0..1"`
	// Visits that each move must have before such a lead counts. 1 to 1000000; default 16.
	EarlyStopVisits int `json:"gap_visits" range:"1..1000000"`
	// How widely searches look at the root: 0 as usual, 1 nearly evenly. 0 to 1; default
	// 0.04.
	Width float64 `json:"width" range:"0..1"`
	// Points recommended for each move. 5 to 400; default 5.
	Recommended int `json:"recommended" range:"5..400"`
	// Least length of a demonstration in plies, with the target, unless the game ends. 5 to
	// 400; default 5.
	Plies int `json:"plies" range:"5..400"`

	// Language of the texts. "en" (default) or "zh".
	Language string `json:"language" words:"en zh"`
	// Seed of the searches. Default 1.
	Seed uint64 `json:"seed"`
	// Positions searched at the same time, which changes nothing else. Left out: one for
	// each thread that computes. 1 to 256.
	Workers int `json:"workers" range:"1..256"`
	// Network file. Empty: the library's own network.
	Net string `json:"net"`
	// Run the network in plain Go, which gives the same review on every machine and is some
	// ten times slower. Default false.
	//
	// Search.Tier of a report says which kernels it ran on.
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
		Effort: name, Visits: times(400), TargetVisits: times(3200), TargetTime: factor * targetSeconds,
		DemonstrateVisits: times(800), DemonstrateTime: factor * targetSeconds, ProofNodes: times(4000),
		EarlyStop: earlyStop, EarlyStopVisits: earlyStopVisits, Width: 0.04, Recommended: 5, Plies: 5,
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
