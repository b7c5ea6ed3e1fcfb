package xiangqi

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"qikit.dev/qikit/lib/game"
)

// pgnParser reads one game out of text.
type pgnParser struct {
	text         string // what is left
	line, column int    // of its first character, from 1; columns count characters
	broken       int    // where text has bytes that could not be decoded, -1 for nowhere

	rec    game.Record
	fen    mark // the FEN tag
	format string
	moves  []mark // the main line
	result mark   // at the end of the moves
}

// mark is a piece of text and where it stands.
type mark struct {
	text         string
	line, column int
}

// take is a mark of the next size bytes, which it takes off.
func (p *pgnParser) take(size int) mark {
	m := mark{p.text[:size], p.line, p.column}
	for _, r := range m.text {
		p.column++
		if r == '\n' {
			p.line, p.column = p.line+1, 1
		}
	}
	p.text = p.text[size:]
	return m
}

// fail is an error at the mark; its last argument may be an error to wrap.
func (m mark) fail(format string, args ...any) error {
	return fmt.Errorf("%w: line %d, column %d: "+format, append([]any{game.ErrRecord, m.line, m.column}, args...)...)
}

func (p *pgnParser) blanks() {
	rest := strings.TrimLeftFunc(p.text, func(r rune) bool { return unicode.IsSpace(r) || r == '\uFEFF' || r == '\x00' || r == '\x1A' })
	p.take(len(p.text) - len(rest))
}

// game reads tags and moves up to the result and replays the moves.
func (p *pgnParser) game() (game.Record, error) {
	if p.broken >= 0 {
		p.take(p.broken)
		return game.Record{}, p.take(0).fail("bytes that are no text, expected UTF-8 or GB18030")
	}
	for p.blanks(); strings.HasPrefix(p.text, "[") || p.escaped(); p.blanks() {
		if p.escaped() {
			p.restOfLine()
		} else if err := p.tag(); err != nil {
			return game.Record{}, err
		}
	}
	if err := p.movetext(); err != nil {
		return game.Record{}, err
	}
	if err := p.replay(); err != nil {
		return game.Record{}, err
	}
	return p.rec, p.settle()
}

// tag reads [Name "value"].
func (p *pgnParser) tag() error {
	p.take(1)
	p.blanks()
	size := strings.IndexFunc(p.text, func(r rune) bool { return !isTagRune(r) })
	if size <= 0 {
		return p.take(0).fail("expected a tag, [Name \"value\"]")
	}
	name := p.take(size)
	p.blanks()
	if !strings.HasPrefix(p.text, `"`) {
		return p.take(0).fail("expected the value of tag %s in double quotes", name.text)
	}
	p.take(1)
	var value strings.Builder
	start := p.take(0)
	for {
		end := strings.IndexAny(p.text, "\\\"\n\r")
		if end < 0 || p.text[end] == '\n' || p.text[end] == '\r' {
			return start.fail("the value of tag %s has no end, expected \"] on the same line", name.text)
		}
		value.WriteString(p.take(end).text)
		if size := tagEnd(p.text); size > 0 {
			p.take(size)
			break
		}
		// Only \" and \\ are escapes: some programs write a lone backslash, and
		// quotes inside quotes.
		if p.text[0] == '\\' && len(p.text) > 1 && (p.text[1] == '"' || p.text[1] == '\\') {
			p.take(1)
		}
		value.WriteString(p.take(1).text)
	}
	start.text = value.String()
	return p.keep(name.text, start)
}

// keep puts a tag where it belongs.
func (p *pgnParser) keep(name string, value mark) error {
	text := strings.TrimSpace(value.text)
	switch {
	case strings.EqualFold(name, "FEN"):
		p.fen = value
	case strings.EqualFold(name, "Format"):
		p.format = strings.ToLower(text)
	case strings.EqualFold(name, "Result"):
		result, ok := readResult(text)
		if !ok && text != "" && text != "?" {
			return value.fail("result %q, expected 1-0, 0-1, 1/2-1/2 or *", text)
		}
		p.rec.Result = result
	case strings.EqualFold(name, "Variant") && !isXiangqi(text):
		return value.fail("a game of %q, expected xiangqi", text)
	case name == "Game" && !isXiangqi(text):
		// Some programs keep the title of the game here.
		p.rec.Tags = append(p.rec.Tags, [2]string{"Title", value.text})
	case isOwnTag(name):
	case name == "White":
		p.rec.Tags = append(p.rec.Tags, [2]string{"Red", value.text})
	default:
		p.rec.Tags = append(p.rec.Tags, [2]string{name, value.text})
	}
	return nil
}

func isXiangqi(text string) bool {
	switch strings.ToLower(text) {
	case "chinese chess", "xiangqi", "象棋", "中国象棋", "中國象棋", "":
		return true
	}
	return false
}

// readResult reads a result; "" is game.ResultNone.
func readResult(text string) (result string, ok bool) {
	if game.IsResult(text) {
		return text, true
	}
	switch text {
	case "1/2", "0.5-0.5", "½-½":
		return game.ResultDraw, true
	}
	return game.ResultNone, false
}

