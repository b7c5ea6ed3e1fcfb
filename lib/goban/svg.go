package goban

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"qikit.dev/qikit/lib/game"
)

// The picture is drawn in units of a hundredth of the distance between two
// points and scaled as a whole.
const (
	svgCell      = 100
	svgEdge      = 70 // from the outer lines to the border
	svgEdgeWide  = 110
	svgStone     = 47 // radius
	svgSmallest  = 64
	svgLargest   = 4096
	svgLabelMost = 8 // characters of a mark
)

// svgStyle is the colours of a drawing.
type svgStyle struct {
	board, under, ink string // the board, what hides lines under a label, and the lines
	heat              string
	stones            [2]string // how black's and white's are filled
	shade             bool      // stones throw a shadow
}

var svgStyles = map[string]*svgStyle{
	game.StyleClassic: {"url(#qk-weiqi-wood)", "#e9c27c", "#4a3013", "#c0261c", [2]string{"url(#qk-weiqi-black)", "url(#qk-weiqi-white)"}, true},
	game.StyleFlat:    {"#ecd29b", "#ecd29b", "#7a5c33", "#c0261c", [2]string{"#222222", "#fafafa"}, false},
	game.StylePrint:   {"#ffffff", "#ffffff", "#000000", "#808080", [2]string{"#000000", "#ffffff"}, false},
}

// svgDefs are the same in every picture, so that several fit into one page.
const svgDefs = `<defs>` +
	`<linearGradient id="qk-weiqi-wood" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#f0cf90"/><stop offset="1" stop-color="#dfb368"/></linearGradient>` +
	`<radialGradient id="qk-weiqi-black" cx="0.35" cy="0.3" r="0.8"><stop offset="0" stop-color="#666"/><stop offset="0.6" stop-color="#1d1d1d"/><stop offset="1" stop-color="#0a0a0a"/></radialGradient>` +
	`<radialGradient id="qk-weiqi-white" cx="0.35" cy="0.3" r="0.9"><stop offset="0" stop-color="#fff"/><stop offset="0.7" stop-color="#f0efec"/><stop offset="1" stop-color="#c9c6bf"/></radialGradient>` +
	"</defs>\n"

// picture is an SVG being drawn.
type picture struct {
	strings.Builder
	edge, size int // of the border, in units; of the board, in points
	flip       bool
	style      *svgStyle
}

func (p *picture) put(format string, args ...any) { fmt.Fprintf(&p.Builder, format, args...) }

// at is where a point is drawn: row 1 at the bottom, unless flipped.
func (p *picture) at(point Point) (x, y int) {
	column, row := point.Column(), point.Row()
	if p.flip {
		column, row = p.size-1-column, p.size-1-row
	}
	return p.edge + column*svgCell, p.edge + (p.size-1-row)*svgCell
}

// newPicture is a picture of a board of that size before anything is drawn.
func newPicture(size int, o game.SVGOptions) *picture {
	p := &picture{edge: svgEdge, size: size, flip: o.Flip, style: svgStyles[o.Style]}
	if p.style == nil {
		p.style = svgStyles[game.StyleClassic]
	}
	if o.Coords {
		p.edge = svgEdgeWide
	}
	return p
}

// Place is where SVG draws a point of a board of that size, in the units of its viewBox,
// for those who draw over the picture: stones are 94 units wide, and neighbours are
// 100 units apart.
func Place(point Point, size int, o game.SVGOptions) (x, y int) {
	return newPicture(size, o).at(point)
}

// Drawing is a board of stones to be drawn.
type Drawing struct {
	Title   string
	Size    int
	Turn    Color             // whose stones Arrows are
	At      func(Point) Color // what a point of the board holds
	Letters string            // of the columns, from the left
	Point   func(name string) (Point, error)
}

// has says whether a move is a stone on a point of the board.
func (d *Drawing) has(m game.Move) bool {
	p := Point(m)
	return m > Pass && m < PointLimit && p.Column() >= 0 && p.Column() < d.Size && p.Row() >= 0 && p.Row() < d.Size
}

// points are those of the names that have one, in order of name.
func points[V any](d *Drawing, named map[string]V, draw func(Point, V)) {
	for _, name := range slices.Sorted(maps.Keys(named)) {
		if point, err := d.Point(name); err == nil {
			draw(point, named[name])
		}
	}
}

// SVG draws the board: the same bytes for the same board and options; see [Drawing.SVG].
func (s *Stones) SVG(title string, o game.SVGOptions) string {
	return Drawing{
		Title: title, Size: s.Size(), Turn: s.turn, At: s.At, Letters: columnLetters,
		Point: func(name string) (Point, error) { return ParsePoint(name, s.Size()) },
	}.SVG(o)
}

// SVG draws the board under its title: the same bytes for the same board and options.
// Heat is drawn under the stones, Last as a ring in its stone, Arrows as ghost stones
// of the side to move, the first one strongest. Marks are labels; △, □, ○ and × are
// drawn as signs. A size out of range becomes the nearest one in range; what does not
// lie on the board is left out.
func (d Drawing) SVG(o game.SVGOptions) string {
	p := newPicture(d.Size, o)
	width := (p.size-1)*svgCell + 2*p.edge
	size := min(max(o.Size, svgSmallest), svgLargest)
	p.put(`<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" role="img" font-family="sans-serif" text-anchor="middle">`+"\n",
		size, size, width, width)
	p.put("<title>%s</title>\n", d.Title)
	if p.style.shade {
		p.WriteString(svgDefs)
	}
	p.put(`<rect width="%d" height="%d" rx="24" fill="%s"/>`+"\n", width, width, p.style.board)
	points(&d, o.Heat, p.heat)
	p.grid()
	if o.Coords {
		p.coordinates(width, d.Letters)
	}
	for row := range d.Size {
		for column := range d.Size {
			if point := PointAt(column, row); d.At(point) != Empty {
				p.stone(point, d.At(point), 1)
			}
		}
	}
	for i, m := range o.Arrows {
		if d.has(m) {
			p.stone(Point(m), d.Turn, max(0.3, 0.7-0.15*float64(i)))
		}
	}
	if m := o.Last; d.has(m) {
		x, y := p.at(Point(m))
		p.put(`<circle cx="%d" cy="%d" r="24" fill="none" stroke="%s" stroke-width="7"/>`+"\n", x, y, contrast(d.At(Point(m))))
	}
	points(&d, o.Marks, func(point Point, label string) {
		if label != "" {
			p.mark(d.At(point), point, label)
		}
	})
	p.WriteString("</svg>\n")
	return p.String()
}

