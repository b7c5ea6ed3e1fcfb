package pgn

import (
	"fmt"
	"strings"
	"unicode"

	"qikit.dev/qikit/lib/game"
)

// Text is text that is read from its beginning.
type Text struct {
	Rest         string // what is left
	line, column int    // of its first character, from 1; columns count characters
}

// Mark is a piece of text and where it stands.
type Mark struct {
	Text         string
	line, column int
}

// At is the beginning of a line.
func At(line int) Mark { return Mark{line: line, column: 1} }

// Again is the mark's text to be read.
func (m Mark) Again() Text { return Text{m.Text, m.line, m.column} }

// Fail is an error at the mark that wraps game.ErrRecord; its last argument may be an
// error to wrap.
func (m Mark) Fail(format string, args ...any) error {
	return fmt.Errorf("%w: line %d, column %d: "+format, append([]any{game.ErrRecord, m.line, m.column}, args...)...)
}

// Take is a mark of the next size bytes, which it takes off.
func (t *Text) Take(size int) Mark {
	m := Mark{t.Rest[:size], t.line, t.column}
	for _, r := range m.Text {
		t.column++
		if r == '\n' {
			t.line, t.column = t.line+1, 1
		}
	}
	t.Rest = t.Rest[size:]
	return m
}

// Blanks takes blanks off.
func (t *Text) Blanks() {
	t.takeWhile(func(r rune) bool { return unicode.IsSpace(r) || r == '\uFEFF' || r == '\x00' || r == '\x1A' })
}

func (t *Text) takeWhile(in func(r rune) bool) Mark {
	return t.Take(len(t.Rest) - len(strings.TrimLeftFunc(t.Rest, in)))
}

func (t *Text) restOfLine() Mark { return t.takeWhile(func(r rune) bool { return r != '\n' }) }

// escaped says whether this is a line for some program's own use.
func (t *Text) escaped() bool { return t.column == 1 && strings.HasPrefix(t.Rest, "%") }
