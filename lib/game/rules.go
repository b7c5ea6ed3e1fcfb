package game

import (
	"encoding/json"

	"qikit.dev/qikit/internal/options"
)

// ReadRules reads a JSON object of a game's own options, as Setup carries it,
// into the struct that into points to. The fields' tags say what is allowed:
//
//	type Options struct {
//		Size  int    `json:"size" range:"2..19"`
//		Start string `json:"start" words:"empty cross-cut"`
//	}
//
// A key that is missing or null leaves its field as it was; blank text is an empty
// object. Errors wrap ErrRules and name the option and what was expected.
func ReadRules(text json.RawMessage, into any) error {
	return options.Wrap(ErrRules, options.Read(text, into))
}

// CheckRules checks a struct against its tags, as ReadRules does after reading.
func CheckRules(o any) error { return options.Wrap(ErrRules, options.Check(o)) }
