package capturego

import (
	"encoding/json"
	"fmt"
	"slices"

	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
)

// Targets of Capture Go, in stones.
const (
	TargetMin = 1
	TargetMax = 20
)

// crossCutMin is the smallest board on which the stones of a cross-cut have
// liberties.
const crossCutMin = 4

// Options are the rules of a game of Capture Go.
type Options struct {
	// Size is the number of points along a side, goban.SizeMin to goban.SizeMax; 9.
	Size int
	// Target is how many stones a side must capture to win, by goban.Color,
	// TargetMin to TargetMax; 1 each.
	Target [2]int
	// Pass says when a side that can play a stone may pass: "forced" (never;
	// the default) or "free".
	Pass string
	// NoMove says what befalls a side that can play no stone: "lose" (the
	// default), "pass" (it must pass) or "draw".
	NoMove string
	// Start is what lies on the board when no position is given: "empty" (the
	// default) or "cross-cut", two stones of each side that cut each other in
	// the centre, for boards from 4x4.
	Start string
}

// DefaultOptions are an empty 9x9 board, target 1, no passing.
func DefaultOptions() Options {
	return Options{Size: 9, Target: [2]int{1, 1}, Pass: "forced", NoMove: "lose", Start: "empty"}
}

func (o *Options) check() error {
	if o.Size < goban.SizeMin || o.Size > goban.SizeMax {
		return fmt.Errorf("%w: size is %d, expected %d to %d", game.ErrRules, o.Size, goban.SizeMin, goban.SizeMax)
	}
	for c, n := range o.Target {
		if n < TargetMin || n > TargetMax {
			return fmt.Errorf("%w: target of %s is %d, expected %d to %d", game.ErrRules, goban.Color(c), n, TargetMin, TargetMax)
		}
	}
	for _, choice := range []struct {
		name, value string
		values      []string
	}{
		{"pass", o.Pass, []string{"forced", "free"}},
		{"no_move", o.NoMove, []string{"lose", "pass", "draw"}},
		{"start", o.Start, []string{"empty", "cross-cut"}},
	} {
		if !slices.Contains(choice.values, choice.value) {
			return fmt.Errorf("%w: %s is %q, expected one of %q", game.ErrRules, choice.name, choice.value, choice.values)
		}
	}
	if o.Start == "cross-cut" && o.Size < crossCutMin {
		return fmt.Errorf("%w: a cross-cut on size %d, expected %d or more", game.ErrRules, o.Size, crossCutMin)
	}
	return nil
}

// ReadRules reads the options from a JSON object, as [game.Setup] carries it:
//
//	{"size": 9, "target": 3, "pass": "forced", "no_move": "lose", "start": "empty"}
//
// target is a number, or a list of black's and white's. What is missing keeps
// its default. Errors wrap [game.ErrRules].
func ReadRules(rules json.RawMessage) (Options, error) {
	o := DefaultOptions()
	target := game.Rule{Name: "target", Expected: "a number of stones, or a list of black's and white's", Read: o.readTarget}
	if err := game.ReadRules(rules, game.RuleOf("size", "a whole number", &o.Size), target,
		game.RuleOf("pass", `"forced" or "free"`, &o.Pass),
		game.RuleOf("no_move", `"lose", "pass" or "draw"`, &o.NoMove),
		game.RuleOf("start", `"empty" or "cross-cut"`, &o.Start)); err != nil {
		return o, err
	}
	return o, o.check()
}

// readTarget takes a number for both sides, or a list of black's and white's.
func (o *Options) readTarget(text json.RawMessage) bool {
	var both []int
	if json.Unmarshal(text, &both) == nil && len(both) == 2 {
		o.Target = [2]int(both)
		return true
	}
	var one int
	if string(text) == "null" || json.Unmarshal(text, &one) != nil {
		return false
	}
	o.Target = [2]int{one, one}
	return true
}
