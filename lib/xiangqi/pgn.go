package xiangqi

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"

	"qikit.dev/qikit/lib/game"
)

// Records are portable game notation in its Chinese form (xqbase, 中国象棋电脑
// 应用规范三): tags, the first one [Game "Chinese Chess"], then the moves in
// Chinese, WXF or ICCS. Files of western programs, with the tags White and
// Variant and with moves in UCI or algebraic, are read too.

const (
	maxRecord     = 1 << 20 // bytes of one record
	maxVariations = 256     // how deep variations may be nested
)

// Tags for which Record has fields; they are not among its Tags.
var ownTags = []string{"Game", "FEN", "SetUp", "Format", "Result"}

func isOwnTag(name string) bool {
	for _, own := range ownTags {
		if strings.EqualFold(name, own) {
			return true
		}
	}
	return false
}

// ReadPGN reads the games of a file one at a time, whatever the length of the
// file; UTF-8 and GB18030 are told apart game by game. Variations and numeric
// glyphs are left out, comments are kept, White becomes Red.
//
// A malformed game comes as an error that wraps [game.ErrRecord] and says line,
// column and what was expected; the reading goes on with the next game. Any
// other error is r's own and ends the reading. A game of more than 1 MiB is
// malformed.
func ReadPGN(r io.Reader) iter.Seq2[game.Record, error] {
	return func(yield func(game.Record, error) bool) {
		for chunk, err := range splitPGN(r) {
			if err != nil {
				if !yield(game.Record{}, err) || !errors.Is(err, game.ErrRecord) {
					return
				}
				continue
			}
			p := pgnParser{line: chunk.line, column: 1}
			p.text, p.broken = decode(chunk.raw)
			rec, err := p.game()
			if err == nil && !p.blank() && !yield(rec, nil) {
				return
			}
			if err == nil {
				err = p.afterResult()
			}
			if err != nil && !yield(game.Record{}, err) {
				return
			}
		}
	}
}

// PGNOptions say how a record is written.
type PGNOptions struct {
	// Notation of the moves, one of Board.Notations: default NotationICCS,
	// which is read everywhere, whatever the encoding.
	Notation string
	// Encoding of the text: default UTF8.
	Encoding Encoding
}

// DefaultPGN writes ICCS in UTF-8.
func DefaultPGN() PGNOptions { return PGNOptions{Notation: NotationICCS, Encoding: UTF8} }

// formatNames are what the tag Format calls the notations.
var formatNames = map[string]string{
	NotationUCI: "UCI", NotationUCI10: "UCI10", NotationICCS: "ICCS", NotationWXF: "WXF",
	NotationChinese: "Chinese", NotationTraditional: "Chinese",
}

// WritePGN writes one game with a blank line after it; games written one after
// the other make a file. Tags that Record has fields for are written from
// these. The error wraps [game.ErrNotation], [game.ErrPosition],
// [game.ErrSetup], [game.ErrIllegalMove] or [game.ErrRecord] (a tag name, a
// result or a character that cannot be written), or is w's own; w then got nothing.
func WritePGN(w io.Writer, rec game.Record, o PGNOptions) error {
	format, ok := formatNames[o.Notation]
	if !ok {
		return (*Board)(nil).noNotation(o.Notation)
	}
	b, err := New(rec.Initial, DefaultOptions(), false)
	if err != nil {
		return err
	}
	var out game.PGN
	out.Tag("Game", "Chinese Chess")
	for _, t := range rec.Tags {
		if !isTagName(t[0]) {
			return fmt.Errorf("%w: tag name %q, expected letters, digits and _", game.ErrRecord, t[0])
		}
		if !isOwnTag(t[0]) {
			out.Tag(t[0], t[1])
		}
	}
	result, err := rec.WrittenResult()
	if err != nil {
		return err
	}
	out.Tag("Result", result)
	if b.Position() != StartFEN {
		out.Tag("FEN", b.Position())
	}
	out.Tag("Format", format)
	out.WriteByte('\n')
	if err := writeMoves(&out, b, rec, o.Notation); err != nil {
		return err
	}
	fmt.Fprintf(&out, "%s\n\n", result)
	raw, err := o.Encoding.encode(out.String())
	if err != nil {
		return err
	}
	_, err = w.Write(raw)
	return err
}

// writeMoves writes a pair of moves a line, as xqbase's files do.
func writeMoves(out *game.PGN, b *Board, rec game.Record, notation string) error {
	out.Comment(rec.Comments[0], "\n")
	black := b.Turn()
	for i, m := range rec.Moves {
		if !b.Legal(m) {
			return fmt.Errorf("%w: move %d (code %d) in %s", game.ErrIllegalMove, i+1, m, b.Position())
		}
		text, err := b.Format(m, notation)
		if err != nil {
			return fmt.Errorf("move %d: %w", i+1, err)
		}
		b.Play(m)
		switch ply := i + black; {
		case ply%2 == 0:
			fmt.Fprintf(out, "%3d. %s", ply/2+1, text)
		case i == 0:
			fmt.Fprintf(out, "%3d. ... %s", 1, text)
		default:
			out.WriteString(" " + text)
		}
		out.Comment(rec.Comments[i+1], "")
		if (i+black)%2 == 1 || i == len(rec.Moves)-1 {
			out.WriteByte('\n')
		}
	}
	return nil
}

// oneLine is the text with every run of blanks made one blank.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

func isTagName(name string) bool {
	for _, r := range name {
		if !isTagRune(r) {
			return false
		}
	}
	return name != ""
}
