package generate

import (
	"encoding/json"
	"errors"
	"time"

	"qikit.dev/qikit/internal/options"
	"qikit.dev/qikit/lib/engine"
)

// errValue is the error of UnmarshalJSON: the reader of options adds the path, the
// value and what was expected.
var errValue = errors.New("book: bad value")

// Initial is where games start. In JSON a list of position texts, or a text
// that is the path of a file or one position. The zero Initial is the game's
// start position.
type Initial struct {
	Positions []string
	File      string // a FEN, EPD or PGN file, or one position text
}

// UnmarshalJSON reads a list or a text.
func (i *Initial) UnmarshalJSON(text []byte) error {
	*i = Initial{}
	if json.Unmarshal(text, &i.Positions) == nil {
		return nil
	}
	if json.Unmarshal(text, &i.File) == nil {
		return nil
	}
	return errValue
}

// MarshalJSON writes what UnmarshalJSON reads.
func (i Initial) MarshalJSON() ([]byte, error) {
	if i.File != "" {
		return json.Marshal(i.File)
	}
	return json.Marshal(i.Positions)
}

// Span is a number of plies, fixed when Min and Max are equal. In JSON a
// number or a list of the two.
type Span struct{ Min, Max int }

// UnmarshalJSON reads a number or a list of two.
func (s *Span) UnmarshalJSON(text []byte) error {
	var ends []int
	if json.Unmarshal(text, &s.Min) == nil {
		s.Max = s.Min
		return nil
	}
	if json.Unmarshal(text, &ends) == nil && len(ends) == 2 {
		s.Min, s.Max = ends[0], ends[1]
		return nil
	}
	return errValue
}

// MarshalJSON writes what UnmarshalJSON reads.
func (s Span) MarshalJSON() ([]byte, error) {
	if s.Min == s.Max {
		return json.Marshal(s.Min)
	}
	return json.Marshal([2]int{s.Min, s.Max})
}

// Player is an engine and what limits its searches besides the depth. In JSON
// an object of the engine's options with two keys more: "nodes" and "time"
// (seconds). The zero Player is the built-in engine without further limits.
type Player struct {
	// Engine is a JSON object as engine.ParseOptions reads it. Unless it says
	// otherwise an engine has a table of TableMB megabytes.
	Engine json.RawMessage
	// Nodes ends a search after so many positions; engine.NoLimit (default) for none.
	Nodes int
	// Time ends a search; engine.NoLimit (default) for none. With it results differ
	// from run to run, so Options.Repeatable has to be false.
	Time time.Duration
}

// TableMB is the size of a player's transposition table unless its options
// state one: there are many games, and each has to empty the table first.
const TableMB = 16

// UnmarshalJSON reads the object and separates the engine's options from the
// limits.
func (p *Player) UnmarshalJSON(text []byte) error {
	usual := engine.DefaultOptions()
	o := struct {
		*engine.Options
		Nodes int           `json:"nodes" range:"0.."`
		Time  time.Duration `json:"time" range:"0..86400"`
	}{Options: &usual}
	if err := options.Read(text, &o); err != nil {
		return err
	}
	var given map[string]json.RawMessage
	if err := json.Unmarshal(text, &given); err != nil {
		return err
	}
	delete(given, "nodes")
	delete(given, "time")
	rest, err := json.Marshal(given) // sorted keys: equal players have equal JSON
	*p = Player{Engine: rest, Nodes: o.Nodes, Time: o.Time}
	return err
}

// MarshalJSON writes what UnmarshalJSON reads.
func (p Player) MarshalJSON() ([]byte, error) {
	all := map[string]any{}
	if len(p.Engine) > 0 {
		if err := json.Unmarshal(p.Engine, &all); err != nil {
			return nil, bad("engine", p.Engine, "an engine's options")
		}
	}
	if p.Nodes > 0 {
		all["nodes"] = p.Nodes
	}
	if p.Time > 0 {
		all["time"] = p.Time.Seconds()
	}
	return json.Marshal(all)
}

// options are the engine's options over the defaults of this package.
func (p Player) options() (engine.Options, error) {
	o := engine.DefaultOptions()
	o.TableMB = TableMB
	return o, options.Wrap(engine.ErrOptions, options.Read(p.Engine, &o))
}

// Scope says what a depth is drawn for.
type Scope string

// Distribution says how a depth is drawn.
type Distribution string

// Scopes and distributions of Depth.
const (
	ScopePly            Scope        = "ply"
	ScopePlayer         Scope        = "player"
	ScopeGame           Scope        = "game"
	DistributionNormal  Distribution = "normal"
	DistributionUniform Distribution = "uniform"
	DistributionList    Distribution = "list"
)

// Recording says which positions of a game become records.
type Recording string

// Values of Options.Record.
const (
	RecordAll Recording = "all"
	RecordEnd Recording = "end"
)

// Order says what a breadth-first job searches next.
type Order string

// Values of Breadth.Order.
const (
	OrderLevel  Order = "level"
	OrderScore  Order = "score"
	OrderVisits Order = "visits"
)

// Evaluator says whose evaluation tells that a game is unbalanced.
type Evaluator string

// Combination says how a threshold and a ratio go together.
type Combination string

// Adjustment says whose depth is adjusted in an unbalanced game.
type Adjustment string

// Values of Balance.
const (
	EvaluatorTerms  Evaluator   = "terms"
	EvaluatorSearch Evaluator   = "search"
	EvaluatorNNUE   Evaluator   = "nnue"
	CombineAny      Combination = "any"
	CombineAll      Combination = "all"
	AdjustHold      Adjustment  = "hold"
	AdjustBoth      Adjustment  = "both"
	AdjustRaise     Adjustment  = "raise"
	AdjustLower     Adjustment  = "lower"
	AdjustOff       Adjustment  = "off"
)
