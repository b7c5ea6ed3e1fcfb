package surakarta

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
	"unicode/utf8"

	"qikit.dev/qikit/lib/game"
)

// recordMax is the most bytes that one game may have.
const recordMax = 1 << 20

// ReadRecords reads the games of a file one at a time. A malformed one comes as
// an error that wraps game.ErrRecord and says line and column; the reading
// goes on with the next. Any other error is r's own and ends it. Initial is
// always stated, for under the option first an empty one could be either
// side's. Numeric glyphs ($1) are left out; variations are malformed.
func ReadRecords(r io.Reader) iter.Seq2[game.Record, error] {
	return func(yield func(game.Record, error) bool) {
		s := splitter{lines: bufio.NewReaderSize(r, 1<<16)}
		for {
			p, err := s.next()
			if err != nil && !errors.Is(err, game.ErrRecord) {
				if !errors.Is(err, io.EOF) {
					yield(game.Record{}, fmt.Errorf("surakarta: reading a record after line %d: %w", s.line, err))
				}
				return
			}
			var rec game.Record
			if err == nil {
				rec, err = p.record()
			}
			if err != nil {
				rec = game.Record{}
			}
			if (err != nil || !p.blank) && !yield(rec, err) {
				return
			}
		}
	}
}

// splitter cuts a file into games: one ends where a tag follows moves. It
// follows braces, for a remark may have a line that looks like a tag.
type splitter struct {
	lines *bufio.Reader
	line  int    // number of the last line read
	ahead string // a line read already, which begins the next game
	ended error  // what the reading ended with
}

// next is the text of the next game, io.EOF behind the last one.
func (s *splitter) next() (*recordParser, error) {
	p := &recordParser{line: s.line, column: 1}
	var text strings.Builder
	var moves, comment, tooLong bool
	for line := s.ahead; ; line = s.ahead {
		s.ahead = ""
		isTag := strings.HasPrefix(strings.TrimLeft(line, " \t"), "[")
		if isTag && moves && !comment {
			s.ahead = line
			break
		}
		if text.Len() == 0 && !tooLong {
			p.line = max(s.line, 1)
		}
		if blank := strings.TrimSpace(line) == ""; !blank || text.Len() > 0 {
			if tooLong = tooLong || text.Len()+len(line) > recordMax; !tooLong {
				text.WriteString(line)
			}
			if moves = moves || !blank && !isTag; moves {
				comment = inComment(line, comment)
			}
		}
		if s.ended != nil {
			break
		}
		s.read()
	}
	switch p.text = text.String(); {
	case tooLong:
		return nil, p.fail("a game of over %d bytes, expected at most that", recordMax)
	case p.text == "":
		return nil, s.ended
	}
	return p, nil
}

// read reads the next line with its end. Of a line that is too long for any game it
// keeps enough to have it refused.
func (s *splitter) read() {
	s.line++
	var line []byte
	for {
		part, err := s.lines.ReadSlice('\n')
		line = append(line, part[:min(len(part), recordMax+1-len(line))]...)
		if !errors.Is(err, bufio.ErrBufferFull) {
			s.ahead, s.ended = string(line), err
			break
		}
	}
	if s.line == 1 {
		s.ahead = strings.TrimPrefix(s.ahead, "\uFEFF")
	}
}

// inComment says whether a line of moves ends inside braces.
func inComment(line string, inside bool) bool {
	for _, c := range line {
		switch {
		case inside:
			inside = c != '}'
		case c == '{':
			inside = true
		case c == ';':
			return false
		}
	}
	return inside
}

// recordParser reads one game.
type recordParser struct {
	text         string // what is left
	line, column int    // of its first character, from 1
	blank        bool   // no game was there, nothing but remarks
}

// fail is an error at the place where the parser is; its last argument may be
// an error to wrap.
func (p *recordParser) fail(format string, args ...any) error {
	return fmt.Errorf("%w: line %d, column %d: "+format, append([]any{game.ErrRecord, p.line, p.column}, args...)...)
}

// take is the next n bytes, which it takes off.
func (p *recordParser) take(n int) string {
	text := p.text[:n]
	p.text = p.text[n:]
	if lines := strings.Count(text, "\n"); lines > 0 {
		p.line, p.column = p.line+lines, 1
	}
	p.column += utf8.RuneCountInString(text[strings.LastIndexByte(text, '\n')+1:])
	return text
}

// upTo is the text before the first of those characters, all of it without one.
func (p *recordParser) upTo(chars string) string {
	if end := strings.IndexAny(p.text, chars); end >= 0 {
		return p.take(end)
	}
	return p.take(len(p.text))
}

