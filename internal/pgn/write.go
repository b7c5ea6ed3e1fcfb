package pgn

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"qikit.dev/qikit/lib/game"
)

// Write writes one game with a blank line after it; games written one after the other
// make a file. b stands at the record's start, which is after so many plies of the game.
// The error wraps game.ErrNotation, game.ErrIllegalMove or game.ErrRecord (a tag name or
// a result that cannot be written).
func (f *Format) Write(b game.Board, rec game.Record, plies int, notation string) (string, error) {
	if rec.Result == "" {
		rec.Result = game.ResultNone
	}
	if result, _ := ReadResult(rec.Result); result != rec.Result {
		return "", fmt.Errorf("%w: result %q, expected 1-0, 0-1, 1/2-1/2 or *", game.ErrRecord, rec.Result)
	}
	var out writer
	if f.Title != "" {
		out.tag("Game", f.Title)
	}
	for _, t := range rec.Tags {
		if !isTagName(t[0]) {
			return "", fmt.Errorf("%w: tag name %q, expected letters, digits and _", game.ErrRecord, t[0])
		}
		if !f.isOwn(t[0]) {
			out.tag(t[0], t[1])
		}
	}
	out.tag("Result", rec.Result)
	if position := b.Position(); position != f.Start {
		if f.SetUp {
			out.tag("SetUp", "1")
		}
		out.tag("FEN", position)
	}
	if f.Named != nil {
		out.tag("Format", f.Named[notation])
	}
	out.WriteByte('\n')
	if err := out.moves(b, rec, plies, notation, f.Opening); err != nil {
		return "", err
	}
	return out.String() + rec.Result + "\n\n", nil
}

type writer struct {
	strings.Builder
	leaving map[place][]int // the numbers of variations, from 0
}

// place is a move: of the main line, 0, or of a variation, from 1, by its ply.
type place struct{ line, ply int }

// tag writes [Name "value"] on a line.
func (w *writer) tag(name, value string) {
	fmt.Fprintf(w, "[%s \"%s\"]\n", name, strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", " ", "\r", " ").Replace(value))
}

// comment writes a comment in braces, followed by end. A comment that contains a closing
// brace is written after a semicolon, up to the end of the line, because PGN cannot
// escape braces.
func (w *writer) comment(text, end string) {
	switch text = OneLine(text); {
	case text == "":
	case strings.Contains(text, "}"):
		fmt.Fprintf(w, " ;%s\n", text)
	default:
		fmt.Fprintf(w, " {%s}%s", text, end)
	}
}

// nags writes numeric glyphs behind a move.
func (w *writer) nags(list []int) {
	for _, nag := range list {
		w.WriteString(" $" + strconv.Itoa(nag))
	}
}

// moves writes a pair of moves a line.
func (w *writer) moves(b game.Board, rec game.Record, plies int, notation, opening string) error {
	if !slices.Contains(b.Notations(), notation) {
		_, err := b.Format(game.NoMove, notation)
		return err
	}
	w.leaving = make(map[place][]int, len(rec.Variations))
	for i, v := range rec.Variations {
		end := len(rec.Moves)
		if v.Line > 0 {
			end = rec.Variations[v.Line-1].Ply + len(rec.Variations[v.Line-1].Moves)
		}
		if v.Ply >= end || len(v.Moves) == 0 {
			return fmt.Errorf("%w: variation %d of %d moves at ply %d, expected one in place of a move", game.ErrRecord, i+1, len(v.Moves), v.Ply)
		}
		w.leaving[place{v.Line, v.Ply}] = append(w.leaving[place{v.Line, v.Ply}], i)
	}
	w.comment(rec.Comments[0], opening)
	for i, m := range rec.Moves {
		if !slices.Contains(b.Moves(nil), m) {
			return fmt.Errorf("%w: move %d (code %d) in %s", game.ErrIllegalMove, i+1, m, b.Position())
		}
		text, err := b.Format(m, notation)
		if err != nil {
			return fmt.Errorf("move %d: %w", i+1, err)
		}
		b.Play(m)
		ply := plies + i
		switch {
		case ply%2 == 0:
			fmt.Fprintf(w, "%3d. %s", ply/2+1, text)
		case i == 0:
			fmt.Fprintf(w, "%3d. ... %s", ply/2+1, text)
		default:
			w.WriteString(" " + text)
		}
		w.nags(rec.Nags[i+1])
		w.comment(rec.Comments[i+1], "")
		varied, err := w.variations(b, &rec, place{0, i}, m, plies, notation, 0)
		if err != nil {
			return err
		}
		if ply%2 == 1 || i == len(rec.Moves)-1 {
			w.WriteByte('\n')
		} else if varied {
			fmt.Fprintf(w, "\n%3d. ...", ply/2+1)
		}
	}
	return nil
}

// variations writes those that leave a line in place of the move at that ply, which has been played on b. They are nested
// as deep as the reader takes.
func (w *writer) variations(b game.Board, rec *game.Record, at place, instead game.Move, plies int, notation string, depth int) (any bool, err error) {
	for _, i := range w.leaving[at] {
		v := &rec.Variations[i]
		if depth == maxVariations {
			return any, fmt.Errorf("%w: variations nested deeper than %d", game.ErrRecord, maxVariations)
		}
		b.Undo()
		w.WriteString(" (")
		w.comment(v.Comments[v.Ply], " ")
		for j, m := range v.Moves {
			if !slices.Contains(b.Moves(nil), m) {
				return any, fmt.Errorf("%w: move %d of variation %d (code %d) in %s", game.ErrIllegalMove, j+1, i+1, m, b.Position())
			}
			text, err := b.Format(m, notation)
			if err != nil {
				return any, fmt.Errorf("move %d of variation %d: %w", j+1, i+1, err)
			}
			ply := plies + v.Ply + j
			switch {
			case ply%2 == 0:
				text = fmt.Sprintf("%d. %s", ply/2+1, text)
			case j == 0:
				text = fmt.Sprintf("%d. ... %s", ply/2+1, text)
			}
			if j > 0 {
				text = " " + text
			}
			w.WriteString(text)
			b.Play(m)
			w.nags(v.Nags[v.Ply+j+1])
			w.comment(v.Comments[v.Ply+j+1], "")
			if _, err := w.variations(b, rec, place{i + 1, v.Ply + j}, m, plies, notation, depth+1); err != nil {
				return any, err
			}
		}
		w.WriteByte(')')
		for range v.Moves {
			b.Undo()
		}
		b.Play(instead)
		any = true
	}
	return any, nil
}
