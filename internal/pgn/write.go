package pgn

import (
	"fmt"
	"slices"
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

type writer struct{ strings.Builder }

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

// moves writes a pair of moves a line.
func (w *writer) moves(b game.Board, rec game.Record, plies int, notation, opening string) error {
	if !slices.Contains(b.Notations(), notation) {
		_, err := b.Format(game.NoMove, notation)
		return err
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
		w.comment(rec.Comments[i+1], "")
		if ply%2 == 1 || i == len(rec.Moves)-1 {
			w.WriteByte('\n')
		}
	}
	return nil
}