// contrast is the colour of marks on what a point holds.
func contrast(on Color) string {
	if on == Black {
		return "#ffffff"
	}
	return "#111111"
}

// heat shades the field around a point, the more the greater the weight.
func (p *picture) heat(point Point, weight float64) {
	if !(weight > 0) {
		return
	}
	x, y := p.at(point)
	p.put(`<rect x="%d" y="%d" width="%d" height="%d" fill="%s" fill-opacity="%.2f"/>`+"\n",
		x-svgCell/2, y-svgCell/2, svgCell, svgCell, p.style.heat, 0.1+0.65*min(weight, 1))
}

// grid draws the lines and the star points.
func (p *picture) grid() {
	low := p.edge
	high := low + (p.size-1)*svgCell
	p.put(`<g fill="none" stroke="%s" stroke-width="3"><path d="`, p.style.ink)
	for at := low; at <= high; at += svgCell {
		p.put("M%d %dV%dM%d %dH%d", at, low, high, low, at, high)
	}
	p.put(`"/><rect x="%d" y="%d" width="%d" height="%d" stroke-width="6"/></g>`+"\n", low, low, high-low, high-low)
	p.put(`<g fill="%s">`, p.style.ink)
	for _, star := range stars(p.size) {
		x, y := p.at(star)
		p.put(`<circle cx="%d" cy="%d" r="10"/>`, x, y)
	}
	p.put("</g>\n")
}

// stars are the points that boards of a size mark by custom: on the third line,
// from 13 points on the fourth; the centre of odd boards; the middle of the
// sides of large ones.
func stars(size int) []Point {
	near := 2
	if size >= 13 {
		near = 3
	}
	far, middle := size-1-near, size/2
	var list []Point
	if size >= 7 {
		list = append(list, PointAt(near, near), PointAt(far, near), PointAt(near, far), PointAt(far, far))
	}
	if size%2 == 1 && size >= 5 {
		list = append(list, PointAt(middle, middle))
	}
	if size%2 == 1 && size >= 15 {
		list = append(list, PointAt(middle, near), PointAt(near, middle), PointAt(far, middle), PointAt(middle, far))
	}
	return list
}

func (p *picture) coordinates(width int, letters string) {
	p.put(`<g fill="%s" font-size="34">`, p.style.ink)
	for i := range p.size {
		x, y := p.at(PointAt(i, i))
		p.put(`<text x="%d" y="%d">%c</text><text x="30" y="%d">%d</text>`, x, width-18, letters[i], y+12, i+1)
	}
	p.put("</g>\n")
}

func (p *picture) stone(point Point, c Color, opacity float64) {
	x, y := p.at(point)
	p.put(`<g opacity="%.2f">`, opacity)
	if p.style.shade {
		p.put(`<circle cx="%d" cy="%d" r="%d" fill="#000" fill-opacity="0.25"/>`, x+3, y+4, svgStone)
		p.put(`<circle cx="%d" cy="%d" r="%d" fill="%s" stroke="#222" stroke-width="1.5"/></g>`+"\n", x, y, svgStone, p.style.stones[c-Black])
		return
	}
	p.put(`<circle cx="%d" cy="%d" r="%d" fill="%s" stroke="#000" stroke-width="3"/></g>`+"\n", x, y, svgStone-1, p.style.stones[c-Black])
}

// mark draws a sign or writes a label on a point.
func (p *picture) mark(on Color, point Point, label string) {
	x, y := p.at(point)
	color := contrast(on)
	if path := signs[label]; path != "" {
		p.put(`<path transform="translate(%d %d)" d="%s" fill="none" stroke="%s" stroke-width="7"/>`+"\n", x, y, path, color)
		return
	}
	runes := []rune(strings.ToValidUTF8(label, "\uFFFD"))
	if len(runes) > svgLabelMost {
		runes = append(runes[:svgLabelMost-1], '…')
	}
	width := 0 // in hundredths of the font size
	for _, r := range runes {
		width += 58
		if r >= 0x2E80 { // wide characters
			width += 42
		}
	}
	if on == Empty {
		// The label hides the lines.
		p.put(`<circle cx="%d" cy="%d" r="30" fill="%s" fill-opacity="0.85"/>`, x, y, p.style.under)
	}
	size := min(56, 84*100/width)
	p.put(`<text x="%d" y="%d" font-size="%d" font-weight="bold" fill="%s">%s</text>`+"\n", x, y+size*36/100, size, color, game.EscapeXML(string(runes)))
}

// signs are the marks that are drawn, around 0 0.
var signs = map[string]string{
	"△": "M0 -31L27 16H-27Z",
	"□": "M-22 -22H22V22H-22Z",
	"○": "M-25 0A25 25 0 1 0 25 0A25 25 0 1 0 -25 0Z",
	"×": "M-22 -22L22 22M22 -22L-22 22",
}
