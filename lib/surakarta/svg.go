package surakarta

import (
	"fmt"
	"strings"

	"qikit.dev/qikit/lib/game"
)

// The drawing's own units: 100 between two points, loops around the corners.
const (
	grid   = 100
	margin = 250
	side   = (width-1)*grid + 2*margin
)

// svgStyle is the colours of a drawing.
type svgStyle struct {
	board, line, ring, arrow, text string
	circuits                       [circuits]string
	dashes                         [circuits]string // of the loops, where colours do not tell them apart
	men                            [2]string
	rim                            int // width of the men's
}

var svgStyles = map[string]*svgStyle{
	game.StyleClassic: {board: "#f4e3c1", line: "#7a5230", ring: "#e67e22", arrow: "#c0392b", text: "#7a5230",
		circuits: [circuits]string{Inner: "#2e86c1", Outer: "#28a05a"}, men: [2]string{Black: "#222", White: "#fafafa"}, rim: 4},
	game.StyleFlat: {board: "#eef1f4", line: "#8a97a3", ring: "#e67e22", arrow: "#c0392b", text: "#56636f",
		circuits: [circuits]string{Inner: "#2e86c1", Outer: "#d98324"}, men: [2]string{Black: "#2b3238", White: "#ffffff"}, rim: 2},
	game.StylePrint: {board: "#fff", line: "#000", ring: "#000", arrow: "#666", text: "#000",
		circuits: [circuits]string{Inner: "#000", Outer: "#000"}, dashes: [circuits]string{Outer: ` stroke-dasharray="18 10"`},
		men: [2]string{Black: "#000", White: "#fff"}, rim: 4},
}

// SVG draws the board with its eight loops, and the route of the last move or of the
// first arrow when that is a capture on this board.
func (b *Board) SVG(o game.SVGOptions) string {
	d := drawing{flip: o.Flip, style: svgStyles[o.Style]}
	if d.style == nil {
		d.style = svgStyles[game.StyleClassic]
	}
	fmt.Fprintf(&d, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" font-family="sans-serif">`, o.Size, o.Size, side, side)
	fmt.Fprintf(&d, `<rect width="100%%" height="100%%" fill="%s"/>`, d.style.board)
	d.lines()
	if o.Last != game.NoMove {
		d.ringAround(Source(o.Last))
		d.ringAround(Target(o.Last))
	}
	for s, fill := range d.style.men {
		for p := range Point(points) {
			if b.own[s]>>p&1 != 0 {
				x, y := d.at(p)
				fmt.Fprintf(&d, `<circle cx="%d" cy="%d" r="34" fill="%s" stroke="#222" stroke-width="%d"/>`, x, y, fill, d.style.rim)
			}
		}
	}
	for i, m := range o.Arrows {
		d.arrow(b, m, i == 0)
	}
	for p := range Point(points) {
		if label := o.Marks[p.String()]; label != "" {
			x, y := d.at(p)
			fmt.Fprintf(&d, `<text x="%d" y="%d" font-size="40" text-anchor="middle" dominant-baseline="central" fill="#c0392b">%s</text>`, x, y, game.EscapeXML(label))
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

// at is where a point is drawn: rank 1 at the bottom unless flipped.
func (d *drawing) at(p Point) (x, y int) {
	f, r := p.File(), p.Rank()
	if d.flip {
		f, r = width-1-f, width-1-r
	}
	return margin + f*grid, margin + (width-1-r)*grid
}

func (d *drawing) lines() {
	fmt.Fprintf(d, `<g fill="none" stroke="%s" stroke-width="4">`, d.style.line)
	low, high := margin, side-margin
	for i := range width {
		x := margin + i*grid
		fmt.Fprintf(d, `<path d="M%d %dV%d M%d %dH%d"/>`, x, low, high, low, x, high)
	}
	for c, colour := range d.style.circuits {
		r := (c + 1) * grid
		// Three quarters of a circle around each corner, from the end of one
		// line of the circuit to the end of the next.
		for _, corner := range [4][2]int{{low, low}, {high, low}, {high, high}, {low, high}} {
			x, y := corner[0], corner[1]
			dx, dy, sweep := 1, 1, 1
			if x == high {
				dx = -1
			}
			if y == high {
				dy = -1
			}
			if dx*dy < 0 {
				sweep = 0
			}
			fmt.Fprintf(d, `<path d="M%d %dA%d %d 0 1 %d %d %d" stroke="%s" stroke-width="6"%s/>`, x, y+dy*r, r, r, sweep, x+dx*r, y, colour, d.style.dashes[c])
		}
	}
	d.WriteString(`</g>`)
}

func (d *drawing) ringAround(p Point) {
	x, y := d.at(p)
	fmt.Fprintf(d, `<circle cx="%d" cy="%d" r="42" fill="none" stroke="%s" stroke-width="6"/>`, x, y, d.style.ring)
}

// arrow draws a step as a line and a capture as its route.
func (d *drawing) arrow(b *Board, m game.Move, strong bool) {
	opacity := 0.4
	if strong {
		opacity = 0.9
	}
	var path strings.Builder
	x, y := d.at(Source(m))
	fmt.Fprintf(&path, "M%d %d", x, y)
	if route, err := b.Route(m); err == nil {
		loop := 0
		for i, p := range route.Points[1:] {
			x, y = d.at(p)
			if loop < len(route.Loops) && route.Loops[loop] == i {
				loop++
				d.loop(&path, route, i, x, y)
				continue
			}
			fmt.Fprintf(&path, "L%d %d", x, y)
		}
	} else {
		x, y = d.at(Target(m))
		fmt.Fprintf(&path, "L%d %d", x, y)
	}
	fmt.Fprintf(d, `<path d="%s" fill="none" stroke="%s" stroke-width="9" stroke-linejoin="round" opacity="%.1f"/>`, path.String(), d.style.arrow, opacity)
	fmt.Fprintf(d, `<circle cx="%d" cy="%d" r="14" fill="%s" opacity="%.1f"/>`, x, y, d.style.arrow, opacity)
}

// loop travels from the i-th point of a route around the corner to (x, y).
func (d *drawing) loop(path *strings.Builder, route Route, i, x, y int) {
	r := (int(route.Circuit) + 1) * grid
	fromX, fromY := d.at(route.Points[i])
	// The corner shares one coordinate with each end: the one on the edge.
	cornerX, cornerY := x, fromY
	if fromX == margin || fromX == side-margin {
		cornerX, cornerY = fromX, y
	}
	sweep := 0
	if (fromX-cornerX)*(y-cornerY)-(fromY-cornerY)*(x-cornerX) < 0 {
		sweep = 1
	}
	fmt.Fprintf(path, "A%d %d 0 1 %d %d %d", r, r, sweep, x, y)
}

func (d *drawing) coordinates() {
	for i := range width {
		x, _ := d.at(PointAt(i, 0))
		_, y := d.at(PointAt(0, i))
		fmt.Fprintf(d, `<text x="%d" y="%d" font-size="34" text-anchor="middle" fill="%s">%c</text>`, x, side-12, d.style.text, 'a'+i)
		fmt.Fprintf(d, `<text x="30" y="%d" font-size="34" text-anchor="middle" dominant-baseline="central" fill="%s">%d</text>`, y, d.style.text, i+1)
	}
}
