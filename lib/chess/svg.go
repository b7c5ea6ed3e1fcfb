package chess

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"qikit.dev/qikit/lib/game"
)

// The picture is drawn in units of a hundredth of a square and scaled as a whole.
const (
	svgCell     = 100
	svgEdge     = 12 // from the squares to the border
	svgEdgeWide = 48 // the same with coordinates in between
	svgLargest  = 4096
	svgSmallest = 64
)

// svgStyle is the colours of a drawing.
type svgStyle struct {
	frame, ink  string // around the squares, and what is written there
	light, dark string
	last, arrow string
	men         [2]svgMan
}

// svgMan is the colours of a side's men: what they are filled with, their outlines, and the lines inside.
type svgMan struct{ fill, rim, detail string }

var svgStyles = map[string]svgStyle{
	game.StyleClassic: {
		frame: "#6b4423", ink: "#f3e2c3", light: "#efdcb8", dark: "#b08457", last: "#2f9e6e", arrow: "#1f6feb",
		men: [2]svgMan{{"#fffdf6", "#3a2c1e", "#3a2c1e"}, {"#3b332c", "#15110d", "#e9dcc4"}},
	},
	game.StyleFlat: {
		frame: "#44535c", ink: "#e6edf0", light: "#e4eaed", dark: "#8fa5b2", last: "#2f9e6e", arrow: "#d9480f",
		men: [2]svgMan{{"#ffffff", "#2b3338", "#2b3338"}, {"#2b3338", "#2b3338", "#ffffff"}},
	},
	game.StylePrint: {
		frame: "#ffffff", ink: "#000000", light: "#ffffff", dark: "#c9c9c9", last: "#000000", arrow: "#555555",
		men: [2]svgMan{{"#ffffff", "#000000", "#000000"}, {"#000000", "#000000", "#ffffff"}},
	},
}

// svgMen are the men's outlines and the lines inside, drawn for this library around 0 0 in a square of 100.
var svgMen = [...]struct{ outline, detail string }{
	Pawn: {
		"M0-34A14 14 0 0 0-8-9H-15V-2H-8Q-8 14-20 24Q-25 28-25 38H25Q25 28 20 24Q8 14 8-2H15V-9H8A14 14 0 0 0 0-34Z",
		"M-19 29H19",
	},
	Knight: {
		"M-22 38Q-22 20-10 10Q-2 3-4-6Q-12 0-19 4Q-22 10-28 9Q-35 6-33-1L-19-24Q-19-31-14-34L-15-44L-5-37Q22-36 27-4Q30 18 26 38Z",
		"M-13-22L-9-23M-29 2L-26 0M8-28Q20-16 19 12M-19 30H23",
	},
	Bishop: {
		"M0-46A6 6 0 0 0-4-36Q-19-22-17-8Q-16 0-11 4H-16V11H-9Q-9 22-22 27Q-27 30-27 38H27Q27 30 22 27Q9 22 9 11H16V4H11Q16 0 17-8Q19-22 4-36A6 6 0 0 0 0-46Z",
		"M0-27V-9M-8-18H8M-11 4H11M-9 11H9M-20 31H20",
	},
	Rook: {
		"M-27-38V-18L-18-11V17L-24 24V38H24V24L18 17V-11L27-18V-38H16V-30H6V-38H-6V-30H-16V-38Z",
		"M-26-18H26M-18-11H18M-18 17H18M-24 27H24",
	},
	Queen: {
		"M-37-30A5 5 0 1 0-32-22L-24 12Q-18 18-22 25Q-26 30-26 38H26Q26 30 22 25Q18 18 24 12L32-22A5 5 0 1 0 37-30A5 5 0 0 0 29-26L18-6L17-34A5 5 0 1 0 9-34L0-9L-9-34A5 5 0 1 0-17-34L-18-6L-29-26A5 5 0 0 0-37-30Z",
		"M-24 12Q0 4 24 12M-21 21Q0 14 21 21M-23 30Q0 24 23 30",
	},
	King: {
		"M-4-47H4V-41H11V-33H4V-26Q9-22 9-16Q30-26 35-8Q36 4 23 16Q20 20 22 25Q26 30 26 38H-26Q-26 30-22 25Q-20 20-23 16Q-36 4-35-8Q-30-26-9-16Q-9-22-4-26V-33H-11V-41H-4Z",
		"M0-8V10M-9-16Q-2-12 0 0Q2-12 9-16M-23 15Q0 5 23 15M-22 24Q0 15 22 24M-24 31Q0 25 24 31",
	},
}

// picture is an SVG being drawn.
type picture struct {
	strings.Builder
	edge  int
	flip  bool
	style svgStyle
}

func (p *picture) put(format string, args ...any) { fmt.Fprintf(&p.Builder, format, args...) }

// at is the middle of a square.
func (p *picture) at(s Square) (x, y int) {
	file, rank := s.File(), 7-s.Rank()
	if p.flip {
		file, rank = 7-file, 7-rank
	}
	return p.edge + file*svgCell + svgCell/2, p.edge + rank*svgCell + svgCell/2
}

