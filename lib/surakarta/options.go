package surakarta

import (
	"encoding/json"
	"fmt"

	"qikit.dev/qikit/internal/options"
	"qikit.dev/qikit/lib/game"
)

// NoLimit turns the limit of plies without capture off.
const NoLimit = 0

// Options are the rules of an event. A rule set states every other field;
// RulesOf gives them.
type Options struct {
	// Whose rules are played: the Computer Olympiad's (the second occurrence of a position,
	// or 50 plies without a capture, end the game by count), the Chinese computer games
	// contest's (80 plies), the seed project's (by count as soon as neither side can
	// capture), or the bare rules (endless play is a draw; a side that cannot move loses).
	// "olympiad" (default), "contest", "seed" or "basic".
	RuleSet string `json:"rule_set" words:"olympiad contest seed basic"`
	// A capturing piece cannot pass its own starting point. Default false.
	StartBlocks bool `json:"start_blocks"`
	// Plies without a capture that end the game; 0 for no limit. Left out, the rule set
	// decides: 50 for "olympiad", 80 for "contest", 0 for the others. 0 to 1000.
	NoCapture int `json:"no_capture_limit" range:"0..1000"`
	// Occurrences of a position that end the game, from 2; 0 for no such end. Left out, the
	// rule set decides: 2 for "olympiad", 3 for "basic", 0 for the others. 0 to 100.
	Repetition int `json:"repetition_limit" range:"0|2..100"`
	// Result of a game that ends by plies without a capture: by count (the side with more
	// pieces wins, equal is a draw), or a draw. "count" (default) or "draw".
	NoCaptureEnd End `json:"no_capture" words:"count draw"`
	// Result of a game that ends by repetition: by count, or a draw. Left out, the rule set
	// decides: a draw for "basic", by count for the others. "count" or "draw".
	RepetitionEnd End `json:"repetition" words:"count draw"`
	// Result of a game whose side to move has no move: by count, a draw, or that side
	// loses. Left out, the rule set decides: it loses for "basic", by count for the others.
	// "count", "draw" or "lose".
	NoMoveEnd End `json:"no_move" words:"count draw lose"`
	// First is the side that moves first from the start position, Black by
	// default.
	First Side
}

// End is what the end of a game counts for.
type End uint8

const (
	ByCount End = iota // who has more pieces wins; equal is a draw
	Drawn
	Lost // for the side to move
)

// String is the word for it in rules: "count", "draw" or "lose".
func (e End) String() string {
	if e > Lost {
		return fmt.Sprintf("End(%d)", uint8(e))
	}
	return [...]string{"count", "draw", "lose"}[e]
}

// UnmarshalText reads what String writes.
func (e *End) UnmarshalText(text []byte) error {
	for *e = ByCount; *e <= Lost; *e++ {
		if e.String() == string(text) {
			return nil
		}
	}
	return fmt.Errorf("%w: %q, expected count, draw or lose", game.ErrRules, text)
}

// DefaultOptions are the rules of the Computer Olympiad.
func DefaultOptions() Options { return Options{RuleSet: "olympiad", NoCapture: 50, Repetition: 2} }

// RulesOf are the options of a named rule set; ErrRules for an unknown name.
func RulesOf(set string) (Options, error) {
	switch set {
	case "olympiad":
		return DefaultOptions(), nil
	case "contest":
		return Options{RuleSet: set, NoCapture: 80}, nil
	case "seed":
		return Options{RuleSet: set}, nil
	case "basic":
		return Options{RuleSet: set, Repetition: 3, RepetitionEnd: Drawn, NoMoveEnd: Lost}, nil
	}
	return Options{}, game.CheckRules(&Options{RuleSet: set})
}

// parseRules reads the JSON object of a game.Setup over the options of its rule
// set.
func parseRules(text json.RawMessage) (Options, error) {
	set := DefaultOptions().RuleSet
	options.Ahead(text, "rule_set", &set)
	o, err := RulesOf(set)
	if err != nil {
		return o, err
	}
	given := struct {
		*Options
		First string `json:"first" words:"b w"`
	}{&o, "b"}
	if err := game.ReadRules(text, &given); err != nil {
		return o, err
	}
	if given.First == "w" {
		o.First = White
	}
	return o, nil
}
