package surakarta

import (
	"fmt"

	"qikit.dev/qikit/lib/game"
)

// NoLimit turns the limit of plies without capture off.
const NoLimit = 0

// Options are the rules of an event. A rule set states every other field;
// RulesOf gives them.
type Options struct {
	// RuleSet names where the rules are from: "olympiad" (default), "contest",
	// "seed" or "basic".
	RuleSet string
	// StartBlocks: the capturing piece's own starting point bars its way.
	// Default false: it counts as empty.
	StartBlocks bool
	// NoCapture is the number of plies without capture at which the game ends,
	// 1 to 1000; NoLimit. Olympiad 50, contest 80, the others none.
	NoCapture int
	// Repetition is how often a position must occur for the game to end by it, 2
	// to 100; 0 never. Olympiad 2, basic 3, the others 0.
	Repetition int
	// NoCaptureEnd and RepetitionEnd are what these ends count for: ByCount, but
	// for basic a repetition is Drawn, as endless play is.
	NoCaptureEnd, RepetitionEnd End
	// NoMoveEnd is what it counts for that the side to move has no move: ByCount,
	// in basic Lost.
	NoMoveEnd End
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
func (e End) String() string { return [...]string{"count", "draw", "lose"}[e%3] }

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
	return Options{}, fmt.Errorf("%w: rule_set is %q, expected olympiad, contest, seed or basic", game.ErrRules, set)
}

// parseRules reads the JSON object of a game.Setup.
func parseRules(text []byte) (Options, error) {
	set, first, startBlocks := "olympiad", "b", false
	var noCapture, repetition *int // nil: as the rule set has it
	var noCaptureEnd, repetitionEnd, noMoveEnd *End
	if err := game.ReadRules(text,
		game.RuleOf("rule_set", "olympiad, contest, seed or basic", &set),
		game.RuleOf("start_blocks", "true or false", &startBlocks),
		game.RuleOf("no_capture_limit", "a whole number of plies, 0 for none", &noCapture),
		game.RuleOf("no_capture", "count or draw", &noCaptureEnd),
		game.RuleOf("repetition_limit", "how often a position occurs, 0 for no end by it", &repetition),
		game.RuleOf("repetition", "count or draw", &repetitionEnd),
		game.RuleOf("no_move", "count, draw or lose", &noMoveEnd),
		game.RuleOf("first", `"b" or "w"`, &first)); err != nil {
		return Options{}, err
	}
	o, err := RulesOf(set)
	if err != nil {
		return o, err
	}
	o.StartBlocks = startBlocks
	if noCapture != nil {
		o.NoCapture = *noCapture
	}
	if repetition != nil {
		o.Repetition = *repetition
	}
	for into, end := range map[*End]*End{&o.NoCaptureEnd: noCaptureEnd, &o.RepetitionEnd: repetitionEnd, &o.NoMoveEnd: noMoveEnd} {
		if end != nil {
			*into = *end
		}
	}
	switch first {
	case "b":
	case "w":
		o.First = White
	default:
		return o, fmt.Errorf("%w: first is %q, expected b or w", game.ErrRules, first)
	}
	return o, o.check()
}

func (o Options) check() error {
	if _, err := RulesOf(o.RuleSet); err != nil {
		return err
	}
	if o.NoCapture < 0 || o.NoCapture > 1000 {
		return fmt.Errorf("%w: no_capture_limit is %d, expected 1 to 1000, or 0 for none", game.ErrRules, o.NoCapture)
	}
	if o.Repetition < 0 || o.Repetition == 1 || o.Repetition > 100 {
		return fmt.Errorf("%w: repetition_limit is %d, expected 2 to 100, or 0 for none", game.ErrRules, o.Repetition)
	}
	switch {
	case o.NoCaptureEnd > Drawn:
		return fmt.Errorf("%w: no_capture is %q, expected count or draw", game.ErrRules, o.NoCaptureEnd)
	case o.RepetitionEnd > Drawn:
		return fmt.Errorf("%w: repetition is %q, expected count or draw", game.ErrRules, o.RepetitionEnd)
	case o.NoMoveEnd > Lost:
		return fmt.Errorf("%w: no_move is %d, expected ByCount, Drawn or Lost", game.ErrRules, o.NoMoveEnd)
	}
	return nil
}
