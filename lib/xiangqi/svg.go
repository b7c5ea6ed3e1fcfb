package xiangqi

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
	svgCell     = 100
	svgEdge     = 72 // from the outer lines to the border
	svgEdgeWide = 96 // the same with coordinates in between
	svgPiece    = 43 // radius
	svgLargest  = 4096
	svgSmallest = 64
)

// svgStyle is the colours of a drawing.
type svgStyle struct {
	board, line string
	last, arrow string
	men         [2]svgMan
}

// svgMan is the colours of a side's men; a man without a rim has light and shade.
type svgMan struct{ disc, ring, ink, rim string }

var svgStyles = map[string]svgStyle{
	game.StyleClassic: {
		board: "url(#qk-xiangqi-wood)", line: "#5a3716", last: "#1c7c54", arrow: "#1f6feb",
		men: [2]svgMan{{"url(#qk-xiangqi-piece)", "#b3131b", "#b3131b", ""}, {"url(#qk-xiangqi-piece)", "#1d1b18", "#1d1b18", ""}},
	},
	game.StyleFlat: {
		board: "#f3e5c8", line: "#8b6f4e", last: "#1c7c54", arrow: "#1f6feb",
		men: [2]svgMan{{"#c23a30", "#eab6ac", "#ffffff", "#c23a30"}, {"#2e3438", "#9aa3a8", "#ffffff", "#2e3438"}},
	},
	game.StylePrint: {
		board: "#ffffff", line: "#000000", last: "#000000", arrow: "#555555",
		men: [2]svgMan{{"#ffffff", "#000000", "#000000", "#000000"}, {"#000000", "#ffffff", "#ffffff", "#000000"}},
	},
}

// svgDefs are the same in every picture, so that several fit into one page.
const svgDefs = `<defs>` +
	`<linearGradient id="qk-xiangqi-wood" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#f3d7a2"/><stop offset="1" stop-color="#e2b871"/></linearGradient>` +
	`<radialGradient id="qk-xiangqi-piece" cx="0.4" cy="0.35" r="0.75"><stop offset="0" stop-color="#fffaf0"/><stop offset="0.7" stop-color="#f7e6c4"/><stop offset="1" stop-color="#dcb983"/></radialGradient>` +
	"</defs>\n"

// picture is an SVG being drawn.
type picture struct {
	strings.Builder
	edge  int
	flip  bool
	style svgStyle
}

func (p *picture) put(format string, args ...any) { fmt.Fprintf(&p.Builder, format, args...) }

// at is where a point is drawn.
func (p *picture) at(s Square) (x, y int) {
	if p.flip {
		s = s.turned()
	}
	return p.edge + s.File()*svgCell, p.edge + (ranks-1-s.Rank())*svgCell
}

// SVG draws the board: the same bytes for the same board and options. Sizes
// out of range become the nearest in range; a Last or an Arrow that is no move
// between two points, and a Mark on no point, are left out.
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
	width, height := (files-1)*svgCell+2*p.edge, (ranks-1)*svgCell+2*p.edge
	size := min(max(o.Size, svgSmallest), svgLargest)
	p.put(`<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" role="img">`+"\n",
		size, (size*height+width/2)/width, width, height)
	p.put("<title>%s</title>\n", b.Position())
	if strings.HasPrefix(style.board, "url") {
		p.WriteString(svgDefs)
	}
	p.put(`<rect width="%d" height="%d" rx="24" fill="%s"/>`+"\n", width, height, style.board)
	p.grid()
	if o.Coords {
		p.coordinates(height)
	}
	p.lastMove(o.Last)
	p.pieces(b, o.Letters)
	for i, m := range o.Arrows {
		p.arrow(m, max(0.35, 0.85-0.2*float64(i)))
	}
	for _, point := range slices.Sorted(maps.Keys(o.Marks)) {
		p.mark(point, o.Marks[point])
	}
	p.WriteString("</svg>\n")
	return p.String()
}

// grid draws lines, river, palaces and the marks of cannons and soldiers.
func (p *picture) grid() {
	left, top := p.edge, p.edge
	right, bottom := left+(files-1)*svgCell, top+(ranks-1)*svgCell
	p.put(`<g fill="none" stroke="%s" stroke-width="3">`+"\n", p.style.line)
	p.put(`<rect x="%d" y="%d" width="%d" height="%d" stroke-width="8"/>`+"\n", left-14, top-14, right-left+28, bottom-top+28)
	p.put(`<rect x="%d" y="%d" width="%d" height="%d" stroke-width="4"/>`+"\n", left, top, right-left, bottom-top)
	p.put(`<path d="`)
	for rank := 1; rank < ranks-1; rank++ {
		p.put("M%d %dH%d", left, top+rank*svgCell, right)
	}
	for file := 1; file < files-1; file++ {
		p.put("M%d %dV%d", left+file*svgCell, top, top+4*svgCell)
		p.put("M%d %dV%d", left+file*svgCell, top+5*svgCell, bottom)
	}
	for _, y := range [2]int{top, top + 7*svgCell} {
		x := left + 3*svgCell
		p.put("M%d %dl200 200M%d %dl-200 200", x, y, x+2*svgCell, y)
	}
	for _, s := range pointMarks {
		p.pointMark(s)
	}
	p.put("\"/>\n</g>\n")

	y := top + 4*svgCell + svgCell/2
	p.put(`<g fill="none" stroke="%s" stroke-opacity="0.75" stroke-width="8" stroke-linecap="round" stroke-linejoin="round">`, p.style.line)
	for i, lines := range svgRiver {
		p.put(`<path transform="translate(%d %d)scale(.56)" d="%s"/>`, left+[]int{150, 250, 550, 650}[i], y, lines)
	}
	p.put("</g>\n")
}

