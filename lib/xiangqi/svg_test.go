package xiangqi

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"qikit.dev/qikit/lib/game"
)

// drawing is what a picture is made of, as an XML parser sees it.
type drawing struct {
	count map[string]int // by element
	attrs map[string]string
	texts []string // of <text> elements, in order
}

func readSVG(t *testing.T, svg string) drawing {
	t.Helper()
	d := drawing{count: map[string]int{}, attrs: map[string]string{}}
	inText := false
	for decoder := xml.NewDecoder(strings.NewReader(svg)); ; {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return d
		}
		if err != nil {
			t.Fatalf("not XML: %v in %q", err, svg)
		}
		switch token := token.(type) {
		case xml.StartElement:
			if token.Name.Local == "svg" {
				for _, a := range token.Attr {
					d.attrs[a.Name.Local] = a.Value
				}
			}
			d.count[token.Name.Local]++
			inText = token.Name.Local == "text"
			if inText {
				d.texts = append(d.texts, "")
			}
		case xml.EndElement:
			inText = false
		case xml.CharData:
			if inText {
				d.texts[len(d.texts)-1] += string(token)
			}
		}
	}
}

func TestSVG_startPosition(t *testing.T) {
	b := mustBoard(t, "")
	d := readSVG(t, b.SVG(game.DefaultSVG()))
	if d.attrs["width"] != "400" || d.attrs["viewBox"] != "0 0 992 1092" {
		t.Errorf("svg attributes %v, want width 400 and viewBox 0 0 992 1092", d.attrs)
	}
	if d.count["circle"] != 3*32 {
		t.Errorf("%d circles, want 3 for each of 32 pieces", d.count["circle"])
	}
	if text := strings.Join(d.texts, ""); text != "abcdefghi0123456789" {
		t.Errorf("texts %q, want the names of files and ranks alone", text)
	}
}

// written lists the characters that a picture draws, in its order.
func written(svg string) (characters string) {
	for line := range strings.Lines(svg) {
		for c, color := range [2]string{"帥仕相傌俥炮兵", "將士象馬車砲卒"} {
			for kind, character := range []rune(color) {
				characters += strings.Repeat(string(character), strings.Count(line, `d="`+svgMen[c][kind]+`"`))
			}
		}
		for i, character := range []rune("楚河漢界") {
			characters += strings.Repeat(string(character), strings.Count(line, `d="`+svgRiver[i]+`"`))
		}
	}
	return characters
}

// A browser without a font of Chinese shows the same picture: the characters are lines.
func TestSVG_needsNoFont(t *testing.T) {
	b := mustBoard(t, "")
	const men = "俥傌相仕帥仕相傌俥" + "炮炮" + "兵兵兵兵兵" + "卒卒卒卒卒" + "砲砲" + "車馬象士將士象馬車"
	seen := map[string]bool{}
	for _, style := range []string{game.StyleClassic, game.StyleFlat, game.StylePrint} {
		for _, letters := range []bool{false, true} {
			o := game.DefaultSVG()
			o.Style, o.Letters, o.Coords = style, letters, false
			svg := b.SVG(o)
			d := readSVG(t, svg)
			characters, text := "楚河漢界"+men, ""
			if letters {
				characters, text = "楚河漢界", "RNBAKABNR"+"CC"+"PPPPP"+"PPPPP"+"CC"+"RNBAKABNR"
			}
			if got := written(svg); got != characters {
				t.Errorf("%s: characters %q, want %q", style, got, characters)
			}
			if got := strings.Join(d.texts, ""); got != text {
				t.Errorf("%s: texts %q, want %q", style, got, text)
			}
			if i := strings.IndexFunc(svg, func(r rune) bool { return r > '~' }); i >= 0 {
				t.Errorf("%s: %q needs a font", style, svg[i:])
			}
			if (style == game.StyleClassic) != strings.Contains(svg, "Gradient") || seen[svg] {
				t.Errorf("%s, letters %t: not a style of its own", style, letters)
			}
			seen[svg] = true
		}
	}
	if b.SVG(game.SVGOptions{Size: 400}) != b.SVG(game.SVGOptions{Size: 400, Style: game.StyleClassic}) {
		t.Error("a picture without a style is not classic")
	}
}

func TestSVG_flipped(t *testing.T) {
	b := mustBoard(t, "4k4/9/9/9/9/9/9/9/9/R4K3 w")
	for _, row := range []struct {
		flip bool
		rook string
	}{
		{false, `<path transform="translate(72 972)scale(.5)" d="` + svgMen[Red][Rook-1] + `"`},
		{true, `<path transform="translate(872 72)scale(.5)" d="` + svgMen[Red][Rook-1] + `"`},
	} {
		if svg := b.SVG(game.SVGOptions{Size: 400, Flip: row.flip}); !strings.Contains(svg, row.rook) {
			t.Errorf("flip %t: no %s in %s", row.flip, row.rook, svg)
		}
	}
}

func TestSVG_lastArrowsAndMarks(t *testing.T) {
	b := mustBoard(t, "")
	plain := readSVG(t, b.SVG(game.SVGOptions{Size: 400}))
	m, _ := b.Parse("h2e2")
	o := game.SVGOptions{Size: 400, Last: m, Arrows: []game.Move{m, m, m},
		Marks: map[string]string{"e4": "<b>&\"", "a0": "\x00\xff", "i9": "a label of many words", "z9": "nowhere", "e10": "nowhere", "": "nowhere", "b0": ""}}
	d := readSVG(t, b.SVG(o))
	if got := d.count["circle"] - plain.count["circle"]; got != 1 {
		t.Errorf("%d circles more, want 1 for the point left", got)
	}
	if got := d.count["path"] - plain.count["path"]; got != 4 {
		t.Errorf("%d paths more, want 3 arrows and the frame of the point arrived at", got)
	}
	marks := strings.Join(d.texts[len(plain.texts):], "|")
	if want := "\uFFFD\uFFFD|<b>&\"|a label…"; marks != want {
		t.Errorf("marks %q, want %q", marks, want)
	}
	first := b.SVG(o)
	for range 20 { // the marks come out of a map
		if again := b.SVG(o); again != first {
			t.Fatalf("two pictures of the same board differ:\n%s\n%s", first, again)
		}
	}
}

func TestSVG_oddOptions(t *testing.T) {
	b := mustBoard(t, "")
	for _, row := range []struct {
		size  int
		width string
	}{{-5, "64"}, {0, "64"}, {64, "64"}, {4096, "4096"}, {1 << 40, "4096"}} {
		d := readSVG(t, b.SVG(game.SVGOptions{Size: row.size, Last: 0xFFFFFFFF, Arrows: []game.Move{game.NoMove, 127, 1 << 20}}))
		if d.attrs["width"] != row.width || d.count["path"] != 1+4+32 {
			t.Errorf("size %d: width %s and %d paths, want %s and those of grid, river and men", row.size, d.attrs["width"], d.count["path"], row.width)
		}
	}
}
