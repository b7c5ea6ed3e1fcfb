package sgf

import (
	"fmt"

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
			if text := at.Comment(); text != "" {
				if v.Comments == nil {
					v.Comments = map[int]string{}
				}
				if v.Comments[played] != "" {
					text = v.Comments[played] + "\n" + text
				}
				v.Comments[played] = text
			}
			stack = leaving(stack, at, len(list), played)
		}
	}
	return list, nil
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
// and main line are made; nodes[i] is the node after i moves of the main line.
func (n *Node) addVariations(b Board, rec *game.Record) error {
	if len(rec.Variations) == 0 {
		return nil
	}
	lines := make([][]*Node, len(rec.Variations)+1)
	lines[0] = n.MainLine()
	return rec.Walk(b, func(line, i int) (game.Move, error) {
		if line == 0 {
			return rec.Moves[i], nil
		}
		v := &rec.Variations[line-1]
		m := v.Moves[i]
		if err := b.Check(m); err != nil {
			return m, fmt.Errorf("move %d of variation %d: %w", i+1, line, err)
		}
		if i == 0 {
			before, at := lines[v.Line], v.Ply
			if v.Line > 0 {
				at -= rec.Variations[v.Line-1].Ply
			}
			if at < 0 || at >= len(before) {
				return m, fmt.Errorf("%w: variation %d leaves at ply %d, where its line has no move", game.ErrRecord, line, v.Ply)
			}
			parent := before[at]
			if len(parent.Children) == 0 {
				parent.Children = []*Node{{}} // the line ends here: without it the variation would be its continuation
			}
			if text := v.Comments[v.Ply]; text != "" {
				parent = parent.Add("C")
				parent.SetComment(text)
			}
			lines[line] = []*Node{parent}
		}
		last := lines[line][i].addMove(b.Stones().Turn(), m, b.Stones().Size())
		last.SetComment(v.Comments[v.Ply+i+1])
		lines[line] = append(lines[line], last)
		return m, nil
	})
}
