package main

import (
	"fmt"
	"strings"

	"qikit.dev/qikit/lib/game"
)

// styles are the colours of the felt, its lines, black and white discs.
var styles = map[string][4]string{
	game.StyleClassic: {"#2e7d4f", "#1b4d31", "#111", "#f7f4ea"},
	game.StyleFlat:    {"#8fc9a4", "#fff", "#333", "#fff"},
	game.StylePrint:   {"#fff", "#000", "#000", "#fff"},
}

// SVG draws the board in units of a twentieth of a point's side.
func (b *board) SVG(o game.SVGOptions) string {
	ink, ok := styles[o.Style]
	if !ok {
		ink = styles[game.StyleClassic]
	}
	var d strings.Builder
	at := func(p int) (x, y int) { // the middle of a point
		if o.Flip {
			p ^= size*size - 1
		}
		return 20*(p%size) + 20, 20*(size-1-p/size) + 20
	}
	text := func(x, y int, fill, label string) {
		fmt.Fprintf(&d, `<text x="%d" y="%d" font-size="7" fill="%s">%s</text>`, x, y, fill, game.EscapeXML(label))
	}
	fmt.Fprintf(&d, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 180 180" font-family="sans-serif" text-anchor="middle" dominant-baseline="central"><title>%s</title><rect width="180" height="180" fill="%s"/>`,
		o.Size, o.Size, b.Position(), ink[0])
	for p := range size * size {
		x, y := at(p)
		fmt.Fprintf(&d, `<rect x="%d" y="%d" width="20" height="20" fill="#c33" fill-opacity="%.2f" stroke="%s"/>`, x-10, y-10, 0.8*o.Heat[pointName(p)], ink[1])
		for c := range b.discs {
			if b.discs[c]>>p&1 == 1 {
				fmt.Fprintf(&d, `<circle cx="%d" cy="%d" r="8" fill="%s" stroke="%s"/>`, x, y, ink[2+c], ink[2])
			}
		}
		if label := o.Marks[pointName(p)]; label != "" {
			text(x, y, "#c33", label)
		}
		if o.Coords && p < size {
			text(x, 175, ink[1], files[p:p+1])
			_, y = at(p * size)
			text(5, y, ink[1], fmt.Sprint(p+1))
		}
	}
	for i, m := range append([]game.Move{o.Last}, o.Arrows...) { // a move is a point: a ring each
		if m != game.NoMove && m != pass {
			x, y := at(int(m) - 1)
			fmt.Fprintf(&d, `<circle cx="%d" cy="%d" r="%d" fill="none" stroke="%s" stroke-width="2"/>`, x, y, max(4, 8-i), [2]string{"#c33", "#36c"}[min(i, 1)])
		}
	}
	return d.String() + "</svg>"
}
