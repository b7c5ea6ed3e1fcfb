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

// DefaultOptions are an empty 9x9 board, target 1, no passing.
func DefaultOptions() (o Options) {
	o.setDefaults()
	return o
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
