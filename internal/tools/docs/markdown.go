package main

import (
	"bytes"
	"html/template"
	"net/url"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"

	"qikit.dev/qikit/internal/tools/must"
	_ "qikit.dev/qikit/lib/capturego"
	_ "qikit.dev/qikit/lib/chess"
	_ "qikit.dev/qikit/lib/chinesecheckers"
	"qikit.dev/qikit/lib/game"
	_ "qikit.dev/qikit/lib/gomoku"
	_ "qikit.dev/qikit/lib/ludo"
	_ "qikit.dev/qikit/lib/surakarta"
	_ "qikit.dev/qikit/lib/weiqi"
	_ "qikit.dev/qikit/lib/xiangqi"
)

// titleOf is the first heading.
func titleOf(text []byte) string {
	for line := range strings.Lines(string(text)) {
		if title, ok := strings.CutPrefix(line, "# "); ok {
			return strings.TrimSpace(title)
		}
	}
	must.Fail("a page begins %.40q, expected a heading", text)
	return ""
}

// markdown is a page's text as HTML, with its boards drawn; a board leads to where it is played, by the word `play`.
func markdown(text []byte, play string) template.HTML {
	m := goldmark.New(goldmark.WithExtensions(extension.Table), goldmark.WithParserOptions(parser.WithAutoHeadingID()))
	var html strings.Builder
	for part := range bytes.SplitSeq(append([]byte("\n"), text...), []byte("\n```board\n")) {
		if html.Len() > 0 {
			named, rest, closed := bytes.Cut(part, []byte("\n```\n"))
			if !closed {
				must.Fail("the block of a board %q does not end", named)
			}
			html.WriteString(figure(string(named), play))
			part = rest
		}
		var b bytes.Buffer
		must.Do(m.Convert(part, &b))
		html.Write(b.Bytes())
	}
	return template.HTML(html.String())
}

// playFolder is where the games are played, as pages name it.
const playFolder = "../play/"

// figure draws a board: its text is a game and moves.
func figure(text, play string) string {
	words := strings.Fields(text)
	b := must.Get(game.New(words[0], game.Setup{}))
	o := game.DefaultSVG()
	for _, move := range words[1:] {
		o.Last = must.Get(b.Parse(move))
		b.Play(o.Last)
	}
	link := playFolder + words[0] + ".html"
	if len(words) > 1 {
		link += "#" + url.PathEscape(strings.Join(words[1:], " "))
	}
	return "<figure>" + b.SVG(o) + `<figcaption><a href="` + link + `">` + play + "</a></figcaption></figure>\n"
}
