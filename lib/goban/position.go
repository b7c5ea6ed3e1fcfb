package goban

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"qikit.dev/qikit/lib/game"
)

// Read sets up the first two fields of a position text: the rows from the top,
// separated by "/", and the side to move, "X" or "O". The size is that of the
// rows; nothing is captured yet and there is no ko. The error wraps
// game.ErrPosition.
func (s *Stones) Read(rows, side string) error {
	if err := s.readRows(strings.Split(rows, "/")); err != nil {
		return err
	}
	switch side {
	case "X":
	case "O":
		s.turn = White
	default:
		return fmt.Errorf("%w: side to move is %q, expected X or O", game.ErrPosition, side)
	}
	return nil
}

// readRows reads the rows, from the top.
func (s *Stones) readRows(rows []string) error {
	size := len(rows)
	if size < SizeMin || size > SizeMax {
		return fmt.Errorf("%w: %d rows, expected %d to %d, separated by /", game.ErrPosition, size, SizeMin, SizeMax)
	}
	s.Reset(size)
	for i, row := range rows {
		column := 0
		for _, c := range row {
			run, color := 1, Empty
			switch {
			case c == 'X':
				color = Black
			case c == 'O':
				color = White
			case c >= '1' && c <= '9':
				run = int(c - '0')
			case c != '.':
				return fmt.Errorf("%w: %q in row %d from the top, expected X, O, . or a run of 1 to 9", game.ErrPosition, c, i+1)
			}
			if column+run > size {
				return fmt.Errorf("%w: row %d from the top %q has more than %d points, as many as there are rows", game.ErrPosition, i+1, row, size)
			}
			if color != Empty {
				s.Put(PointAt(column, size-1-i), color)
			}
			column += run
		}
		if column != size {
			return fmt.Errorf("%w: row %d from the top %q has %d points, expected %d, as many as there are rows", game.ErrPosition, i+1, row, column, size)
		}
	}
	return nil
}

// SetCaptured sets how many stones each side has captured.
func (s *Stones) SetCaptured(black, white int) { s.taken = [2]uint16{uint16(black), uint16(white)} }

// SetTurn gives the turn to a side and lifts ko.
func (s *Stones) SetTurn(c Color) { s.turn, s.ko = c, NoPoint }

// ReadKo reads the last field of a position text, the point that ko forbids or
// "-". The error wraps game.ErrPosition.
func (s *Stones) ReadKo(text string) error {
	if text == "-" {
		return nil
	}
	p, err := ParsePoint(text, s.Size())
	if err != nil || s.cells[p] != Empty {
		return fmt.Errorf("%w: ko point is %q, expected an empty point such as C5, or -", game.ErrPosition, text)
	}
	s.ko = p
	return nil
}

// Sane says why no game can lead to these stones: a chain has no liberty, or no
// stone can have captured at the ko point. The error wraps game.ErrSetup.
func (s *Stones) Sane() error {
	for row := range s.Size() {
		for column := range s.Size() {
			if p := PointAt(column, row); s.cells[p] < Empty && s.libs[s.chain[p]] == 0 {
				return fmt.Errorf("%w: the chain at %v has no liberty", game.ErrSetup, p)
			}
		}
	}
	if s.ko != NoPoint && !s.koStands() {
		return fmt.Errorf("%w: ko at %v, but no stone of %s can have taken there", game.ErrSetup, s.ko, s.turn.Other())
	}
	return nil
}

// koStands says whether the last move can have taken a single stone on the ko
// point: opponents all around, just one of them alone and in atari.
func (s *Stones) koStands() bool {
	takers := 0
	for _, n := range s.ko.Neighbours() {
		switch c := s.cells[n]; {
		case c == Empty || c == s.turn:
			return false
		case c < Empty && s.count[s.chain[n]] == 1 && s.libs[n]&countMask == 1:
			takers++
		}
	}
	return takers > 0 && s.taken[s.turn.Other()] > 0
}

// AppendRows writes the rows and the side to move, seen through v.
func (s *Stones) AppendRows(text []byte, v game.View) []byte {
	size, flip := s.Size(), Color(v.Turn&1)
	var board [SizeMax][SizeMax]byte
	for row := range size {
		for column := range size {
			p := PointAt(column, row)
			c := s.cells[p]
			if c < Empty {
				c ^= flip
			}
			q := p.Seen(v.Symmetry, size)
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

// AppendCounts writes numbers and the ko point, seen through v.
func (s *Stones) AppendCounts(text []byte, v game.View, numbers ...int) []byte {
	for _, number := range numbers {
		text = append(text, ' ')
		text = strconv.AppendInt(text, int64(number), 10)
	}
	text = append(text, ' ')
	if s.ko == NoPoint {
		return append(text, '-')
	}
	return append(text, s.ko.Seen(v.Symmetry, s.Size()).String()...)
}

// Symmetries are the eight of the square.
const Symmetries = 8

// Seen is where the point lies in a view: bit 0 of the symmetry exchanges left and
// right, bit 1 up and down, bit 2 columns and rows, in this order. The turn
// moves no points.
func (p Point) Seen(symmetry, size int) Point {
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
