package xiangqi

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"qikit.dev/qikit/internal/pgn"
	"qikit.dev/qikit/lib/game"
)

// dhtmlxqLine is a variation: field move_PARENT_STEP_NUMBER, whose first move is the STEP-th, in place of one of PARENT, 0
// being the main line. Its comments are commentNUMBER_STEP.
type dhtmlxqLine struct {
	parent, step, number int
	moves                []pgn.Mark
	at                   pgn.Mark
}

// dhtmlxqLines are the variations by number.
func dhtmlxqLines(fields map[string]pgn.Mark) (lines []dhtmlxqLine, err error) {
	for name, at := range fields {
		rest, is := strings.CutPrefix(name, "move_")
		parts := strings.Split(rest, "_")
		if !is || len(parts) != 3 {
			continue
		}
		var n [3]int
		for i, part := range parts {
			if n[i], err = strconv.Atoi(part); err != nil || n[i] < 0 {
				return nil, at.Fail("field %q, expected move_ and three numbers", name)
			}
		}
		if n[2] == 0 {
			continue // the main line
		}
		line := dhtmlxqLine{parent: n[0], step: n[1], number: n[2], at: at}
		if line.moves, err = dhtmlxqMoves(at.Again()); err != nil {
			return nil, err
		}
		lines = append(lines, line)
	}
	byNumber := make(map[int]int, len(lines))
	for i, line := range lines {
		if _, twice := byNumber[line.number]; twice {
			return nil, line.at.Fail("a second variation %d, expected each number once", line.number)
		}
		byNumber[line.number] = i
	}
	sorted := make([]dhtmlxqLine, 0, len(lines))
	for _, number := range slices.Sorted(maps.Keys(byNumber)) {
		sorted = append(sorted, lines[byNumber[number]])
	}
	return sorted, nil
}

// dhtmlxqTree plays the variations, and keeps them with their comments.
func dhtmlxqTree(g *pgn.Game, fields map[string]pgn.Mark) error {
	lines, err := dhtmlxqLines(fields)
	if err != nil || len(lines) == 0 {
		return err
	}
	rec := &g.Record
	numbers := map[int]int{0: 0}
	for _, line := range lines {
		parent, ok := numbers[line.parent]
		if !ok {
			return line.at.Fail("variation %d leaves variation %d, expected an earlier one", line.number, line.parent)
		}
		first, last := 0, len(rec.Moves)
		if parent > 0 {
			v := &rec.Variations[parent-1]
			first, last = v.Ply, v.Ply+len(v.Moves)
		}
		if line.step <= first || line.step > last {
			return line.at.Fail("variation %d at move %d, expected %d to %d, in place of a move", line.number, line.step, first+1, last)
		}
		if len(line.moves) == 0 {
			return line.at.Fail("variation %d without a move, expected one", line.number)
		}
		rec.Variations = append(rec.Variations, game.Variation{Line: parent, Ply: line.step - 1, Moves: make([]game.Move, len(line.moves))})
		numbers[line.number] = len(rec.Variations)
	}
	b, err := New(rec.Initial, DefaultOptions(), false)
	if err != nil {
		return err
	}
	err = rec.Walk(b, func(line, i int) (game.Move, error) {
		if line == 0 {
			return rec.Moves[i], nil
		}
		word, v := lines[line-1].moves[i], &rec.Variations[line-1]
		m, err := b.parseBase(word.Text, 0)
		if err != nil {
			return m, word.Fail("ply %d of variation %d: %w", v.Ply+i+1, lines[line-1].number, err)
		}
		v.Moves[i] = m
		return m, nil
	})
	if err != nil {
		return err
	}
	for i, line := range lines {
		v := &rec.Variations[i]
		for ply := v.Ply; ply <= v.Ply+len(v.Moves); ply++ {
			if text := dhtmlxqText(fields[fmt.Sprintf("comment%d_%d", line.number, ply)]); text != "" {
				if v.Comments == nil {
					v.Comments = map[int]string{}
				}
				v.Comments[ply] = text
			}
		}
	}
	return nil
}

// dhtmlxqText is a comment as one line.
func dhtmlxqText(field pgn.Mark) string {
	return pgn.OneLine(strings.ReplaceAll(field.Text, "||", " "))
}
