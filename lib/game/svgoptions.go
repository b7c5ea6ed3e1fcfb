package game

import (
	"errors"
	"fmt"
	"strings"

	"qikit.dev/qikit/internal/options"
)

// ErrSVG is an option of a drawing that does not exist or is out of range.
var ErrSVG = errors.New("game: bad drawing option")

// ParseSVG reads a JSON object of drawing options for b over the defaults: size,
// flip, coords, last (a move), arrows (list of moves), marks (point to label), heat
// (point to weight, 0 to 1), style, letters. Moves are legal on b or are among those that led to
// it, in any notation; a board with a method Arrow takes any two of its points. The
// error wraps ErrSVG, ErrMoveText or ErrIllegalMove. b is left as it was.
func ParseSVG(b Board, text []byte) (SVGOptions, error) {
	o := DefaultSVG()
	given := struct {
		*SVGOptions
		Last   string   `json:"last"`
		Arrows []string `json:"arrows"`
	}{SVGOptions: &o}
	if err := options.Read(text, &given); err != nil {
		return o, options.Wrap(ErrSVG, err)
	}
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
			return o, fmt.Errorf("arrows[%d]: %w", i, err)
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
// escaped, and characters that XML 1.0 cannot contain become U+FFFD.
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
