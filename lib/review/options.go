package review

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"slices"

	"qikit.dev/qikit/internal/jsonobject"
	"qikit.dev/qikit/lib/capturego"
)

// Options say what is reviewed and how thoroughly. [Effort] and
// [DefaultOptions] fill them; the json tags are the keys of [ParseOptions].
type Options struct {
	// User is the learner's colour, "black" or "white"; required.
	User string `json:"user"`
	// Game is the game of the file to review, from 1. Default 1.
	Game int `json:"game"`
	// Target is how many stones must be captured, by black and by white; nil
	// (default) for what the record says, 1 where it says nothing. In JSON a
	// number for both or a list of two.
	Target *Target `json:"target"`
	// Pass and NoMove are rules, as capturego.Options has them: "forced" (default) or
	// "free"; "lose" (default), "pass" or "draw".
	Pass   string `json:"pass"`
	NoMove string `json:"no_move"`

	// Range is the first and the last of the user's moves to analyse, counted
	// from 1; nil (default) for what Level says.
	Range *Range `json:"range"`
	// Level is the user's, 1 (a beginner) to 10: who is good makes no mistakes in
	// the first moves and the last, which are left out from level 4 on, up to a
	// quarter of the game at either end. 0 (default) is for all moves.
	Level int `json:"level"`
	// FirstMove analyses a first move on the empty board, too. Default true.
	FirstMove bool `json:"first_move"`

	// Value is the recommendation value that decides, "a" (default) or "b".
	Value string `json:"value"`
	// Select says which moves are bad: "threshold" (default), those with a value
	// under Threshold; or "lowest", the Lowest ones.
	Select    string  `json:"select"`
	Threshold float64 `json:"threshold"` // 0 to 1000; default 0.2
	Lowest    int     `json:"lowest"`    // 1 to 1000; default 5
	// ClearLoss clears a bad move that loses less, in points of win rate, 0 to
	// 100. Default 5.
	ClearLoss float64 `json:"clear_loss"`
	// Inaccuracy, Mistake and Blunder are the least losses of their classes, in
	// points, 0 to 100. Defaults 5, 10, 20.
	Inaccuracy float64 `json:"inaccuracy"`
	Mistake    float64 `json:"mistake"`
	Blunder    float64 `json:"blunder"`
	// Worst is how many of the bad moves are called the worst, 0 to 100. Default 3.
	Worst int `json:"worst"`
	// Demonstrate are the numbers of the bad moves to demonstrate; nil (default)
	// for all. Each must be of a move that is analysed; one that turns out not to
	// be bad has no demonstration.
	Demonstrate []int `json:"demonstrate"`
	// Order lists the bad moves as in the "game" (default), or the "worst" first.
	Order string `json:"order"`

	// Effort is "quick", "default" or "deep": the limits below, of which each may
	// be set by itself. Times are in seconds, 0 for none; only limits by visits
	// give the same review every time. The move played gets a quarter of the visits
	// at least, of a recommendation search besides these; so does, there, a move that
	// would be told to be better by an inaccuracy or more.
	Effort            string  `json:"effort"`
	Visits            int     `json:"visits"`             // of each recommendation search, 16 to 1e6; default 400
	SearchTime        float64 `json:"search_time"`        // of each recommendation search; default 0
	TargetVisits      int     `json:"target_visits"`      // of each target search, 16 to 1e7; default 3200
	TargetTime        float64 `json:"target_time"`        // of each target search; default 5
	DemonstrateVisits int     `json:"demonstrate_visits"` // of each ply of a demonstration, 16 to 1e7; default 800
	DemonstrateTime   float64 `json:"demonstrate_time"`   // of each ply; default 5
	ProofNodes        int     `json:"proof_nodes"`        // of each try to prove a position, 0 to 1e7, 16 times as many on boards up to 6x6; default 4000
	Time              float64 `json:"time"`               // of the whole review; default 0
	// Gap ends a target search when the best win rate is so much above the
	// second, 0 to 1, each with GapVisits (1 to 1e6) or proven; 0 is none.
	// Defaults 0.5 and 16.
	Gap       float64 `json:"gap"`
	GapVisits int     `json:"gap_visits"`
	// Width widens the searches at the root: 0 plain, 1 nearly even. Default 0.04.
	Width float64 `json:"width"`
	// Recommended is how many points are recommended, 5 to 400. Default 5.
	Recommended int `json:"recommended"`
	// Plies is the least length of a demonstration, the target included, unless
	// the game ends, 5 to 400. Default 5.
	Plies int `json:"plies"`

	// Language of the texts, "en" (default) or "zh".
	Language string `json:"language"`
	// Seed of the searches. Default 1.
	Seed uint64 `json:"seed"`
	// Workers is how many positions are searched at once, 1 to 256; default: as
	// many as threads that compute. It changes nothing else.
	Workers int `json:"workers"`
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

// UnmarshalJSON takes a number or a list of two.
func (t *Target) UnmarshalJSON(text []byte) error {
	var one int
	if json.Unmarshal(text, &one) == nil {
		*t = Target{one, one}
		return nil
	}
	var both []int
	if json.Unmarshal(text, &both) != nil || len(both) != 2 {
		return fmt.Errorf("%w: target is %s, expected a number of stones, or a list of black's and white's", ErrOptions, text)
	}
	*t = Target(both)
	return nil
}

// Range is the first and the last of some moves.
type Range [2]int

// UnmarshalJSON takes a list of two.
func (r *Range) UnmarshalJSON(text []byte) error {
	var both []int
	if json.Unmarshal(text, &both) != nil || len(both) != 2 {
		return fmt.Errorf("%w: range is %s, expected a list of the first move's number and the last's", ErrOptions, text)
	}
	*r = Range(both)
	return nil
}

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
	if len(bytes.TrimSpace(text)) == 0 {
		text = []byte("{}")
	}
	asked := struct {
		Effort *string `json:"effort"`
	}{}
	// What is wrong with the text shows in the second reading.
	_ = json.Unmarshal(text, &asked)
	o := DefaultOptions()
	if asked.Effort != nil {
		o = Effort(*asked.Effort)
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&o); err != nil {
		if errors.Is(err, ErrOptions) {
			return o, err
		}
		return o, fmt.Errorf("%w: %s", ErrOptions, jsonobject.Misread(err, "a JSON object as review-options.json describes it"))
	}
	if d.More() {
		return o, fmt.Errorf("%w: more than one JSON object", ErrOptions)
	}
	return o, o.check()
}

