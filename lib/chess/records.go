package chess

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

// records are portable game notation (S. J. Edwards 1994) with moves in SAN:
//
//	[Event "a match"]
//	[White "qikit"]
//	[Black "a person"]
//	[Result "1/2-1/2"]
//
//	  1. e4 e5
//	  2. Nf3 {the usual one}
//	1/2-1/2
//
// Tags SetUp and FEN stand where a game does not begin at the start position. In Chess960, the tag Variant says so.
var records = pgn.Format{
	Name: "chess", Start: StartFEN, Encodings: "UTF-8 or Latin-1", Own: []string{"SetUp"}, SetUp: true,
	Decode: func(raw []byte) (text string, broken int) {
		raw = bytes.TrimPrefix(raw, []byte("\uFEFF"))
		if utf8.Valid(raw) {
			return string(raw), -1
		}
		// The standard's own charset.
		var latin strings.Builder
		for _, c := range raw {
			latin.WriteRune(rune(c))
		}
		return latin.String(), -1
	},
	Tag: func(g *pgn.Game, name string, value pgn.Mark) (kept string, err error) {
		if name == "Variant" {
			switch variant := strings.ToLower(strings.TrimSpace(value.Text)); variant {
			case "chess960", "fischerandom", "fischerrandom", "fischer random", "freestyle":
				g.Format = "chess960"
			case "", "chess", "standard", "normal", "from position":
			default:
				return "", value.Fail("a game of %q, expected chess or Chess960", value.Text)
			}
		}
		return name, nil
	},
	Replay: func(g *pgn.Game) error {
		o := DefaultOptions()
		o.Chess960 = g.Format == "chess960"
		b, err := New(strings.TrimSpace(g.FEN.Text), o, false)
		if err != nil {
			return g.FEN.Fail("%w", err)
		}
		g.Record.Initial = b.Initial()
		return g.Play(b, b.Parse)
	},
}

// ReadRecords reads the games of a PGN file one at a time, whatever the length of the file. A malformed one comes as an
// error that wraps game.ErrRecord and says line and column; the reading goes on with the next. Any other error is r's own
// and ends it. Initial is always stated, for an empty one could be that of any arrangement of Chess960. Comments are kept;
// variations and numeric glyphs ($1) are left out.
func ReadRecords(r io.Reader) iter.Seq2[game.Record, error] { return records.Read(r) }

// WriteRecord writes one game as PGN with a blank line after it; games written one after the other make a file. notation
// is one of Board.Notations, "" for SAN. The error wraps game.ErrNotation, game.ErrPosition, game.ErrSetup,
// game.ErrIllegalMove or game.ErrRecord (a tag name or a result that cannot be written), or is w's own; w then got nothing.
func WriteRecord(w io.Writer, rec game.Record, notation string) error {
	b, err := New(rec.Initial, DefaultOptions(), false)
	if err != nil {
		return err
	}
	if b.free && rec.Tag("Variant") == "" {
		rec.Tags = append(rec.Tags[:len(rec.Tags):len(rec.Tags)], [2]string{"Variant", "Chess960"})
	}
	text, err := records.Write(b, rec, 2*(b.number-1)+b.Turn(), cmp.Or(notation, NotationSAN))
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, text)
	return err
}
