package pgn

import (
	"errors"
	"io"
	"iter"
	"slices"
	"strings"
	"unicode"

	"qikit.dev/qikit/lib/game"
)

// Format is what the records of one game have of their own.
type Format struct {
	Name      string // the game's package, for errors
	Title     string // value of the tag Game; "" for no such tag
	Start     string // the position for which no tag FEN is written
	Encodings string // those that Decode reads, for errors
	// Own are tags that a record has no entry for beside FEN and Result: those written
	// from something else.
	Own []string
	// Named is the value of the tag Format by notation; nil for no such tag.
	Named map[string]string
	// SetUp says that a tag SetUp stands before FEN.
	SetUp bool
	// Results are words for results beside those of PGN.
	Results map[string]string
	// Opening stands behind a comment before the first move.
	Opening string
	// Strict allows nothing but comments after the result, and takes every line that
	// begins with [ outside a comment for a tag. Otherwise other text after the result is
	// an advertisement, a comment without its end stops at the next [Game or [Event, and a
	// file in UTF-16 is refused as a whole.
	Strict bool

	// Decode turns bytes into text without a byte order mark; broken is where the text
	// has what could not be read, or -1.
	Decode func(raw []byte) (text string, broken int)
	// Tag is the name under which a record keeps a tag, unless it is one of Own.
	Tag func(g *Game, name string, value Mark) (kept string, err error)
	// Replay sets the position up, plays g.Moves and fills Initial and Moves in.
	Replay func(g *Game) error
}

const (
	MaxRecord     = 1 << 20 // bytes of one record
	maxVariations = 256     // how deep variations may be nested
	maxNag        = 255     // the greatest numeric glyph
)

// Read reads the games of a file one at a time, whatever the length of the file. A
// malformed game comes as an error that wraps game.ErrRecord and says line, column and
// what was expected; the reading goes on with the next game. Any other error is r's own
// and ends the reading.
func (f *Format) Read(r io.Reader) iter.Seq2[game.Record, error] { return f.games(r, false) }

// ReadTrees is Read with variations, whose moves must be legal as well.
func (f *Format) ReadTrees(r io.Reader) iter.Seq2[game.Record, error] { return f.games(r, true) }

func (f *Format) games(r io.Reader, whole bool) iter.Seq2[game.Record, error] {
	return func(yield func(game.Record, error) bool) {
		for chunk, err := range f.split(r) {
			if err != nil {
				if !yield(game.Record{}, err) || !errors.Is(err, game.ErrRecord) {
					return
				}
				continue
			}
			g := Game{format: f, whole: whole}
			if g.Text, err = f.Text(chunk.raw, chunk.line); err == nil {
				err = g.read()
			}
			if err == nil && !g.blank() && !yield(g.Record, nil) {
				return
			}
			if err == nil {
				err = g.afterResult()
			}
			if err != nil && !yield(game.Record{}, err) {
				return
			}
		}
	}
}

// Text decodes the bytes that begin on a line.
func (f *Format) Text(raw []byte, line int) (Text, error) {
	text, broken := f.Decode(raw)
	t := Text{text, line, 1}
	if broken >= 0 {
		t.Take(broken)
		return t, t.Take(0).Fail("bytes that are no text, expected %s", f.Encodings)
	}
	return t, nil
}

// isOwn says whether the tag is written from something else than a record's tags.
func (f *Format) isOwn(name string) bool {
	return slices.ContainsFunc(append([]string{"FEN", "Result"}, f.Own...), func(own string) bool { return strings.EqualFold(name, own) })
}

// ReadResult reads a result, also in the words of the format.
func (f *Format) ReadResult(text string) (result string, ok bool) {
	if result, ok = f.Results[text]; ok {
		return result, true
	}
	return ReadResult(text)
}

// ReadResult reads a result; any other text is game.ResultNone.
func ReadResult(text string) (result string, ok bool) {
	switch text {
	case game.ResultFirst, game.ResultSecond, game.ResultDraw, game.ResultNone:
		return text, true
	case "1/2", "0.5-0.5", "½-½":
		return game.ResultDraw, true
	}
	return game.ResultNone, false
}

// OneLine is the text with every run of blanks made one blank.
func OneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

func isTagName(name string) bool {
	return name != "" && !strings.ContainsFunc(name, func(r rune) bool { return !isTagRune(r) })
}

func isTagRune(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }
