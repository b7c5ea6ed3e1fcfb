package platform

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"sync"
)

// Kind says what values a parameter takes.
type Kind uint8

// The kinds of values.
const (
	Whole  Kind = iota // whole numbers
	Real               // any number
	Switch             // 0 is off, 1 is on
)

// String names the kind.
func (k Kind) String() string { return [...]string{"whole", "real", "switch"}[min(k, Switch)] }

// Parameter describes something that can be set, of an algorithm module or as a
// weight of its score.
type Parameter struct {
	Key               string // "module.name"
	Kind              Kind
	Min, Max, Default float64
	Meaning           string // with its unit
}

// Parse reads a value. ErrParameter, with the range, when it is not valid.
func (p *Parameter) Parse(text string) (float64, error) {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || !(v >= p.Min && v <= p.Max) || p.Kind != Real && v != math.Trunc(v) {
		return 0, fmt.Errorf("%w: %s is %.40q, expected %s", ErrParameter, p.Key, text, p.Range())
	}
	return v, nil
}

// Format writes a value as Parse reads it.
func (p *Parameter) Format(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// Range describes the valid values: "1 to 10", "0.1 to 60".
func (p *Parameter) Range() string {
	text := p.Format(p.Min) + " to " + p.Format(p.Max)
	if p.Kind == Whole {
		return "a whole number, " + text
	}
	if p.Kind == Switch {
		return "0 or 1"
	}
	return text
}

// Setting is a parameter with its value.
type Setting struct {
	Parameter
	Value float64
}

// values are the values of all parameters at some moment, by key.
type values map[string]float64

func (v values) on(key string) bool { return v[key] != 0 }

// parameters lists everything that can be set, constants first.
var parameters = slices.Concat(constantParameters, weightParameters)

// parameterOf returns the parameter of a key, nil for an unknown one.
func parameterOf(key string) *Parameter {
	if i := slices.IndexFunc(parameters, func(p Parameter) bool { return p.Key == key }); i >= 0 {
		return &parameters[i]
	}
	return nil
}

// ParameterEditor keeps the parameters of all algorithm modules and the weights
// of their scores for one Client, and owns the constants manager. The values that the
// Client has set and the values in effect may differ: with "editor.adjusts" the engine
// changes the latter by the phase of the game and by tactics, within the ranges. Its
// methods may be called from any goroutine.
type ParameterEditor struct {
	constants constantsManager
	keep      func(key, value string) error // stores what was set

	mu       sync.Mutex
	asSet    values
	inEffect values
}

// Change is a parameter that the engine has changed for the moment.
type Change struct {
	Key      string
	From, To float64
	Why      string // the phase or the tactics: "opening", "fight"
}

// NewParameterEditor makes an editor with every parameter at its default. It calls
// keep, when it is not nil, with every setting before that takes effect.
func NewParameterEditor(keep func(key, value string) error) *ParameterEditor {
	if keep == nil {
		keep = func(string, string) error { return nil }
	}
	v := values{}
	for i := range parameters {
		v[parameters[i].Key] = parameters[i].Default
	}
	return &ParameterEditor{keep: keep, asSet: v, inEffect: v}
}

// Settings lists everything that can be set, constants first.
func (e *ParameterEditor) Settings() (list []Setting) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, p := range parameters {
		list = append(list, Setting{p, e.asSet[p.Key]})
	}
	return list
}

// Setting returns one setting. ErrParameter: there is no such key.
func (e *ParameterEditor) Setting(key string) (Setting, error) {
	p := parameterOf(key)
	if p == nil {
		return Setting{}, fmt.Errorf("%w: no %.40q", ErrParameter, key)
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	return Setting{*p, e.asSet[key]}, nil
}

// Set changes a parameter, with effect from the next move on, and returns the value as
// Format writes it. ErrParameter with the range, or the store's error.
func (e *ParameterEditor) Set(key, text string) (string, error) {
	s, err := e.Setting(key)
	if err != nil {
		return "", err
	}
	v, err := s.Parse(text)
	if err != nil {
		return "", err
	}
	value := s.Format(v)
	if err := e.keep(key, value); err != nil {
		return "", err
	}
	e.set(key, v)
	return value, nil
}

// set changes a value that has been checked.
func (e *ParameterEditor) set(key string, v float64) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.asSet = maps.Clone(e.asSet)
	e.asSet[key] = v
	e.inEffect = e.asSet
}

// adjust fits the values in effect to a situation, starting from those that the Client
// has set, and returns what it changed.
func (e *ParameterEditor) adjust(s Situation) (changes []Change) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.inEffect = maps.Clone(e.asSet)
	if !e.asSet.on(keyAdjusts) {
		return nil
	}
	for _, rule := range adjustments {
		if !s.is(rule.why) {
			continue
		}
		p := parameterOf(rule.key)
		from := e.inEffect[rule.key]
		to := min(max(from*rule.factor, p.Min), p.Max)
		if p.Kind == Whole {
			to = math.Round(to)
		}
		if to != from {
			e.inEffect[rule.key] = to
			changes = append(changes, Change{rule.key, from, to, rule.why})
		}
	}
	return changes
}

// effective returns the values in effect, not to be changed.
func (e *ParameterEditor) effective() values {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.inEffect
}