func (p *recordParser) blanks() {
	p.take(len(p.text) - len(strings.TrimLeft(p.text, " \t\r\n\x00\x1a")))
}

func (p *recordParser) record() (rec game.Record, err error) {
	if !utf8.ValidString(p.text) {
		return rec, p.fail("bytes that are no text, expected UTF-8")
	}
	fen := ""
	at := *p
	p.blanks()
	for p.blank = !strings.HasPrefix(p.text, "["); strings.HasPrefix(p.text, "["); p.blanks() {
		here := *p
		name, value, err := p.tag()
		if err != nil {
			return rec, err
		}
		switch name {
		case gameTag:
			if !strings.EqualFold(value, "surakarta") {
				return rec, here.fail("a game of %q, expected Surakarta", value)
			}
		case fenTag:
			fen, at = value, here
		case resultTag:
			if rec.Result = value; !game.IsResult(value) {
				return rec, here.fail("result %q, expected 1-0, 0-1, 1/2-1/2 or *", value)
			}
		default:
			rec.Tags = append(rec.Tags, [2]string{tagName(name), value})
		}
	}
	b, err := New(fen, DefaultOptions(), false)
	if err != nil {
		return rec, at.fail("%w", err)
	}
	rec.Initial = b.Initial()
	return rec, p.moves(b, &rec)
}

// tag reads [Name "value"].
func (p *recordParser) tag() (name, value string, err error) {
	p.take(1)
	name = strings.TrimSpace(p.upTo("\"]\r\n"))
	if !isTagName(name) || !strings.HasPrefix(p.text, `"`) {
		return "", "", p.fail(`expected a tag, [Name "value"]`)
	}
	p.take(1)
	var text strings.Builder
	for {
		text.WriteString(p.upTo("\\\"\r\n"))
		switch {
		case strings.HasPrefix(p.text, `"`):
			p.take(1)
			if p.blanks(); !strings.HasPrefix(p.text, "]") {
				return "", "", p.fail("expected ] after the value of tag %s", name)
			}
			p.take(1)
			return name, text.String(), nil
		case len(p.text) > 1 && p.text[0] == '\\' && (p.text[1] == '"' || p.text[1] == '\\'):
			p.take(1)
			text.WriteString(p.take(1))
		case strings.HasPrefix(p.text, `\`):
			text.WriteString(p.take(1))
		default:
			return "", "", p.fail(`the value of tag %s has no end, expected "] on the same line`, name)
		}
	}
}

// moves reads up to the end: moves, remarks and, last, the result.
func (p *recordParser) moves(b *Board, rec *game.Record) error {
	ended := false
	for p.blanks(); p.text != ""; p.blanks() {
		here := *p
		switch p.text[0] {
		case '{':
			p.take(1)
			remark := p.upTo("}")
			if p.text == "" {
				return here.fail("a remark without end, expected }")
			}
			p.take(1)
			addRemark(rec, remark)
			continue
		case ';':
			addRemark(rec, p.upTo("\n")[1:])
			continue
		}
		word := p.upTo(" \t\r\n{;\x00\x1a")
		p.blank = false
		if ended {
			return here.fail("%q after the result, expected the tags of another game", word)
		}
		if game.IsResult(word) {
			if ended = true; rec.Result != "" && rec.Result != word && word != game.ResultNone {
				return here.fail("result %s after the moves, expected %s as in the tag Result", word, rec.Result)
			}
			if rec.Result == "" || word != game.ResultNone {
				rec.Result = word
			}
			continue
		}
		if word = moveText(word); word == "" {
			continue
		}
		m, err := b.Parse(word)
		if err != nil {
			return here.fail("ply %d: %w", len(rec.Moves)+1, err)
		}
		b.Play(m)
		rec.Moves = append(rec.Moves, m)
	}
	if rec.Result == "" {
		rec.Result = game.ResultNone
	}
	return nil
}

// moveText is a word without a move number before it, or "" when it is nothing
// but one, dots or a glyph.
func moveText(word string) string {
	if strings.HasPrefix(word, "$") {
		return ""
	}
	word = strings.TrimRight(word, "!?")
	if number := strings.TrimLeft(word, "0123456789"); number == "" || number[0] == '.' {
		return strings.TrimLeft(number, ".")
	}
	return word
}

func addRemark(rec *game.Record, text string) {
	if text = strings.Join(strings.Fields(text), " "); text == "" {
		return
	}
	if rec.Comments == nil {
		rec.Comments = map[int]string{}
	}
	n := len(rec.Moves)
	rec.Comments[n] = strings.TrimSpace(rec.Comments[n] + " " + text)
}
