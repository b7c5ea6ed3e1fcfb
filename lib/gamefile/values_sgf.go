package gamefile

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"qikit.dev/qikit/lib/sgf"
)

// sgfNags are SGF's verdicts on a move by PGN's numbers for them.
var sgfNags = [...]sgf.Annotation{1: sgf.GoodMove, 2: sgf.BadMove, 3: sgf.VeryGoodMove, 4: sgf.VeryBadMove, 5: sgf.Interesting, 6: sgf.Doubtful}

// sides are the properties of a side's move, time left and moves left.
var sides = [2]struct{ move, clock, left string }{{"B", "BL", "OB"}, {"W", "WL", "OW"}}

// each visits the nodes of a tree.
func each(root *sgf.Node, visit func(n *sgf.Node)) {
	for todo := []*sgf.Node{root}; len(todo) > 0; {
		n := todo[len(todo)-1]
		todo = append(todo[:len(todo)-1], n.Children...)
		visit(n)
	}
}

// say makes commands of the comment from the properties that are values. Of the side that did not move they keep their
// names, [%WL 300], because [%clk] is the time of the side that moved.
func say(n *sgf.Node) {
	var said []string
	put := func(name, property string, least float64) {
		x, err := strconv.ParseFloat(strings.TrimSpace(n.SimpleText(property)), 64)
		if err != nil || !(x >= least && x <= 1e6) {
			return // what is no number is left out, as other properties are
		}
		said = append(said, fmt.Sprintf("[%%%s %s]", name, strconv.FormatFloat(x, 'f', -1, 64)))
	}
	if n.Has("V") {
		put("eval", "V", -1e6)
	}
	for _, side := range sides {
		clk, left := side.clock, side.left
		if n.Has(side.move) {
			clk, left = "clk", "left"
		}
		if n.Has(side.clock) {
			put(clk, side.clock, 0)
		}
		if n.Has(side.left) {
			put(left, side.left, 0)
		}
	}
	if nag := slices.Index(sgfNags[1:], n.Annotation()) + 1; nag > 0 && (n.Has("B") || n.Has("W")) {
		said = append(said, "[%nag "+strconv.Itoa(nag)+"]")
	}
	if len(said) > 0 {
		if text := n.Comment(); text != "" {
			said = append(said, text)
		}
		n.SetComment(strings.Join(said, " "))
	}
}

// state makes properties of the commands that say made, and of others that SGF has a property for.
func state(n *sgf.Node) {
	comment := n.Comment()
	if !strings.Contains(comment, "[%") {
		return
	}
	mover := slices.IndexFunc(sides[:], func(s struct{ move, clock, left string }) bool { return n.Has(s.move) })
	set := func(property, value string) bool {
		if n.Has(property) {
			return false
		}
		n.SetText(property, value)
		return true
	}
	n.SetComment(commands(comment, func(name, value string) bool {
		switch {
		case name == "eval" && !strings.ContainsAny(value, "#,"):
			var x *float64
			return real(&x, value, -1e6, 1e6) && set("V", strconv.FormatFloat(*x, 'f', -1, 64))
		case name == "clk" && mover >= 0:
			var s *float64
			return seconds(&s, value) && set(sides[mover].clock, strconv.FormatFloat(*s, 'f', -1, 64))
		case name == "left" && mover >= 0:
			return set(sides[mover].left, value)
		case name == "nag" && mover >= 0 && n.Annotation() == sgf.NoAnnotation:
			nag, err := strconv.Atoi(value)
			if err != nil || nag < 1 || nag >= len(sgfNags) {
				return false
			}
			n.Annotate(sgfNags[nag])
			return true
		case name == "BL" || name == "WL" || name == "OB" || name == "OW":
			var x *float64
			return real(&x, value, 0, 1e7) && set(name, value)
		}
		return false
	}))
}
