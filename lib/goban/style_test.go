package goban

import (
	"strings"
	"testing"

	"qikit.dev/qikit/lib/game"
)

// Paper has neither colours nor gradients, and only wood has light and shade.
func TestSVG_styles(t *testing.T) {
	s := NewStones(9)
	s.Put(PointAt(2, 2), Black)
	s.Put(PointAt(3, 2), White)
	drawn := map[string]string{}
	for _, style := range []string{"", game.StyleClassic, game.StyleFlat, game.StylePrint} {
		drawn[style] = s.SVG("", game.SVGOptions{Size: 100, Coords: true, Style: style, Last: game.Move(PointAt(3, 2)),
			Arrows: []game.Move{game.Move(PointAt(5, 5))}, Heat: map[string]float64{"A1": 1}, Marks: map[string]string{"C3": "1", "H8": "2"}})
	}
	if drawn[""] != drawn[game.StyleClassic] {
		t.Error("a picture without a style is not classic")
	}
	for style, stones := range map[string][2]string{
		game.StyleClassic: {"url(#qk-weiqi-black)", "url(#qk-weiqi-white)"}, game.StyleFlat: {"#222222", "#fafafa"}, game.StylePrint: {"#000000", "#ffffff"},
	} {
		for c, fill := range stones {
			want := []int{2, 1}[c] // a ghost of black's, too
			if n := strings.Count(drawn[style], `fill="`+fill+`" stroke="#`); n != want {
				t.Errorf("%s: %d stones of colour %d, want %d", style, n, c, want)
			}
		}
		if (style == game.StyleClassic) != strings.Contains(drawn[style], "Gradient") {
			t.Errorf("%s: light and shade are for wood alone", style)
		}
	}
	for _, color := range strings.Split(drawn[game.StylePrint], `"#`)[1:] {
		if color = color[:strings.IndexByte(color, '"')]; strings.Trim(color, color[:1]) != "" && color != "808080" {
			t.Errorf("#%s is a colour, on paper", color)
		}
	}
}
