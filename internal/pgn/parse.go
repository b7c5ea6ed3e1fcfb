package pgn

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"qikit.dev/qikit/lib/game"
)

// Game is one game being read.
type Game struct {
	Text
	Record game.Record
	FEN    Mark   // the tag FEN
	Format string // for the hooks: the tag Format
	Moves  []Mark // the main line

	format *Format
	result Mark // at the end of the moves
	whole  bool // variations are kept
	signs  []sign
	said   game.Remarks
}

// read reads tags and moves up to the result and replays the moves.
func (g *Game) read() error {
	for g.Blanks(); strings.HasPrefix(g.Rest, "[") || g.escaped(); g.Blanks() {
		if g.escaped() {
			g.restOfLine()
		} else if err := g.tag(); err != nil {
			return err
		}
	}
	if err := g.movetext(); err != nil {
		return err
	}
	if err := g.format.Replay(g); err != nil {
		return err
	}
	g.PutComments()
	return g.settle()
}

// tag reads [Name "value"].
func (g *Game) tag() error {
	g.Take(1)
	g.Blanks()
	name := g.takeWhile(isTagRune).Text
	if name == "" {
		return g.Take(0).Fail("expected a tag, [Name \"value\"]")
	}
	g.Blanks()
	if !strings.HasPrefix(g.Rest, `"`) {
		return g.Take(0).Fail("expected the value of tag %s in double quotes", name)
	}
	g.Take(1)
	var value strings.Builder
	start := g.Take(0)
	for {
		end := strings.IndexAny(g.Rest, "\\\"\n\r")
		if end < 0 || g.Rest[end] == '\n' || g.Rest[end] == '\r' {
			return start.Fail("the value of tag %s has no end, expected \"] on the same line", name)
		}
		value.WriteString(g.Take(end).Text)
		if size := tagEnd(g.Rest); size > 0 {
			g.Take(size)
			break
		}
		// Only \" and \\ are escapes: some programs write a lone backslash, and
		// quotes inside quotes.
		if isEscape(g.Rest) {
			g.Take(1)
		}
		value.WriteString(g.Take(1).Text)
	}
	start.Text = value.String()
	return g.keep(name, start)
}

// keep puts a tag where it belongs.
func (g *Game) keep(name string, value Mark) error {
	switch text := strings.TrimSpace(value.Text); {
	case strings.EqualFold(name, "FEN"):
		g.FEN = value
	case strings.EqualFold(name, "Result"):
		result, ok := g.format.ReadResult(text)
		if !ok && text != "" && text != "?" {
			return value.Fail("result %q, expected 1-0, 0-1, 1/2-1/2 or *", text)
		}
		g.Record.Result = result
	default:
		kept, err := g.format.Tag(g, name, value)
		if err == nil && !g.format.isOwn(kept) {
			g.Record.Tags = append(g.Record.Tags, [2]string{kept, value.Text})
		}
		return err
	}
	return nil
}

// movetext reads up to the result, or to the end: the main line into Moves, comments of
// the main line into the record.
func (g *Game) movetext() error {
	var open []Mark // the variations that are open
	for g.Blanks(); g.Rest != ""; g.Blanks() {
		switch c := g.Rest[0]; {
		case c == '{':
			start := g.Take(1)
			end := strings.IndexByte(g.Rest, '}')
			if end < 0 {
				return start.Fail("a comment without end, expected }")
			}
			g.comment(g.Take(end).Text, len(open))
			g.Take(1)
		case c == ';':
			g.comment(g.restOfLine().Text[1:], len(open))
		case g.escaped():
			g.restOfLine()
		case g.result.Text != "":
			return g.word().Fail("text after the result, expected the tags of another game")
		case c == '(':
			if len(open) == maxVariations {
				return g.Take(0).Fail("variations nested deeper than %d", maxVariations)
			}
			open = append(open, g.Take(1))
			g.sign(opens, open[len(open)-1])
		case c == ')':
			end := g.Take(1)
			if len(open) == 0 {
				return end.Fail("a ) without its (")
			}
			open = open[:len(open)-1]
			g.sign(closes, end)
		case c == '}':
			return g.Take(0).Fail("a } without its {")
		case c == '[':
			return g.Take(0).Fail("a [ among the moves, expected a move or a result")
		default:
			word := g.word()
			if len(open) > 0 {
				if _, ok := g.format.ReadResult(word.Text); !ok {
					g.sign(moves, withoutNumber(word))
					g.sign(glyphs, word)
				}
				continue
			}
			text := word.Text
			if result, ok := g.format.ReadResult(word.Text); ok {
				g.result = word
				if g.result.Text = result; !g.format.Strict {
					return nil
				}
			} else if word = withoutNumber(word); word.Text != "" {
				g.Moves = append(g.Moves, word)
				g.sign(moves, word)
			}
			if nag := nagOf(text); nag > 0 && g.whole && len(g.Moves) > 0 {
				g.Record.AddNag(0, len(g.Moves), nag)
			}
		}
	}
	if len(open) > 0 {
		return open[len(open)-1].Fail("a variation without end, expected )")
	}
	return nil
}