// SVG draws the board: the same bytes for the same board and options. Sizes out of range become the nearest in range; a
// Last or an Arrow that is no move between two squares, and a Mark on no square, are left out.
func (b *Board) SVG(o game.SVGOptions) string {
	p := &picture{edge: svgEdge, flip: o.Flip}
	style, ok := svgStyles[o.Style]
	if !ok {
		style = svgStyles[game.StyleClassic]
	}
	p.style = style
	if o.Coords {
		p.edge = svgEdgeWide
	}
	width := 8*svgCell + 2*p.edge
	size := min(max(o.Size, svgSmallest), svgLargest)
	p.put(`<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" role="img">`+"\n", size, size, width, width)
	p.put("<title>%s</title>\n", b.Position())
	p.put(`<rect width="%d" height="%d" rx="10" fill="%s"/>`+"\n", width, width, style.frame)
	p.squares(o.Heat)
	if o.Coords {
		p.coordinates(width)
	}
	p.lastMove(o.Last)
	p.pieces(b, o.Letters)
	for i, m := range o.Arrows {
		p.arrow(m, max(0.35, 0.85-0.2*float64(i)))
	}
	for _, point := range slices.Sorted(maps.Keys(o.Marks)) {
		p.mark(point, o.Marks[point], width)
	}
	p.WriteString("</svg>\n")
	return p.String()
}

// squares draws the board, and shades squares by weight.
func (p *picture) squares(heat map[string]float64) {
	e, side := p.edge, 8*svgCell
	p.put(`<rect x="%d" y="%d" width="%d" height="%d" fill="%s" stroke="%s" stroke-width="2"/>`+"\n", e, e, side, side, p.style.light, p.style.ink)
	p.put(`<path fill="%s" d="`, p.style.dark)
	for rank := range 8 {
		for file := range 8 {
			if (file+rank)%2 == 1 {
				p.put("M%d %dh100v100h-100z", e+file*svgCell, e+rank*svgCell)
			}
		}
	}
	p.put("\"/>\n")
	for _, point := range slices.Sorted(maps.Keys(heat)) {
		if s, err := squareOf(point); err == nil && heat[point] > 0 {
			x, y := p.at(s)
			p.put(`<rect x="%d" y="%d" width="100" height="100" fill="%s" fill-opacity="%.2f"/>`+"\n", x-50, y-50, p.style.arrow, 0.7*min(1, heat[point]))
		}
	}
}

func (p *picture) coordinates(width int) {
	p.put(`<g fill="%s" font-family="sans-serif" font-size="28" text-anchor="middle">`, p.style.ink)
	for i := range 8 {
		x, y := p.at(SquareAt(i, i))
		p.put(`<text x="%d" y="%d">%c</text>`, x, width-14, 'a'+i)
		p.put(`<text x="24" y="%d">%d</text>`, y+10, i+1)
	}
	p.put("</g>\n")
}

// ends are where the man that moves starts and ends on the board; ok is false for what is no move.
func ends(m game.Move) (source, target Square, ok bool) {
	source, target = Source(m), Target(m)
	if IsCastling(m) {
		_, target, _ = castled(m)
	}
	return source, target, m>>16 == 0 && source != target
}

func (p *picture) lastMove(m game.Move) {
	source, target, ok := ends(m)
	if !ok {
		return
	}
	for _, s := range [2]Square{source, target} {
		x, y := p.at(s)
		p.put(`<rect x="%d" y="%d" width="92" height="92" fill="%s" fill-opacity="0.22" stroke="%s" stroke-width="6"/>`+"\n", x-46, y-46, p.style.last, p.style.last)
	}
}

// pieces draws the men, or their letters.
func (p *picture) pieces(b *Board, letter bool) {
	p.put(`<g stroke-linecap="round" stroke-linejoin="round" font-family="sans-serif" font-size="62" font-weight="bold" text-anchor="middle">` + "\n")
	for s := range Square(squares) {
		piece := b.At(s)
		if piece == NoPiece {
			continue
		}
		man := &p.style.men[piece.Color()]
		x, y := p.at(s)
		if letter {
			p.put(`<text x="%d" y="%d" fill="%s" stroke="%s" stroke-width="7" paint-order="stroke">%c</text>`+"\n", x, y+22, man.fill, man.detail, letters[piece.Kind()])
			continue
		}
		drawn := &svgMen[piece.Kind()]
		p.put(`<g transform="translate(%d %d)"><path d="%s" fill="%s" stroke="%s" stroke-width="3.5"/>`, x, y+4, drawn.outline, man.fill, man.rim)
		p.put(`<path d="%s" fill="none" stroke="%s" stroke-width="3"/></g>`+"\n", drawn.detail, man.detail)
	}
	p.put("</g>\n")
}

// arrow leads from the middle of one square to that of the other.
func (p *picture) arrow(m game.Move, opacity float64) {
	source, target, ok := ends(m)
	if !ok {
		return
	}
	ax, ay := p.at(source)
	bx, by := p.at(target)
	p.WriteString(game.SVGArrow(ax, ay, bx, by, 26, 4, p.style.arrow, opacity))
}

// mark writes a short label into a disc at the square's upper right.
func (p *picture) mark(point, label string, width int) {
	s, err := squareOf(point)
	if err != nil || label == "" {
		return
	}
	x, y := p.at(s)
	p.WriteString(game.SVGMark(x, y, width, label, p.style.arrow))
}
