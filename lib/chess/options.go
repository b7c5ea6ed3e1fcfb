package chess

import (
	"encoding/json"

	"qikit.dev/qikit/lib/game"
)

// Ways to judge a repeated position, for [Options].
const (
	RepetitionThreefold = "threefold" // the third occurrence is a draw
	RepetitionFivefold  = "fivefold"  // the fifth, which nobody has to claim
	RepetitionOff       = "off"       // a game may repeat for ever
)

// NoLimit turns the limit of quiet plies off.
const NoLimit = 0

// DefaultOptions are the rules that engines play by: what a player may claim ends the game.
func DefaultOptions() (o Options) {
	o.setDefaults()
	return o
}

// ReadRules reads the options from a JSON object, as [game.Setup] carries it. What is missing keeps its default. Errors
// wrap [game.ErrRules].
func ReadRules(rules json.RawMessage) (Options, error) {
	o := DefaultOptions()
	return o, game.ReadRules(rules, &o)
}
