//go:build !wasm

package engine

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
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

	option string // what comes before the name of an announced option
	set    string // what comes before the name of a setting
	value  string // what comes between that and its value
	time   string // the part of a search order that limits its time, for milliseconds
}

// uci is the Universal Chess Interface (S. Meyer-Kahlen, R. Huber, 2006).
var uci = dialect{
	kind: "uci", hello: "uci", greeted: "uciok", ready: "isready", fresh: "ucinewgame", endless: "infinite",
	option: "name", set: "setoption name ", value: " value ", time: "movetime %d",
}

// ucci is the Universal Chinese Chess Protocol 3.0 (xqbase.com, 2007). It
// promises no answer to isready, has one limit in an order to search, and
// writes ranks 0 to 9.
var ucci = dialect{
	kind: "ucci", hello: "ucci", greeted: "ucciok", fresh: "setoption newgame", endless: "infinite", zero: true,
	set: "setoption ", value: " ", time: "time %d movestogo 1",
}

// setting writes a setting; value is "" for a button.
func (d *dialect) setting(name, value string) string {
	if value == "" {
		return d.set + name
	}
	return d.set + name + d.value + value
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
		parts = append(parts, fmt.Sprintf(d.time, max(l.Time.Milliseconds(), 1)))
	}
	if len(parts) == 0 {
		return "go " + d.endless
	}
	if d.zero { // UCCI: one limit
		parts = parts[:1]
	}
	return "go " + strings.Join(parts, " ")
}

// announced reads what follows the word option:
//
//	name Skill Level type spin default 20 min 0 max 20
//	hashsize type spin min 0 max 1024 default 16
func (d *dialect) announced(words []string) (s setting, ok bool) {
	if d.option != "" {
		if len(words) < 2 || words[0] != d.option {
			return s, false
		}
		words = words[1:]
	}
	end := max(slices.Index(words, "type"), 0)
	if d.zero {
		end = min(1, len(words))
	}
	s.name, words = strings.Join(words[:end], " "), words[end:]
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
	return s, s.name != ""
}

// settingKey is the name by which a setting is found: programs differ in capitals,
// blanks and underscores.
func settingKey(name string) string {
	return strings.ToLower(strings.NewReplacer(" ", "", "_", "").Replace(name))
}
