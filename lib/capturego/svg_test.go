package capturego

import (
	"encoding/xml"
	"io"
	"math"
	"os"
	"strings"
	"testing"

	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
)

func drawnSVG(t *testing.T) string {
	b := draw(t, DefaultOptions(), `
		. X . . . . . . .
		. X O . . . . . .
		. . O . . . . . .
		. . . X X . . . .
		. . O . X . . . .
		. . . . . O . . .
		. . . . . . X . .
		. . . . . . . . .
		. . . . . . . . .
		X 3`)
	o := game.DefaultSVG()
	o.Last = game.Move(goban.PointAt(3, 5))
	o.Arrows = []game.Move{game.Move(goban.PointAt(6, 5)), game.Move(goban.PointAt(7, 5))}
	o.Marks = map[string]string{"B9": "12", "C7": "△", "E6": "□", "F4": "×", "G3": "○", "A1": "A", "J1": "好", "J5": "a<b", "Z9": "nowhere", "D1": ""}
	o.Heat = map[string]float64{"A9": 1, "D7": 0.5, "C6": 0.02, "Z1": 1, "A1": 0}
	return b.SVG(o)
}

func TestSVG_drawn(t *testing.T) {
	text := drawnSVG(t)
	if *update {
		if err := os.WriteFile("testdata/board.svg", []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want := string(sample(t, "board.svg")); text != want {
		t.Errorf("the drawing differs from testdata/board.svg:\n%s", text)
	}
	for what, want := range map[string]int{"url(#qk-weiqi-black)": 6 + 2, "url(#qk-weiqi-white)": 4, `fill="#c0261c"`: 3, ">12<": 1, "a&lt;b": 1, "nowhere": 0, `r="24" fill="none"`: 1} {
		if n := strings.Count(text, what); n != want {
			t.Errorf("%q comes %d times, want %d", what, n, want)
		}
	}
}

// Whatever is asked for, the drawing is XML, and what does not lie on the board
// is left out.
func TestSVG_anyOptions(t *testing.T) {
	for _, size := range []int{2, 7, 13, 19} {
		o := DefaultOptions()
		o.Size = size
		b, err := New("", o, false)
		if err != nil {
			t.Fatal(err)
		}
		text := b.SVG(game.SVGOptions{
			Size: -5, Flip: true, Coords: size > 7, Last: 1 << 30, Arrows: []game.Move{0, 1, 419, 1 << 20},
			Marks: map[string]string{"A1": "\x00\xFF<&\"very long", "A2": "\u4e00\u4e01\u4e02\u4e03\u4e04\u4e05\u4e06\u4e07\u4e08", "": "x", "A99": "x"},
			Heat:  map[string]float64{"A1": math.NaN(), "A2": math.Inf(1), "B1": -1, "吃": 1},
		})
		d := xml.NewDecoder(strings.NewReader(text))
		for {
			if _, err := d.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Fatalf("size %d: %v in\n%s", size, err, text)
			}
		}
		if strings.Contains(text, "NaN") || strings.Contains(text, "Inf") || !strings.Contains(text, `width="64"`) {
			t.Errorf("size %d: %s", size, text)
		}
	}
}
