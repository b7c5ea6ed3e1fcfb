package capturego

import (
	"encoding/json"
	"fmt"

	"qikit.dev/qikit/internal/options"
	"qikit.dev/qikit/lib/game"
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
	// Points along a side of the board. 2 to 19; default 9.
	Size int `json:"size" range:"2..19"`
	// Stones that a side must capture to win: one number for both sides, or a list of
	// Black's and White's. 1 to 20; default 1.
	Target [2]int `json:"target" range:"1..20" expected:"a number of stones, or a list of black's and white's" each:"true"`
	// When a side that can play a stone may pass: never ("forced"), or always ("free"); two
	// passes in a row are a draw. "forced" (default) or "free".
	Pass string `json:"pass" words:"forced free"`
	// What happens to a side that can play no stone: it loses, it must pass, or the game is
	// drawn. "lose" (default), "pass" or "draw".
	NoMove string `json:"no_move" words:"lose pass draw"`
	// What lies on the board when no position is given: nothing, or two stones of each side
	// that cut each other in the centre ("cross-cut", from size 4). "empty" (default) or
	// "cross-cut".
	Start string `json:"start" words:"empty cross-cut"`
}

// DefaultOptions are an empty 9x9 board, target 1, no passing.
func DefaultOptions() Options {
	return Options{Size: 9, Target: [2]int{1, 1}, Pass: "forced", NoMove: "lose", Start: "empty"}
}

func (o *Options) check() error {
	if err := game.CheckRules(o); err != nil {
		return err
	}
	if o.Start == "cross-cut" && o.Size < crossCutMin {
		return options.Wrap(game.ErrRules, options.Clash("size", fmt.Sprintf("%d with a cross-cut", o.Size), fmt.Sprintf("%d or more", crossCutMin)))
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
	if err := game.ReadRules(rules, &o); err != nil {
		return o, err
	}
	return o, o.check()
}
