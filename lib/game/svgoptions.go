package game

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"qikit.dev/qikit/internal/jsonobject"
)

// ErrSVG is an option of a drawing that does not exist or is out of range.
var ErrSVG = errors.New("game: bad drawing option")

// Widths of a drawing in pixels.
const (
	svgSizeMin = 64
	svgSizeMax = 4096
)

// svgObject is SVGOptions as JSON writes them.
type svgObject struct {
	Size   int                `json:"size"`
	Flip   bool               `json:"flip"`
	Coords bool               `json:"coords"`
	Last   string             `json:"last"`
	Arrows []string           `json:"arrows"`
	Marks  map[string]string  `json:"marks"`
	Heat   map[string]float64 `json:"heat"`
}

// ParseSVG reads a JSON object of drawing options for b over the defaults:
// size, flip, coords, last (a move), arrows (list of moves), marks (point to
// label), heat (point to weight, 0 to 1). Moves are those that can be made on b
// or that led to it, in any notation; a board with a method Arrow takes any two
// of its points. The error wraps ErrSVG, ErrMoveText or ErrIllegalMove. b is
// left as it was.
func ParseSVG(b Board, text []byte) (SVGOptions, error) {
	o := DefaultSVG()
	given := svgObject{Size: o.Size, Coords: o.Coords}
	if err := jsonobject.Read(text, &given); err != nil {
		return o, fmt.Errorf("%w: %w", ErrSVG, err)
	}
	if given.Size < svgSizeMin || given.Size > svgSizeMax {
		return o, fmt.Errorf("%w: size is %d, expected %d to %d pixels", ErrSVG, given.Size, svgSizeMin, svgSizeMax)
	}
	for _, point := range slices.Sorted(maps.Keys(given.Heat)) {
		if weight := given.Heat[point]; weight < 0 || weight > 1 {
			return o, fmt.Errorf("%w: heat of %s is %v, expected 0 to 1", ErrSVG, point, weight)
		}
	}
	o.Size, o.Flip, o.Coords, o.Marks, o.Heat = given.Size, given.Flip, given.Coords, given.Marks, given.Heat
	if given.Last != "" {
		m, err := arrow(b, given.Last)
		if err != nil {
			return o, fmt.Errorf("last: %w", err)
		}
		o.Last = m
	}
	for i, text := range given.Arrows {
		m, err := arrow(b, text)
		if err != nil {
			return o, fmt.Errorf("arrow %d: %w", i+1, err)
		}
		o.Arrows = append(o.Arrows, m)
	}
	return o, nil
}

// arrow reads a move that is drawn, not played.
func arrow(b Board, text string) (Move, error) {
	if pointer, ok := b.(interface {
		Arrow(text string) (Move, error)
	}); ok {
		return pointer.Arrow(text)
	}
	m, err := b.Parse(text)
	for past := b.Copy(); err != nil && past.Undo(); {
		if m, e := past.Parse(text); e == nil {
			return m, nil
		}
	}
	return m, err
}

// EscapeXML makes valid UTF-8 fit for text and attributes of an SVG: markup is
// escaped, and the characters that XML 1.0 has no way to write become U+FFFD.
func EscapeXML(text string) string {
	var out strings.Builder
	for _, r := range text {
		switch {
		case r == '&':
			out.WriteString("&amp;")
		case r == '<':
			out.WriteString("&lt;")
		case r == '>':
			out.WriteString("&gt;")
		case r == '"':
			out.WriteString("&quot;")
		case r < ' ' && r != '\t' && r != '\n' || r == 0xFFFE || r == 0xFFFF:
			out.WriteRune('\uFFFD')
		default:
			out.WriteRune(r)
		}
	}
	return out.String()
}
