package review

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"qikit.dev/qikit/lib/capturego"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
)

// Colours of what is drawn over a board; those of the user's moves are classColors.
const (
	targetColor = "#1b7f3b"
	otherColor  = "#2b6cb0"
	plainColor  = "#777"
	paperColor  = "#fff"
	inkColor    = "#222"
)

// A plate is drawn in units of its own, 400 wide, and scaled as a whole.
const (
	plateWidth  = 400
	plateMargin = 12
	plateFont   = 14
	plateLine   = 20
)

// plate is a board with drawings over it and a caption and a legend below it.
type plate struct {
	board  *capturego.Board
	draw   game.SVGOptions
	over   strings.Builder // in the units of the board's picture
	lines  []string        // the caption
	legend []swatch
}

// swatch explains a colour.
type swatch struct {
	fill, stroke, text string
}

// newPlate is a plate of a board, before it is drawn on.
func newPlate(b *capturego.Board, o SVGOptions) *plate {
	p := &plate{board: b, draw: game.DefaultSVG()}
	p.draw.Flip, p.draw.Coords, p.draw.Style = o.Flip, o.Coords, o.Style
	return p
}

func (p *plate) put(format string, args ...any) { fmt.Fprintf(&p.over, format, args...) }

// at is where a move is drawn; a pass is not.
func (p *plate) at(move string) (x, y int, ok bool) {
	point, err := goban.ParsePoint(move, p.board.Size())
	if err != nil {
		return 0, 0, false
	}
	x, y = goban.Place(point, p.board.Size(), p.draw)
	return x, y, true
}

// disc draws a coloured disc with a label, filled or not.
func (p *plate) disc(move, label, color string, filled bool) {
	x, y, ok := p.at(move)
	if !ok {
		return
	}
	fill, ink := paperColor, color
	if filled {
		fill, ink = color, paperColor
	}
	p.put(`<circle cx="%d" cy="%d" r="35" fill="%s" stroke="%s" stroke-width="8"/>`, x, y, fill, color)
	p.label(x, y, label, ink)
}

// label writes a short text in the middle of a point.
func (p *plate) label(x, y int, text, ink string) {
	size := 46
	if len(text) > 2 {
		size = 36
	}
	p.put(`<text x="%d" y="%d" font-size="%d" font-weight="bold" fill="%s">%s</text>`+"\n", x, y+size*36/100, size, ink, text)
}

// ghost draws a stone that is not there, or no more.
func (p *plate) ghost(move string, c goban.Color) {
	if x, y, ok := p.at(move); ok {
		p.put(`<circle cx="%d" cy="%d" r="44" fill="%s" fill-opacity="0.6"/>`, x, y, [2]string{"#000", "#fff"}[c&1])
	}
}

// ring draws a ring around a point.
func (p *plate) ring(move, color string) {
	if x, y, ok := p.at(move); ok {
		p.put(`<circle cx="%d" cy="%d" r="44" fill="none" stroke="%s" stroke-width="11"/>`+"\n", x, y, color)
	}
}

// cross crosses a point out.
func (p *plate) cross(move, color string) {
	if x, y, ok := p.at(move); ok {
		p.put(`<path transform="translate(%d %d)" d="M-20 -20L20 20M20 -20L-20 20" stroke="%s" stroke-width="11" stroke-linecap="round"/>`+"\n", x, y, color)
	}
}

// svg is the picture, so many pixels wide; without its words it is a square.
func (p *plate) svg(size int, words bool) string {
	title := fmt.Sprintf("<title>%s</title>\n", game.EscapeXML(inOne(p.lines)))
	if !words {
		p.draw.Size = size
		return p.inner(title)
	}
	p.draw.Size = plateWidth
	var below strings.Builder
	y := plateWidth + plateLine
	for i, text := range p.lines {
		weight := "normal"
		if i == 0 {
			weight = "bold"
		}
		for _, line := range wrap(text, float64(plateWidth-2*plateMargin)/plateFont) {
			fmt.Fprintf(&below, `<text x="%d" y="%d" font-weight="%s">%s</text>`+"\n", plateMargin, y, weight, game.EscapeXML(line))
			y += plateLine
		}
	}
	y = legend(&below, p.legend, plateMargin, y, plateWidth-plateMargin)
	height := y - plateLine + plateMargin
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" role="img" font-family="sans-serif" font-size="%d" fill="%s">`+"\n"+
		"%s<rect width=\"%d\" height=\"%d\" rx=\"9\" fill=\"%s\"/>\n%s%s</svg>\n",
		size, size*height/plateWidth, plateWidth, height, plateFont, inkColor,
		title, plateWidth, height, paperColor, p.inner(""), below.String())
}

// inner is the board with what is drawn over it, under that title and not the position's.
func (p *plate) inner(title string) string {
	before, rest, _ := strings.Cut(strings.TrimSuffix(p.board.SVG(p.draw), "</svg>\n"), "<title>")
	_, board, _ := strings.Cut(rest, "</title>\n")
	return before + title + board + p.over.String() + "</svg>\n"
}

// legend writes swatches from left to right, in as many lines as it takes, and
// returns where the next line is.
func legend(out *strings.Builder, list []swatch, left, y, right int) int {
	const dot, gap = 18, 14 // a swatch takes so much before its text, and so much behind
	x := left
	for _, s := range list {
		wide := dot + int(ems(s.text)*plateFont) + gap
		if x > left && x+wide > right+gap {
			x, y = left, y+plateLine
		}
		fmt.Fprintf(out, `<circle cx="%d" cy="%d" r="5" fill="%s" stroke="%s" stroke-width="2"/><text x="%d" y="%d">%s</text>`+"\n",
			x+6, y-5, s.fill, s.stroke, x+dot, y, game.EscapeXML(s.text))
		x += wide
	}
	if len(list) > 0 {
		y += plateLine
	}
	return y
}

// A letter takes about so much of the size of its font; Chinese takes it whole.
const letterWidth = 0.56

// ems is about how wide a text is, in sizes of its font.
func ems(text string) (width float64) {
	for _, r := range text {
		if wide(r) {
			width++
		} else {
			width += letterWidth
		}
	}
	return width
}

func wide(r rune) bool { return r >= 0x2E80 }

// inOne puts lines behind one another, with a blank between them but after Chinese.
func inOne(lines []string) (text string) {
	for _, line := range lines {
		if last, _ := utf8.DecodeLastRuneInString(text); text != "" && !wide(last) {
			text += " "
		}
		text += line
	}
	return text
}

// wrap breaks a text into lines of at most so many ems: at blanks, and anywhere
// between Chinese characters but before a stop.
func wrap(text string, most float64) (lines []string) {
	line := ""
	for _, part := range parts(text) {
		if line != "" && ems(line)+ems(strings.TrimRight(part, " ")) > most {
			lines, line = append(lines, strings.TrimRight(line, " ")), ""
		}
		line += part
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

// stops are what no line begins with.
const stops = ",:;!?)。、，：；！？）"

// parts are what a line is made of: words with the blank behind them, and Chinese
// characters with the stop behind them.
func parts(text string) (list []string) {
	var last rune
	for _, r := range text {
		stop := strings.ContainsRune(stops, r)
		begins := len(list) == 0 || last == ' ' || !stop && (wide(r) || wide(last))
		if begins {
			list = append(list, "")
		}
		list[len(list)-1] += string(r)
		last = r
	}
	return list
}
