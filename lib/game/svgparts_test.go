package game_test

import (
	"strings"
	"testing"

	"qikit.dev/qikit/lib/game"
)

func TestSVGArrow_pointsAtTheTarget(t *testing.T) {
	const want = `<path d="M100.0 109.0L54.0 109.0L54.0 126.0L96.0 100.0L54.0 74.0L54.0 91.0L100.0 91.0Z" fill="#123456" fill-opacity="0.50"/>` + "\n"
	if got := game.SVGArrow(-100, 100, 100, 100, 200, 4, "#123456", 0.5); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if up := game.SVGArrow(50, 300, 50, 100, 26, 6, "red", 1); !strings.Contains(up, "L50.0 106.0L") {
		t.Errorf("%q has no tip below its target", up)
	}
}

func TestSVGMark_isCutAndStaysInside(t *testing.T) {
	for label, want := range map[string][]string{
		"?!":         {`x="504" y="152" width="52"`, ">?!</text>"},
		"123456789":  {">1234567…</text>"},
		"一二三":        {`width="90"`, ">一二三</text>"},
		"a\xff<":     {">a\uFFFD&lt;</text>"},
		"at the end": {`<text x="480"`},
	} {
		x := 500
		if label == "at the end" {
			x = 570
		}
		got := game.SVGMark(x, 200, 564, label, "red")
		for _, part := range want {
			if !strings.Contains(got, part) {
				t.Errorf("%q: %q lacks %q", label, got, part)
			}
		}
	}
}
