package xiangqi

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
	"unicode"

	"qikit.dev/qikit/lib/game"
)

// pgnChunk is the bytes of one game and the line at which they begin.
type pgnChunk struct {
	raw  []byte // valid until the next chunk
	line int
}

// pgnSplitter cuts a file into games: a game ends where a tag follows moves. It works on
// lines of bytes, because a line end is never part of a character in UTF-8 or GB18030.
// It follows braces, so that a line of a comment may look like a tag. A comment without
// its end stops at the next [Game or [Event.
type pgnSplitter struct {
	lines   *bufio.Reader
	line    int // number of the line in hand
	chunk   pgnChunk
	moves   bool // the chunk has more than tags
	comment bool // inside braces
	tooLong bool // the chunk is over maxRecord and no longer kept
}

// splitPGN yields the games of r. Errors are those of r, which end it, and
// games that are too long.
func splitPGN(r io.Reader) iter.Seq2[pgnChunk, error] {
	return func(yield func(pgnChunk, error) bool) {
		s := &pgnSplitter{lines: bufio.NewReaderSize(r, 1<<16)}
		if start, _ := s.lines.Peek(2); bytes.Equal(start, []byte("\xFF\xFE")) || bytes.Equal(start, []byte("\xFE\xFF")) {
			yield(pgnChunk{}, errors.New("xiangqi: the file is UTF-16, expected UTF-8 or GB18030"))
			return
		}
		for {
			line, err := s.next()
			text, _ := decode(line) // signs are also second bytes of characters in GB18030
			if s.begins(text) && !s.yield(yield) {
				return
			}
			s.take(line)
			s.follow(text)
			if err == nil {
				continue
			}
			if s.yield(yield) && !errors.Is(err, io.EOF) {
				yield(pgnChunk{}, fmt.Errorf("xiangqi: reading a record after line %d: %w", s.line, err))
			}
			return
		}
	}
}

// next is the next line with its end. A line over maxRecord is cut to one byte
// more than that, so that its chunk is refused.
func (s *pgnSplitter) next() (line []byte, err error) {
	s.line++
	for {
		part, err := s.lines.ReadSlice('\n')
		line = append(line, part[:min(len(part), maxRecord+1-len(line))]...)
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
	}
}

// begins says whether a game begins with the line.
func (s *pgnSplitter) begins(line string) bool {
	line = strings.TrimLeft(line, " \t")
	if s.comment {
		return strings.HasPrefix(line, `[Game "`) || strings.HasPrefix(line, `[Event "`)
	}
	return s.moves && tagLength(line) > 0
}

// yield hands the chunk out, if there is one, and starts another.
func (s *pgnSplitter) yield(yield func(pgnChunk, error) bool) bool {
	chunk, tooLong := s.chunk, s.tooLong
	s.chunk, s.moves, s.comment, s.tooLong = pgnChunk{raw: chunk.raw[:0]}, false, false, false
	switch {
	case tooLong:
		return yield(pgnChunk{}, fmt.Errorf("%w: line %d, column 1: a game of over %d bytes, expected at most that", game.ErrRecord, chunk.line, maxRecord))
	case len(bytes.Trim(chunk.raw, "\xEF\xBB\xBF\x1A\x00 \t\r\n")) == 0:
		return true
	}
	return yield(chunk, nil)
}

// take adds the line to the chunk.
func (s *pgnSplitter) take(line []byte) {
	if s.chunk.line == 0 {
		s.chunk.line = s.line
	}
	if len(s.chunk.raw)+len(line) > maxRecord {
		s.tooLong = true
	}
	if !s.tooLong {
		s.chunk.raw = append(s.chunk.raw, line...)
	}
}

// follow keeps moves and comment up to date.
func (s *pgnSplitter) follow(line string) {
	if !s.moves {
		for n := 1; n > 0; {
			line = strings.TrimLeft(line, " \t\r\n")
			n = tagLength(line)
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
func tagLength(line string) int {
	name, value, ok := strings.Cut(line, `"`)
	if !ok || name[:min(1, len(name))] != "[" || !isTagName(strings.TrimSpace(name[1:])) {
		return 0
	}
	for i := 0; i < len(value); i++ {
		if size := tagEnd(value[i:]); size > 0 {
			return len(line) - len(value) + i + size
		}
		if value[i] == '\\' && i+1 < len(value) && (value[i+1] == '"' || value[i+1] == '\\') {
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

func isTagRune(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }
