package goban

import (
	"fmt"
	"strings"

	"qikit.dev/qikit/lib/game"
)

// Pass is the move without a stone. A move with a stone is the Point that it is
// played on.
const Pass game.Move = 1

// TwoPasses is the reason of a game that ended with two passes in a row.
const TwoPasses = "two passes"

// AppendLegal appends the moves that are Legal, by rows from the bottom and
// columns from the left.
func (s *Stones) AppendLegal(dst []game.Move) []game.Move {
	// Plain loops: a range over Points costs a perft some percent.
	for row := range s.Size() {
		first := PointAt(0, row)
		for p := first; p < first+Point(s.size); p++ {
			if s.Legal(p) {
				dst = append(dst, game.Move(p))
			}
		}
	}
	return dst
}

// CanPlay says whether the side to move can put a stone anywhere.
func (s *Stones) CanPlay() bool {
	for _, p := range s.Spaces() {
		if s.Legal(p) {
			return true
		}
	}
	return false
}

// Refusal says why a stone may not be put on a point, "" when it may.
func (h *History) Refusal(m game.Move) string {
	switch s, p := &h.stones, Point(m); {
	case m >= PointLimit || !s.Has(p):
		return fmt.Sprintf("no point of a board of %d by %d", s.size, s.size)
	case s.cells[p] != Empty:
		return "there is a " + s.cells[p].String() + " stone"
	case p == s.ko:
		return "ko: the stone there was just taken"
	case !s.Legal(p):
		return "suicide: the stone would have no liberty"
	}
	return ""
}

// Text writes a move: "C5", "pass" or "resign".
func (h *History) Text(m game.Move) string {
	switch {
	case m == Pass:
		return "pass"
	case m == Resign:
		return "resign"
	case m >= PointLimit || !h.stones.Has(Point(m)):
		return fmt.Sprintf("move %d", m)
	}
	return Point(m).String()
}

// ViewText writes a legal move seen through v.
func (h *History) ViewText(v game.View, m game.Move) string {
	if m == Pass || m == Resign {
		return h.Text(m)
	}
	return Point(m).Seen(v.Symmetry, h.Size()).String()
}

// Arrow reads a point of the board or a pass, legal or not: "C5" or "pass" in
// letters of either case, or as SGF has it, "ce" or "tt"; full-width letters too, and in
// Chinese 天元, the centre, and 停一手 or 虚手, a pass. The error wraps game.ErrMoveText.
func (h *History) Arrow(text string) (game.Move, error) {
	text = strings.TrimSpace(game.Narrow(text))
	if strings.EqualFold(text, "pass") || text == SGFPass || text == "停一手" || text == "虚手" {
		return Pass, nil
	}
	if p, ok := Tengen(text, h.Size()); ok {
		return game.Move(p), nil
	}
	if p, ok := ParseSGFPoint(text, h.Size()); ok {
		return game.Move(p), nil
	}
	p, err := ParsePoint(text, h.Size())
	return game.Move(p), err
}

// Parse reads a legal move of a board: what its Arrow reads and its Check allows.
func Parse(b interface {
	Arrow(text string) (game.Move, error)
	Check(m game.Move) error
}, text string) (game.Move, error) {
	m, err := b.Arrow(text)
	if err == nil {
		err = b.Check(m)
	}
	if err != nil {
		return game.NoMove, err
	}
	return m, nil
}

// Notations are "gtp" (C5, pass) and "sgf" (ce, tt).
func (h *History) Notations() []string { return []string{"gtp", "sgf"} }

// Format writes a legal move in the named notation. SGF has no move for a
// resignation, it is a pass there. The error wraps game.ErrNotation.
func (h *History) Format(m game.Move, notation string) (string, error) {
	switch {
	case notation == "gtp":
		return h.Text(m), nil
	case notation == "sgf" && (m == Pass || m == Resign):
		return SGFPass, nil
	case notation == "sgf":
		return Point(m).SGF(h.Size()), nil
	}
	return "", fmt.Errorf("%w: %q, expected gtp or sgf", game.ErrNotation, notation)
}

// SGFPass is a pass as older SGF writes it, on boards up to 19x19.
const SGFPass = "tt"

// SGF is the point as SGF writes it: column and row, both from a, from the top
// left.
func (p Point) SGF(size int) string {
	return string([]byte{'a' + byte(p.Column()), 'a' + byte(size-1-p.Row())})
}

// ParseSGFPoint is the inverse of [Point.SGF].
func ParseSGFPoint(text string, size int) (Point, bool) {
	if len(text) != 2 {
		return NoPoint, false
	}
	column, row := int(text[0])-'a', int(text[1])-'a'
	if column < 0 || column >= size || row < 0 || row >= size {
		return NoPoint, false
	}
	return PointAt(column, size-1-row), true
}
