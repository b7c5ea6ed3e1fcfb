package uci

import (
	"fmt"
	"strconv"
	"strings"

	"qikit.dev/qikit/lib/engine"
)

// option is a setting of the session under its names in both protocols.
type option struct {
	uci, ucci string
	kind      string // spin, check, combo, string, button
	def       string
	min, max  int      // spin
	choices   []string // combo
	set       func(s *session, value string) error
}

// describe is the text after the name when the option is announced.
func (o *option) describe() string {
	text := " type " + o.kind
	if o.kind != "button" {
		text += " default " + o.def
	}
	if o.kind == "spin" {
		text += fmt.Sprintf(" min %d max %d", o.min, o.max)
	}
	for _, c := range o.choices {
		text += " var " + c
	}
	return text
}

// noFile is how UCI writes an empty string.
const noFile = "<empty>"

// options in the order in which they are announced. An option without a name
// in a protocol is not announced there.
var options = []*option{
	{uci: "Kind", ucci: "kind", kind: "combo", def: "alphabeta", choices: []string{"alphabeta", "mcts"},
		set: func(s *session, v string) error { s.options.Kind = v; s.forget(); return nil }},
	{uci: "Hash", ucci: "hashsize", kind: "spin", def: "64", min: 1, max: 65536,
		set: func(s *session, v string) error { s.options.TableMB = number(v); s.forget(); return nil }},
	{uci: "Threads", ucci: "threads", kind: "spin", def: "1", min: 1, max: 256,
		set: func(s *session, v string) error { s.options.Workers = number(v); s.forget(); return nil }},
	{uci: "Level", ucci: "level", kind: "spin", def: "10", min: 1, max: engine.LevelMax,
		set: func(s *session, v string) error { s.options.Level = number(v); s.forget(); return nil }},
	{uci: "MultiPV", kind: "spin", def: "1", min: 1, max: 128,
		set: func(s *session, v string) error { s.lines = number(v); return nil }},
	{uci: "Move Overhead", ucci: "overhead", kind: "spin", def: "20", min: 0, max: 5000,
		set: func(s *session, v string) error { s.overhead = millis(number(v)); return nil }},
	{uci: "Book", ucci: "bookfiles", kind: "string", def: noFile,
		set: func(s *session, v string) error { return s.useFile(&s.options.Book, v) }},
	{uci: "EvalFile", ucci: "evalfile", kind: "string", def: noFile,
		set: func(s *session, v string) error { return s.useFile(&s.options.Net, v) }},
	{uci: variantOption, kind: "combo", choices: variants,
		set: func(s *session, v string) error { s.play(v); return nil }},
	{uci: "UCI_Chess960", kind: "check", def: "false",
		set: func(s *session, v string) error { s.chess960 = v == "true"; return nil }},
	{uci: "UCI_Ranks10", kind: "check", def: "false",
		set: func(s *session, v string) error { s.ranks10 = v == "true"; return nil }},
	{uci: "Ponder", ucci: "ponder", kind: "check", def: "false",
		set: func(*session, string) error { return nil }}, // go ponder says it each time
	{ucci: "usemillisec", kind: "check", def: "false",
		set: func(s *session, v string) error { s.seconds = v != "true"; return nil }},
	{uci: "Clear Hash", ucci: "newgame", kind: "button",
		set: func(s *session, _ string) error { return s.clear() }},
}

// of is the option as the session has it: which game is the default, the program's flag says.
func (o *option) of(s *session) *option {
	if o.uci != variantOption {
		return o
	}
	own := *o
	own.def = s.game
	return &own
}

// setOption reads "name N value V" (UCI) or "N V" (UCCI) and sets the option.
func (s *session) setOption(words orders) error {
	var name, value string
	if s.protocol == &ucci {
		name, value = words.next(), strings.Join(words, " ")
	} else {
		if words.next() != "name" {
			return fmt.Errorf("setoption without name")
		}
		name, value = words.until("value"), strings.Join(words, " ")
	}
	for _, o := range options {
		own := o.uci
		if s.protocol == &ucci {
			own = o.ucci
		}
		if own != "" && strings.EqualFold(own, name) {
			checked, err := o.check(value)
			if err != nil {
				return fmt.Errorf("option %s: %w", own, err)
			}
			return o.set(s, checked)
		}
	}
	return fmt.Errorf("no option %q", name)
}

// check returns the value as the option spells it, or what was expected.
func (o *option) check(value string) (string, error) {
	switch o.kind {
	case "spin":
		if n, err := strconv.Atoi(value); err != nil || n < o.min || n > o.max {
			return "", fmt.Errorf("%q, expected %d to %d", value, o.min, o.max)
		}
	case "check":
		if value = strings.ToLower(value); value != "true" && value != "false" {
			return "", fmt.Errorf("%q, expected true or false", value)
		}
	case "combo":
		for _, c := range o.choices {
			if strings.EqualFold(c, value) {
				return c, nil
			}
		}
		return "", fmt.Errorf("%q, expected one of %s", value, strings.Join(o.choices, ", "))
	}
	return value, nil
}

// number is the value of a spin, which check has passed.
func number(value string) int {
	n, _ := strconv.Atoi(value)
	return n
}
