package game_test

import (
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"qikit.dev/qikit/lib/chinesecheckers"
	"qikit.dev/qikit/lib/game"
)

// The rows that a grid writes are those that it reads, on boards of every shape.
func TestGrid_appendRows(t *testing.T) {
	for _, name := range []string{"xiangqi", "chess", "chinesecheckers", "gomoku"} {
		b, g := grid(t, name, "")
		b.Play(b.Moves(nil)[0])
		cells := make([]int8, g.Points())
		codes := g.Codes(0)
		if err := g.Place(cells, b.Position(), &codes); err != nil {
			t.Fatal(err)
		}
		rows := string(g.AppendRows(nil, cells))
		again := make([]int8, g.Points())
		if err := g.Place(again, rows+" ", &codes); err != nil || !slices.Equal(again, cells) {
			t.Errorf("%s: %s writes as %s, %v", name, b.Position(), rows, err)
		}
		if want, _, _ := strings.Cut(b.Position(), " "); name != "chinesecheckers" && rows != want {
			t.Errorf("%s: %s, want %s", name, rows, want)
		}
	}
}

// elements counts those of an SVG, which must be well-formed.
func elements(t *testing.T, svg string) map[string]int {
	t.Helper()
	counts := map[string]int{}
	for d := xml.NewDecoder(strings.NewReader(svg)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return counts
		}
		if err != nil {
			t.Fatalf("%v in %s", err, svg)
		}
		if e, ok := token.(xml.StartElement); ok {
			counts[e.Name.Local]++
		}
	}
}

func TestGridSVG(t *testing.T) {
	b, _ := grid(t, "xiangqi", "")
	o, err := game.ParseSVG(b, []byte(`{"last": "h2e2", "arrows": ["b2e2"], "marks": {"a0": "<"}, "heat": {"e4": 0.5, "e5": 1}, "flip": true, "style": "print"}`))
	if err != nil {
		t.Fatal(err)
	}
	if got := elements(t, game.GridSVG(b, o)); got["circle"] != 32+2 || got["line"] != 2 || got["rect"] != 1+2 || got["text"] != 32+1+19 {
		t.Errorf("a board of Xiangqi has %v", got)
	}
	star, err := chinesecheckers.New("", chinesecheckers.DefaultOptions(), false)
	if err != nil {
		t.Fatal(err)
	}
	off := 0
	for _, missing := range star.Grid().Off {
		if missing {
			off++
		}
	}
	grid := star.Grid()
	if got := elements(t, game.GridSVG(star, game.DefaultSVG())); got["rect"] != 1+grid.Points()-off || got["circle"] != 20 {
		t.Errorf("a star of %d points has %v", grid.Points()-off, got)
	}
}
