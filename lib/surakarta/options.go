package surakarta

import (
	"encoding/json"
	"fmt"

	"qikit.dev/qikit/internal/options"
	"qikit.dev/qikit/lib/game"
)

// NoLimit turns the limit of plies without capture off.
const NoLimit = 0

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

// byLot is the value of first that leaves to a lot who begins.
const byLot = "lot"

// lot implements game.Variant.Lot: who begins.
func lot(rules json.RawMessage) (rest json.RawMessage, starts []string, err error) {
	first := ""
	options.Ahead(rules, "first", &first)
	if first != byLot {
		return rules, nil, nil
	}
	var given map[string]json.RawMessage
	if err := json.Unmarshal(rules, &given); err != nil {
		return nil, nil, fmt.Errorf("%w: %v", game.ErrRules, err)
	}
	delete(given, "first")
	if rest, err = json.Marshal(given); err != nil {
		return nil, nil, err
	}
	o, err := parseRules(rest)
	if err != nil {
		return nil, nil, err
	}
	for _, o.First = range []Side{Black, White} {
		b, err := New("", o, false)
		if err != nil {
			return nil, nil, err
		}
		starts = append(starts, b.Position())
	}
	return rest, starts, nil
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
		First string `json:"first" words:"b w lot"`
	}{&o, "b"}
	if err := game.ReadRules(text, &given); err != nil {
		return o, err
	}
	if given.First == byLot {
		return o, fmt.Errorf("%w: first is %q, which a generation of a book draws for each game by its seed; expected \"b\" or \"w\" for a board", game.ErrRules, byLot)
	}
	if given.First == "w" {
		o.First = White
	}
	return o, nil
}
