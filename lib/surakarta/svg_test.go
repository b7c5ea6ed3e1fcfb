package surakarta

import (
	"strings"
	"testing"

	"qikit.dev/qikit/lib/game"
)

// On paper the outer loops are dashed, as colours do not tell the circuits apart.
func TestSVG_styles(t *testing.T) {
	b, err := game.New("surakarta", game.Setup{Position: "6/6/6/6/4wb/4w1 w"})
	if err != nil {
		t.Fatal(err)
	}
	m, err := b.Parse("e2xf2")
	if err != nil {
		t.Fatal(err)
	}
	drawn := map[string]string{}
	for _, style := range []string{"", game.StyleClassic, game.StyleFlat, game.StylePrint} {
		drawn[style] = b.SVG(game.SVGOptions{Size: 100, Coords: true, Style: style, Last: m, Arrows: []game.Move{m}})
	}
	if drawn[""] != drawn[game.StyleClassic] {
		t.Error("a picture without a style is not classic")
	}
	for style, want := range map[string]int{game.StyleClassic: 0, game.StyleFlat: 0, game.StylePrint: 4} {
		if n := strings.Count(drawn[style], "stroke-dasharray"); n != want {
			t.Errorf("%s: %d dashed loops, want %d", style, n, want)
		}
		for other, picture := range drawn {
			if other != "" && other != style && picture == drawn[style] {
				t.Errorf("%s looks as %s", style, other)
			}
		}
	}
	for _, color := range strings.Split(drawn[game.StylePrint], `"#`)[1:] {
		if color = color[:strings.IndexByte(color, '"')]; strings.Trim(color, color[:1]) != "" {
			t.Errorf("#%s is a colour, on paper", color)
		}
	}
}
