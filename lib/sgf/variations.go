package sgf

import (
	"fmt"
	"slices"

	"qikit.dev/qikit/lib/game"
)

// branch is the beginning of a variation in a file.
type branch struct {
	node      *Node
	line, ply int
}

// Variations are the lines beside the main line of the game whose root n is, as [Replay] has played it on b; nodes are
// those of the moves. They must be legal; b is changed. The error wraps game.ErrRecord.
func (n *Node) Variations(b Board, nodes []*Node) ([]game.Variation, error) {
	var list []game.Variation
	var said game.Remarks
	var stack []branch
	played := 0
	for _, at := range n.MainLine() {
		if played < len(nodes) && at == nodes[played] {
			played++
		}
		stack = leaving(stack, at, 0, played)
	}
	for played = len(b.Played(nil)); len(stack) > 0; {
		from := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for ; played > from.ply; played-- {
			b.Undo()
		}
		list = append(list, game.Variation{Line: from.line, Ply: from.ply})
		v := &list[len(list)-1]
		for _, at := range from.node.MainLine() {
			c, m, ok, err := at.Move(b.Stones().Size())
			switch {
			case err != nil:
				return nil, err
			case ok && c != b.Stones().Turn():
				return nil, at.at.fail("move %d of a variation: %w: %s %s: it is %s's turn", played+1, game.ErrIllegalMove, c, b.Text(m), b.Stones().Turn())
			case ok:
				if err := b.Check(m); err != nil {
					return nil, at.at.fail("move %d of a variation: %w", played+1, err)
				}
				b.Play(m)
				v.Moves = append(v.Moves, m)
				played++
			case at.Has("AB") || at.Has("AW") || at.Has("AE"):
				return nil, at.at.fail("stones set up in a variation, expected moves")
			}
			said.Add(len(list), played, at.Comment())
			stack = leaving(stack, at, len(list), played)
		}
	}
	rec := game.Record{Variations: list}
	said.Put(&rec, "\n")
	return rec.Variations, nil
}

// leaving puts the variations behind a node on the stack, the first one on top. Those of a later node are played before
// those of an earlier one, so that the moves before them stand on the board.
func leaving(stack []branch, at *Node, line, ply int) []branch {
	for i := len(at.Children) - 1; i > 0; i-- {
		stack = append(stack, branch{at.Children[i], line, ply})
	}
	return stack
}

// addVariations plays a record's lines on b, which stands at its start, and appends the variations to the tree whose root
// and main line are made.
func (n *Node) addVariations(b Board, rec *game.Record) error {
	if len(rec.Variations) == 0 {
		return nil
	}
	t := &tree{rec: rec, lines: make([][]*Node, len(rec.Variations)+1), numbers: map[*Node][]int{}}
	t.lines[0] = n.MainLine()
	err := rec.Walk(b, func(line, i int) (game.Move, error) {
		if line == 0 {
			return rec.Moves[i], nil
		}
		v := &rec.Variations[line-1]
		m := v.Moves[i]
		if err := b.Check(m); err != nil {
			return m, fmt.Errorf("move %d of variation %d: %w", i+1, line, err)
		}
		next := moveNode(b.Stones().Turn(), m, b.Stones().Size())
		next.SetComment(v.Comments[v.Ply+i+1])
		if i == 0 {
			if err := t.open(line, next); err != nil {
				return m, err
			}
		} else {
			last := t.lines[line][i]
			last.Children = append(last.Children, next)
		}
		t.lines[line] = append(t.lines[line], next)
		return m, nil
	})
	for line := 1; line <= len(rec.Variations) && err == nil; line++ {
		_, err = t.line(line) // those without a move
	}
	return err
}

// tree is a record's lines as nodes.
type tree struct {
	rec     *game.Record
	lines   [][]*Node       // of line n, the node that it begins behind and those of its moves
	numbers map[*Node][]int // of the variations behind a node
}

// line is the nodes of a line; one without a move is made here.
func (t *tree) line(number int) ([]*Node, error) {
	if number < 0 || number >= len(t.lines) {
		return nil, fmt.Errorf("%w: no line %d, expected 0 to %d", game.ErrRecord, number, len(t.lines)-1)
	}
	if t.lines[number] == nil {
		if err := t.open(number, nil); err != nil {
			return nil, err
		}
	}
	return t.lines[number], nil
}

// open begins a variation: with a node for the comment before its first move, if there is one, or no move, and with the
// node of its first move.
func (t *tree) open(number int, first *Node) error {
	v := &t.rec.Variations[number-1]
	if v.Line >= number {
		return fmt.Errorf("%w: variation %d leaves line %d, expected an earlier one", game.ErrRecord, number, v.Line)
	}
	before, err := t.line(v.Line)
	if err != nil {
		return err
	}
	at := v.Ply
	if v.Line > 0 {
		at -= t.rec.Variations[v.Line-1].Ply
	}
	if at < 0 || at >= len(before) {
		return fmt.Errorf("%w: variation %d leaves at ply %d, where its line has no move", game.ErrRecord, number, v.Ply)
	}
	parent, head := before[at], first
	if text := v.Comments[v.Ply]; text != "" || first == nil {
		head = &Node{}
		head.SetComment(text)
		if first != nil {
			head.Children = []*Node{first}
		}
		t.lines[number] = []*Node{head}
	} else {
		t.lines[number] = []*Node{parent}
	}
	t.attach(parent, head, number)
	return nil
}

// attach makes a variation a child of the node that it leaves, in the order of their numbers.
func (t *tree) attach(parent, head *Node, number int) {
	if len(parent.Children) == 0 {
		parent.Children = []*Node{{}} // the line ends here: without it the variation would be its continuation
	}
	numbers := t.numbers[parent]
	i := len(numbers)
	for i > 0 && numbers[i-1] > number {
		i--
	}
	t.numbers[parent] = slices.Insert(numbers, i, number)
	// Before the variations, a node has the line that they leave.
	parent.Children = slices.Insert(parent.Children, len(parent.Children)-len(numbers)+i, head)
}
