package weiqi

import (
	"bytes"
	"strconv"

	"qikit.dev/qikit/lib/game"
)

// Symmetries are the eight of the square.
func (b *Board) Symmetries() int { return 8 }

// seen is where a point lies in a view: bit 0 of the symmetry exchanges left and
// right, bit 1 up and down, bit 2 columns and rows, in this order. The turn
// moves no points.
func seen(symmetry int, p Point, size int) Point {
	column, row := p.Column(), p.Row()
	if symmetry&1 != 0 {
		column = size - 1 - column
	}
	if symmetry&2 != 0 {
		row = size - 1 - row
	}
	if symmetry&4 != 0 {
		column, row = row, column
	}
	return PointAt(column, row)
}

// View writes the position seen through v: Turn 1 exchanges the colours with
// all that is theirs, so that a position with White to move becomes its twin
// with Black to move.
func (b *Board) View(v game.View) string {
	s, flip := &b.stones, Color(v.Turn&1)
	text := s.appendRows(make([]byte, 0, b.Size()*(b.Size()+1)+24), v)
	return string(s.appendCounts(text, v,
		b.options.Target[Black^flip], b.options.Target[White^flip],
		int(s.taken[Black^flip]), int(s.taken[White^flip]),
	))
}

// appendRows writes the rows and the side to move, seen through v.
func (s *Stones) appendRows(text []byte, v game.View) []byte {
	size, flip := s.Size(), Color(v.Turn&1)
	var board [SizeMax][SizeMax]byte
	for row := range size {
		for column := range size {
			p := PointAt(column, row)
			c := s.cells[p]
			if c < Empty {
				c ^= flip
			}
			q := seen(v.Symmetry, p, size)
			board[q.Row()][q.Column()] = c.Letter()
		}
	}
	for row := size - 1; row >= 0; row-- {
		points := board[row][:size]
		// A row without stones is one digit where a digit can say it.
		if size <= 9 && bytes.Count(points, []byte(".")) == size {
			text = append(text, '0'+byte(size))
		} else {
			text = append(text, points...)
		}
		if row > 0 {
			text = append(text, '/')
		}
	}
	return append(text, ' ', (s.turn ^ flip).Letter())
}

// appendCounts writes numbers and the ko point, seen through v.
func (s *Stones) appendCounts(text []byte, v game.View, numbers ...int) []byte {
	for _, number := range numbers {
		text = append(text, ' ')
		text = strconv.AppendInt(text, int64(number), 10)
	}
	text = append(text, ' ')
	if s.ko == NoPoint {
		return append(text, '-')
	}
	return append(text, seen(v.Symmetry, s.ko, s.Size()).String()...)
}

// Identity is View: captures, targets and ko decide what may follow. The moves
// before, and so whether the last one was a pass, are history and not in it.
func (b *Board) Identity(v game.View) string { return b.View(v) }

// ViewText writes a legal move seen through v.
func (b *Board) ViewText(v game.View, m game.Move) string {
	if m == Pass {
		return b.Text(m)
	}
	return seen(v.Symmetry, Point(m), b.Size()).String()
}