// movetext reads up to the result or the end: the main line into moves,
// comments of the main line into the record.
func (p *pgnParser) movetext() error {
	var open []mark // the variations that are open
	for p.blanks(); p.text != ""; p.blanks() {
		switch c := p.text[0]; {
		case c == '{':
			start := p.take(1)
			end := strings.IndexByte(p.text, '}')
			if end < 0 {
				return start.fail("a comment without end, expected }")
			}
			p.comment(p.take(end).text, len(open))
			p.take(1)
		case c == ';':
			p.comment(p.restOfLine()[1:], len(open))
		case p.escaped():
			p.restOfLine()
		case c == '(':
			if len(open) == maxVariations {
				return p.take(0).fail("variations nested deeper than %d", maxVariations)
			}
			open = append(open, p.take(1))
		case c == ')':
			end := p.take(1)
			if len(open) == 0 {
				return end.fail("a ) without its (")
			}
			open = open[:len(open)-1]
		case c == '}':
			return p.take(0).fail("a } without its {")
		case c == '[':
			return p.take(0).fail("a [ among the moves, expected a move or a result")
		default:
			word := p.word()
			if len(open) > 0 {
				continue
			}
			if result, ok := readResult(word.text); ok {
				word.text, p.result = result, word
				p.result.text = result
				return nil
			}
			if word = withoutNumber(word); word.text != "" {
				p.moves = append(p.moves, word)
			}
		}
	}
	if len(open) > 0 {
		return open[len(open)-1].fail("a variation without end, expected )")
	}
	return nil
}

// escaped says whether this is a line for some program's own use.
func (p *pgnParser) escaped() bool { return p.column == 1 && strings.HasPrefix(p.text, "%") }

// blank says whether the text holds no game, only comments.
func (p *pgnParser) blank() bool {
	return len(p.rec.Tags) == 0 && len(p.moves) == 0 && p.fen.text == "" && p.result.text == "" && p.rec.Result == game.ResultNone
}

func (p *pgnParser) restOfLine() string {
	end := strings.IndexByte(p.text, '\n')
	if end < 0 {
		end = len(p.text)
	}
	return p.take(end).text
}

// word is what stands up to the next blank or sign of its own.
func (p *pgnParser) word() mark {
	return p.take(len(p.text) - len(strings.TrimLeftFunc(p.text, func(r rune) bool {
		return !unicode.IsSpace(r) && !strings.ContainsRune("{}();[", r)
	})))
}

// comment keeps a comment of the main line.
func (p *pgnParser) comment(text string, depth int) {
	if text = oneLine(text); text == "" || depth > 0 {
		return
	}
	if p.rec.Comments == nil {
		p.rec.Comments = map[int]string{}
	}
	if before := p.rec.Comments[len(p.moves)]; before != "" {
		text = before + " " + text
	}
	p.rec.Comments[len(p.moves)] = text
}

// withoutNumber removes from a word the move number and signs that are no part of the
// move ("...", "$4", "!?", "+"); it returns "" when nothing is left. 33.4 is a move, in
// WXF.
func withoutNumber(word mark) mark {
	const dots = ".．。、…"
	text := strings.TrimRight(word.text, "!?+#")
	rest := strings.TrimLeft(text, "0123456789")
	number := text[:len(text)-len(rest)]
	switch {
	case strings.HasPrefix(text, "$") || strings.Trim(text, dots) == "":
		text = ""
	case number != "" && rest == "":
		text = ""
	case len(text) == 4 && len(number) == 2 && number[0] == number[1] && rest[0] == '.' && rest[1] != '.':
	case number != "" && strings.TrimLeft(rest, dots) != rest:
		text = strings.TrimLeft(rest, dots)
	}
	word.column += utf8.RuneCountInString(word.text[:strings.Index(word.text, text)])
	word.text = text
	return word
}

// replay sets the position up and plays the moves.
func (p *pgnParser) replay() error {
	b, err := New(strings.TrimSpace(p.fen.text), DefaultOptions(), false)
	if err != nil {
		return p.fen.fail("%w", err)
	}
	if b.Initial() != StartFEN {
		p.rec.Initial = b.Initial()
	}
	base := 0
	switch p.format {
	case "uci", "iccs":
	case "uci10":
		base = 1
	default:
		if base, err = p.ranks(b); err != nil {
			return err
		}
	}
	if len(p.moves) > 0 {
		p.rec.Moves = make([]game.Move, 0, len(p.moves))
	}
	for i, word := range p.moves {
		m, err := b.parseBase(word.text, base)
		if err != nil {
			return word.fail("ply %d: %w", i+1, err)
		}
		b.Play(m)
		p.rec.Moves = append(p.rec.Moves, m)
	}
	return nil
}

// ranks is the number of the first rank in the moves.
func (p *pgnParser) ranks(b *Board) (base int, err error) {
	line := make([]string, len(p.moves))
	for i, word := range p.moves {
		line[i] = word.text
	}
	base, err = b.DetectRanks(line)
	if errors.Is(err, errRanks) {
		return 0, p.moves[0].fail("%w; the tag [Format \"UCI\"] or [Format \"UCI10\"] would tell", err)
	}
	return base, nil // of any other error replay says where
}

// settle makes one result of the tag and of the text after the moves.
func (p *pgnParser) settle() error {
	if p.rec.Result == "" {
		p.rec.Result = game.ResultNone
	}
	if p.result.text == "" || p.result.text == game.ResultNone {
		return nil
	}
	if tag := p.rec.Result; tag != game.ResultNone && tag != p.result.text {
		return p.result.fail("result %s after the moves, expected %s as in the tag Result", p.result.text, tag)
	}
	p.rec.Result = p.result.text
	return nil
}

// afterResult refuses text after the result that looks like moves of another
// game. Any other text is an advertisement, as some sites append.
func (p *pgnParser) afterResult() error {
	for p.blanks(); p.text != ""; p.blanks() {
		line := p.take(0)
		line.text = p.restOfLine()
		number := line.text[:len(line.text)-len(strings.TrimLeft(line.text, "0123456789"))]
		if number != "" && strings.HasPrefix(line.text[len(number):], ".") {
			return line.fail("moves after the result, expected the tags of another game")
		}
	}
	return nil
}
