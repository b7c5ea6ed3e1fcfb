package game

import (
	"fmt"
	"math"
	"strings"
)

// SVGArrow is an arrow in a picture whose men are some 90 units wide: from beside the middle of one man, gap away, to the
// middle of another, tip before it.
func SVGArrow(ax, ay, bx, by, gap, tip int, color string, opacity float64) string {
	length := math.Hypot(float64(bx-ax), float64(by-ay))
	ux, uy := float64(bx-ax)/length, float64(by-ay)/length
	// along is a point so far from the target's middle, and so far aside.
	along := func(far, aside float64) string {
		return fmt.Sprintf("%.1f %.1f", float64(bx)-ux*far-uy*aside, float64(by)-uy*far+ux*aside)
	}
	const head, half, neck = 46, 26, 9
	start := length - float64(gap)
	return fmt.Sprintf(`<path d="M%sL%sL%sL%sL%sL%sL%sZ" fill="%s" fill-opacity="%.2f"/>`+"\n",
		along(start, neck), along(head, neck), along(head, half), along(float64(tip), 0), along(head, -half), along(head, -neck), along(start, -neck),
		color, opacity)
}

// svgLabelMost is how many characters of a mark are shown.
const svgLabelMost = 8

// SVGMark is a short label in a disc at the upper right of a man at x, y, in such a picture that is so wide.
func SVGMark(x, y, width int, label, color string) string {
	runes := []rune(strings.ToValidUTF8(label, "\uFFFD"))
	if len(runes) > svgLabelMost {
		runes = append(runes[:svgLabelMost-1], '…')
	}
	half := 17
	for _, r := range runes[1:] {
		half += 9
		if r >= 0x2E80 { // wide characters
			half += 5
		}
	}
	x = min(max(x+30, half+4), width-half-4) // inside the picture
	return fmt.Sprintf(`<g><rect x="%d" y="%d" width="%d" height="34" rx="17" fill="%s" stroke="#ffffff" stroke-width="2"/>`, x-half, y-48, 2*half, color) +
		fmt.Sprintf(`<text x="%d" y="%d" fill="#ffffff" font-family="sans-serif" font-size="24" font-weight="bold" text-anchor="middle">%s</text></g>`+"\n",
			x, y-22, EscapeXML(string(runes)))
}
