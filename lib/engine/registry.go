package engine

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"qikit.dev/qikit/internal/options"
	"qikit.dev/qikit/lib/game"
)

// maker makes an engine for a game. The options are checked.
type maker func(k *knowledge, o Options) (Engine, error)

// kinds makes each kind of engine; programs of others are added by their files.
var kinds = map[string]maker{
	"alphabeta": newAlphaBeta,
	"mcts":      newTreeSearch,
}

// Kinds lists the kinds of engine, sorted.
func Kinds() []string { return slices.Sorted(maps.Keys(kinds)) }

// New makes an engine for the named game.
func New(gameName string, o Options) (Engine, error) {
	k, err := lookup(gameName)
	if err != nil {
		return nil, err
	}
	if err := options.Check(&o); err != nil {
		return nil, options.Wrap(ErrOptions, err)
	}
	if o.Kind == "" {
		o.Kind = k.kind
	}
	m, ok := kinds[o.Kind]
	if !ok {
		return nil, options.Wrap(ErrOptions, options.Word("kind", o.Kind, strings.Join(Kinds(), " ")))
	}
	if o.Ponder && (o.Kind != "alphabeta" || o.Level < LevelMax) {
		return nil, fmt.Errorf("%w: ponder with kind %s at level %d, expected alphabeta at level %d", ErrUnsupported, o.Kind, o.Level, LevelMax)
	}
	if err := o.refuseKeyValues(k); err != nil {
		return nil, err
	}
	if err := o.checkEvaluator(k); err != nil {
		return nil, err
	}
	return m(k, o)
}

// checkEvaluator is an error when the engine does not value positions as Evaluator says.
func (o Options) checkEvaluator(k *knowledge) error {
	switch {
	case o.Evaluator == "":
		return nil
	case o.Evaluator != "terms" && o.Evaluator != "nnue":
		return options.Wrap(ErrOptions, options.Word("evaluator", o.Evaluator, "terms nnue"))
	case !k.evaluators || o.Kind != "alphabeta" && o.Kind != "mcts":
		return fmt.Errorf("%w: %s for %s with evaluator %q", ErrUnsupported, o.Kind, k.game, o.Evaluator)
	case o.Evaluator == "terms" && o.Net != "":
		return options.Wrap(ErrOptions, options.Clash("evaluator", `"terms" with a net`, `"nnue", or no net`))
	}
	return nil
}

// refuse is ErrUnsupported when one of the named options is set; who is the engine
// that has no use for them.
func (o Options) refuse(who string, names ...string) error {
	values := map[string]string{"net": o.Net, "book": o.Book, "tables": o.Tables, "evaluator": o.Evaluator}
	if o.Strategy != "default" {
		values["strategy"] = o.Strategy
	}
	for _, name := range names {
		if values[name] != "" {
			return fmt.Errorf("%w: %s with %s %q", ErrUnsupported, who, name, values[name])
		}
	}
	return nil
}

// boardMoves is how many moves the largest board has, 19x19; more lines there are not.
const boardMoves = 361

// Check returns ErrLimits with the limit that is out of range. Search calls it too.
func (l Limits) Check() error {
	ranges := []struct {
		name        string
		value, most int
	}{
		{"depth", l.Depth, DepthMax},
		{"nodes", l.Nodes, 1 << 62},
		{"visits", l.Visits, 1 << 62},
		{"time", int(l.Time), 1 << 62},
		{"clock", int(l.Clock), 1 << 62},
		{"increment", int(l.Increment), 1 << 62},
		{"moves to go", l.MovesToGo, 1 << 30},
	}
	for _, r := range ranges {
		if r.value < 0 || r.value > r.most {
			return fmt.Errorf("%w: %s is %d, expected 1 to %d, or 0 for none", ErrLimits, r.name, r.value, r.most)
		}
	}
	if l.Lines < 1 || l.Lines > boardMoves {
		return fmt.Errorf("%w: lines is %d, expected 1 to %d", ErrLimits, l.Lines, boardMoves)
	}
	if l.Clock == NoLimit && (l.Increment != 0 || l.MovesToGo != 0) {
		return fmt.Errorf("%w: an increment of %v and %d moves to go without a clock, expected the time left", ErrLimits, l.Increment, l.MovesToGo)
	}
	return nil
}

// Limited says whether there is any limit that ends the search.
func (l Limits) Limited() bool {
	return l.Depth != NoLimit || l.Nodes != NoLimit || l.Visits != NoLimit || l.timed()
}

// timed says whether a clock ends the search.
func (l Limits) timed() bool { return l.Time != NoLimit || l.Clock != NoLimit }

// at checks the limits and turns the clock into the time for b's move.
func (l Limits) at(b game.Board) (Limits, error) {
	if err := l.Check(); err != nil || l.Clock == NoLimit {
		return l, err
	}
	share := MoveTime(l.Clock, l.Increment, l.MovesToGo, len(b.Played(nil)))
	if l.Time == NoLimit || share < l.Time {
		l.Time = share
	}
	return l, nil
}

// timeLeft is the rest of a time limit that has run since began, at least
// moveTimeLeast.
func timeLeft(limit time.Duration, began time.Time) time.Duration {
	if limit == NoLimit {
		return NoLimit
	}
	return max(limit-time.Since(began), moveTimeLeast)
}

// DepthMax is the greatest depth limit, in plies.
const DepthMax = 100
