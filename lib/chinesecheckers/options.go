package chinesecheckers

import (
	"encoding/json"
	"fmt"

	"qikit.dev/qikit/lib/game"
)

// Words of the options.
const (
	long      = "long"
	strict    = "strict"
	one       = "one"
	anyCorner = "any"
)

// parseRules reads the JSON object of a game.Setup over the defaults.
func parseRules(text json.RawMessage) (Options, error) {
	o := DefaultOptions()
	if err := game.ReadRules(text, &o); err != nil {
		return o, err
	}
	return o, o.check()
}

// DefaultOptions are a game of two.
func DefaultOptions() Options {
	var o Options
	o.setDefaults()
	return o
}

func (o *Options) check() error {
	if o.Players == 5 {
		return fmt.Errorf("%w: players is 5, expected 2, 3, 4 or 6", game.ErrRules)
	}
	return game.CheckRules(o)
}

// sidesUnder implements game.Variant.SidesUnder.
func sidesUnder(rules json.RawMessage) ([]string, error) {
	o, err := parseRules(rules)
	if err != nil {
		return nil, err
	}
	return sides[o.Players], nil
}
