package chinesecheckers

import (
	"fmt"
	"strings"

	"qikit.dev/qikit/lib/game"
)

// The drawing's own units: a half step to the side, and a row.
const (
	halfStep = 50
	rowStep  = 87
	margin   = 110
	wide     = (columns-1)*halfStep + 2*margin
	high     = (rows-1)*rowStep + 2*margin
)

// svgStyle is the colours of a drawing.
type svgStyle struct {
	board, line, hole, ring, arrow, text, rim string
	corners                                   [corners]string
	men                                       [corners]string
	letters                                   bool
}

var (
	strongColours = [corners]string{"#d6312b", "#ef8a17", "#f2cf1f", "#2f9e44", "#2567c4", "#8338b0"}
	paleColours   = [corners]string{"#f3c6c4", "#f9dcb8", "#f8efbd", "#c4e3cb", "#c2d5f0", "#dcc7e8"}
	svgStyles     = map[string]*svgStyle{
		game.StyleClassic: {board: "#f4e3c1", line: "#7a5230", hole: "#e9d2a4", ring: "#222", arrow: "#222", text: "#7a5230", rim: "#3b2a1a", corners: paleColours, men: strongColours},
		game.StyleFlat:    {board: "#eef1f4", line: "#b4bec8", hole: "#ffffff", ring: "#2b3238", arrow: "#2b3238", text: "#56636f", rim: "none", corners: paleColours, men: strongColours},
		game.StylePrint: {board: "#fff", line: "#000", hole: "#fff", ring: "#000", arrow: "#666", text: "#000", rim: "#000", letters: true,
			corners: [corners]string{"#fff", "#fff", "#fff", "#fff", "#fff", "#fff"}, men: [corners]string{"#fff", "#fff", "#fff", "#fff", "#fff", "#fff"}},
	}
)

// SVG draws the star, the men in the colours of their seats.
func (b *Board) SVG(o game.SVGOptions) string {
	d := drawing{flip: o.Flip, style: svgStyles[o.Style]}
	if d.style == nil {
		d.style = svgStyles[game.StyleClassic]
	}
	d.put(`<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" font-family="sans-serif" text-anchor="middle">`, o.Size, o.Size*high/wide, wide, high)
	d.put(`<rect width="100%%" height="100%%" fill="%s"/>`, d.style.board)
	d.star()
	for p := range Point(points) {
		if weight := o.Heat[p.String()]; weight > 0 {
			d.circle(p, 34, fmt.Sprintf(`fill="%s" opacity="%.2f"`, d.style.arrow, min(weight, 1)*0.6))
		}
	}
	for player, seat := range b.seats {
		for _, p := range b.Men(player, nil) {
			d.circle(p, 36, fmt.Sprintf(`fill="%s" stroke="%s" stroke-width="4"`, d.style.men[seat], d.style.rim))
			if o.Letters || d.style.letters {
				d.label(p, strings.ToUpper(letters[seat]), "#000")
			}
		}
	}
	if o.Last != game.NoMove && o.Last != pass {
		d.circle(Source(o.Last), 42, fmt.Sprintf(`fill="none" stroke="%s" stroke-width="6"`, d.style.ring))
		d.circle(Target(o.Last), 42, fmt.Sprintf(`fill="none" stroke="%s" stroke-width="6"`, d.style.ring))
	}
	for i, m := range o.Arrows {
		d.arrow(m, i == 0)
	}
	for p := range Point(points) {
		if label := o.Marks[p.String()]; label != "" {
			d.label(p, game.EscapeXML(label), d.style.ring)
		}
	}
	if o.Coords {
		d.coordinates()
	}
	d.WriteString("</svg>")
	return d.String()
}

type drawing struct {
	strings.Builder
	flip  bool
	style *svgStyle
}

func (d *drawing) put(format string, args ...any) { fmt.Fprintf(d, format, args...) }

// at is where a row from the top and a column are drawn.
func (d *drawing) at(row, column int) (x, y int) {
	if d.flip {
		row, column = rows-1-row, columns-1-column
	}
	return margin + column*halfStep, margin + row*rowStep
}

func (d *drawing) circle(p Point, radius int, look string) {
	x, y := d.at(star.row[p], star.column[p])
	d.put(`<circle cx="%d" cy="%d" r="%d" %s/>`, x, y, radius, look)
}

func (d *drawing) label(p Point, text, colour string) {
	x, y := d.at(star.row[p], star.column[p])
	d.put(`<text x="%d" y="%d" font-size="40" dominant-baseline="central" fill="%s">%s</text>`, x, y, colour, text)
}

// star draws the lines between neighbours and the holes.
func (d *drawing) star() {
	d.put(`<path fill="none" stroke="%s" stroke-width="4" d="`, d.style.line)
	for p := range Point(points) {
		for _, to := range star.near[p] {
			if to == none || to < p {
				continue
			}
			x, y := d.at(star.row[p], star.column[p])
			d.put("M%d %d", x, y)
			x, y = d.at(star.row[to], star.column[to])
			d.put("L%d %d", x, y)
		}
	}
	d.WriteString(`"/>`)
	for p := range Point(points) {
		fill := d.style.hole
		if corner := star.corner[p]; corner >= 0 {
			fill = d.style.corners[corner]
		}
		d.circle(p, 30, fmt.Sprintf(`fill="%s" stroke="%s" stroke-width="3"`, fill, d.style.line))
	}
}

func (d *drawing) arrow(m game.Move, strong bool) {
	if m == pass || m == game.NoMove {
		return
	}
	opacity := 0.4
	if strong {
		opacity = 0.9
	}
	x, y := d.at(star.row[Source(m)], star.column[Source(m)])
	d.put(`<path d="M%d %d`, x, y)
	x, y = d.at(star.row[Target(m)], star.column[Target(m)])
	d.put(`L%d %d" fill="none" stroke="%s" stroke-width="9" opacity="%.1f"/>`, x, y, d.style.arrow, opacity)
	d.circle(Target(m), 14, fmt.Sprintf(`fill="%s" opacity="%.1f"`, d.style.arrow, opacity))
}

func (d *drawing) coordinates() {
	for column := range columns {
		x, _ := d.at(0, column)
		d.put(`<text x="%d" y="%d" font-size="30" fill="%s">%c</text>`, x, high-16, d.style.text, 'a'+column)
	}
	for row := range rows {
		_, y := d.at(row, 0)
		d.put(`<text x="36" y="%d" font-size="30" dominant-baseline="central" fill="%s">%d</text>`, y, d.style.text, rows-row)
	}
}
