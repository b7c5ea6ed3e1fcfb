package game

import (
	"fmt"
	"strings"
)

// gridInk are the colours of a style: the board, its lines, what stands out, and the players' men in turn.
var gridInk = map[string][]string{
	StyleClassic: {"#e3c48f", "#7a5230", "#c0392b", "#1d1d1d", "#f7f4ea", "#d6312b", "#2567c4", "#2f9e44", "#f2cf1f"},
	StyleFlat:    {"#eef1f4", "#8a97a3", "#d35400", "#34495e", "#fff", "#e74c3c", "#3498db", "#2ecc71", "#f1c40f"},
	StylePrint:   {"#fff", "#000", "#000", "#000", "#fff", "#bbb", "#ddd", "#888", "#eee"},
}

const (
	gridUnit   = 20 // a point's side
	gridMargin = 10
)

// gridDrawing is a picture of a Gridded board in the making.
type gridDrawing struct {
	strings.Builder
	grid Grid
	flip bool
	ink  []string
}

// GridSVG draws the board of any [Gridded] game: points as squares, men as discs in the colours of
// their players, with letters where a player has several kinds. A game without a picture of its own
// takes it for its SVG. It is empty for a board without a grid.
func GridSVG(b Board, o SVGOptions) string {
	grid, cells, err := gridOf(b)
	if err != nil {
		return ""
	}
	d := &gridDrawing{grid: grid, flip: o.Flip, ink: gridInk[StyleClassic]}
	if ink, ok := gridInk[o.Style]; ok {
		d.ink = ink
	}
	width, height := grid.Columns*gridUnit+2*gridMargin, grid.Rows*gridUnit+2*gridMargin
	fmt.Fprintf(d, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" font-family="sans-serif" text-anchor="middle" dominant-baseline="central"><title>%s</title><rect width="%d" height="%d" fill="%s"/>`,
		o.Size, o.Size*height/width, width, height, EscapeXML(b.Position()), width, height, d.ink[0])
	if grid.Off == nil {
		d.lines()
	}
	for at, man := range cells {
		if grid.Off == nil || !grid.Off[at] {
			d.point(at, man, o)
		}
	}
	if o.Coords {
		d.edge(width, height)
	}
	d.move(b, o.Last, d.ink[2], 0.9)
	for i, m := range o.Arrows {
		d.move(b, m, "#2567c4", max(0.2, 0.9-0.2*float64(i)))
	}
	return d.String() + "</svg>"
}

// middle is where a point is drawn.
func (d *gridDrawing) middle(at int) (x, y int) {
	if d.flip {
		at = d.grid.Points() - 1 - at
	}
	return gridMargin + gridUnit*(at%d.grid.Columns) + gridUnit/2, gridMargin + gridUnit*(at/d.grid.Columns) + gridUnit/2
}

func (d *gridDrawing) label(x, y, size int, fill, text string) {
	fmt.Fprintf(d, `<text x="%d" y="%d" font-size="%d" fill="%s">%s</text>`, x, y, size, fill, EscapeXML(text))
}

func (d *gridDrawing) point(at int, man int8, o SVGOptions) {
	x, y := d.middle(at)
	name := d.grid.pointText(at)
	if heat := min(max(o.Heat[name], 0), 1); heat > 0 || d.grid.Off != nil {
		fmt.Fprintf(d, `<rect x="%d" y="%d" width="%d" height="%d" fill="%s" fill-opacity="%.2f" stroke="%s"/>`,
			x-gridUnit/2, y-gridUnit/2, gridUnit, gridUnit, d.ink[2], 0.8*heat, d.ink[1])
	}
	if man != 0 {
		player, kinds := d.grid.owner(man)
		color := d.ink[3+player%(len(d.ink)-3)]
		fmt.Fprintf(d, `<circle cx="%d" cy="%d" r="8" fill="%s" stroke="%s"/>`, x, y, color, d.ink[3])
		if kinds > 1 {
			contrast := d.ink[3]
			if player == 0 {
				contrast = d.ink[4]
			}
			d.label(x, y, 10, contrast, string(rune(d.grid.letter(man))))
		}
	}
	if mark := o.Marks[name]; mark != "" {
		d.label(x, y, 8, d.ink[2], mark)
	}
}

// lines draws the squares of a board that lacks no point.
func (d *gridDrawing) lines() {
	width, height := d.grid.Columns*gridUnit, d.grid.Rows*gridUnit
	d.WriteString(`<path d="`)
	for i := range d.grid.Columns + 1 {
		fmt.Fprintf(d, "M%d %dv%d", gridMargin+i*gridUnit, gridMargin, height)
	}
	for i := range d.grid.Rows + 1 {
		fmt.Fprintf(d, "M%d %dh%d", gridMargin, gridMargin+i*gridUnit, width)
	}
	fmt.Fprintf(d, `" stroke="%s"/>`, d.ink[1])
}

// edge writes the names of columns and rows.
func (d *gridDrawing) edge(width, height int) {
	for column := range d.grid.Columns {
		x, _ := d.middle(column)
		d.label(x, height-gridMargin/2, 7, d.ink[1], d.grid.Files[column:column+1])
	}
	for row := range d.grid.Rows {
		_, y := d.middle(row * d.grid.Columns)
		d.label(gridMargin/2, y, 7, d.ink[1], fmt.Sprint(d.grid.number(row)))
	}
}

// move draws a line from its start to its end, and a ring round the end.
func (d *gridDrawing) move(b Board, m Move, color string, opacity float64) {
	if m == NoMove {
		return
	}
	source, target := d.grid.Ends(b.Text(m))
	if target == NoPoint {
		return
	}
	x, y := d.middle(target)
	if source != NoPoint {
		fromX, fromY := d.middle(source)
		fmt.Fprintf(d, `<line x1="%d" y1="%d" x2="%d" y2="%d" stroke="%s" stroke-width="2" stroke-opacity="%.1f"/>`, fromX, fromY, x, y, color, opacity)
	}
	fmt.Fprintf(d, `<circle cx="%d" cy="%d" r="9" fill="none" stroke="%s" stroke-width="2" stroke-opacity="%.1f"/>`, x, y, color, opacity)
}
