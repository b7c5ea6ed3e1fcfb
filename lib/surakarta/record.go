package surakarta

import (
	"bytes"
	"cmp"
	"io"
	"iter"
	"strings"
	"unicode/utf8"

	"qikit.dev/qikit/internal/pgn"
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
var records = pgn.Format{
	Name: "surakarta", Title: "Surakarta", Start: start + " b 0 1", Encodings: "UTF-8", Own: []string{"Game"}, Strict: true,
	Decode: func(raw []byte) (text string, broken int) {
		raw = bytes.TrimPrefix(raw, []byte("\uFEFF"))
		if utf8.Valid(raw) {
			return string(raw), -1
		}
		text = strings.ToValidUTF8(string(raw), "\uFFFD")
		return text, strings.IndexRune(text, utf8.RuneError)
	},
	Tag: func(_ *pgn.Game, name string, value pgn.Mark) (kept string, err error) {
		if name == "Game" && !strings.EqualFold(value.Text, "surakarta") {
			return "", value.Fail("a game of %q, expected Surakarta", value.Text)
		}
		return tagName(name), nil
	},
	Replay: func(g *pgn.Game) error {
		b, err := New(g.FEN.Text, DefaultOptions(), false)
		if err != nil {
			return g.FEN.Fail("%w", err)
		}
		g.Record.Initial = b.Initial()
		return g.Play(b, b.Parse)
	},
}

// tagName is the name that a record's tag has in a file: a record may have the players'
// tags under the names of the sides.
func tagName(name string) string {
	return cmp.Or(map[string]string{"B": "Black", "W": "White"}[name], name)
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
	tags := rec.Tags
	rec.Tags = nil
	for _, t := range tags {
		rec.Tags = append(rec.Tags, [2]string{tagName(t[0]), t[1]})
	}
	text, err := records.Write(b, rec, b.ply, cmp.Or(notation, b.Notations()[0]))
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, text)
	return err
}

// ReadRecords reads the games of a file one at a time. A malformed one comes as
// an error that wraps game.ErrRecord and says line and column; the reading
// goes on with the next. Any other error is r's own and ends it. Initial is
// always stated, for under the option first an empty one could be either
// side's. Numeric glyphs ($1) and variations are left out, unless game.ReadTrees reads.
func ReadRecords(r io.Reader) iter.Seq2[game.Record, error] { return records.Read(r) }
