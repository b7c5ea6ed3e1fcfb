package ludo

import (
	"fmt"
	"math"
	"strings"

	"qikit.dev/qikit/lib/game"
)

// The drawing's own units: the ring is a circle round the middle.
const (
	svgSide   = 1000
	svgMiddle = svgSide / 2
	svgRing   = 400.0
)

var (
	svgInk   = map[string][2]string{game.StyleClassic: {"#f4e3c1", "#7a5230"}, game.StyleFlat: {"#eef1f4", "#8a97a3"}, game.StylePrint: {"#fff", "#000"}}
	svgColor = [seats]string{"#d6312b", "#f2cf1f", "#2567c4", "#2f9e44"}
)

// spot is where something at so many fields of the ring and a distance from the middle is drawn.
func spot(field, radius float64, flip bool) (x, y int) {
	angle := (field+0.5)*2*math.Pi/ring + math.Pi/2
	if flip {
		angle += math.Pi
	}
	return svgMiddle + int(math.Round(radius*math.Cos(angle))), svgMiddle + int(math.Round(radius*math.Sin(angle)))
}

// spotOf is where a plane of a seat that is so far is drawn; i tells planes at the base apart.
func spotOf(seat int, at int8, i int, flip bool) (x, y int) {
	first := float64(ring / seats * seat)
	switch {
	case at == base:
		return spot(first-1.5+float64(i), svgRing+70, flip)
	case at == start:
		return spot(first-1, svgRing+25, flip)
	case at > last:
		return spot(first+float64(last)-1, svgRing-float64(at-last)*60, flip)
	}
	return spot(first+float64(at)-1, svgRing, flip)
}

// SVG draws the ring, the ways home and the planes, with the die in the middle. Marks are labels
// of fields ("t17").
func (b *Board) SVG(o game.SVGOptions) string {
	ink, ok := svgInk[o.Style]
	if !ok {
		ink = svgInk[game.StyleClassic]
	}
	var d strings.Builder
	fmt.Fprintf(&d, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" font-family="sans-serif" text-anchor="middle" dominant-baseline="central">`, o.Size, o.Size, svgSide, svgSide)
	fmt.Fprintf(&d, `<rect width="100%%" height="100%%" fill="%s"/>`, ink[0])
	label := func(x, y, size int, fill, text string) {
		fmt.Fprintf(&d, `<text x="%d" y="%d" font-size="%d" fill="%s">%s</text>`, x, y, size, fill, game.EscapeXML(text))
	}
	circle := func(x, y, r int, fill string) {
		fmt.Fprintf(&d, `<circle cx="%d" cy="%d" r="%d" fill="%s" stroke="%s" stroke-width="3"/>`, x, y, r, fill, ink[1])
	}
	fill := func(seat int) string {
		if o.Style == game.StylePrint {
			return "#fff"
		}
		return svgColor[seat]
	}
	for field := range ring {
		x, y := spot(float64(field), svgRing, o.Flip)
		circle(x, y, 21, fill((field+seats-1)%seats))
		name := fmt.Sprintf("t%d", field+1)
		if mark := o.Marks[name]; mark != "" {
			label(x, y, 26, "#000", mark)
		} else if o.Coords {
			label(x, y, 16, "#000", name)
		}
	}
	for seat := range seats {
		for at := last + 1; at < Home; at++ {
			x, y := spotOf(seat, at, 0, o.Flip)
			circle(x, y, 18, fill(seat))
		}
	}
	for p, seat := range seatOf[b.Players()] {
		for i, at := range b.at[p] {
			x, y := spotOf(seat, at, i, o.Flip)
			circle(x+3*i, y-3*i, 15, fill(seat))
			label(x+3*i, y-3*i, 18, "#000", strings.ToUpper(colours[seat][:1]))
		}
	}
	if b.die > 0 {
		label(svgMiddle, svgMiddle, 60, ink[1], fmt.Sprint(b.die))
	}
	d.WriteString("</svg>")
	return d.String()
}