func (o *Options) check() error {
	for _, c := range []struct {
		name, value string
		values      []string
	}{
		{"user", o.User, []string{"black", "white"}},
		{"pass", o.Pass, []string{"forced", "free"}},
		{"no_move", o.NoMove, []string{"lose", "pass", "draw"}},
		{"value", o.Value, []string{"a", "b"}},
		{"select", o.Select, []string{"threshold", "lowest"}},
		{"order", o.Order, []string{"game", "worst"}},
		{"effort", o.Effort, []string{"quick", "default", "deep"}},
		{"language", o.Language, Languages()},
	} {
		if !slices.Contains(c.values, c.value) {
			return fmt.Errorf("%w: %s is %q, expected one of %q", ErrOptions, c.name, c.value, c.values)
		}
	}
	for _, n := range []struct {
		name             string
		value, low, high float64
	}{
		{"game", float64(o.Game), 1, 1e6}, {"level", float64(o.Level), 0, 10}, {"threshold", o.Threshold, 0, 1000},
		{"lowest", float64(o.Lowest), 1, 1000}, {"clear_loss", o.ClearLoss, 0, 100},
		{"inaccuracy", o.Inaccuracy, 0, o.Mistake}, {"mistake", o.Mistake, 0, o.Blunder}, {"blunder", o.Blunder, 0, 100},
		{"worst", float64(o.Worst), 0, 100}, {"visits", float64(o.Visits), 16, 1e6}, {"search_time", o.SearchTime, 0, 86400},
		{"target_visits", float64(o.TargetVisits), 16, 1e7}, {"target_time", o.TargetTime, 0, 86400},
		{"demonstrate_visits", float64(o.DemonstrateVisits), 16, 1e7}, {"demonstrate_time", o.DemonstrateTime, 0, 86400},
		{"proof_nodes", float64(o.ProofNodes), 0, 1e7}, {"time", o.Time, 0, 86400}, {"gap", o.Gap, 0, 1},
		{"gap_visits", float64(o.GapVisits), 1, 1e6}, {"width", o.Width, 0, 1}, {"recommended", float64(o.Recommended), 5, 400},
		{"plies", float64(o.Plies), 5, 400}, {"workers", float64(o.Workers), 1, 256},
	} {
		if !(n.low <= n.value && n.value <= n.high) {
			return fmt.Errorf("%w: %s is %v, expected %v to %v", ErrOptions, n.name, n.value, n.low, n.high)
		}
	}
	if o.Range != nil && (o.Range[0] < 1 || o.Range[1] < o.Range[0]) {
		return fmt.Errorf("%w: range is %v, expected two numbers of moves from 1 on, the lesser first", ErrOptions, *o.Range)
	}
	if t := o.Target; t != nil && (min(t[0], t[1]) < capturego.TargetMin || max(t[0], t[1]) > capturego.TargetMax) {
		return fmt.Errorf("%w: target is %v, expected %d to %d stones", ErrOptions, *t, capturego.TargetMin, capturego.TargetMax)
	}
	return nil
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