// blank says whether the text holds no game, only comments.
func (g *Game) blank() bool {
	return len(g.Record.Tags) == 0 && len(g.Moves) == 0 && g.FEN.Text == "" && g.result.Text == "" && g.Record.Result == game.ResultNone
}

// word is what stands up to the next blank or sign of its own.
func (g *Game) word() Mark {
	return g.takeWhile(func(r rune) bool { return !unicode.IsSpace(r) && !strings.ContainsRune("{}();[", r) })
}

// comment keeps a comment of the main line.
func (g *Game) comment(text string, depth int) {
	if depth == 0 {
		g.Comment(len(g.Moves), text)
	} else {
		g.sign(remarks, Mark{Text: OneLine(text)})
	}
}

// Comment keeps a comment after so many moves for PutComments; several make one.
func (g *Game) Comment(ply int, text string) { g.said.Add(0, ply, OneLine(text)) }

// PutComments gives the comments kept to the record.
func (g *Game) PutComments() { g.said.Put(&g.Record, " ") }

// nagOf is the glyph that a word is, "$4", or that stands behind a move, "e4!?"; 0 for none.
func nagOf(word string) int {
	if number, ok := strings.CutPrefix(word, "$"); ok {
		nag, err := strconv.Atoi(number)
		if err != nil || nag < 0 || nag > maxNag {
			return 0
		}
		return nag
	}
	switch word[len(strings.TrimRight(word, "!?")):] {
	case "!":
		return 1
	case "?":
		return 2
	case "!!":
		return 3
	case "??":
		return 4
	case "!?":
		return 5
	case "?!":
		return 6
	}
	return 0
}

// withoutNumber removes from a word the move number and signs that are no part of the
// move ("...", "$4", "!?", "+"); it returns "" when nothing is left. 33.4 is a move, in
// Xiangqi.
func withoutNumber(word Mark) Mark {
	const dots = ".．。、…"
	text := strings.TrimRight(word.Text, "!?+#")
	rest := strings.TrimLeft(text, "0123456789")
	number := text[:len(text)-len(rest)]
	switch {
	case strings.HasPrefix(text, "$") || strings.Trim(text, dots) == "":
		text = ""
	case number != "" && rest == "":
		text = ""
	case len(text) == 4 && len(number) == 2 && number[0] == number[1] && rest[0] == '.' && rest[1] != '.':
	case strings.HasPrefix(rest, "..") || number != "" && strings.TrimLeft(rest, dots) != rest:
		text = strings.TrimLeft(rest, dots)
	}
	word.column += utf8.RuneCountInString(word.Text[:strings.Index(word.Text, text)])
	word.Text = text
	return word
}

// Play plays the moves on b, which stands at the start, and keeps them.
func (g *Game) Play(b game.Board, parse func(text string) (game.Move, error)) error {
	for i, word := range g.Moves {
		m, err := parse(word.Text)
		if err != nil {
			return word.Fail("ply %d: %w", i+1, err)
		}
		b.Play(m)
		g.Record.Moves = append(g.Record.Moves, m)
	}
	if slices.ContainsFunc(g.signs, func(s sign) bool { return s.kind == opens }) {
		for range g.Record.Moves {
			b.Undo()
		}
		return g.playVariations(b, parse)
	}
	return nil
}

// settle makes one result of the tag and of the text after the moves.
func (g *Game) settle() error {
	if g.Record.Result == "" {
		g.Record.Result = game.ResultNone
	}
	if g.result.Text == "" || g.result.Text == game.ResultNone {
		return nil
	}
	if tag := g.Record.Result; tag != game.ResultNone && tag != g.result.Text {
		return g.result.Fail("result %s after the moves, expected %s as in the tag Result", g.result.Text, tag)
	}
	g.Record.Result = g.result.Text
	return nil
}

// afterResult refuses text after the result that looks like moves of another
// game. Any other text is an advertisement, as some sites append.
func (g *Game) afterResult() error {
	for g.Blanks(); g.Rest != ""; g.Blanks() {
		line := g.restOfLine()
		if rest := strings.TrimLeft(line.Text, "0123456789"); rest != line.Text && strings.HasPrefix(rest, ".") {
			return line.Fail("moves after the result, expected the tags of another game")
		}
	}
	return nil
}
