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
	size := s.Size()
	for row := range size {
		p := PointAt(0, row)
		for range size {
			if s.Legal(p) {
				dst = append(dst, game.Move(p))
			}
			p++
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
func (s *Stones) Refusal(m game.Move) string {
	switch p := Point(m); {
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

// Text writes a move: "C5" or "pass".
func (s *Stones) Text(m game.Move) string {
	switch {
	case m == Pass:
		return "pass"
	case m >= PointLimit || !s.Has(Point(m)):
		return fmt.Sprintf("move %d", m)
	}
	return Point(m).String()
}

// Parse reads a point of the board or a pass, legal or not: "C5" or "pass" in
// letters of either case, or as SGF has it, "ce" or "tt". The error wraps
// game.ErrMoveText.
func (s *Stones) Parse(text string) (game.Move, error) {
	text = strings.TrimSpace(text)
	if strings.EqualFold(text, "pass") || text == SGFPass {
		return Pass, nil
	}
	if p, ok := ParseSGFPoint(text, s.Size()); ok {
		return game.Move(p), nil
	}
	p, err := ParsePoint(text, s.Size())
	return game.Move(p), err
}

// Notations are "gtp" (C5, pass) and "sgf" (ce, tt).
func Notations() []string { return []string{"gtp", "sgf"} }

// Format writes a point of the board or a pass in the named notation. The error
// wraps game.ErrNotation.
func (s *Stones) Format(m game.Move, notation string) (string, error) {
	switch {
	case notation == "gtp":
		return s.Text(m), nil
	case notation == "sgf" && m == Pass:
		return SGFPass, nil
	case notation == "sgf":
		return Point(m).SGF(s.Size()), nil
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
