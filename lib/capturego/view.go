package capturego

import (
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
)

// Symmetries are the eight of the square.
func (b *Board) Symmetries() int { return goban.Symmetries }

// View writes the position seen through v: Turn 1 exchanges the colours with
// all that is theirs, so that a position with White to move becomes its twin
// with Black to move.
func (b *Board) View(v game.View) string {
	s, flip := &b.stones, goban.Color(v.Turn&1)
	text := s.AppendRows(make([]byte, 0, b.Size()*(b.Size()+1)+24), v)
	return string(s.AppendCounts(text, v,
		b.options.Target[goban.Black^flip], b.options.Target[goban.White^flip],
		s.Captured(goban.Black^flip), s.Captured(goban.White^flip),
	))
}

// Identity is View: captures, targets and ko decide what may follow. The moves
// before, and so whether the last one was a pass, are history and not in it.
func (b *Board) Identity(v game.View) string { return b.View(v) }

// ViewText writes a legal move seen through v.
func (b *Board) ViewText(v game.View, m game.Move) string {
	if m == goban.Pass {
		return b.Text(m)
	}
	return goban.Point(m).Seen(v.Symmetry, b.Size()).String()
}

// SVG draws the board; see [goban.Stones.SVG]. Its title is the position.
func (b *Board) SVG(o game.SVGOptions) string { return b.stones.SVG(b.Position(), o) }
