package pgn

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"

	"qikit.dev/qikit/lib/game"
)

// chunk is the bytes of one game and the line at which they begin.
type chunk struct {
	raw  []byte // valid until the next chunk
	line int
}

// splitter cuts a file into games: a game ends where a tag follows moves. It works on
// lines of bytes, because a line end is never part of a character in UTF-8 or GB18030.
// It follows braces, so that a line of a comment may look like a tag.
type splitter struct {
	Lines
	format  *Format
	chunk   chunk
	moves   bool // the chunk has more than tags
	comment bool // inside braces
	tooLong bool // the chunk is over MaxRecord and no longer kept
}

// split yields the games of r. Errors are those of r, which end it, and games that are
// too long.
func (f *Format) split(r io.Reader) iter.Seq2[chunk, error] {
	return func(yield func(chunk, error) bool) {
		s := &splitter{format: f, Lines: Lines{Reader: bufio.NewReaderSize(r, 1<<16)}}
		if start, _ := s.Reader.Peek(2); !f.Strict && (bytes.Equal(start, []byte("\xFF\xFE")) || bytes.Equal(start, []byte("\xFE\xFF"))) {
			yield(chunk{}, fmt.Errorf("%w: %s: the file is UTF-16, expected %s", game.ErrEncoding, f.Name, f.Encodings))
			return
		}
		for {
			line, err := s.Next()
			text, _ := f.Decode(line) // signs are also second bytes of characters in GB18030
			if s.begins(text) && !s.yield(yield) {
				return
			}
			s.take(line)
			s.follow(text)
			if err == nil {
				continue
			}
			if s.yield(yield) && !errors.Is(err, io.EOF) {
				yield(chunk{}, s.Fail(f.Name, err))
			}
			return
		}
	}
}

// Lines are the lines of a file.
type Lines struct {
	*bufio.Reader
	Line int // number of the line in hand
}

// Next is the next line with its end. A line over MaxRecord is cut to one byte more than
// that, so that its record is refused.
func (l *Lines) Next() (line []byte, err error) {
	l.Line++
	for {
		part, err := l.ReadSlice('\n')
		line = append(line, part[:min(len(part), MaxRecord+1-len(line))]...)
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
	}
}

// Fail names the game and the line in an error of the reader.
func (l *Lines) Fail(name string, err error) error {
	return fmt.Errorf("%s: reading a record after line %d: %w", name, l.Line, err)
}

// begins says whether a game begins with the line.
func (s *splitter) begins(line string) bool {
	line = strings.TrimLeft(line, " \t")
	if s.comment {
		return !s.format.Strict && (strings.HasPrefix(line, `[Game "`) || strings.HasPrefix(line, `[Event "`))
	}
	return s.moves && s.format.tagLength(line) > 0
}

// yield hands the chunk out, if there is one, and starts another.
func (s *splitter) yield(yield func(chunk, error) bool) bool {
	c, tooLong := s.chunk, s.tooLong
	s.chunk, s.moves, s.comment, s.tooLong = chunk{raw: c.raw[:0]}, false, false, false
	switch {
	case tooLong:
		return yield(chunk{}, At(c.line).Fail("a game of over %d bytes, expected at most that", MaxRecord))
	case len(bytes.Trim(c.raw, "\xEF\xBB\xBF\x1A\x00 \t\r\n")) == 0:
		return true
	}
	return yield(c, nil)
}

// take adds the line to the chunk.
func (s *splitter) take(line []byte) {
	if s.chunk.line == 0 {
		s.chunk.line = s.Line
	}
	s.tooLong = s.tooLong || len(s.chunk.raw)+len(line) > MaxRecord
	if !s.tooLong {
		s.chunk.raw = append(s.chunk.raw, line...)
	}
}

// follow keeps moves and comment up to date.
func (s *splitter) follow(line string) {
	if !s.moves {
		for n := 1; n > 0; {
			line = strings.TrimLeft(line, " \t\r\n")
			n = s.format.tagLength(line)
			line = line[n:]
		}
	}
	if line == "" || !s.comment && line[0] == '%' { // a line for some program's own use
		return
	}
	s.moves = true
	for _, r := range line {
		switch {
		case s.comment:
			s.comment = r != '}'
		case r == '{':
			s.comment = true
		case r == ';':
			return
		}
	}
}

// tagLength is the number of bytes of the tag, [Name "value"], that the line
// begins with; 0 when it does not begin with one. A tag without its end is as
// long as the line.
func (f *Format) tagLength(line string) int {
	if f.Strict && strings.HasPrefix(line, "[") {
		return len(line)
	}
	name, value, ok := strings.Cut(line, `"`)
	if !ok || name[:min(1, len(name))] != "[" || !isTagName(strings.TrimSpace(name[1:])) {
		return 0
	}
	for i := 0; i < len(value); i++ {
		if size := tagEnd(value[i:]); size > 0 {
			return len(line) - len(value) + i + size
		}
		if isEscape(value[i:]) {
			i++
		}
	}
	return len(line)
}

// tagEnd is the number of bytes of the "] that text begins with, blanks between
// included; 0 when it does not begin with one.
func tagEnd(text string) int {
	if rest, quoted := strings.CutPrefix(text, `"`); quoted {
		if rest = strings.TrimLeft(rest, " \t"); strings.HasPrefix(rest, "]") {
			return len(text) - len(rest) + 1
		}
	}
	return 0
}

// isEscape says whether text begins with \" or \\.
func isEscape(text string) bool {
	return strings.HasPrefix(text, `\"`) || strings.HasPrefix(text, `\\`)
}