// pointMarks are the points at which cannons and soldiers start.
var pointMarks = []Square{
	SquareAt(1, 2), SquareAt(7, 2), SquareAt(1, 7), SquareAt(7, 7),
	SquareAt(0, 3), SquareAt(2, 3), SquareAt(4, 3), SquareAt(6, 3), SquareAt(8, 3),
	SquareAt(0, 6), SquareAt(2, 6), SquareAt(4, 6), SquareAt(6, 6), SquareAt(8, 6),
}

// pointMark draws four small corners around a point, two at the board's side.
func (p *picture) pointMark(s Square) {
	const gap, arm = 9, 18
	x, y := p.at(s)
	for _, dx := range [2]int{-1, 1} {
		if file := (x-p.edge)/svgCell + dx; file < 0 || file >= files {
			continue
		}
		for _, dy := range [2]int{-1, 1} {
			p.put("M%d %dv%dh%d", x+dx*gap, y+dy*(gap+arm), -dy*arm, dx*arm)
		}
	}
}

func (p *picture) coordinates(height int) {
	p.put(`<g fill="%s" font-family="sans-serif" font-size="30" text-anchor="middle">`, p.style.line)
	for file := range files {
		x, _ := p.at(SquareAt(file, 0))
		p.put(`<text x="%d" y="%d">%c</text>`, x, height-14, 'a'+file)
	}
	for rank := range ranks {
		_, y := p.at(SquareAt(0, rank))
		p.put(`<text x="24" y="%d">%d</text>`, y+10, rank)
	}
	p.put("</g>\n")
}

// onBoard says whether m leads from a point of the board to another.
func onBoard(m game.Move) bool {
	return m>>14 == 0 && Source(m) < squares && Target(m) < squares && Source(m) != Target(m)
}

// lastMove rings the point that was left and frames the one arrived at.
func (p *picture) lastMove(m game.Move) {
	if !onBoard(m) {
		return
	}
	x, y := p.at(Source(m))
	p.put(`<circle cx="%d" cy="%d" r="20" fill="%s" fill-opacity="0.25" stroke="%s" stroke-width="5" stroke-dasharray="9 6"/>`+"\n", x, y, p.style.last, p.style.last)
	x, y = p.at(Target(m))
	p.put(`<g fill="none" stroke="%s" stroke-width="7" stroke-linecap="round"><path d="`, p.style.last)
	const reach, arm = 48, 20
	for _, d := range [4][2]int{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}} {
		p.put("M%d %dv%dh%d", x+d[0]*reach, y+d[1]*(reach-arm), d[1]*arm, -d[0]*arm)
	}
	p.put(`"/></g>` + "\n")
}

// pieces draws the men, with their characters or their letters.
func (p *picture) pieces(b *Board, letters bool) {
	p.put(`<g font-family="sans-serif" font-size="46" font-weight="bold" text-anchor="middle" stroke-width="8.5" stroke-linecap="round" stroke-linejoin="round">` + "\n")
	for s := range Square(squares) {
		piece := b.At(s)
		if piece == NoPiece {
			continue
		}
		man := &p.style.men[piece.Color()]
		x, y := p.at(s)
		if man.rim == "" {
			p.put(`<circle cx="%d" cy="%d" r="%d" fill="#3b2410" fill-opacity="0.35"/>`, x+3, y+5, svgPiece)
			p.put(`<circle cx="%d" cy="%d" r="%d" fill="%s" stroke="#8a5a2b" stroke-width="2"/>`, x, y, svgPiece, man.disc)
		} else {
			p.put(`<circle cx="%d" cy="%d" r="%d" fill="%s" stroke="%s" stroke-width="3"/>`, x, y, svgPiece, man.disc, man.rim)
		}
		p.put(`<circle cx="%d" cy="%d" r="%d" fill="none" stroke="%s" stroke-width="2.5"/>`, x, y, svgPiece-6, man.ring)
		if letters {
			p.put(`<text x="%d" y="%d" fill="%s">%c</text>`+"\n", x, y+16, man.ink, pieceLetters[piece.Kind()])
			continue
		}
		p.put(`<path transform="translate(%d %d)scale(.5)" d="%s" fill="none" stroke="%s"/>`+"\n", x, y, svgMen[piece.Color()][piece.Kind()-1], man.ink)
	}
	p.put("</g>\n")
}

// arrow leads from the rim of one piece to the middle of the other.
func (p *picture) arrow(m game.Move, opacity float64) {
	if !onBoard(m) {
		return
	}
	ax, ay := p.at(Source(m))
	bx, by := p.at(Target(m))
	p.WriteString(game.SVGArrow(ax, ay, bx, by, svgPiece-4, 6, p.style.arrow, opacity))
}

// mark writes a short label into a disc at the piece's upper right.
func (p *picture) mark(point, label string) {
	if len(point) != 2 || !isFile(point[0]) || point[1] < '0' || point[1] > '9' || label == "" {
		return
	}
	x, y := p.at(SquareAt(int(point[0]-'a'), int(point[1]-'0')))
	p.WriteString(game.SVGMark(x, y+1, (files-1)*svgCell+2*p.edge, label, p.style.arrow))
}
