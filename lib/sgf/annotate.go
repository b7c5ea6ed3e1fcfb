package sgf

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
)

// Annotation is the verdict on a node's move; a node has one at most.
type Annotation uint8

const (
	NoAnnotation Annotation = iota
	GoodMove                // TE[1]
	VeryGoodMove            // TE[2]
	Interesting             // IT
	Doubtful                // DO
	BadMove                 // BM[1]
	VeryBadMove             // BM[2]
)

// annotations are the properties, with their values.
var annotations = [...][2]string{
	GoodMove: {"TE", "1"}, VeryGoodMove: {"TE", "2"}, Interesting: {"IT", ""},
	Doubtful: {"DO", ""}, BadMove: {"BM", "1"}, VeryBadMove: {"BM", "2"},
}

// Annotate gives the node's move a verdict in place of the one it had;
// NoAnnotation removes it.
func (n *Node) Annotate(a Annotation) {
	for _, name := range [4]string{"BM", "TE", "DO", "IT"} {
		n.Delete(name)
	}
	if a != NoAnnotation {
		n.Set(annotations[a][0], annotations[a][1])
	}
}

// Annotation reads the verdict on the node's move.
func (n *Node) Annotation() Annotation {
	for a, is := range annotations {
		if is[0] == "" || !n.Has(is[0]) {
			continue
		}
		value := strings.TrimSpace(n.value(is[0]))
		if value == is[1] || is[1] == "" || is[1] == "1" && value != "2" {
			return Annotation(a)
		}
	}
	return NoAnnotation
}

// SetHotspot marks the node as worth a look: 1, or 2 for a stronger mark; 0
// removes the mark.
func (n *Node) SetHotspot(level int) {
	if level <= 0 {
		n.Delete("HO")
		return
	}
	n.Set("HO", strconv.Itoa(min(level, 2)))
}

// SetWinRate states black's chance to win, 0 to 1. It is written as SBKV, in
// per cent with two decimals; Sabaki draws its graph from it.
func (n *Node) SetWinRate(black float64) {
	n.Set("SBKV", strconv.FormatFloat(100*min(max(black, 0), 1), 'f', 2, 64))
}

// WinRate reads what SetWinRate wrote.
func (n *Node) WinRate() (black float64, ok bool) {
	percent, err := strconv.ParseFloat(strings.TrimSpace(n.value("SBKV")), 64)
	if err != nil || math.IsNaN(percent) || percent < 0 || percent > 100 {
		return 0, false
	}
	return percent / 100, true
}

// Comment reads C.
func (n *Node) Comment() string { return n.Text("C") }

// SetComment writes C; "" removes it.
func (n *Node) SetComment(text string) {
	if text == "" {
		n.Delete("C")
		return
	}
	n.SetText("C", text)
}

// The marks of points, as properties.
const (
	Triangle = "TR"
	Cross    = "MA"
	Square   = "SQ"
	Circle   = "CR"
	Label    = "LB"

	selected = "SL" // of no known meaning, but a mark
)

// markSigns are the marks as [goban.Stones.SVG] draws them.
var markSigns = map[string]string{Triangle: "△", Cross: "×", Square: "□", Circle: "○"}

// Mark puts a mark on a point of a board of that size in place of any that the
// node has there: Triangle, Cross, Square, Circle, or Label with its text.
func (n *Node) Mark(kind string, p goban.Point, label string, size int) {
	point := p.SGF(size)
	for _, name := range [6]string{Triangle, Cross, Square, Circle, selected, Label} {
		old := n.property(name)
		if old == nil {
			continue
		}
		if list, err := n.Points(name, size); name != Label && err == nil && slices.Contains(list, p) {
			old.Values = nil // each point of a rectangle by itself, without this one
			for _, other := range list {
				old.Values = append(old.Values, other.SGF(size))
			}
		}
		old.Values = slices.DeleteFunc(old.Values, func(value string) bool {
			first, _, isPair := pair(value)
			return first == point && (name == Label || !isPair)
		})
		if len(old.Values) == 0 {
			n.Delete(name)
		}
	}
	value := point
	if kind == Label {
		value = compose(point, label)
	}
	n.Set(kind, append(slices.Clone(n.Values(kind)), value)...)
}

// Marks reads all marks of the node as [game.SVGOptions] has them: point names
// to labels, and to the signs of △, ×, □ and ○. The error wraps game.ErrRecord.
func (n *Node) Marks(size int) (map[string]string, error) {
	marks := map[string]string{}
	for _, name := range [4]string{Triangle, Cross, Square, Circle} {
		points, err := n.Points(name, size)
		if err != nil {
			return nil, err
		}
		for _, p := range points {
			marks[p.String()] = markSigns[name]
		}
	}
	for _, value := range n.Values(Label) {
		first, second, isPair := pair(value)
		p, ok := goban.ParseSGFPoint(first, size)
		if !ok || !isPair {
			return nil, n.property(Label).at.fail("LB[%s], expected a point, a colon and a text", value)
		}
		marks[p.String()] = unescape(second, true)
	}
	return marks, nil
}

// AddLine appends a variation of moves to n, c to move first, and returns its
// nodes. The moves must be legal one after the other; that is not checked.
func (n *Node) AddLine(c goban.Color, moves []game.Move, size int) []*Node {
	line := make([]*Node, len(moves))
	for i, m := range moves {
		n = n.addMove(c, m, size)
		line[i] = n
		c = c.Other()
	}
	return line
}

// String is the node alone as Write writes it, for messages.
func (n *Node) String() string {
	var out strings.Builder
	if err := writeNode(&out, n, false); err != nil {
		return fmt.Sprintf("; (%v)", err)
	}
	return out.String()
}
