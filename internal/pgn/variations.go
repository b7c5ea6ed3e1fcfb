package pgn

import "qikit.dev/qikit/lib/game"

// kind is what a sign of the text after the tags is.
type kind uint8

const (
	moves   kind = iota
	opens        // a variation begins
	closes       // it ends
	remarks      // a comment inside one
	glyphs       // a word inside one that may have a numeric glyph
)

// sign is what variations are made from: their moves, brackets and comments, and the moves of the main line.
type sign struct {
	Mark
	kind kind
}

func (g *Game) sign(k kind, at Mark) {
	if g.whole && at.Text != "" {
		g.signs = append(g.signs, sign{at, k})
	}
}

// open is a variation that is being played.
type open struct {
	number int       // from 1; 0 is the main line
	played int       // its moves
	undone game.Move // the move in whose place it stands
}

// playVariations plays all signs on b, which stands at the start, and keeps the variations. b is left at the end of the
// main line.
func (g *Game) playVariations(b game.Board, parse func(text string) (game.Move, error)) error {
	lines := []open{{}}
	ply := 0
	for _, s := range g.signs {
		line := &lines[len(lines)-1]
		switch s.kind {
		case moves:
			m, err := parse(s.Text)
			if err != nil {
				return s.Fail("ply %d of a variation: %w", ply+1, err)
			}
			b.Play(m)
			line.played, line.undone = line.played+1, m
			if ply++; line.number > 0 {
				v := &g.Record.Variations[line.number-1]
				v.Moves = append(v.Moves, m)
			}
		case opens:
			if line.played == 0 {
				return s.Fail("a variation before the first move of its line, expected a move")
			}
			b.Undo()
			ply--
			g.Record.Variations = append(g.Record.Variations, game.Variation{Line: line.number, Ply: ply})
			lines = append(lines, open{number: len(g.Record.Variations)})
		case closes:
			if line.played == 0 {
				return s.Fail("a variation without a move, expected one")
			}
			for ; line.played > 0; line.played-- {
				b.Undo()
				ply--
			}
			lines = lines[:len(lines)-1]
			b.Play(lines[len(lines)-1].undone)
			ply++
		case glyphs:
			if nag := nagOf(s.Text); nag > 0 && line.played > 0 {
				g.Record.AddNag(line.number, ply, nag)
			}
		case remarks:
			g.said.Add(line.number, ply, s.Text)
		}
	}
	return nil
}
