package engine

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// dialect is what differs between two protocols of the same kind.
type dialect struct {
	kind    string
	hello   string // first words to the program
	greeted string // its answer
	ready   string // a question answered by readyok; "" when the protocol promises no answer
	fresh   string // a new game begins
	endless string // search without a limit
	zero    bool   // the protocol numbers ranks from 0, so the program need not be probed

	// option reads what follows the word option.
	option func(words []string) setting
	// set writes a setting; value is "" for a button.
	set func(name, value string) string
	// clock is the part of a search order that limits its time.
	clock func(d time.Duration) string
}

// setting is an option that a program announces.
type setting struct {
	name     string
	kind     string // check, spin, combo, button, string
	min, max int    // of a spin
	choices  []string
}

// search writes the order to search. Where the protocol knows one limit at a time
// it names the first of depth, nodes and time; our own clock stops the program in
// time in any case.
func (d *dialect) search(l Limits) string {
	nodes := l.Nodes
	if nodes == NoLimit || l.Visits != NoLimit && l.Visits < nodes {
		nodes = l.Visits
	}
	var parts []string
	if l.Depth != NoLimit {
		parts = append(parts, fmt.Sprintf("depth %d", l.Depth))
	}
	if nodes != NoLimit {
		parts = append(parts, fmt.Sprintf("nodes %d", nodes))
	}
	if l.Time != NoLimit {
		parts = append(parts, d.clock(l.Time))
	}
	if len(parts) == 0 {
		return "go " + d.endless
	}
	if d.zero { // UCCI: one limit
		parts = parts[:1]
	}
	return "go " + strings.Join(parts, " ")
}

// readSetting reads an option from its name and the words behind it.
func readSetting(name string, words []string) setting {
	s := setting{name: name}
	for i := 0; i+1 < len(words); i++ {
		value := words[i+1]
		switch words[i] {
		case "type":
			s.kind = value
		case "min":
			s.min, _ = strconv.Atoi(value)
		case "max":
			s.max, _ = strconv.Atoi(value)
		case "var":
			s.choices = append(s.choices, value)
		default:
			continue
		}
		i++
	}
	return s
}

// key is the name by which a setting is found: programs differ in capitals,
// blanks and underscores.
func (s setting) key() string { return settingKey(s.name) }

func settingKey(name string) string {
	return strings.ToLower(strings.NewReplacer(" ", "", "_", "").Replace(name))
}
