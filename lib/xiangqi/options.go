package xiangqi

import (
	"fmt"

	"qikit.dev/qikit/lib/game"
)

// NoLimit turns a counted limit off.
const NoLimit = 0

// Ways to judge a repeated position, for [Options].
const (
	RepetitionAXF    = "axf"    // the rules of the Asian Xiangqi Federation, see the package comment
	RepetitionSimple = "simple" // the third occurrence is a draw, whoever caused it
	RepetitionOff    = "off"    // a game may repeat for ever
)

// Options are the rules that differ between events.
type Options struct {
	// NaturalLimit is the number of plies without a capture that end the game
	// as a draw: default 120 (sixty moves), 1 to 9999, or NoLimit.
	NaturalLimit int
	// Repetition is how the third occurrence of a position is judged: default
	// RepetitionAXF.
	Repetition string
}

// DefaultOptions are the rules that Chinese engines and servers play by.
func DefaultOptions() Options {
	return Options{NaturalLimit: 120, Repetition: RepetitionAXF}
}

func (o Options) check() error {
	if o.NaturalLimit < 0 || o.NaturalLimit > maxCounter {
		return fmt.Errorf("%w: natural_limit %d, expected 1 to %d plies, or 0 for none", game.ErrRules, o.NaturalLimit, maxCounter)
	}
	switch o.Repetition {
	case RepetitionAXF, RepetitionSimple, RepetitionOff:
		return nil
	}
	return fmt.Errorf("%w: repetition %q, expected %q, %q or %q", game.ErrRules, o.Repetition, RepetitionAXF, RepetitionSimple, RepetitionOff)
}
