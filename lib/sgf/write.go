package sgf

import (
	"fmt"
	"io"
	"strings"

	"qikit.dev/qikit/lib/game"
)

// Write writes games, one after the other, a node a line, in UTF-8, which
// the roots' CA says. The error wraps game.ErrRecord (a property that cannot
// be written: a name that is not capital letters, a bracket that is not escaped, a
// backslash that escapes nothing; then nothing is written) or is w's own.
func Write(w io.Writer, roots ...*Node) error {
	var out strings.Builder
	for i, root := range roots {
		if err := writeGame(&out, root); err != nil {
			return fmt.Errorf("game %d: %w", i+1, err)
		}
	}
	_, err := io.WriteString(w, out.String())
	return err
}

// writeGame walks the tree without recursion: lines of play can be long.
func writeGame(out *strings.Builder, root *Node) error {
	type step struct {
		node *Node // nil closes a variation
		fork bool  // the node opens one
	}
	out.WriteString("(")
	number := 0
	for todo := []step{{node: root}}; len(todo) > 0; {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if s.node == nil {
			out.WriteString(")")
			continue
		}
		if number++; number > 1 {
			out.WriteString("\n")
		}
		if s.fork {
			out.WriteString("(")
		}
		if err := writeNode(out, s.node, number == 1); err != nil {
			return fmt.Errorf("node %d: %w", number, err)
		}
		children := s.node.Children
		for i := len(children) - 1; i >= 0; i-- {
			if len(children) > 1 {
				todo = append(todo, step{})
			}
			todo = append(todo, step{children[i], len(children) > 1})
		}
	}
	out.WriteString(")\n")
	return nil
}

func writeNode(out *strings.Builder, n *Node, isRoot bool) error {
	out.WriteString(";")
	for _, p := range n.Properties {
		if !isName(p.Name) {
			return fmt.Errorf("%w: property %q, expected capital letters", game.ErrRecord, p.Name)
		}
		if isRoot && p.Name == "CA" {
			p.Values = []string{"UTF-8"}
		}
		out.WriteString(p.Name)
		if len(p.Values) == 0 {
			out.WriteString("[]")
		}
		for _, value := range p.Values {
			if !isValue(value) {
				return fmt.Errorf("%w: %s[%s], expected ] and \\ with a backslash before them", game.ErrRecord, p.Name, value)
			}
			out.WriteString("[")
			out.WriteString(strings.ToValidUTF8(value, "\uFFFD"))
			out.WriteString("]")
		}
	}
	if isRoot && !n.Has("CA") {
		out.WriteString("CA[UTF-8]")
	}
	return nil
}
