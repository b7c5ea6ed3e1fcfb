package gomoku

import (
	"encoding/json"

	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
)

// Sizes of a board, in points along a side.
const (
	SizeMin = 5
	SizeMax = goban.SizeMax
)

// Rules, as Options name them.
const (
	Freestyle = "freestyle"
	Standard  = "standard"
	Renju     = "renju"
)

// DefaultOptions are freestyle on an empty board of 15x15.
func DefaultOptions() (o Options) {
	o.setDefaults()
	return o
}

// ReadRules reads the options from a JSON object, as [game.Setup] carries it:
//
//	{"size": 15, "rule": "renju"}
//
// What is missing keeps its default. Errors wrap [game.ErrRules].
func ReadRules(rules json.RawMessage) (Options, error) {
	o := DefaultOptions()
	if err := game.ReadRules(rules, &o); err != nil {
		return o, err
	}
	return o, game.CheckRules(&o)
}
