package sgf

import (
	"fmt"
	"slices"

	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
)

// Node is a node of a game record in SGF, FF[4]. The root holds what is known
// of the game and what was set up; each node below is a move. Where there are
// several children, the first one is the main line.
type Node struct {
	Properties []Property
	Children   []*Node

	at place
}

// Property is a property with its values as they stand in a file: with escapes,
// so that one that nobody here knows goes out as it came in. [Node.Text] and
// its like read them.
type Property struct {
	Name   string // capital letters, then perhaps digits
	Values []string

	at place
}

// place is where something stands in a file, both from 1; columns count
// characters. It is 0, 0 for what was made by hand.
type place struct{ line, column int }

// fail is an error at the place; format says what was found and expected.
func (at place) fail(format string, args ...any) error {
	err := fmt.Errorf(format, args...)
	if at.line == 0 {
		return fmt.Errorf("%w: %w", game.ErrRecord, err)
	}
	return fmt.Errorf("%w: line %d, column %d: %w", game.ErrRecord, at.line, at.column, err)
}

// Place is the line and the column, both from 1, at which the node began in the
// file it was read from; 0 for a node made by hand.
func (n *Node) Place() (line, column int) { return n.at.line, n.at.column }

// Fail is an error at the place of the property, of the node where it has none
// of that name; format says what was found and expected. It wraps
// game.ErrRecord.
func (n *Node) Fail(name, format string, args ...any) error {
	if p := n.property(name); p != nil {
		return p.at.fail(format, args...)
	}
	return n.at.fail(format, args...)
}

// property finds a property by name, nil when the node has none.
func (n *Node) property(name string) *Property {
	for i := range n.Properties {
		if n.Properties[i].Name == name {
			return &n.Properties[i]
		}
	}
	return nil
}

// Has says whether the node has the property.
func (n *Node) Has(name string) bool { return n.property(name) != nil }

// Values are the property's values as they stand in a file, nil for none.
func (n *Node) Values(name string) []string {
	if p := n.property(name); p != nil {
		return p.Values
	}
	return nil
}

// value is the property's first value, "" for none.
func (n *Node) value(name string) string {
	if values := n.Values(name); len(values) > 0 {
		return values[0]
	}
	return ""
}

// Text reads the property's first value as Text: its line breaks count. It is ""
// when there is none.
func (n *Node) Text(name string) string { return unescape(n.value(name), false) }

// SimpleText reads the property's first value as SimpleText: one line.
func (n *Node) SimpleText(name string) string { return unescape(n.value(name), true) }

// Set gives a property its values, as they stand in a file; one without a value
// gets "". Properties new to the node come last.
func (n *Node) Set(name string, values ...string) {
	if len(values) == 0 {
		values = []string{""}
	}
	if p := n.property(name); p != nil {
		p.Values = values
		return
	}
	n.Properties = append(n.Properties, Property{Name: name, Values: values})
}

// SetText gives a property one value and escapes it; line breaks count, other
// white space becomes blanks.
func (n *Node) SetText(name, text string) { n.Set(name, escape(text)) }

// Delete removes a property, if the node has it.
func (n *Node) Delete(name string) {
	n.Properties = slices.DeleteFunc(n.Properties, func(p Property) bool { return p.Name == name })
}

// Add makes a node with one property the last child of n and returns it.
func (n *Node) Add(name string, values ...string) *Node {
	child := &Node{}
	child.Set(name, values...)
	n.Children = append(n.Children, child)
	return child
}

// MainLine lists the nodes from n along the first children to the end.
func (n *Node) MainLine() []*Node {
	line := []*Node{n}
	for len(n.Children) > 0 {
		n = n.Children[0]
		line = append(line, n)
	}
	return line
}

// Points reads the property's values as points of a board of that size; a pair
// "aa:cc" is a rectangle. Each point comes once. The error wraps game.ErrRecord.
func (n *Node) Points(name string, size int) ([]goban.Point, error) {
	var list []goban.Point
	var listed goban.PointSet
	for _, value := range n.Values(name) {
		first, second, isPair := pair(value)
		if !isPair {
			second = first
		}
		a, ok := goban.ParseSGFPoint(first, size)
		b, ok2 := goban.ParseSGFPoint(second, size)
		if !ok || !ok2 {
			return nil, n.property(name).at.fail("%s[%s], expected a point aa to %[3]c%[3]c or two of them with a colon", name, value, 'a'+size-1)
		}
		for row := max(a.Row(), b.Row()); row >= min(a.Row(), b.Row()); row-- {
			for column := min(a.Column(), b.Column()); column <= max(a.Column(), b.Column()); column++ {
				if p := goban.PointAt(column, row); !listed.Has(p) {
					listed.Put(p)
					list = append(list, p)
				}
			}
		}
	}
	return list, nil
}

// Move reads the node's move on a board of that size; ok is false when it has
// none. An empty value is a pass, and so is tt. The error wraps
// game.ErrRecord: two moves in one node, or no point of the board.
func (n *Node) Move(size int) (c goban.Color, m game.Move, ok bool, err error) {
	c, p := goban.Black, n.property("B")
	if white := n.property("W"); white != nil {
		if p != nil {
			return goban.Empty, game.NoMove, false, white.at.fail("B and W in one node, expected one move")
		}
		c, p = goban.White, white
	}
	if p == nil {
		return goban.Empty, game.NoMove, false, nil
	}
	value := unescape(p.Values[0], true)
	point, isPoint := goban.ParseSGFPoint(value, size)
	switch {
	case len(p.Values) > 1:
		return goban.Empty, game.NoMove, false, p.at.fail("%s with %d values, expected one move", p.Name, len(p.Values))
	case isPoint:
		return c, game.Move(point), true, nil
	case value == "" || value == goban.SGFPass:
		return c, goban.Pass, true, nil
	}
	return goban.Empty, game.NoMove, false, p.at.fail("%s[%s], expected a point aa to %[3]c%[3]c, or nothing for a pass", p.Name, value, 'a'+size-1)
}
