package surakarta

import (
	"fmt"
	"io"
	"slices"

	"qikit.dev/qikit/lib/game"
)

// Records are portable game notation with Surakarta's moves, in UTF-8:
//
//	[Game "Surakarta"]
//	[Black "a person"]
//	[White "qikit"]
//	[Result "0-1"]
//	[FEN "6/6/6/6/4wb/4w1 w 0 1"]
//
//	  1. e2xf2 {the last one}
//	0-1
//
// The first tag is Game; FEN stands only where the game does not begin at the
// start position with black to move, and holds what Board.Position writes. A
// result names black first: 1-0 is black's win, whoever began. Moves are
// numbered in pairs by the ply number.

// The tags that Record has fields for.
const (
	gameTag   = "Game"
	resultTag = "Result"
	fenTag    = "FEN"
)

// sideTags are the players' tags by the names of the sides, under which a Record may
// have them.
var sideTags = map[string]string{"B": "Black", "W": "White"}

// tagName is the name that a record's tag has in a file.
func tagName(name string) string {
	if full, ok := sideTags[name]; ok {
		return full
	}
	return name
}

// WriteRecord writes one game with a blank line after it; games written one
// after the other make a file. notation is one of Board.Notations, "" for the
// first. The error wraps game.ErrNotation, game.ErrPosition, game.ErrSetup,
// game.ErrIllegalMove or game.ErrRecord (a tag name or a result that cannot be
// written), or is w's own; w then got nothing.
func WriteRecord(w io.Writer, rec game.Record, notation string) error {
	b, err := New(rec.Initial, DefaultOptions(), false)
	if err != nil {
		return err
	}
	var out game.PGN
	out.Tag(gameTag, "Surakarta")
	for _, t := range rec.Tags {
		name := tagName(t[0])
		switch {
		case !isTagName(name):
			return fmt.Errorf("%w: tag name %q, expected letters, digits and _", game.ErrRecord, t[0])
		case name != gameTag && name != resultTag && name != fenTag:
			out.Tag(name, t[1])
		}
	}
	result, err := rec.WrittenResult()
	if err != nil {
		return err
	}
	out.Tag(resultTag, result)
	if position := b.Position(); position != start+" b 0 1" {
		out.Tag(fenTag, position)
	}
	out.WriteByte('\n')
	if err := writeMoves(&out, b, rec, notation); err != nil {
		return err
	}
	fmt.Fprintf(&out, "%s\n\n", result)
	_, err = io.WriteString(w, out.String())
	return err
}

// writeMoves writes a pair of moves a line.
func writeMoves(out *game.PGN, b *Board, rec game.Record, notation string) error {
	if notation == "" {
		notation = b.Notations()[0]
	}
	if !slices.Contains(b.Notations(), notation) {
		_, err := b.Format(game.NoMove, notation)
		return err
	}
	out.Comment(rec.Comments[0], "")
	for i, m := range rec.Moves {
		if !slices.Contains(b.Moves(nil), m) {
			return fmt.Errorf("%w: move %d (code %d) in %s", game.ErrIllegalMove, i+1, m, b.Position())
		}
		text, err := b.Format(m, notation)
		if err != nil {
			return err
		}
		switch second := b.ply%2 == 1; {
		case !second:
			fmt.Fprintf(out, "%3d. %s", b.ply/2+1, text)
		case i == 0:
			fmt.Fprintf(out, "%3d. ... %s", b.ply/2+1, text)
		default:
			out.WriteString(" " + text)
		}
		b.Play(m)
		out.Comment(rec.Comments[i+1], "")
		if b.ply%2 == 0 || i == len(rec.Moves)-1 {
			out.WriteByte('\n')
		}
	}
	return nil
}

func isTagName(name string) bool {
	for _, c := range []byte(name) {
		if c != '_' && (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'z') {
			return false
		}
	}
	return name != ""
}
