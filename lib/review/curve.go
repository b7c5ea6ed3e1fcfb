package review

import (
	"fmt"
	"strings"
)

// The curve is drawn in units of its own and scaled as a whole.
const (
	curveWidth  = 640
	curveHeight = 260
	curveLeft   = 52
	curveRight  = 16
	curveTop    = 34
	curveBottom = 34
)

// classColors are those of a bad move's dot.
var classColors = map[Class]string{Good: "#3a7d44", Inaccuracy: "#e0a100", Mistake: "#e06c00", Blunder: "#c0261c"}

// curve draws the user's win rate over the plies of the game: a dot for each of
// the user's moves in the colour of its class, larger for a bad one, which also
// gets its number.
func (r *Report) curve(size int) string {
	var out strings.Builder
	put := func(format string, args ...any) { fmt.Fprintf(&out, format, args...) }
	title := speechOf(r.Language).say("graph")
	put(`<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" role="img" font-family="sans-serif" font-size="13" fill="#333">`+"\n",
		size, size*curveHeight/curveWidth, curveWidth, curveHeight)
	put("<title>%s</title>\n<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n", title, curveWidth, curveHeight)
	put(`<text x="%d" y="20" font-weight="bold">%s</text>`+"\n", curveLeft, title)
	x := func(ply int) float64 {
		return curveLeft + float64(ply)*float64(curveWidth-curveLeft-curveRight)/float64(max(r.Game.Plies, 1))
	}
	y := func(rate float64) float64 { return curveTop + (1-rate)*(curveHeight-curveTop-curveBottom) }
	for _, part := range []int{0, 25, 50, 75, 100} {
		at := y(float64(part) / 100)
		put(`<path d="M%d %.1fH%d" stroke="%s"/><text x="%d" y="%.1f" text-anchor="end">%d%%</text>`+"\n",
			curveLeft, at, curveWidth-curveRight, map[bool]string{true: "#888", false: "#ddd"}[part == 50], curveLeft-8, at+4, part)
	}
	step := max(1, (r.Game.Plies/10+4)/5*5)
	for ply := 0; ply <= r.Game.Plies; ply += step {
		put(`<text x="%.1f" y="%d" text-anchor="middle">%d</text>`+"\n", x(ply), curveHeight-12, ply)
	}
	put("%s", r.path(x, y))
	bad := map[int]bool{}
	for _, b := range r.BadMoves {
		bad[b.Number] = true
	}
	for _, g := range r.Graph {
		if g.Number == 0 || !r.Moves[g.Number-1].Analysed {
			continue
		}
		radius := 3
		if bad[g.Number] {
			radius = 6
			put(`<text x="%.1f" y="%.1f" text-anchor="middle" font-size="12">%d</text>`, x(g.Ply), max(y(g.User)-10, curveTop), g.Number)
		}
		put(`<circle cx="%.1f" cy="%.1f" r="%d" fill="%s"/>`+"\n", x(g.Ply), y(g.User), radius, classColors[r.Moves[g.Number-1].Class])
	}
	put("</svg>\n")
	return out.String()
}

// path joins points whose plies follow each other; where some are not known the
// line is broken.
func (r *Report) path(x func(int) float64, y func(float64) float64) string {
	var d strings.Builder
	for i, g := range r.Graph {
		verb := 'L'
		if i == 0 || r.Graph[i-1].Ply != g.Ply-1 {
			verb = 'M'
		}
		fmt.Fprintf(&d, "%c%.1f %.1f", verb, x(g.Ply), y(g.User))
	}
	return fmt.Sprintf(`<path d="%s" fill="none" stroke="#2b6cb0" stroke-width="2" stroke-linejoin="round"/>`+"\n", d.String())
}
