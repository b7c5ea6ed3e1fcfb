package review

import (
	"fmt"
	"strings"

	"qikit.dev/qikit/lib/game"
)

// The curve is drawn in units of its own and scaled as a whole.
const (
	curveWidth  = 640
	curveHeight = 300
	curveLeft   = 70
	curveRight  = 16
	curveTop    = 56
	curveBottom = 52
	curveTicks  = 25 // numbers under the curve, at most
)

// classColors are those of the user's moves.
var classColors = map[Class]string{Good: "#3a7d44", Inaccuracy: "#e0a100", Mistake: "#e06c00", Blunder: "#c0261c"}

// curve draws the user's win rate over the game: a dot for each of the user's moves
// in the colour of its class, larger for a bad one. The axis counts the user's
// moves.
func (r *Report) curve(size int) string {
	var out strings.Builder
	put := func(format string, args ...any) { fmt.Fprintf(&out, format, args...) }
	s := speechOf(r.Language)
	title := game.EscapeXML(s.say("graph"))
	put(`<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" role="img" font-family="sans-serif" font-size="13" fill="#333">`+"\n",
		size, size*curveHeight/curveWidth, curveWidth, curveHeight)
	put("<title>%s</title>\n<rect width=\"%d\" height=\"%d\" fill=\"%s\"/>\n", title, curveWidth, curveHeight, paperColor)
	put(`<text x="%d" y="20" font-size="15" font-weight="bold">%s</text>`+"\n", curveLeft, title)
	legend(&out, r.classes(s), curveLeft, 42, curveWidth)
	x := func(ply int) float64 {
		return curveLeft + float64(ply)*float64(curveWidth-curveLeft-curveRight)/float64(max(r.Game.Plies, 1))
	}
	y := func(rate float64) float64 { return curveTop + (1-rate)*(curveHeight-curveTop-curveBottom) }
	for _, part := range []int{0, 25, 50, 75, 100} {
		at := y(float64(part) / 100)
		put(`<path d="M%d %.1fH%d" stroke="%s"/><text x="%d" y="%.1f" text-anchor="end">%d%%</text>`+"\n",
			curveLeft, at, curveWidth-curveRight, map[bool]string{true: "#888", false: "#ddd"}[part == 50], curveLeft-8, at+4, part)
	}
	put(`<text transform="translate(18 %.1f) rotate(-90)" text-anchor="middle">%s</text>`+"\n", y(0.5), game.EscapeXML(s.say("rate axis")))
	put(`<text x="%.1f" y="%d" text-anchor="middle">%s</text>`+"\n", (x(0)+x(r.Game.Plies))/2, curveHeight-12, game.EscapeXML(s.say("move axis")))
	every := tick(len(r.Moves))
	for _, m := range r.Moves {
		if m.Number == 1 || m.Number%every == 0 {
			put(`<path d="M%.1f %.1fv5" stroke="#888"/><text x="%.1f" y="%.1f" text-anchor="middle">%d</text>`+"\n", x(m.Ply), y(0), x(m.Ply), y(0)+19, m.Number)
		}
	}
	put("%s", r.path(x, y))
	for _, g := range r.Graph {
		if g.Number == 0 || !r.Moves[g.Number-1].Analysed {
			continue
		}
		radius := 4
		if r.bad(g.Number) != nil {
			radius = 7
			put(`<text x="%.1f" y="%.1f" text-anchor="middle" font-size="12" font-weight="bold">%d</text>`, x(g.Ply), max(y(g.User)-11, curveTop-2), g.Number)
		}
		put(`<circle cx="%.1f" cy="%.1f" r="%d" fill="%s" stroke="%s"/>`+"\n", x(g.Ply), y(g.User), radius, classColors[r.Moves[g.Number-1].Class], paperColor)
	}
	put("</svg>\n")
	return out.String()
}

// tick is how many of so many moves one number stands for: 1, 5, 10 and so on.
func tick(moves int) int {
	for _, step := range []int{1, 5, 10, 20, 50} {
		if moves <= curveTicks*step {
			return step
		}
	}
	return 100
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
