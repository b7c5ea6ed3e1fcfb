package book

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"qikit.dev/qikit/lib/engine"
)

// errValue is all that a type's UnmarshalJSON needs to say: decode adds the
// path, the value and what was expected.
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

func (i *Initial) expected() string {
	return "a list of position texts or the path of a FEN, EPD or PGN file"
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

func (s *Span) expected() string { return "a number of plies or [least, most]" }

// Seat is a player, by name ("red") or by index ("0"); empty is the first. In
// JSON a text or a whole number.
type Seat string

// UnmarshalJSON reads a text or a whole number.
func (s *Seat) UnmarshalJSON(text []byte) error {
	var index int
	if json.Unmarshal(text, &index) == nil {
		*s = Seat(strconv.Itoa(index))
		return nil
	}
	return json.Unmarshal(text, (*string)(s))
}

func (s *Seat) expected() string { return "a player's name or index" }

// index finds the seat among the players' names.
func (s Seat) index(sides []string) (int, error) {
	if s == "" {
		return 0, nil
	}
	for i, side := range sides {
		if string(s) == side {
			return i, nil
		}
	}
	if i, err := strconv.Atoi(string(s)); err == nil && 0 <= i && i < len(sides) {
		return i, nil
	}
	return 0, fmt.Errorf("%w: preset is %q, expected one of %q or an index under %d", ErrOptions, string(s), sides, len(sides))
}

// Player is an engine and what limits its searches besides the depth. In JSON
// an object of the engine's options with two keys more: "nodes" and "time"
// (seconds). The zero Player is the built-in engine without further limits.
type Player struct {
	// Engine is a JSON object as engine.ParseOptions reads it. Unless it says
	// otherwise an engine has a table of TableMB megabytes.
	Engine json.RawMessage
	// Nodes ends a search after so many positions; engine.NoLimit.
	Nodes int
	// Time ends a search; engine.NoLimit. Results then differ from run to run,
	// so Options.Repeatable has to be false.
	Time time.Duration
}

// TableMB is the size of a player's transposition table unless its options
// state one: games are many, each starts with an empty table, and most of a
// large one would be emptied in vain.
const TableMB = 16

// UnmarshalJSON reads the object and parts the engine's options from ours.
func (p *Player) UnmarshalJSON(text []byte) error {
	var given map[string]json.RawMessage
	if err := json.Unmarshal(text, &given); err != nil || given == nil {
		return errValue
	}
	*p = Player{}
	if raw, ok := given["nodes"]; ok {
		if json.Unmarshal(raw, &p.Nodes) != nil || p.Nodes < 0 {
			return errValue
		}
		delete(given, "nodes")
	}
	if raw, ok := given["time"]; ok {
		var seconds float64
		if json.Unmarshal(raw, &seconds) != nil || !(seconds >= 0 && seconds <= 86400) {
			return errValue
		}
		p.Time = time.Duration(seconds * float64(time.Second))
		delete(given, "time")
	}
	var err error
	p.Engine, err = json.Marshal(given) // sorted keys: equal players have equal JSON
	return err
}

// MarshalJSON writes what UnmarshalJSON reads.
func (p Player) MarshalJSON() ([]byte, error) {
	all := map[string]any{}
	if len(p.Engine) > 0 {
		if err := json.Unmarshal(p.Engine, &all); err != nil {
			return nil, fmt.Errorf("%w: engine options %s: %v", ErrOptions, excerpt(p.Engine), err)
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

func (p *Player) expected() string {
	return `an engine's options, as {"kind": "mcts", "nodes": 1000, "time": 0.5}`
}

// options are the engine's options over the defaults of this package.
func (p Player) options() (engine.Options, error) {
	o, err := engine.ParseOptions(p.Engine)
	if err != nil {
		return o, err
	}
	var given struct {
		TableMB *int `json:"table_mb"`
	}
	if len(p.Engine) > 0 {
		if err := json.Unmarshal(p.Engine, &given); err != nil {
			return o, fmt.Errorf("%w: engine options %s: %v", ErrOptions, excerpt(p.Engine), err)
		}
	}
	if given.TableMB == nil {
		o.TableMB = TableMB
	}
	return o, nil
}
